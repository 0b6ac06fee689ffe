//! What orders and lots do in the WarGames, for screen and log.

use std::fmt;

use board::Cell;

use super::{Outcome, Side, Unit, words};

/// A result of an order or a lot, for screen and log.
#[allow(missing_docs, reason = "its text says what each holds")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The terrain was laid by a lot of this value.
    MapLaid(u64),
    /// A side's set-up was placed.
    SetUp(Side),
    /// The lot gave this side the first turn.
    First(Side),
    /// A unit moved by an order.
    Moved { unit: Unit, from: Cell, to: Cell },
    /// A unit was towed along with the move reported before.
    Towed { unit: Unit, from: Cell, to: Cell },
    /// A leader went along with the move reported before.
    Accompanied { unit: Unit, from: Cell, to: Cell },
    /// A unit fired, with a rifle or otherwise.
    Fired { unit: Unit, from: Cell, at: Cell },
    /// A unit was removed.
    Removed { unit: Unit, cell: Cell, loss: Loss },
    /// Paratroops got ready to leap.
    Prepared(Cell),
    /// Paratroops leapt; a move reported next is the rest of the order.
    Leapt { unit: Unit, from: Cell, to: Cell },
    /// A turn ended.
    TurnEnded {
        side: Side,
        turn: u32,
        /// True if the turn was a pass.
        passed: bool,
    },
    /// The game is over.
    Over(Outcome),
}

/// The cause of a unit's removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Fire, a rifle's included. Rules: wargame 1.7, 2.5.
    Fire,
    /// Close assault. Rules: wargame 1.7, 2.5.
    Assault,
    /// An overrun, in WarGame 2 a jump. Rules: wargame 1.10, 2.5.
    Overrun,
    /// The removal of the unit that towed the lost one. Rules: wargame 1.6.
    Tow,
    /// Out of supply. Rules: wargame 1.11, 2.7.
    Supply,
}

impl Loss {
    /// The cause in words, after the name of the unit.
    const fn told(self) -> &'static str {
        match self {
            Self::Fire => "is shot",
            Self::Assault => "is taken by close assault",
            Self::Overrun => "is overrun",
            Self::Tow => "is lost with the unit that towed it",
            Self::Supply => "is out of supply and removed",
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MapLaid(lot) => write!(f, "the terrain is laid: {}", words(*lot)),
            Self::SetUp(side) => write!(f, "{side} is set up"),
            Self::First(side) => write!(f, "{side} begins"),
            Self::Moved { unit, from, to } => write!(f, "{unit} moves from {from} to {to}"),
            Self::Towed { unit, from, to } => write!(f, "{unit} is towed from {from} to {to}"),
            Self::Accompanied { unit, from, to } => {
                write!(f, "{unit} goes along from {from} to {to}")
            }
            Self::Fired { unit, from, at } => write!(f, "{unit} fires from {from} at {at}"),
            Self::Removed { unit, cell, loss } => write!(f, "{unit} on {cell} {}", loss.told()),
            Self::Prepared(cell) => write!(f, "the Paratroops on {cell} prepare to leap"),
            Self::Leapt { unit, from, to } => write!(f, "{unit} leaps from {from} to {to}"),
            Self::TurnEnded { side, turn, passed } => {
                let passed = if *passed { ", a pass" } else { "" };
                write!(f, "{side} ends turn {turn}{passed}")
            }
            Self::Over(outcome) => write!(f, "over: {outcome}"),
        }
    }
}
