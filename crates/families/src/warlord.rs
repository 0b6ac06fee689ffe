//! The Warlord family: what a click means, what stands on and beside its boards, and its words.

pub mod model;
pub mod views;

use kit::model::family::Commands;

use model::editor::EditorCommand;
use model::hand::HandCommand;
use model::set_up::SetUpCommand;

/// The family, as the window meets it.
#[derive(Debug, Clone, Copy)]
pub struct Warlord;

impl Commands for Warlord {
    type HandCommand = HandCommand;
    type SecretChange = EditorCommand;
    type SetUpChange = SetUpCommand;
}
