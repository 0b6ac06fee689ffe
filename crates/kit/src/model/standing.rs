//! What hangs over both sides of a game: a claim that must be answered, a draw that comes near.

/// A sentence about the state of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub words: String,
    /// The next turn may decide the game.
    pub is_grave: bool,
}
