//! What a board shows: a [`picture::Scene`], and the unit that is on its way over it.

use board::Cell;
pub(crate) use picture::{Arrow, Framed, Mark, Range, Scene, Shown};
use rules::warlord::Unit;

/// A unit between two cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Moving {
    /// What.
    pub(crate) unit: Unit,
    /// From.
    pub(crate) from: Cell,
    /// To.
    pub(crate) to: Cell,
    /// How much of the way is done, 0 to 1.
    pub(crate) done: f32,
}
