//! One try to continue, and whose signature under it is due.

use std::collections::BTreeMap;

use crate::hash::Digest;
use crate::manifest::{Genesis, Manifest};
use crate::record::WireOutcome;
use crate::{Seat, Start};

/// One try to continue.
pub(in crate::session) struct Try {
    pub(in crate::session) sid: Digest,
    pub(in crate::session) manifest: Manifest,
    pub(in crate::session) genesis: BTreeMap<Seat, Genesis>,
    /// It was passed on.
    pub(super) is_passed_on: bool,
}

impl Try {
    pub(in crate::session) fn start(&self) -> Option<&Start> {
        self.manifest.start.as_ref()
    }

    pub(in crate::session) fn number(&self) -> u8 {
        self.start().map_or(0, |start| start.number)
    }

    pub(in crate::session) fn is_complete(&self) -> bool {
        let mut present = self.manifest.present().into_iter();
        present.all(|seat| self.genesis.contains_key(&seat))
    }

    /// The seats whose signatures are due, of those that play in it. Whose files are strange sign before the others, so that
    /// one who never comes costs nobody anything; and whoever gives up a win signs last, so that no loser keeps it in the
    /// pocket.
    pub(in crate::session) fn due(&self) -> Vec<Seat> {
        let missing = self.manifest.present().into_iter();
        let missing = missing.filter(|seat| !self.genesis.contains_key(seat));
        let missing: Vec<(u8, Seat)> = missing.map(|seat| (self.rank(seat), seat)).collect();
        let first = missing.iter().map(|(rank, _)| *rank).min();
        let due = missing.into_iter();
        due.filter_map(|(rank, seat)| (Some(rank) == first).then_some(seat))
            .collect()
    }

    fn has_won(&self, result: &WireOutcome, seat: Seat) -> bool {
        let side = self.manifest.side_of(seat);
        side.is_some_and(|side| result.winners().contains(side))
    }

    fn rank(&self, seat: Seat) -> u8 {
        let Some(start) = self.start() else {
            return 1;
        };
        match &start.gives_up {
            Some(result) if self.has_won(result, seat) => 2,
            _ if start.strange.contains(&seat) => 0,
            _ => 1,
        }
    }
}
