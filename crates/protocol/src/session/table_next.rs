//! The new match that a program would write for a table: every try is held against it.

use rules::Rules;

use super::Now;
use super::parts::Match;
use crate::Seat;
use crate::bounds::SKEW_MS;
use crate::chain::Chain;
use crate::frame::Consent;
use crate::manifest::Manifest;
use crate::start::{Gone, Start, WhyGone};

impl Match {
    /// True if the manifest may be that of a try to continue this match: with the same players in the same seats.
    pub(super) fn is_try(&self, manifest: &Manifest) -> bool {
        let old = self.chain().manifest();
        let Some(start) = &manifest.start else {
            return false;
        };
        let players = old.seats.iter().zip(&manifest.seats);
        let mut players = players.map(|(old, new)| old.identity == new.identity);
        start.instead
            && start.number > 0
            && old.seats.len() == manifest.seats.len()
            && players.all(|is_same| is_same)
    }

    /// The consents of all who would remain, if they agree.
    pub(super) fn consents(&self) -> Option<Vec<Consent>> {
        if !self.may_be_left() {
            return None;
        }
        let consents = self.leaving.agreed(&self.chain().manifest().present())?;
        // whoever resigned since would play on as if nothing had been
        let is_with_all = consents.iter().all(Consent::is_with_all);
        (!is_with_all || !self.has_leavers()).then_some(consents)
    }

    /// The last step that all those hold alike: the present one, or, where a seat has signed two records to two sides of
    /// the table, the one before these.
    fn base(&self, consents: &[Consent]) -> Option<u64> {
        let chain = self.chain();
        let at = chain.last_step();
        let is_level = |consent: &Consent| (consent.step, consent.root) == (at, chain.root());
        if consents.iter().all(is_level) {
            return Some(at);
        }
        let parted = self.ledger.parted_at()?.checked_sub(1)?;
        let signers: Vec<Seat> = consents.iter().map(|consent| consent.seat).collect();
        // never before a root upon which all of them have signed: what all built upon stands (threat 61)
        (parted <= at && !chain.have_built_beyond(&signers, parted)).then_some(parted)
    }

    /// The seats that would be gone, with the reasons.
    fn gone_in(&self, consents: &[Consent]) -> Vec<Gone> {
        let manifest = self.chain().manifest();
        let before = manifest.start.as_ref();
        let before = before.map_or(&[][..], |start| &start.gone);
        let odd = self.odd_seats();
        let gone = manifest.all_seats().into_iter().filter_map(|seat| {
            if let Some(gone) = before.iter().find(|gone| gone.seat == seat) {
                return Some(*gone);
            }
            let plays = consents.iter().any(|consent| consent.seat == seat);
            let why = match self.proved_reason(seat) {
                Some(why) => why,
                None if odd.contains(&seat) => WhyGone::Differs,
                None => WhyGone::Silent,
            };
            (!plays).then_some(Gone { seat, why })
        });
        gone.collect()
    }

    /// The step after which the new match begins: the one that all who consent have named, or the present one.
    fn after(&self, consents: &[Consent], at: u64) -> u64 {
        let wished = consents.first().and_then(|consent| consent.after);
        wished.unwrap_or_else(|| self.chain().settled(at))
    }

    /// True if a match would be played by those who consent, and begins where they want it to.
    pub(super) fn is_of_same(&self, manifest: &Manifest, consents: &[Consent]) -> bool {
        let mut rest = consents.iter().map(|consent| consent.seat);
        let are_same = rest.clone().count() == manifest.present().len()
            && rest.all(|seat| !manifest.is_gone(seat));
        let start = manifest.start.as_ref();
        are_same
            && start.is_some_and(|start| {
                let is_present = start.root == self.chain().root();
                is_present && start.after == self.after(consents, start.at)
            })
    }

    /// The new match that this program writes out of its own history for those who consent.
    pub(super) fn next_of_table(
        &self,
        own: Seat,
        consents: &[Consent],
        (number, written_ms): (u8, u64),
        now: Now,
    ) -> Option<Chain> {
        let chain = self.chain();
        let at = self.base(consents)?;
        let gone = self.gone_in(consents);
        let after = self.after(consents, at);
        // a table that has parted stands before the step that was named
        if after > at {
            return None;
        }
        // playing on from an earlier step gives up every choice of the round, by the click of all
        let is_wished = consents.iter().any(|consent| consent.after.is_some());
        let is_with_all = consents.iter().all(Consent::is_with_all);
        let mut manifest = self.followed();
        for (seat, entry) in (0..).map(Seat).zip(manifest.seats.iter_mut()) {
            let consent = consents.iter().find(|consent| consent.seat == seat);
            if let Some(consent) = consent {
                (entry.key, entry.session_nonce) = (consent.key, consent.session_nonce);
            }
        }
        let seats = manifest.all_seats();
        let time = |seat: &Seat| self.time_of(*seat, *seat == own, now);
        let strange = consents.iter().filter(|consent| consent.is_strange);
        let signers: Vec<Seat> = consents.iter().map(|consent| consent.seat).collect();
        let carried = chain.carried(at, &signers).filter(|_| !is_wished);
        let position = chain.left_position((after, at), &gone, carried.as_ref());
        // nobody agrees with a click to a game that is over
        if is_with_all && position.outcome().is_some() {
            return None;
        }
        let result = chain.outcome().filter(|_| is_with_all);
        manifest.start = Some(Start {
            instead: true,
            sid: chain.sid(),
            at,
            root: chain.root_of(at)?,
            after,
            position: position.to_whole().ok()?,
            written_ms,
            began_ms: self.timer.saved(now.clock).began_ms,
            times: seats.iter().map(time).collect(),
            gives_up: result.map(Into::into),
            forgiven: Vec::new(),
            asks: None,
            strange: strange.map(|consent| consent.seat).collect(),
            number,
            gone,
            carried,
        });
        Chain::of(manifest, chain.scenario().clone()).ok()
    }

    /// True if this program would write that match itself: position, root, seats and accounts are its own findings.
    pub(super) fn fits(
        &self,
        own: Seat,
        manifest: &Manifest,
        consents: &[Consent],
        now: Now,
    ) -> bool {
        let Some(start) = &manifest.start else {
            return false;
        };
        // the gone seats first: it costs nothing
        let mut rest = consents.iter().map(|consent| consent.seat);
        let is_of_same = rest.clone().count() == manifest.present().len()
            && rest.all(|seat| !manifest.is_gone(seat));
        if !is_of_same {
            return false;
        }
        let written = (start.number, start.written_ms);
        let Some(expected) = self.next_of_table(own, consents, written, now) else {
            return false;
        };
        let mut expected = expected.manifest().clone();
        let Some(mine) = expected.start.take() else {
            return false;
        };
        let last = self.leaving.said_at(consents, now);
        let latest = now.unix_ms.max(last).saturating_add(SKEW_MS);
        // later than what this seat has signed; the others see to their own
        let signed = self.leaving.signed_at();
        let is_dated = signed < start.written_ms && start.written_ms <= latest;
        let is_near = start.number <= self.leaving.most_near();
        let times = mine.times.iter().zip(&start.times);
        let is_fair = times.clone().all(|(mine, theirs)| mine.is_about(theirs));
        let has_days = start.began_ms <= mine.began_ms.saturating_add(SKEW_MS);
        expected.program.clone_from(&manifest.program);
        expected.start = Some(Start {
            began_ms: start.began_ms,
            times: start.times.clone(),
            ..mine
        });
        expected == *manifest && is_near && is_dated && is_fair && has_days
    }
}
