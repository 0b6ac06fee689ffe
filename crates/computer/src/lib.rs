//! The computer player: a whole turn, or a hidden set-up, for any position of any family.
//!
//! It knows the rules only through [`rules`]: every order it returns has been carried out by them first, so it is
//! never illegal. It does no input or output and keeps nothing between calls. With a budget of nodes its choice
//! depends on the position, the side, the budget and the seed alone.
//!
//! How it thinks, in the order of the modules: a `Trial` is a position with a judgment of it (`warlord` is the
//! one of that family); `finish` looks for a win within the turn; `greedy` makes a turn order by order; `improve`
//! takes turns apart and puts them together again; `pool` keeps the best that differ; `reply` plays the opponent's
//! answer to them; `choose` shares out the budget. Read first: [`choose_turn`], [`choose_set_up`], [`Budget`].
//!
//! ```
//! use computer::{Budget, choose_turn};
//! use rules::{Rules, ToAct};
//!
//! let scenario = scenario::load("clash-of-arms").expect("built in").expect("sound");
//! let mut position = scenario.start(&[])?;
//! if let ToAct::One(side) = position.to_act() {
//!     for order in choose_turn(&position, side, Budget::Nodes(50), 1) {
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

/// A whole turn for `side`: legal orders in the order they are to be given, `end` last.
///
/// Where the last order but `end` ends the game, `end` is left out. Empty where `side` has no turn to make. It
/// passes only where no other order is legal.
pub fn choose_turn(position: &AnyPosition, side: Side, budget: Budget, seed: u64) -> Vec<AnyOrder> {
    match position {
        AnyPosition::Warlord(position) => {
            let turn = side
                .try_into()
                .map(|side| warlord::choose_turn(position, side, budget, seed));
            turn.into_iter().flatten().map(AnyOrder::Warlord).collect()
        }
    }
}

/// A hidden set-up for `side`: one of the scenario's ready-made ones, varied by the seed.
///
/// Nothing where `side` has no set-up to make.
pub fn choose_set_up(position: &AnyPosition, side: Side, seed: u64) -> Option<AnyOrder> {
    match position {
        AnyPosition::Warlord(position) => {
            let side = side.try_into().ok()?;
            warlord::choose_set_up(position, side, seed).map(AnyOrder::Warlord)
        }
    }
}
