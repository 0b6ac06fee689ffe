//! Matches that continue one another: each is judged by itself, and then by what its players have signed in the others.
//!
//! Rules: protocol 11.4, 11.5. Every rule here only adds: a file more takes no proof away, and a result only where all who
//! play the match have signed a new one in its place that names the result.

use std::collections::{BTreeMap, BTreeSet};

use rules::{Outcome, RESIGN, Rules, Sides};

use super::{Case, Report, Verdict, judged};
use crate::fault::{Breach, Proof};
use crate::hash::Digest;
use crate::manifest::{Manifest, SeatEntry, short};
use crate::record::WireOutcome;
use crate::{Kind, Record, Seat, Start};

/// A match among those judged.
struct Member {
    report: Report,
    case: Option<Case>,
    sid: Option<Digest>,
    /// The seats that signed against what they had vouched for in a continuation of this match.
    word_breakers: BTreeSet<Seat>,
}

impl Member {
    fn manifest(&self) -> Option<&Manifest> {
        self.case.as_ref().map(|case| case.chain().manifest())
    }

    /// The beginning in the place of another match, under the signatures of all seats that the manifest names.
    fn start(&self) -> Option<&Start> {
        let case = self.case.as_ref().filter(|case| case.all_have_agreed())?;
        let start = case.chain().manifest().start.as_ref()?;
        start.instead.then_some(start)
    }

    /// The entry of the player who had that seat of the old match, if the same player has it now.
    fn entry_of<'a>(&'a self, old: &Manifest, seat: Seat) -> Option<(Seat, &'a SeatEntry)> {
        let manifest = self.manifest()?;
        let mut entries = (0..).map(Seat).zip(&manifest.seats);
        let entry = entries.find(|(_, entry)| entry.was == Some(seat))?;
        let is_same = old.seat(seat).map(|old| old.identity) == Some(entry.1.identity);
        is_same.then_some(entry)
    }

    /// Tells whether every player of the old match has signed this one.
    fn is_of_all(&self, old: &Manifest) -> bool {
        let seats = old.all_seats();
        seats.iter().all(|seat| self.entry_of(old, *seat).is_some())
    }

    fn vouches(&self, old: &Manifest, seat: Seat) -> bool {
        let start = self.start();
        start.is_some_and(|start| start.vouches(seat)) && self.entry_of(old, seat).is_some()
    }

    /// Tells whether the seat asked here from files that were its own.
    fn asks_from_own(&self, old: &Manifest, seat: Seat) -> bool {
        let is_own = |start: &Start| start.asks == Some(seat) && !start.strange.contains(&seat);
        self.start().is_some_and(is_own) && self.entry_of(old, seat).is_some()
    }

    /// Tells whether the player of the old seat has taken part in this match on files that were its own: a record, a note, or
    /// a signature under what continues it. An older copy that is shown the match may resign in it, which says nothing.
    fn has_played(&self, old: &Manifest, seat: Seat, members: &[Member]) -> bool {
        let (Some((new, _)), Some(case)) = (self.entry_of(old, seat), &self.case) else {
            return false;
        };
        let chain = case.chain();
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

    /// The outcome of the old match in the sides of this one, where its players may have changed them.
    fn outcome_here(&self, old: &Manifest, outcome: Outcome) -> Option<Outcome> {
        let Outcome::Won(sides, word) = outcome else {
            return Some(outcome);
        };
        let won = |seat: &Seat| old.side_of(*seat).is_some_and(|side| sides.contains(side));
        let winners = old.all_seats().into_iter().filter(won);
        let side = |seat: Seat| self.manifest()?.side_of(self.entry_of(old, seat)?.0);
        let winners: Option<Sides> = winners.map(side).collect();
        Some(Outcome::Won(winners?, word))
    }

    fn written_ms(&self) -> u64 {
        self.start().map_or(0, |start| start.written_ms)
    }
}

/// Judges matches together, each from the copies of its file; a report for each, in the same order. A match that is
/// continued is CONTINUED where all who play it have signed the new one; proofs and resignations count on unless they are
/// given up by name. Takes time in proportion to the length of the files.
pub fn judge_matches(matches: &[Vec<&[u8]>]) -> Vec<Report> {
    let member = |files: &Vec<&[u8]>| {
        let (report, case) = judged(files);
        let sid = case.as_ref().map(|case| case.chain().sid());
        Member {
            report,
            case,
            sid,
            word_breakers: BTreeSet::new(),
        }
    };
    let mut members: Vec<Member> = matches.iter().map(member).collect();
    let places: BTreeMap<Digest, usize> = members
        .iter()
        .enumerate()
        .filter_map(|(place, member)| Some((member.sid?, place)))
        .collect();
    // for each match the ones that would continue it
    let mut later: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, member) in members.iter().enumerate() {
        let old = member.start().and_then(|start| places.get(&start.sid));
        if let Some(old) = old.filter(|old| **old != place) {
            later.entry(*old).or_default().push(place);
        }
    }
    let mut changes = Vec::new();
    let mut next = BTreeMap::new();
    for (old, new) in &later {
        if let Some(counted) = weigh(&members, *old, new, &later, &mut changes) {
            next.insert(*old, counted);
        }
    }
    for change in changes {
        change.carry_out(&mut members);
    }
    let continuations: BTreeSet<usize> = next.values().copied().collect();
    for first in next.keys().filter(|place| !continuations.contains(place)) {
        follow(&mut members, *first, &next);
    }
    for member in &mut members {
        member.tell_of_beginning(&places);
    }
    members.into_iter().map(|member| member.report).collect()
}

/// What a match says about another one.
enum Change {
    /// The new match does not begin where it says.
    Misfit(usize),
    /// The seat is convicted in the old match.
    Proved(usize, Proof),
    Remark(usize, String),
}

/// The latest time at which a continuation was written in the line that begins with a match.
fn latest(members: &[Member], place: usize, later: &BTreeMap<usize, Vec<usize>>) -> (u64, Digest) {
    let mut best = (
        members[place].written_ms(),
        members[place].sid.unwrap_or_default(),
    );
    let mut open = vec![place];
    // a match begins from one match only, and ids are hashes of what they continue: the line has no circle
    while let Some(at) = open.pop() {
        let own = (
            members[at].written_ms(),
            members[at].sid.unwrap_or_default(),
        );
        best = best.max(own);
        open.extend(later.get(&at).into_iter().flatten());
    }
    best
}

/// What the continuations of a match say about it and each other; the one that counts, where all who play it have signed.
fn weigh(
    members: &[Member],
    old: usize,
    new: &[usize],
    later: &BTreeMap<usize, Vec<usize>>,
    changes: &mut Vec<Change>,
) -> Option<usize> {
    let case = members[old].case.as_ref()?;
    let manifest = case.chain().manifest();
    let mut sound = Vec::new();
    for place in new {
        let Some(start) = members[*place].start() else {
            continue;
        };
        match begins_where_it_says(case, start) {
            Some(false) => changes.push(Change::Misfit(*place)),
            // a file cut short before that step tells nothing: the new match stands on its signatures
            Some(true) | None => sound.push((*place, start)),
        }
        for seat in manifest.all_seats() {
            let vouches = members[*place].vouches(manifest, seat);
            if let Some(step) = vouches.then(|| signed_beyond(case, start, seat)).flatten() {
                let breach = Breach::AfterVouching;
                changes.push(Change::Proved(old, Proof { step, seat, breach }));
            }
        }
    }
    for seat in manifest.all_seats() {
        if let Some(step) = signed_two(members, manifest, &sound, seat) {
            let breach = Breach::TwoContinuations;
            changes.push(Change::Proved(old, Proof { step, seat, breach }));
        }
    }
    let counted = sound
        .iter()
        .max_by_key(|(place, _)| latest(members, *place, later));
    let (place, _) = counted.copied()?;
    for (other, _) in &sound {
        if *other != place {
            let words =
                "another continuation of the same match was written later and counts".to_owned();
            changes.push(Change::Remark(*other, words));
        }
    }
    if !members[place].is_of_all(manifest) {
        let absent = manifest.all_seats().into_iter();
        let absent = absent.filter(|seat| members[place].entry_of(manifest, *seat).is_none());
        for seat in absent {
            let name = manifest.seat(seat).map_or("", |entry| entry.name.as_str());
            let words = format!("continued without {}", crate::plain_text(name));
            changes.push(Change::Remark(place, words));
        }
        return None;
    }
    Some(place)
}

/// What a line of matches has decided before its newest one, in the seats and sides of the match that was reached.
#[derive(Default)]
struct Carried {
    /// The first seat that is convicted in an older match, and that match.
    convicted: Option<(Seat, usize)>,
    result: Option<CarriedResult>,
}

/// A result that nobody gave up.
#[derive(Clone, Copy)]
struct CarriedResult {
    outcome: Outcome,
    /// By more than a resignation on strange files, which does not count against a result that others signed upon.
    is_firm: bool,
    from: usize,
}

/// Follows a line from its first match to its newest, which gets what the older ones have decided: the oldest decides,
/// since what came later would not have begun.
fn follow(members: &mut [Member], first: usize, next: &BTreeMap<usize, usize>) {
    let mut carried = Carried::default();
    let mut place = first;
    while let Some(new) = next.get(&place).copied() {
        let own = counts_on(members, place, new);
        carried = carried.into_next(members, place, new, own);
        let sid = members[new].sid.unwrap_or_default();
        if own.is_none() {
            members[place].report.continue_in(&sid);
        }
        place = new;
    }
    carried.end(members, place);
}

impl Carried {
    fn into_next(
        self,
        members: &[Member],
        old: usize,
        new: usize,
        own: Option<(Outcome, bool)>,
    ) -> Self {
        let there = &members[new];
        let (Some(manifest), Some(start)) = (members[old].manifest(), there.start()) else {
            return self;
        };
        let seat_there = |seat| there.entry_of(manifest, seat).map(|(seat, _)| seat);
        let convicted = self.convicted.or_else(|| {
            let seat = members[old].convicted(start)?;
            Some((seat, old))
        });
        let is_kept =
            |result: &CarriedResult| start.gives_up != Some(WireOutcome::from(result.outcome));
        let own = own.map(|(outcome, is_firm)| CarriedResult {
            outcome,
            is_firm,
            from: old,
        });
        let result = self.result.filter(is_kept).or(own);
        Self {
            convicted: convicted.and_then(|(seat, from)| Some((seat_there(seat)?, from))),
            result: result.and_then(|result| {
                let outcome = there.outcome_here(manifest, result.outcome)?;
                Some(CarriedResult { outcome, ..result })
            }),
        }
    }

    /// Has the report on the newest match say it.
    fn end(self, members: &mut [Member], newest: usize) {
        let told = |from: usize| {
            let member = &members[from];
            (
                short(&member.sid.unwrap_or_default()),
                member.report.why.clone(),
            )
        };
        let convicted = self.convicted.map(|(seat, from)| (seat, told(from)));
        let result = self.result.map(|result| (result, told(result.from)));
        let report = &mut members[newest].report;
        if let Some((seat, (sid, why))) = convicted {
            let words = format!("{seat} is convicted in match {sid} before it: {why}");
            if report.verdict == Verdict::Proved {
                report.remarks.push(words);
            } else {
                report.verdict = Verdict::Proved;
                (report.seat, report.kind, report.why) = (Some(seat), Some("before"), words);
            }
            return;
        }
        let Some((result, (sid, why))) = result else {
            return;
        };
        let has_result = matches!(report.verdict, Verdict::Complete | Verdict::Decided);
        if report.verdict == Verdict::Proved || has_result && !result.is_firm {
            let words = format!("the result of match {sid} before it does not count here: {why}");
            report.remarks.push(words);
            return;
        }
        let words = format!("the result of match {sid} still counts: {why}");
        report.remarks.push(words);
        report.verdict = Verdict::Decided;
        report.result = Some(result.outcome);
        (report.kind, report.seat) = (Some("before"), None);
        report.why = format!("the match before it, {sid}, had a result that nobody gave up");
    }
}

/// Tells whether a match begins where it says, by a file of the match before; none where the file is of another match, or
/// ends before that step. Who is offered such a match asks this before agreeing: nothing else ties the position to the game
/// that both remember.
pub fn begins_in(file: &[u8], start: &Start) -> Option<bool> {
    let case = Case::read(&[file]).ok()?;
    match case.chain().sid() == start.sid {
        true => begins_where_it_says(&case, start),
        false => None,
    }
}

/// Tells whether root and position of the beginning are those of the old match; none where its files end before.
fn begins_where_it_says(case: &Case, start: &Start) -> Option<bool> {
    let chain = case.chain();
    let root = chain.root_of(start.at)?;
    let history = chain.history();
    let position = history.position_after(history.place_after_as_of(start.after, start.at));
    Some(
        root == start.root
            && position
                .to_whole()
                .is_ok_and(|whole| whole == start.position),
    )
}

/// The step of a record by which the seat breaks its word: later than the step after the beginning, or that step itself
/// where the seat contributes to it alone, since an honest seat that had signed it would have had it complete. A closing
/// record needs the other's, which who asks holds back.
fn signed_beyond(case: &Case, start: &Start, seat: Seat) -> Option<u64> {
    let chain = case.chain();
    if chain.root_of(start.at) != Some(start.root) {
        return None;
    }
    let limit = match chain.is_alone_after(start.at, seat) {
        true => start.at,
        false => start.at + 1,
    };
    let is_beyond = |record: &Record| {
        record.step > limit && (record.kind != Kind::Close || record.step > start.at + 1)
    };
    let in_chain =
        (limit + 1..=chain.step()).find(|step| chain.record(*step, seat).is_some_and(is_beyond));
    let upon = |step: u64, prev: Digest| chain.root_of(step - 1) == Some(prev);
    let mut besides = case.left_over().filter(|record| record.seat == seat);
    let besides = besides.find(|record| is_beyond(record) && upon(record.step, record.prev));
    in_chain.or(besides.map(|record| record.step))
}

/// The step from which the seat signed two continuations of which it must have known: it vouches in both, or it vouches in
/// one and in another, in which it asked from its own files, it has played, or which was written later.
fn signed_two(
    members: &[Member],
    old: &Manifest,
    sound: &[(usize, &Start)],
    seat: Seat,
) -> Option<u64> {
    let vouched: Vec<&(usize, &Start)> = sound
        .iter()
        .filter(|(place, _)| members[*place].vouches(old, seat))
        .collect();
    let (first, start) = vouched.first()?;
    let knew = |(place, other): &&(usize, &Start)| {
        let member = &members[*place];
        let is_later = other.written_ms > start.written_ms;
        let asked = member.asks_from_own(old, seat);
        place != first && asked && (is_later || member.has_played(old, seat, members))
    };
    let is_double = vouched.len() > 1 || sound.iter().any(|other| knew(&other));
    is_double.then_some(start.at)
}

/// The result of the old match that its continuation does not take away, and whether it is more than a resignation on
/// strange files: of a resignation that is not given up by name, or of a game that had ended and whose result nobody gave
/// up.
fn counts_on(members: &[Member], old: usize, new: usize) -> Option<(Outcome, bool)> {
    let (case, new) = (members[old].case.as_ref()?, &members[new]);
    let (chain, start) = (case.chain(), new.start()?);
    let manifest = chain.manifest();
    let result = case.result()?;
    if start.gives_up == Some(WireOutcome::from(result)) {
        return None;
    }
    if result.word() != RESIGN {
        // an end that came after the beginning was signed in a match that was over
        let ended = chain.ruled_in().is_some_and(|step| step <= start.at);
        return ended.then_some((result, true));
    }
    let resigned = |seat: &Seat| chain.notes().has_resigned(*seat);
    let counts = |seat: &Seat| {
        // who vouches names what it holds: a resignation of the other that it did not name is given up
        let other_vouches = new.vouches(manifest, seat.other());
        !(start.strange.contains(seat) && other_vouches)
    };
    let seats = manifest.all_seats().into_iter().filter(resigned);
    let counted: Vec<Seat> = seats.filter(counts).collect();
    let is_firm = |seat: &Seat| chain.notes().has_resigned_on_own_files(*seat);
    (!counted.is_empty()).then_some((result, counted.iter().any(is_firm)))
}

impl Change {
    fn carry_out(self, members: &mut [Member]) {
        match self {
            Self::Misfit(place) => {
                let report = &mut members[place].report;
                if report.verdict != Verdict::Proved {
                    report.verdict = Verdict::Inconsistent;
                    report.result = None;
                    "the match does not begin where it says: its position is none of the match before it"
                        .clone_into(&mut report.why);
                }
            }
            Self::Proved(place, proof) => {
                members[place].word_breakers.insert(proof.seat);
                let report = &mut members[place].report;
                if report.verdict != Verdict::Proved || report.step > proof.step {
                    report.verdict = Verdict::Proved;
                    (report.step, report.seat) = (proof.step, Some(proof.seat));
                    report.kind = Some(proof.breach.word());
                    report.why = proof.breach.to_string();
                }
            }
            Self::Remark(place, words) => members[place].report.remarks.push(words),
        }
    }
}

impl Report {
    /// The old match is continued in that one: what was signed there later ends nothing, whoever is convicted by it.
    fn continue_in(&mut self, next: &Digest) {
        self.result = None;
        if self.verdict != Verdict::Proved {
            self.verdict = Verdict::Continued;
            (self.kind, self.seat) = (None, None);
            self.why = format!("all who play it continue in match {}", short(next));
        }
    }
}

impl Member {
    /// A seat that is convicted in this match and not forgiven by that continuation. A word that was broken is never
    /// forgiven by the match for which it was given.
    fn convicted(&self, start: &Start) -> Option<Seat> {
        let proofs = self.case.iter().flat_map(Case::proofs);
        let mut proofs = proofs.filter_map(|proof| proof.seat);
        let proved = proofs.find(|seat| !start.forgiven.contains(seat));
        proved.or(self.word_breakers.first().copied())
    }

    /// Where the match begins from another one whose files are not here, nobody can tell whether it begins where it says.
    fn tell_of_beginning(&mut self, places: &BTreeMap<Digest, usize>) {
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
}
