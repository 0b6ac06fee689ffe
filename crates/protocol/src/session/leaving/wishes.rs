//! What our player would have of a new match, and what the others ask for.

use std::collections::BTreeSet;
use std::time::Duration;

use super::Leaving;
use crate::Seat;
use crate::frame::{Consent, Want};

/// How long a player has to answer before the others may leave out whoever blocks a continuation that the match needs: a
/// person may be away from the screen for longer than a program is silent.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10 * 60);
/// How long a player who was turned down is not heard again: each question opens a window on the others' screens.
const SILENCE: Duration = Duration::from_secs(10 * 60);
/// What our player would have of a new match.
#[derive(Default)]
pub(super) struct Wish {
    /// To continue with everybody, since when.
    pub(super) asks: Option<Duration>,
    /// To begin after that step; none for the present position.
    pub(super) after: Option<u64>,
    /// To go on without these.
    pub(super) without: BTreeSet<Seat>,
}

impl Leaving {
    /// The seats without which our player would go on.
    pub(in crate::session) fn wish(&self) -> &BTreeSet<Seat> {
        &self.wish.without
    }

    /// Our player would go on without the seat, or no longer would.
    pub(in crate::session) fn set_wish(&mut self, seat: Seat, agrees: bool) {
        match agrees {
            true => {
                // an earlier step needs the click of everybody, and the seat gives none
                self.wish.after = None;
                self.refuses = false;
                self.wish.without.insert(seat)
            }
            false => self.wish.without.remove(&seat),
        };
    }

    /// Our player would continue with everybody, after that step.
    pub(in crate::session) fn ask(&mut self, after: Option<u64>, now: Duration) {
        self.refuses = false;
        // whoever was turned down before may want the same now
        self.silenced.clear();
        self.wish = Wish {
            asks: Some(now),
            after,
            without: BTreeSet::new(),
        };
    }

    /// Our player no longer would continue with everybody. Returns whether it would before.
    pub(in crate::session) fn stop_asking(&mut self) -> bool {
        self.wish.after = None;
        self.wish.asks.take().is_some()
    }

    /// Our player turns the others' questions down.
    pub(in crate::session) fn decline(&mut self, own: Seat, now: Duration) {
        let asking = self.consents.values();
        let asking = asking.filter(|consent| consent.is_with_all() && consent.seat != own);
        let until = now.saturating_add(SILENCE);
        self.silenced
            .extend(asking.map(|consent| (consent.seat, until)));
        self.stop_asking();
        self.refuses = true;
    }

    /// Questions are shown again after their time of silence.
    pub(in crate::session) fn end_silence(&mut self, now: Duration) {
        self.silenced.retain(|_, until| now < *until);
    }

    /// What our player clicked for lapses when that would give up more than was shown: an earlier step with the step in which
    /// it was named, anything with a new result. Returns whether it has.
    pub(in crate::session) fn lapse(&mut self, is_new_result: bool) -> bool {
        let gives_up_more = is_new_result || self.wish.after.is_some();
        gives_up_more && self.signed.is_none() && self.stop_asking()
    }

    /// True if our player would continue with everybody.
    pub(in crate::session) fn asks(&self) -> bool {
        self.wish.asks.is_some()
    }

    /// True if our player would continue in a new match.
    pub(in crate::session) fn agrees(&self) -> bool {
        self.asks() || !self.wish.without.is_empty()
    }

    /// True if our player has turned something down that is to be said.
    pub(in crate::session) fn refuses(&self) -> bool {
        self.refuses
    }

    /// Without whom and from which step our player would continue.
    pub(in crate::session) fn base(&self) -> (u8, Option<u64>) {
        let without: Vec<Seat> = self.wish.without.iter().copied().collect();
        (Want::bits(&without), self.wish.after)
    }

    /// The question of another player that waits for our player's answer: of several the one of an older copy, then the
    /// earliest.
    pub(in crate::session) fn question(&self, own: Seat) -> Option<&Consent> {
        let is_open = |consent: &&Consent| {
            let is_ours = self.agrees() && consent.base() == self.base();
            let is_silenced = self.silenced.contains_key(&consent.seat);
            consent.is_with_all() && consent.seat != own && !is_ours && !is_silenced
        };
        let open = self.consents.values().filter(is_open);
        open.min_by_key(|consent| (!consent.is_strange, consent.turn, consent.seat))
    }

    /// The seats whose players would continue with everybody from there.
    pub(in crate::session) fn agreed_with_all(&self, after: Option<u64>) -> Vec<Seat> {
        let all = self.consents.values();
        let all = all.filter(|consent| consent.is_with_all() && consent.after == after);
        all.map(|consent| consent.seat).collect()
    }

    /// True if anybody would continue with everybody, or has signed a new match.
    pub(in crate::session) fn is_under_way(&self) -> bool {
        let mut all = self.consents.values();
        self.signed.is_some() || self.asks() || all.any(Consent::is_with_all)
    }

    /// The seats that have not agreed to continue with everybody, once they have had their time. With `is_needed` the match
    /// cannot be played on as it is.
    pub(in crate::session) fn blocking(
        &self,
        present: &[Seat],
        is_needed: bool,
        now: Duration,
    ) -> Vec<Seat> {
        let is_strange = self.consents.values();
        let is_strange = is_strange
            .filter(|consent| consent.agrees)
            .any(|consent| consent.is_strange);
        let is_due = self
            .wish
            .asks
            .is_some_and(|at| now >= at.saturating_add(ANSWERED_WITHIN));
        if !is_due || self.wish.after.is_some() || !(is_needed || is_strange) {
            return Vec::new();
        }
        let agrees = |seat: &&Seat| {
            let consent = self.consents.get(seat);
            consent.is_some_and(|consent| consent.agrees)
        };
        present
            .iter()
            .filter(|seat| !agrees(seat))
            .copied()
            .collect()
    }
}
