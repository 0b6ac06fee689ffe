//! Orders tried and judged a second, the time kept, and the memory, on boards of every size in one run.
//!
//! `cargo bench -p computer --bench pace`, some seventy seconds. The figures are in docs/benchmarks.md.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use computer::{Budget, choose};
use rules::testing::Seeded;
use rules::{AnyPosition, Rules, ToAct};
use scenario::Scenario;
use scenario::warlord::author::Plan;

#[path = "../tests/it/play/rivals.rs"]
#[allow(dead_code)]
mod rivals;

use rivals::{begin, start};

const SCENARIOS: [&str; 9] = [
    "clash-of-arms",
    "lakes",
    "border-war",
    "two-countries",
    "continent",
    "wargame-small",
    "wargame-2",
    "wargame-1",
    "tourney",
];
/// The times asked for, each with the turns measured.
const ASKED: [(Duration, usize); 2] = [
    (Duration::from_millis(20), 100),
    (Duration::from_millis(100), 20),
];
/// The time spent on orders a second.
const COUNTING: Duration = Duration::from_secs(3);
/// Orders tried for each of the turns counted.
const TRIED: u64 = 100_000;

fn main() {
    println!(
        "| scenario | units | orders a second | 20 ms: median, 9 of 10, at most | 100 ms | memory before and after |"
    );
    println!("|---|---|---|---|---|---|");
    let built_in = SCENARIOS.map(|scenario| (scenario, start(scenario)));
    for (scenario, start) in [("12x12, made", made(12))].into_iter().chain(built_in) {
        let mut game = RunningGame::new(start);
        let units = game.units();
        let before = memory();
        let speed = game.speed();
        let kept = ASKED.map(|(asked, turns)| game.times(asked, turns));
        let [short, long] = kept.map(|times| {
            let at = |share: usize| times[(times.len() - 1) * share / 10].as_secs_f64() * 1000.0;
            format!("{:.1}, {:.1}, {:.1} ms", at(5), at(9), at(10))
        });
        println!(
            "| {scenario} | {units} | {speed:.0} thousand | {short} | {long} | {before:.0}, {:.0} MB |",
            memory()
        );
    }
}

/// The start of a scenario as `warlord scenario new` makes it, on `length` files and ranks.
fn made(length: u8) -> AnyPosition {
    let text = Plan::new(length, length)
        .write("")
        .expect("a board of any size");
    let scenario = Scenario::parse("made", &text).expect("a made scenario is in order");
    scenario.start(&[]).expect("its options have defaults")
}

/// A game that begins again when it ends.
struct RunningGame {
    start: AnyPosition,
    position: AnyPosition,
    chance: Seeded,
}

impl RunningGame {
    /// The armies in contact, after ten turns.
    fn new(start: AnyPosition) -> Self {
        let mut game = Self {
            position: start.clone(),
            start,
            chance: Seeded(1),
        };
        begin(&mut game.position, &mut game.chance);
        // at the start most orders are marches; the figures are meant for the middle of a game
        for _ in 0..10 {
            game.turn(Budget::Nodes(300));
        }
        game
    }

    /// The time of a turn, which is played.
    fn turn(&mut self, budget: Budget) -> Duration {
        let ToAct::One(side) = self.position.to_act() else {
            // cards and lots in the middle of a turn do not end the game
            if self.position.outcome().is_some() {
                self.position = self.start.clone();
            }
            begin(&mut self.position, &mut self.chance);
            return self.turn(budget);
        };
        let seed = self.chance.draw();
        let begun = Instant::now();
        let orders = choose(&self.position, side, budget, seed);
        let time = begun.elapsed();
        for order in orders {
            self.position
                .apply(side, &order)
                .expect("the computer's orders are legal");
        }
        time
    }

    /// Thousands of orders tried and judged a second, listing and sorting included.
    fn speed(&mut self) -> f64 {
        let (mut time, mut orders) = (Duration::ZERO, 0);
        // slow families try as many orders as they can in the time
        let mut tried = TRIED / 100;
        while time < COUNTING {
            let turn = self.turn(Budget::Nodes(tried));
            // a win at hand ends the search early
            if turn > Duration::from_millis(1) {
                (time, orders) = (time + turn, orders + tried);
            }
            tried = TRIED.min(tried * 2);
        }
        orders as f64 / time.as_secs_f64() / 1000.0
    }

    /// The times of `turns` turns, sorted, without those in which a win at hand was found in a fraction of the time.
    fn times(&mut self, asked: Duration, turns: usize) -> Vec<Duration> {
        let mut times = Vec::new();
        while times.len() < turns {
            let time = self.turn(Budget::Time(asked));
            // a win at hand ends the search at once, and says nothing about the clock
            if time > asked / 2 {
                times.push(time);
            }
        }
        times.sort_unstable();
        times
    }

    fn units(&self) -> usize {
        match &self.position {
            AnyPosition::Warlord(position) => position.units().count(),
            AnyPosition::WarGame(position) => position.units().count(),
            AnyPosition::Tourney(position) => position.men().len(),
            AnyPosition::Toy(_) => 0,
        }
    }
}

/// Megabytes of this process in memory; 0 if the system does not report it.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1000.0
}
