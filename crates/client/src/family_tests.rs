//! Each family in the window: its model at a table, and whole games with mouse and keys.

mod threats;
mod tourney;
mod tourney_window;
mod toy;
mod toy_window;
mod unfinished;
mod wargame;
mod wargame_window;
mod warlord;
mod warlord_window;

use families::{HandCommand, SecretChange, SetUpChange};

pub(crate) use warlord::shared;
pub(crate) use warlord_window::steps_to_the_enemy_leader;

use crate::model::Command;

/// Lets tests give a family's own commands without wrapping them.
macro_rules! given {
    ($($command:ty => $any:expr;)+) => {$(
        impl From<$command> for Command {
            fn from(command: $command) -> Self {
                $any(command).into()
            }
        }
    )+};
}

given! {
    families::warlord::model::hand::HandCommand => HandCommand::Warlord;
    families::wargame::model::hand::HandCommand => HandCommand::WarGame;
    families::tourney::model::hand::HandCommand => HandCommand::Tourney;
    families::tourney::model::secret::Change => SecretChange::Tourney;
    families::warlord::model::editor::EditorCommand => SecretChange::Warlord;
    families::wargame::model::editor::EditorCommand => SecretChange::WarGame;
    families::warlord::model::set_up::SetUpCommand => SetUpChange::Warlord;
    families::wargame::model::set_up::SetUpCommand => SetUpChange::WarGame;
}
