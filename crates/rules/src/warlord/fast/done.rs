//! The record of an order that was made, with what is needed to unmake it.

use super::matching::Mark;
use super::turn::Keys;
use super::{FastPosition, Spot};
use crate::warlord::Kind;

/// An order made, with what it takes to unmake it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) trace: Trace,
    /// The keys before it.
    // kept whole: putting four numbers back is cheaper than undoing each change of them
    pub(super) before: Keys,
}

/// The order, with what unmaking it needs and the order itself does not say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trace {
    Move {
        from: Spot,
        to: Spot,
        /// The unit's kind before the move.
        kind: Kind,
        captured: Option<Kind>,
        /// The place of the unit captured on its list.
        number: u16,
    },
    Swap {
        leader: Spot,
        cannon: Spot,
        /// The place in the matching to go back to.
        mark: Mark,
    },
    Enter {
        kind: Kind,
        spot: Spot,
        /// The turn in which the unit was due, to put it back in its place among those waiting.
        turn: u16,
        is_first: bool,
    },
    End,
}

impl FastPosition {
    /// Sets the keys back to what they were before an order.
    #[inline]
    pub(super) fn restore(&mut self, before: Keys) {
        self.turn.keys = before;
        // no order is made once the game is over, so there was no outcome before this one
        self.turn.outcome = None;
    }
}
