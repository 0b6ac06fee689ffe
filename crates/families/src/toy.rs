//! The toy family, which only tests play: clicks, cards, decisions, words and boards.

pub mod model;
pub mod views;

use kit::model::family::{Commands, NoSetUp};

use model::GiveUp;

/// The family, as the window meets it.
#[derive(Debug, Clone, Copy)]
pub struct Toy;

impl Commands for Toy {
    type HandCommand = GiveUp;
    /// The number of a card.
    type SecretChange = u8;
    type SetUpChange = NoSetUp;
}
