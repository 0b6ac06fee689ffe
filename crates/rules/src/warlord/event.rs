use board::Cell;

use super::{Kind, Unit};
use crate::{Outcome, Side};

/// What happened, for screen and log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A side's set-up was placed.
    SetUp(Side),
    /// The lot made this side begin.
    First(Side),
    /// A unit moved, perhaps capturing.
    Moved {
        /// Which unit, as it was before promotion.
        unit: Unit,
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// What it captured there.
        captured: Option<Unit>,
    },
    /// A unit reached the farthest rank and became a promoted leader.
    Promoted(Cell),
    /// A leader and a cannon exchanged cells; the cells are where they stood before.
    Swapped {
        /// The leader's.
        leader: Cell,
        /// The cannon's.
        cannon: Cell,
    },
    /// A reinforcement entered.
    Entered {
        /// What.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose.
        side: Side,
        /// Its number.
        turn: u32,
        /// Whether it was a pass.
        passed: bool,
    },
    /// That side now holds the short game's claim.
    Claimed(Side),
    /// The game is over.
    Over(Outcome),
}
