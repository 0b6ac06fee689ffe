//! A side that players share by leaders: what tests of the window need of this family.

use families::warlord::model::editor::EditorCommand;
use families::{Secret, SecretChange};
use kit::model::army::Symmetry;
use picture::Badge;
use picture::warlord::badge;

use super::edited;

/// The mark of a leader, as its own player or another one sees it.
pub(crate) fn leader_mark(member: u8, is_own: bool) -> Badge {
    match is_own {
        true => badge::own(member),
        false => badge::member(member),
    }
}

/// The number of units that team-mates have shown in a set-up in parts.
pub(crate) fn shown_by_mates(secret: Option<&Secret>) -> usize {
    let mates = edited(secret).map_or(&[][..], |editor| editor.mates());
    mates.iter().map(|(_, placed)| placed.len()).sum()
}

/// Fills what is left of a set-up.
pub(crate) fn filled() -> SecretChange {
    SecretChange::Warlord(EditorCommand::Fill)
}

/// Turns a set-up over, left for right.
pub(crate) fn mirrored() -> SecretChange {
    SecretChange::Warlord(EditorCommand::Turn(Symmetry::Mirror))
}
