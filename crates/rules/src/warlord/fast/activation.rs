//! The matching in the size that the side with the most leaders needs, so that small games do not pay for large ones.

use super::Spot;
use super::army::Army;
use super::leader_set::LeaderSet;
use super::matching::{Mark, Matching};

/// The activations of the turn, whatever the size of the armies ([`Matching`]).
// an enum and not a trait object: the call is part of every order made, and must be inlined
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Activations {
    /// No side has more than 64 leaders: sets of them are one word.
    Few(Matching<1>),
    /// No side has more than [`MOST_LEADERS`].
    Many(Matching<MOST_WORDS>),
}

/// The most leaders of a side.
pub(super) const MOST_LEADERS: u16 = 64 * MOST_WORDS as u16;

/// The words of a set of that many leaders.
pub(super) const MOST_WORDS: usize = 8;

/// Forwards to the matching of either size.
macro_rules! either {
    ($activations:expr, $matching:ident => $value:expr) => {
        match $activations {
            Activations::Few($matching) => $value,
            Activations::Many($matching) => $value,
        }
    };
}

impl Activations {
    /// Nothing asked yet, of the first `leaders` pieces of the side to move; no side will have more leaders than `most`.
    pub(super) fn new(leaders: usize, most: u16) -> Self {
        // decided by the larger side: the matching is that of whichever side is on turn
        if most <= 64 {
            Self::Few(Matching::new(leaders))
        } else {
            Self::Many(Matching::new(leaders))
        }
    }

    pub(super) fn mark(&self) -> Mark {
        either!(self, matching => matching.mark())
    }

    pub(super) fn add(&mut self, leader: usize) {
        either!(self, matching => matching.add(leader));
    }

    /// A leader that entered left again.
    pub(super) fn remove(&mut self, leader: usize) {
        either!(self, matching => matching.remove(leader));
    }

    /// Counts one more order that one of those leaders must answer for; at least one of them is not spent. `hash` is
    /// the sum of their hashes; `sum` is the part of the key that the orders make up.
    #[inline]
    pub(super) fn ask(
        &mut self,
        army: &mut Army,
        asked: &LeaderSet<MOST_WORDS>,
        hash: u64,
        sum: &mut u64,
    ) {
        either!(self, matching => matching.ask(army, asked.resized(), hash, sum));
    }

    /// A leader went from one spot to another: corrects the `sum` of the key.
    #[inline]
    pub(super) fn rename(&mut self, leader: usize, from: Spot, to: Spot, sum: &mut u64) {
        either!(self, matching => matching.rename(leader as u16, from, to, sum));
    }

    /// Takes back what [`Activations::rename`] did, except for the key, which the caller restores as a whole.
    #[inline]
    pub(super) fn rename_back(&mut self, leader: usize, from: Spot, to: Spot) {
        either!(self, matching => matching.rename_back(leader as u16, from, to));
    }

    /// True if others could answer for all orders assigned to that leader.
    pub(super) fn can_swap(&self, army: &Army, leader: usize) -> bool {
        either!(self, matching => matching.can_swap(army, leader as u16))
    }

    /// A leader that can swap does so: it gives no activation any more.
    pub(super) fn swap(&mut self, army: &mut Army, leader: u16, sum: &mut u64) {
        either!(self, matching => matching.swap(army, leader, sum));
    }

    /// Takes back the last order that asked.
    #[inline]
    pub(super) fn undo_ask(&mut self, army: &mut Army) {
        either!(self, matching => matching.undo_ask(army));
    }

    /// Takes back the swap made at that mark.
    pub(super) fn undo_swap(&mut self, army: &mut Army, mark: Mark) {
        either!(self, matching => matching.undo_swap(army, mark));
    }

    /// Begins the turn of a side with that many leaders; the leaders of the old turn are fresh again. Returns the place
    /// on the lists where the old turn began.
    pub(super) fn end_turn(&mut self, army: &mut Army, next_leaders: usize) -> Mark {
        either!(self, matching => matching.end_turn(army, next_leaders))
    }

    /// Back to the end of the turn whose lists begin at that mark.
    pub(super) fn reopen_turn(&mut self, army: &mut Army, start: Mark) {
        either!(self, matching => matching.reopen_turn(army, start));
    }

    /// Gives up undoing earlier turns.
    pub(super) fn forget(&mut self) {
        either!(self, matching => matching.forget());
    }

    /// For each order of this turn the leaders that may answer for it, without those that swapped.
    pub(super) fn asked(&self, army: &Army) -> Vec<Vec<Spot>> {
        either!(self, matching => matching.asked(army))
    }
}
