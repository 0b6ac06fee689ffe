//! Why a game of a study cannot be played or read.

/// Why a game of a study cannot be played or read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The scenario cannot be changed in this way.
    #[error("this variant does not fit the scenario: {0}")]
    Variant(String),
    /// The rules refused an order or lot of a player or of a row.
    #[error("the rules refuse: {0}")]
    Refused(String),
    #[error("the player gave no order")]
    NoOrder,
    /// A side that the game does not have.
    #[error("a study is of games of two sides")]
    Sides,
    /// A row that breaks off, or belongs to another study.
    #[error("the row of game {0} is not a game of this study")]
    Row(u32),
}
