//! The units and leaders that may still act in an unfinished turn.

use board::Cell;

/// The units and leaders that may still act in the unfinished turn, in board order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ready {
    /// The cells of the units from which a legal order begins.
    pub units: Vec<Cell>,
    /// The cells of the leaders that can still order one of those units.
    pub leaders: Vec<Cell>,
}
