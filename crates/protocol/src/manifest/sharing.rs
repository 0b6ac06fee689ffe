//! How the members of a side share it: by turns, or by leaders of their own.

use rules::{AnyPosition, Rules};
use scenario::{Scenario, Share};

use super::ManifestError;
use crate::frame::MAX_PLAN;
use crate::record::MAX_SLOTS;

/// The option by which the engine and tests, which have no seats, say how many members share a side.
const MEMBERS: &str = "members";
/// What an opening has beside its payload: slot, nonce and length, in bytes.
const OPENING: usize = 40;

/// The options with which the scenario makes the game of a match whose sides have that many members each; without
/// numbers where there are no seats yet.
///
/// # Errors
/// Returns [`ManifestError`] for numbers that somebody chose beside the seats.
pub(crate) fn game_options(
    options: &[(String, String)],
    members: &[u8],
) -> Result<Vec<(String, String)>, ManifestError> {
    let mut chosen = options.to_vec();
    // the scenario would take it, and the seats say it already: two numbers could differ
    if chosen.iter().any(|(key, _)| key == MEMBERS) {
        let what = "members: the seats of the match say how many share a side";
        return Err(ManifestError::Options(what.to_owned()));
    }
    if is_by_leaders(options) && !members.is_empty() {
        let members: Vec<String> = members.iter().map(u8::to_string).collect();
        chosen.push((MEMBERS.to_owned(), members.join(",")));
    }
    chosen.sort();
    Ok(chosen)
}

/// True if members of a side have leaders of their own.
pub(super) fn is_by_leaders(options: &[(String, String)]) -> bool {
    let sharing = Scenario::sharing(options);
    sharing.is_ok_and(|sharing| sharing.share == Share::Leaders)
}

/// Refuses a set-up in more parts, or in longer ones, than a record and a plan hold.
pub(super) fn check_parts(position: &AnyPosition) -> Result<(), ManifestError> {
    for side in position.sides().iter() {
        let slots = position.slots(side);
        let bytes: usize = slots.iter().map(|slot| slot.size + OPENING).sum();
        if slots.len() > MAX_SLOTS || position.members(side) > 1 && bytes > MAX_PLAN {
            let what = "share=leaders: the set-up of this game has more parts than can be sealed";
            return Err(ManifestError::Options(what.to_owned()));
        }
    }
    Ok(())
}
