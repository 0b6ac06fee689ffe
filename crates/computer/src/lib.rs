//! The computer player: a whole turn, or a hidden set-up, for any position of any family. The crate knows the rules
//! only through [`rules`], and the rules have carried out every order that the crate returns: none of them is illegal.
//! The crate does no input or output and keeps nothing between calls. With a budget of nodes the choice depends on the
//! position, the side, the budget and the seed alone.
//!
//! The search, in the order of the modules: a `Trial` is a position with an evaluation (`warlord`, `wargame` and
//! `tourney` have those of their families); `finish` looks for a win within the turn; `greedy` makes a turn order by
//! order; `improve` changes turns; `pool` keeps the best different turns; `reply` plays the opponent's answers; `choose`
//! shares out the budget; `islands` has several threads; `level` and `overlook` are what weaker players do not see; `value` says
//! how the sides stand in a position. Read first: [`choose`], [`Budget`], [`Level`].
//!
//! ```
//! use computer::Budget;
//! use rules::{Rules, ToAct};
//!
//! let scenario = scenario::load("clash-of-arms").expect("built in").expect("sound");
//! let mut position = scenario.start(&[])?;
//! if let ToAct::One(side) = position.to_act() {
//!     for order in computer::choose(&position, side, Budget::Nodes(50), 1) {
//!         position.apply(side, &order)?;
//!     }
//!     assert_ne!(position.to_act(), ToAct::One(side));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// what callers outside the workspace would look up is in the paragraphs above; a doc line on each field would repeat
// its name
#![allow(missing_docs)]

mod baseline;
mod budget;
mod choose;
mod curve;
mod decision;
mod exhaust;
mod finish;
mod greedy;
mod improve;
mod islands;
mod level;
mod overlook;
mod pool;
mod random;
mod reply;
mod tourney;
mod toy;
mod trial;
mod value;
mod wargame;
mod warlord;

pub use baseline::Baseline;
pub use budget::Budget;
pub use curve::{Curve, Tail};
pub use exhaust::{Exchange, Goal, Proof, best_answer, exchange, prove};
pub use level::{Level, LevelError};
pub use tourney::{DuelAdvice, DuelRound, duel_advice};
pub use value::{Standing, Valued, noise, value};

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use budget::Meter;
use level::Skill;
use random::mix;
use rules::{AnyOrder, AnyPosition, Rules as _, Side, ToAct};

/// The decision of `side` in a position: a whole turn, or the side's part of a secret step.
///
/// The orders are legal one after the other, and after the last one something is asked of another side, of another member
/// of the side, of chance, or of several sides in secret. The list is empty if the side has nothing to decide, or if the computer finds no set-up. A
/// turn is a pass only if no other order is legal, except in War Lord Tourney, where staying may be best. The budget is
/// for turns; a set-up is a ready-made set-up of the scenario, varied by the seed. Cards of a duel are drawn by the seed
/// too: whoever plays against somebody takes one from the system's randomness for each of them.
pub fn choose(position: &AnyPosition, side: Side, budget: Budget, seed: u64) -> Vec<AnyOrder> {
    let never = AtomicBool::new(false);
    think(position, side, budget, seed, &never, &mut |_| {})
}

/// The decision of `side` in a position, as in [`choose`], by a player of that level.
///
/// The choice depends on the position, the side, the level and the seed alone. A level overlooks different units each
/// turn, even if the seed stays the same.
pub fn play(position: &AnyPosition, side: Side, level: Level, seed: u64) -> Vec<AnyOrder> {
    let never = AtomicBool::new(false);
    think_as(position, side, level, seed, &never, &mut |_| {})
}

/// The part of a hidden set-up that the member of a shared side fills, beside the parts that other members have shown, each
/// by the member's number: together they make a legal set-up, as far as theirs leave one. `None` where no set-up is
/// asked for, and in a family whose sides are not shared so.
pub fn part(
    position: &AnyPosition,
    side: Side,
    member: u8,
    shown: &[(u8, AnyOrder)],
    seed: u64,
) -> Option<AnyOrder> {
    match position {
        AnyPosition::Warlord(position) => warlord::part(position, side, member, shown, seed),
        AnyPosition::WarGame(_) | AnyPosition::Tourney(_) => None,
        AnyPosition::Toy(_) => None,
    }
}

/// The decision of [`play`], with progress and stop flag as in [`think`].
pub fn think_as(
    position: &AnyPosition,
    side: Side,
    level: Level,
    seed: u64,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Vec<AnyOrder> {
    decide(
        position,
        side,
        &mut Thinking {
            // never read: `meters` takes the skill's time if the level has one, and every level has
            budget: Budget::Nodes(0),
            // with the seed alone, a level would overlook the same units all game long, and the other player could
            // learn which
            seed: mix(seed ^ u64::from(position.turn().number) << 48),
            skill: level.skill(),
            threads: level.skill().threads,
            stop,
            report: &mut |tried, score, turn| report(Progress { tried, score, turn }),
            value: None,
        },
    )
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The orders tried and judged so far, on all threads together.
    pub tried: u64,
    /// The value of the turn after the opponent's answer, as far as an answer is found; an infantry is some 200, a win
    /// 50 million and more.
    pub score: i32,
    /// The turn, without `end`.
    pub turn: Vec<AnyOrder>,
}

/// The decision of [`choose`]; `report` is called with each better turn as it is found, and about once a second with
/// the best. Soon after `stop` is set, the thinking ends with the best turn so far.
pub fn think(
    position: &AnyPosition,
    side: Side,
    budget: Budget,
    seed: u64,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Vec<AnyOrder> {
    think_on(1, position, side, budget, seed, stop, report)
}

/// The decision of [`think`], searched for on several threads. They share a number of nodes, and each has the whole of
/// a time. With a number of nodes the choice depends on the number of threads too, but not on their timing.
pub fn think_on(
    threads: usize,
    position: &AnyPosition,
    side: Side,
    budget: Budget,
    seed: u64,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Vec<AnyOrder> {
    decide(
        position,
        side,
        &mut Thinking {
            budget,
            seed,
            skill: Skill::WHOLE,
            threads,
            stop,
            report: &mut |tried, score, turn| report(Progress { tried, score, turn }),
            value: None,
        },
    )
}

/// A baseline's turn; `None` for a family that has no tryout.
fn tried_turn(
    position: &AnyPosition,
    side: Side,
    effort: baseline::Effort,
) -> Option<Vec<AnyOrder>> {
    match position {
        AnyPosition::Warlord(position) => {
            let orders = warlord::tryout::turn(position, side.try_into().ok()?, effort);
            Some(orders.into_iter().map(AnyOrder::Warlord).collect())
        }
        AnyPosition::WarGame(position) => {
            let orders = wargame::tryout::turn(position, side.try_into().ok()?, effort);
            Some(orders.into_iter().map(AnyOrder::WarGame).collect())
        }
        AnyPosition::Tourney(position) => {
            let orders = tourney::tryout::turn(position, side, effort);
            Some(orders.into_iter().map(AnyOrder::Tourney).collect())
        }
        AnyPosition::Toy(_) => None,
    }
}

/// The value of the position to the side with the turn by the player's judgment, as if the turn ended here; an infantry
/// is some 200, a win 50 million and more. `None` if no side has the turn, and for a family without a judgment.
pub fn judge(position: &AnyPosition) -> Option<i32> {
    if !matches!(position.to_act(), ToAct::One(_)) {
        return None;
    }
    match position {
        AnyPosition::Warlord(position) => Some(warlord::judge(position)),
        AnyPosition::WarGame(position) => Some(wargame::judge(position)),
        AnyPosition::Tourney(position) => Some(tourney::judge(position)),
        AnyPosition::Toy(_) => None,
    }
}

/// The units of a side less those of the others, in points: an infantry is 2. `docs/lessons.md` has the points of all
/// kinds. A duel is chance, so Tourney's units have none.
pub fn material(position: &AnyPosition, side: Side) -> i32 {
    match position {
        AnyPosition::Warlord(position) => warlord::balance(position, side),
        AnyPosition::WarGame(position) => wargame::balance(position, side),
        AnyPosition::Tourney(_) => 0,
        AnyPosition::Toy(_) => 0,
    }
}

/// The answer of a walk through the turns from a position; `None` for a family whose turns are not decided by orders
/// alone.
fn walked<A: exhaust::Ask>(position: &AnyPosition, side: Side, ask: A) -> Option<A::Answer> {
    match position {
        AnyPosition::Warlord(own) => match warlord::walk(own) {
            Some(mut walk) => ask.ask(&mut walk, side),
            None => ask.ask(&mut exhaust::Readable::new(position.clone()), side),
        },
        AnyPosition::WarGame(_) => ask.ask(&mut exhaust::Readable::new(position.clone()), side),
        AnyPosition::Tourney(_) => None,
        AnyPosition::Toy(_) => None,
    }
}

/// The curve of a position's family; `None` for a family without a judgment.
pub(crate) const fn curve(position: &AnyPosition) -> Option<&'static Curve> {
    match position {
        AnyPosition::Warlord(_) => Some(&warlord::CURVE),
        AnyPosition::WarGame(_) => Some(&wargame::CURVE),
        AnyPosition::Tourney(_) => Some(&tourney::CURVE),
        AnyPosition::Toy(_) => None,
    }
}

/// The orders of a search that a quick look at a whole game can afford for each position; the curves are fitted for them.
pub const fn quick_nodes(position: &AnyPosition) -> u64 {
    match position {
        AnyPosition::Warlord(_) => warlord::QUICK,
        AnyPosition::WarGame(_) => wargame::QUICK,
        AnyPosition::Tourney(_) => tourney::QUICK,
        AnyPosition::Toy(_) => 0,
    }
}

/// The value of a position to `of` where the turn under way is left to its odds; `None` in a family whose turns have
/// none, and before there is anything to value.
fn expected(position: &AnyPosition, of: Side, thinking: &mut Thinking<'_>) -> Option<i32> {
    match position {
        AnyPosition::Tourney(position) => tourney::value(position, of, thinking),
        AnyPosition::Warlord(_) | AnyPosition::WarGame(_) | AnyPosition::Toy(_) => None,
    }
}

fn decide(position: &AnyPosition, side: Side, thinking: &mut Thinking<'_>) -> Vec<AnyOrder> {
    match position {
        AnyPosition::Warlord(position) => {
            let orders = warlord::choose(position, side, thinking);
            orders.into_iter().map(AnyOrder::Warlord).collect()
        }
        AnyPosition::WarGame(position) => {
            let orders = wargame::choose(position, side, thinking);
            orders.into_iter().map(AnyOrder::WarGame).collect()
        }
        AnyPosition::Tourney(position) => {
            let orders = tourney::choose(position, side, thinking);
            orders.into_iter().map(AnyOrder::Tourney).collect()
        }
        AnyPosition::Toy(position) => {
            let orders = toy::choose(position, side, thinking.seed);
            orders.into_iter().map(AnyOrder::Toy).collect()
        }
    }
}

/// What a side chose in a round of cards, against the solved game; `None` for any other order.
pub fn duel_round(position: &AnyPosition, side: Side, order: &AnyOrder) -> Option<DuelRound> {
    match position {
        AnyPosition::Tourney(position) => match order {
            AnyOrder::Tourney(order) => tourney::round(position, side, order),
            _ => None,
        },
        AnyPosition::Warlord(_) | AnyPosition::WarGame(_) | AnyPosition::Toy(_) => None,
    }
}

/// The worth of what an order captures first-hand.
fn prize(position: &AnyPosition, order: &AnyOrder) -> u8 {
    // a match of the pair would need a catch-all, in which a new family's prize is forgotten
    match position {
        AnyPosition::Warlord(position) => {
            if let AnyOrder::Warlord(order) = order {
                return warlord::prize(position, order);
            }
        }
        AnyPosition::WarGame(position) => {
            if let AnyOrder::WarGame(order) = order {
                return wargame::prize(position, order);
            }
        }
        AnyPosition::Tourney(position) => {
            if let AnyOrder::Tourney(order) = order {
                return tourney::prize(position, order);
            }
        }
        // a move in the toy takes nothing first-hand
        AnyPosition::Toy(_) => {}
    }
    0
}

/// A budget of fewer orders than this is brief.
const BRIEF: u64 = 1000;

/// The settings of one search: budget, seed, stop flag and the listener to its progress.
struct Thinking<'a> {
    budget: Budget,
    seed: u64,
    skill: Skill,
    threads: usize,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(u64, i32, Vec<AnyOrder>),
    /// The value of the last turn found, after the best answer found, to the side that searched; `None` without a search.
    value: Option<i32>,
}

impl<'a> Thinking<'a> {
    /// Starts the clocks of the threads, which share a number of nodes; `micros` is the approximate time of trying and
    /// judging an order.
    fn meters(&self, micros: u64) -> Vec<Meter<'a>> {
        let threads = self.threads.max(1);
        let budget = match (self.skill.micros, self.budget) {
            // threads share a number of nodes, but each has the whole of a time: they run at once
            (0, Budget::Nodes(nodes)) => Budget::Nodes(nodes / threads as u64),
            (0, time) => time,
            // a level counts orders, not time, so that it plays the same on every machine (docs/computer.md, Levels)
            (whole, _) => Budget::Nodes(whole / micros / threads as u64),
        };
        let meter = || Meter::new(budget, micros, self.stop);
        std::iter::repeat_with(meter).take(threads).collect()
    }

    /// True for a budget of an order or a few, or of less than a second.
    fn is_brief(&self) -> bool {
        self.skill.micros == 0
            && match self.budget {
                Budget::Nodes(nodes) => nodes < BRIEF,
                Budget::Time(time) => time < Duration::from_secs(1),
            }
    }

    const fn manner(&self) -> Manner {
        Manner {
            seed: self.seed,
            skill: self.skill,
        }
    }
}

/// The differences between two searches of the same position.
#[derive(Debug, Clone, Copy)]
struct Manner {
    seed: u64,
    skill: Skill,
}
