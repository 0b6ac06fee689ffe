//! The search of one `go`: its limits, its `info` lines, its turn.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use computer::{Budget, Level, Progress};
use rules::{AnyPosition, Rules as _, Side, ToAct, order_list};

use super::words::{number, split};

/// A shorter search writes only its turn.
const SHORT: Duration = Duration::from_millis(100);
/// A search of fewer orders writes only its turn. By orders and not by time, so that such a search writes the same
/// lines on every machine.
const FEW: u64 = 10_000;

/// The share of the clock for a turn: a game has some tens of turns more.
const TURNS: u32 = 25;
/// The most of the clock that a turn may cost, as a divisor; and the time kept for the way to the driver.
const MOST: u32 = 4;
const KEPT: Duration = Duration::from_millis(50);

const USAGE: &str = "go needs a limit, as in go movetime 1000, go nodes 100000, go clock 60000 increment 1000 or go level strong";

const MOVETIME: &str = "movetime needs a number of milliseconds, as in go movetime 1000";
const NODES: &str = "nodes needs a number of orders, as in go nodes 100000";
const CLOCK: &str =
    "clock and increment need numbers of milliseconds, as in go clock 60000 increment 1000";
const THREADS: &str = "threads needs a number from 1 to 64, as in go movetime 1000 threads 2";
const MOST_THREADS: usize = 64;

/// A turn or a set-up to be found.
pub(super) struct Task {
    position: AnyPosition,
    side: Side,
    /// True if only the part of one member is wanted, and not the turn of the whole side.
    is_part: bool,
    limit: Limit,
    seed: u64,
    threads: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    Budget(Budget),
    Level(Level),
}

impl Task {
    /// Reads `movetime <ms>`, `nodes <n>`, `clock <ms> [increment <ms>]` or `level <name>`, then `[seed <n>] [threads
    /// <n>]`.
    pub(super) fn new(
        position: AnyPosition,
        side: Side,
        is_part: bool,
        limits: &str,
    ) -> Result<Self> {
        let (unit, rest) = split(limits);
        let (amount, mut rest) = split(rest);
        let limit = match unit {
            "movetime" => Limit::Budget(Budget::Time(milliseconds(amount, MOVETIME)?)),
            "nodes" => Limit::Budget(Budget::Nodes(number(amount, NODES)?)),
            "clock" => {
                let mut increment = Duration::ZERO;
                if let ("increment", more) = split(rest) {
                    let (amount, more) = split(more);
                    increment = milliseconds(amount, CLOCK)?;
                    rest = more;
                }
                Limit::Budget(Budget::Time(share(milliseconds(amount, CLOCK)?, increment)))
            }
            "level" => Limit::Level(
                amount
                    .parse()
                    .with_context(|| format!("{amount:?} is no level"))?,
            ),
            _ => bail!(USAGE),
        };
        let (mut seed, mut threads) = (None, 1);
        while !rest.is_empty() {
            let (word, more) = split(rest);
            let (amount, more) = split(more);
            match word {
                "seed" => {
                    seed = Some(number(
                        amount,
                        "seed needs a number, as in go nodes 1000 seed 7",
                    )?)
                }
                "threads" => {
                    threads = number(amount, THREADS)?;
                    if !(1..=MOST_THREADS).contains(&threads) {
                        bail!(THREADS);
                    }
                }
                _ => bail!("go knows no `{word}`: `seed 7` and `threads 2` may follow the limit"),
            }
            rest = more;
        }
        let seed = match seed {
            Some(seed) => seed,
            // the other side must not be able to work out the hidden set-up
            None if matches!(position.to_act(), ToAct::Secretly(_)) => getrandom::u64()
                .map_err(|error| anyhow!("the system gave no random bytes: {error}"))?,
            None => 0,
        };
        Ok(Self {
            position,
            side,
            is_part,
            limit,
            seed,
            threads,
        })
    }

    /// Searches until the limit is reached or `stop` is set; `tell` is called with each line before the turn.
    pub(super) fn run(
        self,
        stop: &AtomicBool,
        mut tell: impl FnMut(String),
    ) -> Result<Vec<String>> {
        let start = Instant::now();
        // the last line of a short beginning: written in the end if the search turns out long, so that its last `info`
        // is never missing
        let mut untold = None;
        let mut report = |progress: Progress| {
            let is_short = match self.limit {
                Limit::Budget(Budget::Time(_)) => start.elapsed() < SHORT,
                _ => progress.tried < FEW,
            };
            let line = self.info(&progress);
            if is_short {
                untold = Some(line);
            } else {
                untold = None;
                tell(line);
            }
        };
        let turn = self.turn(stop, &mut report);
        let was_long = match self.limit {
            Limit::Budget(Budget::Time(_)) => start.elapsed() >= SHORT,
            Limit::Budget(Budget::Nodes(nodes)) => nodes >= FEW,
            // a level's number of orders is its own affair: only lines written along the way show that it was long
            Limit::Level(_) => false,
        };
        if let Some(line) = untold.filter(|_| was_long) {
            tell(line);
        }
        if turn.is_empty() && matches!(self.position.to_act(), ToAct::Secretly(_)) {
            bail!("the computer knows no set-up for this scenario");
        }
        Ok(turn)
    }

    /// The texts of the turn found: of one part, or of every part of the side's turn.
    fn turn(&self, stop: &AtomicBool, report: &mut dyn FnMut(Progress)) -> Vec<String> {
        let side = self.side;
        let mut position = self.position.clone();
        let mut turn = Vec::new();
        loop {
            let orders = match self.limit {
                Limit::Budget(budget) => {
                    let (seed, threads) = (self.seed, self.threads);
                    computer::think_on(threads, &position, side, budget, seed, stop, report)
                }
                Limit::Level(level) => {
                    computer::think_as(&position, side, level, self.seed, stop, report)
                }
            };
            turn.extend(orders.iter().map(|order| position.order_text(side, order)));
            let member = position.member(side);
            for order in &orders {
                // every order was carried out by the computer, which returns no other
                if position.apply(side, order).is_err() {
                    return turn;
                }
            }
            let is_next = position.to_act() == ToAct::One(side) && position.member(side) != member;
            if self.is_part || orders.is_empty() || !is_next {
                return turn;
            }
        }
    }

    /// The best turn so far: `info tried <n> score <points> turn <order> …`.
    fn info(&self, progress: &Progress) -> String {
        let (tried, score) = (progress.tried, progress.score);
        let turn = order_list(&self.position, self.side, &progress.turn);
        format!("info tried {tried} score {score} turn {turn}")
            .trim_end()
            .to_owned()
    }
}

fn milliseconds(amount: &str, usage: &'static str) -> Result<Duration> {
    Ok(Duration::from_millis(number(amount, usage)?))
}

/// The time for a turn when the clock shows `left` and gets the increment after the turn.
fn share(left: Duration, increment: Duration) -> Duration {
    // a tie with the driver's own clock would lose the game on time
    let free = left.saturating_sub(KEPT);
    // a fifth of the increment is left to grow the clock
    let wanted = free / TURNS + increment * 4 / 5;
    wanted.min(free / MOST).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_never_costs_the_whole_clock() {
        let millis = Duration::from_millis;
        for left in [0, 10, 60, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 1_000, 30_000] {
                let share = share(millis(left), millis(increment));
                assert!(
                    share <= millis(left / 2).max(millis(1)),
                    "{left} {increment}"
                );
            }
        }
        assert_eq!(share(millis(50_050), millis(0)), millis(2_000));
        assert_eq!(share(millis(50_050), millis(1_000)), millis(2_800));
    }
}
