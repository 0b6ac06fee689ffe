use std::fmt;

use board::Cell;

use super::{Kind, Unit, words};
use crate::warlord::{Outcome, Side};

/// What happened, for screen and log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The terrain was laid by a lot of that value.
    Scattered(u64),
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

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scattered(seed) => write!(f, "the terrain is laid: {}", words(*seed)),
            Self::SetUp(side) => write!(f, "{side} is set up"),
            Self::First(side) => write!(f, "{side} begins"),
            Self::Moved {
                unit,
                from,
                to,
                captured: None,
            } => write!(f, "{unit} moves from {from} to {to}"),
            Self::Moved {
                unit,
                from,
                to,
                captured: Some(captured),
            } => write!(f, "{unit} moves from {from} to {to}, capturing {captured}"),
            Self::Promoted(cell) => write!(f, "the unit on {cell} is promoted"),
            Self::Swapped { leader, cannon } => {
                write!(f, "the leader on {leader} and the cannon on {cannon} swap")
            }
            Self::Entered { kind, cell } => write!(f, "{} enters on {cell}", kind.name()),
            Self::TurnEnded { side, turn, passed } => {
                let passed = if *passed { ", a pass" } else { "" };
                write!(f, "{side} ends turn {turn}{passed}")
            }
            Self::Claimed(side) => write!(f, "{side} holds the claim of the short game"),
            Self::Over(outcome) => write!(f, "over: {outcome}"),
        }
    }
}
