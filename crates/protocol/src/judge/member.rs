//! A match among those that are judged together, and what it says of another one.

use std::collections::{BTreeMap, BTreeSet};

use rules::{Outcome, Sides};

use super::finding::{SeatFinding, add};
use super::{Case, Report, Verdict};
use crate::fault::Proof;
use crate::hash::Digest;
use crate::manifest::{Manifest, SeatEntry, short};
use crate::{Seat, Start};

/// A match among those judged together, with what the others say about it.
pub(super) struct Member {
    pub(super) report: Report,
    pub(super) case: Option<Case>,
    pub(super) sid: Option<Digest>,
    /// The seats that signed against what they had vouched for in a continuation of this match.
    word_breakers: BTreeSet<Seat>,
}

impl Member {
    pub(super) fn new(report: Report, case: Option<Case>) -> Self {
        Self {
            report,
            sid: case.as_ref().map(|case| case.chain().sid()),
            case,
            word_breakers: BTreeSet::new(),
        }
    }

    pub(super) fn manifest(&self) -> Option<&Manifest> {
        self.case.as_ref().map(|case| case.chain().manifest())
    }

    pub(super) fn has_table(&self) -> bool {
        self.manifest().is_some_and(Manifest::has_table)
    }

    /// The beginning in place of another match, under the signatures of all seats that the manifest names.
    pub(super) fn start(&self) -> Option<&Start> {
        let case = self.case.as_ref().filter(|case| case.all_have_agreed())?;
        let start = case.chain().manifest().start.as_ref()?;
        start.instead.then_some(start)
    }

    /// The entry of the player who had that seat of the old match, if the same player has it now.
    pub(super) fn entry_of<'a>(
        &'a self,
        old: &Manifest,
        seat: Seat,
    ) -> Option<(Seat, &'a SeatEntry)> {
        let manifest = self.manifest()?;
        let mut entries = (0..).map(Seat).zip(&manifest.seats);
        let entry = entries.find(|(_, entry)| entry.was == Some(seat))?;
        // a guest in a vacant seat has `was` too, but is another player
        let is_same = old.seat(seat).map(|old| old.identity) == Some(entry.1.identity);
        is_same.then_some(entry)
    }

    /// True if every player of the old match has signed this one.
    pub(super) fn is_of_all(&self, old: &Manifest) -> bool {
        let seats = old.all_seats();
        seats.iter().all(|seat| self.entry_of(old, *seat).is_some())
    }

    pub(super) fn vouches(&self, old: &Manifest, seat: Seat) -> bool {
        let start = self.start();
        start.is_some_and(|start| start.vouches(seat)) && self.entry_of(old, seat).is_some()
    }

    /// True if the seat asked here from files that were its own.
    pub(super) fn asks_from_own(&self, old: &Manifest, seat: Seat) -> bool {
        let is_own = |start: &Start| start.asks == Some(seat) && !start.strange.contains(&seat);
        self.start().is_some_and(is_own) && self.entry_of(old, seat).is_some()
    }

    /// True if the player of the old seat has taken part in this match on files that were its own: a record, a note, or
    /// a signature under what continues it. An older copy that is shown the match may resign in it, which says nothing.
    pub(super) fn has_played(&self, old: &Manifest, seat: Seat, members: &[Member]) -> bool {
        let (Some((new, _)), Some(case)) = (self.entry_of(old, seat), &self.case) else {
            return false;
        };
        let chain = case.chain();
        // a later match that continues this one bears the player's signature, and so shows that it was played
        let goes_on = |later: &Member| {
            let start = later.start();
            let start = start.filter(|start| start.sid == chain.sid());
            start.is_some_and(|start| !start.strange.contains(&new))
                && later.entry_of(chain.manifest(), new).is_some()
        };
        chain.last_record(new).is_some()
            || chain.notes().has_bound_itself(new)
            || members.iter().any(goes_on)
    }

    /// The outcome of the old match in the sides of this one: its players may have changed them.
    pub(super) fn outcome_here(&self, old: &Manifest, outcome: Outcome) -> Option<Outcome> {
        let Outcome::Won(sides, word) = outcome else {
            return Some(outcome);
        };
        let won = |seat: &Seat| old.side_of(*seat).is_some_and(|side| sides.contains(side));
        let winners = old.all_seats().into_iter().filter(won);
        let side = |seat: Seat| self.manifest()?.side_of(self.entry_of(old, seat)?.0);
        // of all winners, or the result cannot be said in these seats at all
        let winners: Option<Sides> = winners.map(side).collect();
        Some(Outcome::Won(winners?, word))
    }

    pub(super) fn written_ms(&self) -> u64 {
        self.start().map_or(0, |start| start.written_ms)
    }

    /// A seat that is convicted in this match and not forgiven by that continuation. A word that was broken is never
    /// forgiven by the match for which it was given.
    pub(super) fn convicted(&self, start: &Start) -> Option<Seat> {
        let proofs = self.case.iter().flat_map(Case::proofs);
        let mut proofs = proofs.filter_map(|proof| proof.seat);
        // who does not play on has its finding in this match, and decides nothing in the next
        let proved = proofs.find(|seat| !start.forgiven.contains(seat) && !start.leaves_out(*seat));
        // a broken word came after the beginning in which it could have been forgiven
        let mut broken = self.word_breakers.iter().copied();
        proved.or_else(|| broken.find(|seat| !start.leaves_out(*seat)))
    }

    /// If the match begins from another one whose files are not here, nobody can know whether it begins where it says.
    pub(super) fn remark_on_beginning(&mut self, places: &BTreeMap<Digest, usize>) {
        let start = self.manifest().and_then(|manifest| manifest.start.clone());
        if let Some(start) = start.filter(|start| !places.contains_key(&start.sid)) {
            let words = format!(
                "whether it begins where it says, at step {} of match {}, whose file is not here",
                start.after,
                short(&start.sid)
            );
            self.report.unknown.push(words);
        }
    }

    /// The seat is convicted here, by that proof; the earliest step counts.
    pub(super) fn convict(&mut self, proof: &Proof) {
        self.word_breakers.insert(proof.seat);
        let report = &mut self.report;
        add(
            &mut report.findings,
            SeatFinding {
                seat: proof.seat,
                verdict: Verdict::Proved,
                kind: proof.breach.word(),
                step: proof.step,
                part_of: None,
                why: proof.breach.to_string(),
                bytes: Vec::new(),
            },
        );
        // a proof replaces a later one only: the report names the first breach
        if report.verdict != Verdict::Proved || report.step > proof.step {
            report.verdict = Verdict::Proved;
            (report.step, report.seat) = (proof.step, Some(proof.seat));
            report.kind = Some(proof.breach.word());
            report.why = proof.breach.to_string();
        }
    }

    /// The old match is continued in that one: what was signed there later ends nothing, whoever is convicted by it.
    pub(super) fn continue_in(&mut self, next: &Digest) {
        let report = &mut self.report;
        report.result = None;
        if report.verdict != Verdict::Proved {
            report.verdict = Verdict::Continued;
            (report.kind, report.seat) = (None, None);
            report.why = format!("all who play it continue in match {}", short(next));
        }
    }
}
