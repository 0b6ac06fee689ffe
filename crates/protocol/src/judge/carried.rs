//! What a line of matches has decided before its newest one.

use std::collections::BTreeMap;

use rules::{Outcome, RESIGN};

use super::Verdict;
use super::finding::{SeatFinding, add};
use super::member::Member;
use crate::Seat;
use crate::manifest::short;
use crate::record::WireOutcome;

/// The decisions of a line of matches before its newest one, in the seats and sides of the match that was reached.
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
pub(super) fn follow(members: &mut [Member], first: usize, next: &BTreeMap<usize, usize>) {
    let mut carried = Carried::default();
    let mut place = first;
    while let Some(new) = next.get(&place).copied() {
        let own = counts_on(members, place, new);
        carried = carried.into_next(members, place, new, own);
        let sid = members[new].sid.unwrap_or_default();
        // a result that still counts keeps its verdict; otherwise the old match is CONTINUED
        // (a table says so itself, with whom it went on without)
        if own.is_none() && !members[place].has_table() {
            members[place].continue_in(&sid);
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
        // the older conviction first: by it the matches after would not have been played
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
        // the older result first, unless this match gives it up by name
        let result = self.result.filter(is_kept).or(own);
        Self {
            convicted: convicted.and_then(|(seat, from)| Some((seat_there(seat)?, from))),
            result: result.and_then(|result| {
                let outcome = there.outcome_here(manifest, result.outcome)?;
                Some(CarriedResult { outcome, ..result })
            }),
        }
    }

    /// Puts what was carried into the report on the newest match.
    fn end(self, members: &mut [Member], newest: usize) {
        let words_of = |from: usize| {
            let member = &members[from];
            (
                short(&member.sid.unwrap_or_default()),
                member.report.why.clone(),
            )
        };
        let convicted = self.convicted.map(|(seat, from)| (seat, words_of(from)));
        let result = self.result.map(|result| (result, words_of(result.from)));
        let report = &mut members[newest].report;
        // a conviction goes before a result, here as in one match
        if let Some((seat, (sid, why))) = convicted {
            let words = format!("{seat} is convicted in match {sid} before it: {why}");
            add(
                &mut report.findings,
                SeatFinding {
                    seat,
                    verdict: Verdict::Proved,
                    kind: "before",
                    step: 0,
                    part_of: None,
                    why: words.clone(),
                    bytes: Vec::new(),
                },
            );
            if report.verdict == Verdict::Proved {
                report.remarks.push(words);
            } else {
                report.verdict = Verdict::Proved;
                (report.seat, report.kind, report.why) = (Some(seat), Some("before"), words);
            }
        }
        let Some((result, (sid, why))) = result else {
            return;
        };
        if report.result.is_some() && !result.is_firm {
            let words = format!("the result of match {sid} before it does not count here: {why}");
            report.remarks.push(words);
            return;
        }
        let words = format!("the result of match {sid} still counts: {why}");
        report.remarks.push(words);
        report.result = Some(result.outcome);
        // a result stands next to a proof, in whichever of the matches each was signed (row 72)
        if report.verdict == Verdict::Proved {
            return;
        }
        report.verdict = Verdict::Decided;
        (report.kind, report.seat) = (Some("before"), None);
        report.why = format!("the match before it, {sid}, had a result that nobody gave up");
    }
}

/// The result of the old match that its continuation does not take away, and whether it is more than a resignation on
/// strange files: of a resignation that is not given up by name, or of a game that had ended and whose result nobody
/// gave up.
fn counts_on(members: &[Member], old: usize, new: usize) -> Option<(Outcome, bool)> {
    let (case, new) = (members[old].case.as_ref()?, &members[new]);
    let (chain, start) = (case.chain(), new.start()?);
    let manifest = chain.manifest();
    let result = case.result()?;
    if start.gives_up == Some(WireOutcome::from(result)) {
        return None;
    }
    if result.word() != RESIGN {
        // an end that came after the new match's beginning was signed in a match that was over by then: it ends nothing
        let ended = chain.ruled_in().is_some_and(|step| step <= start.at);
        return ended.then_some((result, true));
    }
    let resigned = |seat: &Seat| case.has_resigned(*seat);
    let counts = |seat: &Seat| {
        // a seat that vouches names what it holds: a resignation of the other that it did not name is given up
        let other_vouches = new.vouches(manifest, seat.other());
        !(start.strange.contains(seat) && other_vouches)
    };
    let seats = manifest.all_seats().into_iter().filter(resigned);
    let counted: Vec<Seat> = seats.filter(counts).collect();
    let is_firm = |seat: &Seat| case.has_resigned_on_own_files(*seat);
    (!counted.is_empty()).then_some((result, counted.iter().any(is_firm)))
}
