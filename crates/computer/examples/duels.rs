//! Solves the duels of War Lord Tourney and writes the table of cards that the computer player draws from.
//!
//! `cargo run --release -p computer --example duels > crates/computer/src/tourney/duels.txt`, some two minutes.
//!
//! A duel is a zero-sum stochastic game: a win is worth 1, a double kill 0, a loss -1. It is solved for one or two
//! fighters a side with 1 to 6 points of strength each, by value iteration with a linear program in each state. A fresh
//! fighter of the base game has 2 points and a wounded one 1, so both kinds of duel are in one table.
//!
//! The cards are taken by three stances, since Middle and Low can be exchanged in any pair without a difference: every
//! optimal mix stays optimal if its cards are made equally likely within each stance. That leaves 81 choices in a duel
//! of two against two instead of 1,296, and nothing is lost.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

#[path = "duels/linear.rs"]
mod linear;

/// The most strength of a fighter: a Warlord's in the option `strategic`.
const STRONGEST: u8 = 6;

/// The cards by blow and parry, High 0, Middle 1, Low 2, in the order HM HL MH ML LH LM.
const CARDS: [(u8, u8); 6] = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];

/// The two cards of each stance: strikes High, parries High, leaves High open.
const STANCES: [[usize; 2]; 3] = [[0, 1], [2, 4], [3, 5]];

/// The iteration ends when a value changes by less than this; the linear programs are not more exact.
const SETTLED: f64 = 1e-11;

/// The strengths of a side's standing fighters, the strongest first.
type Men = Vec<u8>;

/// The men of both sides after a round, with the probability.
type Outcomes = Vec<(Men, Men, f64)>;

/// A solved state.
#[derive(Debug, Clone)]
struct Solved {
    value: f64,
    /// The probability that the first side wins, and that the second does.
    odds: [f64; 2],
    /// The probability of each choice of the first side.
    mix: Vec<f64>,
}

fn main() {
    let mut sides: Vec<Men> = Vec::new();
    for one in 1..=STRONGEST {
        sides.push(vec![one]);
        sides.extend((1..=one).map(|other| vec![one, other]));
    }
    let pairs = sides.iter().flat_map(|first| {
        let first = first.clone();
        sides
            .iter()
            .map(move |second| (first.clone(), second.clone()))
    });
    let mut states: Vec<(Men, Men)> = pairs.collect();
    // a round only takes strength away, so every state comes after those that can follow it
    states.sort_by_key(|(first, second)| strength(first) + strength(second));
    let mut solved: BTreeMap<(Men, Men), Solved> = BTreeMap::new();
    for (first, second) in &states {
        if !solved.contains_key(&(first.clone(), second.clone())) {
            let [own, other] = solve(first, second, &solved);
            solved.insert((second.clone(), first.clone()), other);
            solved.insert((first.clone(), second.clone()), own);
        }
    }
    print_table(&solved);
}

fn strength(men: &Men) -> u8 {
    men.iter().sum()
}

/// The table: a line for each state, in the order of the strengths.
fn print_table(solved: &BTreeMap<(Men, Men), Solved>) {
    println!(
        "# The duels of War Lord Tourney, solved. Written by crates/computer/examples/duels.rs, not by hand."
    );
    println!(
        "# The strengths of a side's men and of their enemies; how often that side wins and loses, in millionths;"
    );
    println!(
        "# the weight of each choice of stances (strikes High, parries High, leaves High open), a stance for each pair"
    );
    println!(
        "# of an own man and an enemy, own men first to last, the stance of the last pair changing fastest."
    );
    for ((first, second), state) in solved {
        let text = |men: &Men| men.iter().map(u8::to_string).collect::<String>();
        // finer weights would make the file larger and the play no better: a reader gains less than 0.001
        let parts = if state.mix.len() > 9 {
            10_000
        } else {
            1_000_000
        };
        let weights = whole_parts(&state.mix, parts)
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>();
        let odds = state.odds.map(|odds| (odds * 1e6).round() as u32);
        println!(
            "{}:{} {} {} | {}",
            text(first),
            text(second),
            odds[0],
            odds[1],
            weights.join(" ")
        );
    }
}

/// Whole numbers in the ratio of `mix` that sum up to `parts`: rounded down, and the largest remainders up.
fn whole_parts(mix: &[f64], parts: u32) -> Vec<u32> {
    let scaled: Vec<f64> = mix.iter().map(|share| share * f64::from(parts)).collect();
    let mut whole: Vec<u32> = scaled.iter().map(|share| share.floor() as u32).collect();
    let missing = parts - whole.iter().sum::<u32>();
    let mut places: Vec<usize> = (0..mix.len()).collect();
    places.sort_by(|a, b| scaled[*b].fract().total_cmp(&scaled[*a].fract()));
    for place in places.into_iter().take(missing as usize) {
        whole[place] += 1;
    }
    whole
}

/// The state as the first side and as the second side sees it.
fn solve(first: &Men, second: &Men, solved: &BTreeMap<(Men, Men), Solved>) -> [Solved; 2] {
    let choices = 3_usize.pow((first.len() * second.len()) as u32);
    let rounds: Vec<Vec<Outcomes>> = (0..choices)
        .map(|own| {
            (0..choices)
                .map(|other| round(first, second, own, other))
                .collect()
        })
        .collect();
    let stays = |outcome: &(Men, Men, f64)| (&outcome.0, &outcome.1) == (first, second);
    // the value of what follows a round that changes something, and the probability that it changes nothing
    let (mut gains, mut still) = (
        vec![vec![0.0; choices]; choices],
        vec![vec![0.0; choices]; choices],
    );
    for own in 0..choices {
        for other in 0..choices {
            for outcome in &rounds[own][other] {
                if stays(outcome) {
                    still[own][other] += outcome.2;
                } else {
                    gains[own][other] += outcome.2 * value(&outcome.0, &outcome.1, solved);
                }
            }
        }
    }
    let game = |value: f64| -> Vec<Vec<f64>> {
        let row = |own: usize| {
            (0..choices)
                .map(|other| gains[own][other] + still[own][other] * value)
                .collect()
        };
        (0..choices).map(row).collect()
    };
    let mut value = 0.0;
    let optimum = loop {
        let found = linear::solve(&game(value));
        let change: f64 = found.value - value;
        value = found.value;
        if change.abs() < SETTLED {
            break found;
        }
    };
    let game = game(value);
    let turned: Vec<Vec<f64>> = (0..choices)
        .map(|own| (0..choices).map(|other| -game[other][own]).collect())
        .collect();
    let own = linear::widest(&game, value, &optimum.rows);
    let other = if first == second {
        // its own mirror image, found once
        enemies_first(&own, first, second)
    } else {
        linear::widest(&turned, -value, &optimum.columns)
    };
    let mut odds = [0.0; 2];
    let mut unchanged = 0.0;
    for (row, share) in own.iter().enumerate() {
        for (column, other_share) in other.iter().enumerate() {
            for outcome in &rounds[row][column] {
                let weight = share * other_share * outcome.2;
                if stays(outcome) {
                    unchanged += weight;
                    continue;
                }
                let follows = chances(&outcome.0, &outcome.1, solved);
                odds[0] += weight * follows[0];
                odds[1] += weight * follows[1];
            }
        }
    }
    let odds = odds.map(|odds| odds / (1.0 - unchanged));
    [
        Solved {
            value,
            odds,
            mix: own,
        },
        Solved {
            value: -value,
            odds: [odds[1], odds[0]],
            mix: enemies_first(&other, first, second),
        },
    ]
}

/// The mix with the pairs of each choice in the enemy's order: his men first to last, for each this side's men.
fn enemies_first(mix: &[f64], first: &Men, second: &Men) -> Vec<f64> {
    if (first.len(), second.len()) != (2, 2) {
        return mix.to_vec();
    }
    let exchanged = |choice: usize| {
        let [a, b, c, d] = [choice / 27, choice / 9 % 3, choice / 3 % 3, choice % 3];
        mix[((a * 3 + c) * 3 + b) * 3 + d]
    };
    (0..mix.len()).map(exchanged).collect()
}

/// The first side's value with these men standing.
fn value(first: &Men, second: &Men, solved: &BTreeMap<(Men, Men), Solved>) -> f64 {
    match (first.is_empty(), second.is_empty()) {
        (true, true) => 0.0,
        (true, false) => -1.0,
        (false, true) => 1.0,
        (false, false) => solved[&(first.clone(), second.clone())].value,
    }
}

/// The chances that the first and the second side win with these men standing.
fn chances(first: &Men, second: &Men, solved: &BTreeMap<(Men, Men), Solved>) -> [f64; 2] {
    match (first.is_empty(), second.is_empty()) {
        (true, true) => [0.0, 0.0],
        (true, false) => [0.0, 1.0],
        (false, true) => [1.0, 0.0],
        (false, false) => solved[&(first.clone(), second.clone())].odds,
    }
}

/// The outcomes of one round with these choices of stances.
fn round(first: &Men, second: &Men, own: usize, other: usize) -> Outcomes {
    let mut losses = vec![(vec![0; first.len()], vec![0; second.len()], 1.0)];
    let pairs = first.len() * second.len();
    for pair in 0..pairs {
        let (man, enemy) = (pair / second.len(), pair % second.len());
        // the last pair changes fastest
        let place = 3_usize.pow((pairs - 1 - pair) as u32);
        let blows = exchange(own / place % 3, other / place % 3);
        losses = losses
            .into_iter()
            .flat_map(|(own_losses, other_losses, share)| {
                blows.iter().map(move |([given, taken], chance)| {
                    let (mut own_losses, mut other_losses): (Men, Men) =
                        (own_losses.clone(), other_losses.clone());
                    own_losses[man] += taken;
                    other_losses[enemy] += given;
                    (own_losses, other_losses, share * chance)
                })
            })
            .collect();
    }
    let mut outcomes: BTreeMap<(Men, Men), f64> = BTreeMap::new();
    for (own_losses, other_losses, share) in losses {
        *outcomes
            .entry((left(first, &own_losses), left(second, &other_losses)))
            .or_default() += share;
    }
    outcomes
        .into_iter()
        .map(|((first, second), share)| (first, second, share))
        .collect()
}

/// The men who stand after these losses, the strongest first.
fn left(men: &Men, losses: &Men) -> Men {
    let mut left: Men = men
        .iter()
        .zip(losses)
        .map(|(man, loss)| man.saturating_sub(*loss))
        .collect();
    left.retain(|man| *man > 0);
    left.sort_unstable_by(|a, b| b.cmp(a));
    left
}

/// The strength that a pair takes from each other, given first, with the probabilities; both cards of a stance are
/// equally likely.
fn exchange(own: usize, other: usize) -> Vec<([u8; 2], f64)> {
    let mut exchanges: BTreeMap<[u8; 2], f64> = BTreeMap::new();
    for card in STANCES[own].map(|card| CARDS[card]) {
        for against in STANCES[other].map(|card| CARDS[card]) {
            *exchanges
                .entry([damage(card, against), damage(against, card)])
                .or_default() += 0.25;
        }
    }
    exchanges.into_iter().collect()
}

/// The strength that a card takes from the man who plays the other one (rulebook 3.6).
fn damage(card: (u8, u8), against: (u8, u8)) -> u8 {
    match card.0 {
        blow if blow == against.0 || blow == against.1 => 0,
        0 => 2,
        _ => 1,
    }
}
