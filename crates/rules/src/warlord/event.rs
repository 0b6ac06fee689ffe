//! What orders and lots do in Warlord, for screen and log.

use std::fmt;

use board::Cell;

use super::{Kind, Unit, words};
use crate::warlord::{Outcome, Side};

/// A result of an order or a lot, for screen and log.
#[allow(missing_docs, reason = "its text says what each holds")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The terrain was laid by a lot of this value.
    Scattered(u64),
    /// A side's set-up was placed.
    SetUp(Side),
    /// The lot gave this side the first turn.
    First(Side),
    /// A unit moved, perhaps capturing.
    Moved {
        /// The unit, as it was before promotion.
        // before promotion, so that a line of the record names the unit that was moved
        unit: Unit,
        from: Cell,
        to: Cell,
        captured: Option<Unit>,
    },
    /// A unit reached the farthest rank and became a promoted leader.
    Promoted(Cell),
    /// A leader and a cannon exchanged cells; the cells are where they stood before.
    Swapped { leader: Cell, cannon: Cell },
    /// A reinforcement entered.
    Entered { kind: Kind, cell: Cell },
    /// A turn ended.
    TurnEnded { side: Side, turn: u32, passed: bool },
    /// A member's part of the turn is over, or put off to the end.
    PartOver {
        side: Side,
        member: u8,
        is_put_off: bool,
    },
    /// A side now holds the short game's claim.
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
            Self::PartOver {
                side,
                member,
                is_put_off: false,
            } => write!(f, "member {member} of {side} is done"),
            Self::PartOver { side, member, .. } => {
                write!(f, "member {member} of {side} takes its part later")
            }
            Self::Claimed(side) => write!(f, "{side} holds the claim of the short game"),
            Self::Over(outcome) => write!(f, "over: {outcome}"),
        }
    }
}
