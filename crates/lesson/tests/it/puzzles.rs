//! The program's puzzles, found by walking their folder: each is built in and right, and its proof is made again by
//! looking at every turn and every answer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lesson::{Attempt, Idea, Lesson, Trail};
use rules::{AnyPosition, Family, Rules as _, ToAct};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/puzzles")
}

/// Every puzzle of the folder with its path in the repository.
fn puzzles() -> Vec<(String, Lesson)> {
    let mut found = Vec::new();
    for family in fs::read_dir(folder()).expect("the folder of puzzles") {
        let family = family.expect("an entry").path();
        let folder = family.file_name().expect("a name").to_string_lossy();
        for file in fs::read_dir(&family).expect("a folder for each family") {
            let file = file.expect("an entry").path();
            let name = file.file_name().expect("a name").to_string_lossy();
            assert!(name.ends_with(".puzzle"), "{name}");
            let path = format!("scenarios/puzzles/{folder}/{name}");
            let text = fs::read_to_string(&file).expect("UTF-8");
            let puzzle = Lesson::parse(&path, &text);
            let puzzle = puzzle.unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
            assert_eq!(puzzle.family().name(), folder, "{path}");
            found.push((path, puzzle));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

fn of_idea(idea: Idea) -> impl Iterator<Item = (String, Lesson)> {
    let all = puzzles().into_iter();
    all.filter(move |(_, one)| one.puzzle().expect("the words of a puzzle").idea() == idea)
}

/// Proves all puzzles of an idea again.
fn prove(idea: Idea) {
    for (path, puzzle) in of_idea(idea) {
        assert_eq!(puzzle.check_proof(&path), []);
    }
}

#[test]
fn every_win_is_proved_by_every_turn() {
    prove(Idea::Win);
}

#[test]
fn every_defense_is_proved_by_every_turn_and_every_answer() {
    prove(Idea::Defense);
}

#[test]
fn every_exchange_is_proved_by_every_turn_and_every_answer() {
    prove(Idea::Exchange);
}

#[test]
fn there_are_puzzles_of_every_idea_for_both_families_all_built_in_and_sorted() {
    let all = puzzles();
    assert!(all.len() >= 60, "{} puzzles", all.len());
    let found: BTreeSet<String> = all.iter().map(|(path, _)| path.clone()).collect();
    let files = lesson::puzzle_files().iter().map(|file| file.path());
    assert_eq!(files.collect::<BTreeSet<_>>(), found);
    for family in Family::ALL {
        let built_in: Vec<&Lesson> = lesson::puzzles(*family).collect();
        if built_in.is_empty() {
            continue;
        }
        for idea in Idea::ALL {
            let levels = built_in.iter().filter_map(|one| {
                let puzzle = one.puzzle().filter(|puzzle| puzzle.idea() == idea)?;
                Some(puzzle.found().map_or(6, |level| level.number()))
            });
            let levels: Vec<u8> = levels.collect();
            assert!(!levels.is_empty(), "{}: no {idea:?}", family.name());
            assert!(levels.is_sorted(), "{}: {idea:?} {levels:?}", family.name());
        }
    }
    let families = all.iter().map(|(_, one)| one.family().name());
    assert_eq!(families.collect::<BTreeSet<_>>().len(), 2);
    let positions: BTreeSet<String> = all.iter().map(|(_, one)| one.start().to_text()).collect();
    assert_eq!(positions.len(), all.len(), "no position twice");
}

#[test]
fn a_defense_has_an_order_that_no_right_turn_lacks() {
    for (path, puzzle) in of_idea(Idea::Defense) {
        let text = fs::read_to_string(folder().join("../..").join(&path)).expect("its file");
        assert!(text.contains("\nonly: "), "{path}");
        assert_eq!(puzzle.title(), "The only defense");
    }
}

/// Gives an order, and notes it.
fn give(puzzle: &Lesson, trail: &mut Trail, now: &mut AnyPosition, text: &str) {
    let ToAct::One(side) = now.to_act() else {
        panic!("{}: nobody orders {text}", puzzle.key());
    };
    let order = now.parse_order(side, text).expect("an order");
    let before = now.clone();
    now.apply(side, &order).expect("a legal order");
    *trail = trail.after(puzzle.pupil(), &before, side, &order, now);
}

#[test]
fn who_passes_misses_every_puzzle_and_is_answered() {
    for (path, puzzle) in puzzles() {
        let (mut trail, mut now) = (Trail::default(), puzzle.start().clone());
        give(&puzzle, &mut trail, &mut now, "end");
        let other = now.turn().side;
        let answer = puzzle.reply(&trail, &now, other);
        assert!(!answer.is_empty(), "{path}");
        for order in answer {
            let text = now.order_text(other, &order);
            give(&puzzle, &mut trail, &mut now, &text);
        }
        assert_eq!(puzzle.attempt(&trail, &now), Attempt::Missed, "{path}");
        let is_defense = puzzle.puzzle().expect("a puzzle").idea() == Idea::Defense;
        let is_lost = now
            .outcome()
            .is_some_and(|outcome| outcome.winners().contains(other));
        assert!(is_lost || !is_defense, "{path}: the threat is real");
    }
}

/// A small right puzzle, one line of which each test breaks.
const RIGHT: &str = "\
title: Win this turn
family: warlord
idea: win
found: easy
proof: 4 of 59 turns
like: clash-of-arms
options: short=0
..l...
.I....
......
......
......
LD....
task: Take the leader.
aim: outcome white leaders
limit: 1 turn
reply: best
only: b5-c6
solve: b1-b3 b5-c6
";

/// The mistakes in the right puzzle with one line replaced.
fn mistakes(line: usize, by: &str) -> Vec<String> {
    let lines = RIGHT.lines().enumerate();
    let text: Vec<&str> = lines
        .map(|(number, text)| if number + 1 == line { by } else { text })
        .collect();
    let file = "broken.puzzle";
    let found = match Lesson::parse(file, &text.join("\n")) {
        Ok(puzzle) => puzzle.check_proof(file),
        Err(mistakes) => mistakes,
    };
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn broken_puzzles_are_refused_with_what_was_expected() {
    let whole = mistakes(0, "");
    // the one line that only the search knows
    let counted: Vec<&String> = whole
        .iter()
        .filter(|one| !one.contains("a proof of"))
        .collect();
    assert!(counted.is_empty(), "{whole:#?}");
    for (line, by, part) in [
        (3, "idea: wins", "did you mean `win`?"),
        (3, "# no idea", "`found` without `idea`"),
        (3, "idea: defense", "aims that do not fit the idea"),
        (4, "found: genius", "the lowest level of the computer"),
        (4, "# nobody", "a puzzle that lacks a word"),
        (5, "proof: 4 turns", "the turns that reach the aim"),
        (5, "proof: 1 of 2 turns", "a proof of 1 of 2 turns"),
        (15, "aim: outcome black leaders", "the aims missed"),
        (16, "limit: 2 turns", "`limit: 1 turn`"),
        (17, "reply: computer novice", "`reply: best`"),
        (18, "only: b1-b3", "an order that every right turn has"),
        (18, "first: b1-b3", "as the only first order"),
        (19, "solve: b1-b3 b5-b6", "the last order reaches them"),
    ] {
        let found = mistakes(line, by);
        assert!(
            found.iter().any(|one| one.contains(part)),
            "{by}: {found:#?}"
        );
    }
}

#[test]
fn puzzles_are_drawn_the_same_in_every_run_and_hold_what_they_say() {
    let (recipe, _) = lesson::RECIPES
        .iter()
        .find(|(recipe, _)| recipe.name == "warlord-win")
        .expect("a recipe");
    // the first seed that holds a puzzle of the recipe
    let text = lesson::draw(recipe, 7).expect("a puzzle");
    assert_eq!(lesson::draw(recipe, 7), Some(text.clone()));
    assert_eq!(lesson::draw(recipe, 8), None, "most positions hold none");
    let puzzle = Lesson::parse("drawn.puzzle", &text).expect("right");
    assert_eq!(puzzle.check_proof("drawn.puzzle"), []);
    let measured = lesson::numbered(&text, Some(computer::Level::Easy));
    assert!(measured.contains("found: easy\n"), "{measured}");
}
