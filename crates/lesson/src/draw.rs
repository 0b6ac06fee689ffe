//! Drawing puzzles by chance, the same in every run: positions of a recipe of which a proof shows that they hold one.

use computer::{Goal, Level};
use rules::{AnyPosition, Rules as _, Side};

use crate::lesson::Lesson;
use crate::play::Play;
use crate::puzzle::Idea;
use crate::recipe::Recipe;
use crate::trail::Trail;

/// The games in which each level is asked, and how many of them must find it.
const SEEDS: u64 = 3;
const MUST: usize = 2;
/// The fewest points that tell an exchange from a quiet turn.
const LEAST_GAIN: i32 = 2;

/// Numbers that come back with their seed: SplitMix64 (Steele, Lea, Flood 2014).
struct Chance(u64);

impl Chance {
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// The puzzle of a recipe with that seed, as the text of its file; `None` if the position drawn holds none, as most do.
/// The level that finds it is still to be measured.
pub fn draw(recipe: &Recipe, seed: u64) -> Option<String> {
    let rows = rows(recipe, &mut Chance(seed));
    // an aim that nothing reaches: only the position is read here
    let text = format!(
        "title: Drawn\nfamily: {}\n{}\n{rows}\ntask: None.\naim: unbeaten\nlimit: 1 turn\nsolve: end\n",
        recipe.family, recipe.rules
    );
    let drawn = Lesson::read("drawn.puzzle", &text).ok()?;
    let (start, pupil) = (drawn.start(), drawn.pupil());
    let goal = goal(recipe, start, pupil)?;
    let proof = computer::prove(start, pupil, goal, recipe.budget)?;
    let is_rare = proof.right > 0 && proof.right * recipe.rarity <= proof.turns;
    let is_long = proof.solution.len() >= recipe.least_orders;
    // where the title says that there is one defense, every right turn must have one order
    let is_one = recipe.idea != Idea::Defense || !proof.needed.is_empty();
    if !(is_rare && is_long && is_one) {
        return None;
    }
    let texts = |orders: &[rules::AnyOrder]| -> Vec<String> {
        let texts = orders.iter();
        texts.map(|order| start.order_text(pupil, order)).collect()
    };
    let mut lines = vec![
        format!("title: {}", recipe.idea.title()),
        format!("family: {}", recipe.family),
        format!("idea: {}", recipe.idea.word()),
        "found: none".to_owned(),
        format!("proof: {} of {} turns", proof.right, proof.turns),
        recipe.rules.to_owned(),
        rows,
    ];
    let (task, aim) = words(recipe, goal, drawn.family().side_name(pupil));
    lines.push(format!("task: {task}"));
    lines.push(format!("aim: {aim}"));
    lines.push("limit: 1 turn".to_owned());
    lines.push("reply: best".to_owned());
    if let [first] = &texts(&proof.first)[..] {
        lines.push(format!("first: {first}"));
    }
    lines.extend(
        texts(&proof.needed)
            .iter()
            .map(|only| format!("only: {only}")),
    );
    let mut solution = texts(&proof.solution);
    if goal != Goal::Win || !wins_at_once(start, pupil, &proof.solution) {
        solution.push(rules::END.to_owned());
    }
    lines.push(format!("solve: {}", solution.join(" ")));
    lines.push(String::new());
    Some(lines.join("\n"))
}

/// The goal of a recipe in a position; `None` if the position does not hold the idea.
fn goal(recipe: &Recipe, start: &AnyPosition, pupil: Side) -> Option<Goal> {
    let mut passed = start.clone();
    passed.apply(pupil, &start.closing(pupil)?).ok()?;
    let other = passed.turn().side;
    // the other side's answer to a pass is the threat
    let answer = computer::best_answer(&passed, other);
    for order in &answer {
        passed.apply(other, order).ok()?;
    }
    let is_threatened = passed
        .outcome()
        .is_some_and(|outcome| outcome.winners().contains(other));
    match recipe.idea {
        Idea::Win => Some(Goal::Win),
        Idea::Defense => {
            // who can win needs no defense
            let win = computer::prove(start, pupil, Goal::Win, recipe.budget)
                .filter(|_| is_threatened)?;
            (win.right == 0).then_some(Goal::Unbeaten)
        }
        Idea::Exchange => {
            let exchange =
                computer::exchange(start, pupil, recipe.budget).filter(|_| !is_threatened)?;
            let is_one = exchange.best >= LEAST_GAIN && !exchange.is_greedy;
            is_one.then_some(Goal::Gain(exchange.best))
        }
    }
}

fn wins_at_once(start: &AnyPosition, pupil: Side, orders: &[rules::AnyOrder]) -> bool {
    let mut after = start.clone();
    orders.iter().all(|order| after.apply(pupil, order).is_ok()) && after.outcome().is_some()
}

/// The task and the aim of a puzzle.
fn words(recipe: &Recipe, goal: Goal, pupil: &str) -> (String, String) {
    match goal {
        Goal::Win => (
            "Take the last leader of the other side, in this turn.".to_owned(),
            format!("outcome {pupil} leaders"),
        ),
        Goal::Unbeaten => (
            "The other side is about to take your last leader. Find the turn after which no answer does.".to_owned(),
            "unbeaten".to_owned(),
        ),
        Goal::Gain(points) => (
            format!(
                "Be {points} points better off after the best answer of the other side than before your turn. {}",
                recipe.points
            ),
            format!("gains {points}"),
        ),
    }
}

/// The rows of a drawn position.
fn rows(recipe: &Recipe, chance: &mut Chance) -> String {
    let mut units = vec![vec![String::new(); recipe.files]; recipe.ranks];
    for (is_own, army) in [(true, recipe.own), (false, recipe.other)] {
        for line in army {
            let line = line[chance.below(line.len())];
            for symbol in line.split(' ') {
                let symbol = match is_own {
                    true => symbol.to_owned(),
                    false => symbol.to_ascii_lowercase(),
                };
                place(recipe, is_own, symbol, &mut units, chance);
            }
        }
    }
    // half of the boards have some terrain
    let mut ground = vec![vec!["."; recipe.files]; recipe.ranks];
    if chance.below(2) == 0 {
        for _ in 0..2 + chance.below(4) {
            let (rank, file) = (chance.below(recipe.ranks), chance.below(recipe.files));
            // nobody is drawn into ground that the unit may not enter
            if units[rank][file].is_empty() {
                ground[rank][file] = recipe.ground[chance.below(recipe.ground.len())];
            }
        }
    }
    let is_bare = ground.iter().flatten().all(|cell| *cell == ".");
    let rows = units.iter().zip(&ground).rev().map(|(units, ground)| {
        let cells = units
            .iter()
            .map(|unit| if unit.is_empty() { "." } else { unit });
        if recipe.is_spaced {
            let cells = cells
                .zip(ground)
                .map(|(unit, ground)| match (unit, *ground) {
                    (unit, ".") => format!("{unit:<4}"),
                    (".", ground) => format!("/{ground:<3}"),
                    (unit, ground) => format!("{:<4}", format!("{unit}/{ground}")),
                });
            return cells.collect::<Vec<_>>().join(" ").trim_end().to_owned();
        }
        let cells: String = cells.collect();
        match is_bare {
            true => cells,
            false => format!("{cells} {}", ground.concat()),
        }
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn place(
    recipe: &Recipe,
    is_own: bool,
    symbol: String,
    units: &mut [Vec<String>],
    chance: &mut Chance,
) {
    loop {
        let (file, rank) = (chance.below(recipe.files), chance.below(recipe.depth));
        let rank = if is_own {
            rank
        } else {
            recipe.ranks - 1 - rank
        };
        if units[rank][file].is_empty() {
            units[rank][file] = symbol;
            return;
        }
    }
}

/// The lowest level of the computer from which on every level finds a right turn of a puzzle in two of three games.
pub fn found(puzzle: &Lesson) -> Option<Level> {
    let mut lowest = None;
    for level in Level::ALL.into_iter().rev() {
        let finds = (0..SEEDS).filter(|seed| {
            let mut play = Play::new(puzzle, Trail::default(), puzzle.start().clone());
            play.by_computer(level, *seed)
        });
        if finds.count() < MUST {
            break;
        }
        lowest = Some(level);
    }
    lowest
}

/// The text of a drawn puzzle with the level that finds it.
pub fn numbered(text: &str, found: Option<Level>) -> String {
    let level = found.map_or("none", Level::name);
    text.replacen("found: none", &format!("found: {level}"), 1)
}
