//! How the members of a side share it: by turns, or by leaders of their own.

use rules::{AnyPosition, Rules, Side};
use scenario::{Scenario, Share};

use super::{Manifest, ManifestError};
use crate::Seat;
use crate::frame::MAX_PLAN;
use crate::record::MAX_SLOTS;

/// The option by which the engine and tests, which have no seats, say how many members share a side.
const MEMBERS: &str = "members";
/// What an opening has beside its payload: slot, nonce and length, in bytes.
const OPENING: usize = 40;

impl Manifest {
    /// The seats by which each side is shared, in the order of the sides: those that play, and those whose sealed part
    /// of a set-up is still to be opened. 1 for a side without any.
    pub(crate) fn shares(&self) -> Vec<u8> {
        let sides = self.sides().iter();
        let shares = sides.map(|side| {
            u8::try_from(self.sharers(side).len())
                .unwrap_or(u8::MAX)
                .max(1)
        });
        shares.collect()
    }

    /// The seats that share a side, from its captain on: those that play, and, before a round is opened that was sealed
    /// with others, these too.
    pub(crate) fn sharers(&self, side: Side) -> Vec<Seat> {
        let carried = self.start.as_ref().and_then(|start| start.carried.as_ref());
        let seals = |seat: &Seat| {
            carried.is_some_and(|carried| carried.seats.iter().any(|(sealer, _)| sealer == seat))
        };
        let mut seats = self.members(side);
        seats.retain(|seat| !self.is_gone(*seat) || seals(seat));
        seats
    }

    /// True if members of a side have leaders of their own.
    pub fn is_by_leaders(&self) -> bool {
        is_by_leaders(&self.options)
    }

    /// The other seats of a seat's team that play, rising.
    pub(crate) fn mates(&self, seat: Seat) -> Vec<Seat> {
        let team = self.present_seat(seat).map(|entry| entry.team);
        let mut mates = self.present();
        mates.retain(|mate| *mate != seat && team.is_some() && self.team_of(*mate) == team);
        mates
    }
}

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
fn is_by_leaders(options: &[(String, String)]) -> bool {
    let sharing = Scenario::sharing(options);
    sharing.is_ok_and(|sharing| sharing.share == Share::Leaders)
}

/// Refuses a set-up in more parts, or in longer ones, than a record and a plan hold.
pub(super) fn check_parts(position: &AnyPosition) -> Result<(), ManifestError> {
    for side in position.sides().iter() {
        let slots = position.slots(side);
        let bytes: usize = slots
            .iter()
            .map(|slot| slot.size.saturating_add(OPENING))
            .sum();
        if slots.len() > MAX_SLOTS || position.members(side) > 1 && bytes > MAX_PLAN {
            let what = "share=leaders: the set-up of this game has more parts than can be sealed";
            return Err(ManifestError::Options(what.to_owned()));
        }
    }
    Ok(())
}
