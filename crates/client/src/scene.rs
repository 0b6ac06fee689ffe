//! The token on its way over the board, which a board shows besides its [`picture::Scene`].

use board::Cell;
pub(crate) use picture::Scene;
use picture::Token;

/// A token between its cell and another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MovingToken {
    /// The token, on the cell that it leaves.
    pub(crate) token: Token,
    /// The cell that it goes to.
    pub(crate) to: Cell,
    /// The part of the way that is done, 0 to 1.
    pub(crate) done: f32,
}
