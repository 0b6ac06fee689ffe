//! The computer player: a whole turn, or a hidden set-up, for any position of any family.
//!
//! The crate knows the rules only through [`rules`]: the rules have carried out every order that the crate returns, so
//! no returned order is illegal. The crate does no input or output and keeps nothing between calls. With a budget of
//! nodes the choice depends on the position, the side, the budget and the seed alone.
//!
//! The search, in the order of the modules: a `Trial` is a position with an evaluation (`warlord` and `wargame` have
//! those of their families); `finish` looks for a win within the turn; `greedy` makes a turn order by order; `improve` changes turns;
//! `pool` keeps the best different turns; `reply` plays the opponent's answer; `choose` shares out the budget. Read
//! first: [`choose`], [`Budget`].
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

mod baseline;
mod budget;
mod choose;
mod finish;
mod greedy;
mod improve;
mod pool;
mod random;
mod reply;
#[cfg(feature = "testing")]
mod toy;
mod trial;
mod wargame;
mod warlord;

pub use baseline::Baseline;
pub use budget::Budget;

use std::sync::atomic::AtomicBool;

use budget::Meter;
use rules::{AnyOrder, AnyPosition, Side};

/// The decision of `side` in a position: a whole turn, or the side's part of a secret step.
///
/// The orders are legal one after the other, and the last order of a turn closes the turn. The list is empty where the
/// side has nothing to decide, or where the computer finds no set-up. A turn is a pass only where no other order is
/// legal. The budget is for turns; a set-up is a ready-made set-up of the scenario, varied by the seed.
pub fn choose(position: &AnyPosition, side: Side, budget: Budget, seed: u64) -> Vec<AnyOrder> {
    let never = AtomicBool::new(false);
    think(position, side, budget, seed, &never, &mut |_| {})
}

/// The best turn found so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The orders tried and judged so far.
    pub tried: u64,
    /// The value of the turn after the opponent's answer, as far as that is found; an infantry is some 200, a win a
    /// million and more.
    pub score: i32,
    /// The turn, without `end`.
    pub turn: Vec<AnyOrder>,
}

/// The decision of [`choose`]; `report` hears of each better turn as it is found, and the thinking ends with the best so
/// far soon after `stop` is set.
pub fn think(
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
            is_greedy: false,
            stop,
            report: &mut |tried, score, turn| report(Progress { tried, score, turn }),
        },
    )
}

/// A turn made order by order, each the best by the judgment.
fn greedy_turn(position: &AnyPosition, side: Side, seed: u64) -> Vec<AnyOrder> {
    decide(
        position,
        side,
        &mut Thinking {
            // every order is tried for each order of the turn
            budget: Budget::Nodes(u64::MAX),
            seed,
            is_greedy: true,
            stop: &AtomicBool::new(false),
            report: &mut |_, _, _| {},
        },
    )
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
        #[cfg(feature = "testing")]
        AnyPosition::Toy(position) => {
            let orders = toy::choose(position, side, thinking.seed);
            orders.into_iter().map(AnyOrder::Toy).collect()
        }
    }
}

/// The worth of what an order captures first-hand.
fn prize(position: &AnyPosition, order: &AnyOrder) -> u8 {
    match (position, order) {
        (AnyPosition::Warlord(position), AnyOrder::Warlord(order)) => {
            warlord::prize(position, order)
        }
        (AnyPosition::WarGame(position), AnyOrder::WarGame(order)) => {
            wargame::prize(position, order)
        }
        _ => 0,
    }
}

/// The settings of one search: budget, seed, stop flag and the listener to its progress.
struct Thinking<'a> {
    budget: Budget,
    seed: u64,
    /// Set for the first turn found, without looking at answers.
    is_greedy: bool,
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(u64, i32, Vec<AnyOrder>),
}

impl<'a> Thinking<'a> {
    /// Starts the clock; `micros` is the approximate time of trying and judging an order.
    fn meter(&self, micros: u64) -> Meter<'a> {
        Meter::new(self.budget, micros, self.stop)
    }
}
