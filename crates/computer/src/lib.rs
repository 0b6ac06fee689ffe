//! The computer player: a whole turn, or a hidden set-up, for any position of any family.
//!
//! It knows the rules only through [`rules`]: every order it returns has been carried out by them first, so it is
//! never illegal. It does no input or output and keeps nothing between calls. With a budget of nodes its choice
//! depends on the position, the side, the budget and the seed alone.
//!
//! How it thinks, in the order of the modules: a `Trial` is a position with a judgment of it (`warlord` is the
//! one of that family); `finish` looks for a win within the turn; `greedy` makes a turn order by order; `improve`
//! takes turns apart and puts them together again; `pool` keeps the best that differ; `reply` plays the opponent's
//! answer to them; `choose` shares out the budget. Read first: [`choose`], [`Budget`].
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

mod budget;
mod choose;
mod finish;
mod greedy;
mod improve;
mod pool;
mod random;
mod reply;
mod trial;
mod warlord;

pub use budget::Budget;

use rules::{AnyOrder, AnyPosition, Side};

/// What `side` decides in a position: a whole turn, or its part of a secret step.
///
/// The orders are legal one after the other, and the last of a turn closes it. Empty where the side has nothing to
/// decide, or where a set-up is asked for that the computer finds none for. A turn is a pass only where no other order
/// is legal. The budget is for turns; a set-up is one of the scenario's ready-made ones, varied by the seed.
pub fn choose(position: &AnyPosition, side: Side, budget: Budget, seed: u64) -> Vec<AnyOrder> {
    match position {
        AnyPosition::Warlord(position) => {
            let orders = warlord::choose(position, side, budget, seed);
            orders.into_iter().map(AnyOrder::Warlord).collect()
        }
    }
}
