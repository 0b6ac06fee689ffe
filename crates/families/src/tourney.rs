//! War Lord Tourney: what a click means, the cards of a duel, what stands on and beside its boards, and its words.

pub mod model;
pub mod views;

use kit::model::family::{Commands, NoSetUp};

use model::hand::HandCommand;
use model::secret::Change;

/// The family, as the window meets it.
#[derive(Debug, Clone, Copy)]
pub struct Tourney;

impl Commands for Tourney {
    type HandCommand = HandCommand;
    type SecretChange = Change;
    type SetUpChange = NoSetUp;
}
