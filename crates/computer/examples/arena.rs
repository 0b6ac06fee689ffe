//! Plays games of a scenario between two players and reports how they ended.
//!
//! `cargo run --release -p computer --example arena -- SCENARIO GAMES WHITE BLACK [SEED]`; a player is `random`,
//! `capture`, a number of nodes or a time such as `50ms`. Each pair of games has the same seed and changes sides.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use computer::Budget;
use rules::Rules as _;
use rules::warlord::Side;

#[path = "../tests/it/play/rivals.rs"]
#[allow(dead_code)]
mod rivals;

use rivals::Player;

/// The turn after which a game is left undecided; the environment's `CAP` sets another.
const CAP: u32 = 200;

fn player(text: &str) -> Player {
    match text {
        "random" => Player::Random,
        "capture" => Player::Capture,
        text => Player::Computer(match text.strip_suffix("ms") {
            Some(ms) => Budget::Time(Duration::from_millis(ms.parse().expect("a number"))),
            None => Budget::Nodes(text.parse().expect("a number")),
        }),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, games, first, second, ..] = &args[..] else {
        println!("SCENARIO GAMES FIRST SECOND [SEED]");
        return;
    };
    let games: u64 = games.parse().expect("a number");
    let seed0: u64 = args
        .get(4)
        .map_or(1, |seed| seed.parse().expect("a number"));
    let start = rivals::start(scenario);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let (mut score, mut turns, mut decided) = (0, 0, 0);
    let cap = std::env::var("CAP").map_or(CAP, |cap| cap.parse().expect("a number"));
    let clock = Instant::now();
    for game in 0..games {
        let swapped = game % 2 == 1 && first != second;
        let mut players = [player(first), player(second)];
        if swapped {
            players.reverse();
        }
        let over = rivals::play_out(
            start.clone(),
            players,
            cap,
            seed0 + if first == second { game } else { game / 2 },
        );
        let end = over
            .outcome()
            .map_or("cap".to_owned(), |o| o.to_text(over.family()));
        *ends.entry(end).or_default() += 1;
        let side = if swapped { Side::Black } else { Side::White };
        score += rivals::points(&over, side);
        turns += over.turn().number;
        decided += u32::from(over.outcome().is_some_and(|o| !o.winners().is_empty()));
        if std::env::var_os("SHOW").is_some() {
            println!("{}", over.to_text().replace('/', "\n"));
        }
    }
    let time = clock.elapsed();
    println!(
        "{games} games: first scored {:.2}; decided {decided}; {:.1} turns a game; {:?} a game, {:?} a turn\n{ends:?}",
        f64::from(score) / 2.0 / games as f64,
        f64::from(turns) / games as f64,
        time / games as u32,
        time / turns,
    );
}
