//! Matches that continue one another: each is judged by itself, and then by what its players have signed in the others.
//!
//! Every rule here only adds: one more file takes no proof away, and takes a result away only if all who play the match
//! have signed a new one in its place that names the result. Otherwise a player could lose a match, or escape a
//! conviction, by somebody else handing in one more file.

use std::collections::{BTreeMap, BTreeSet};

use rules::Rules;

use super::carried::follow;
use super::case::Begun;
use super::member::Member;
use super::tables::{self, WentOn};
use super::{Case, Report, Verdict, judged, report_on};
use crate::fault::{Breach, Proof};
use crate::hash::Digest;
use crate::{Kind, Manifest, Record, Seat, Start};

/// Judges matches together, each from the copies of its file; a report for each, in the same order. A match that is
/// continued is CONTINUED if all who play it have signed the new one; proofs and resignations count on unless they
/// are given up by name. Takes time in proportion to the length of the files.
pub fn judge_matches(matches: &[Vec<&[u8]>]) -> Vec<Report> {
    let member = |files: &Vec<&[u8]>| {
        let (report, case) = judged(files);
        Member::new(report, case)
    };
    let mut members: Vec<Member> = matches.iter().map(member).collect();
    // a match is found by its id, however its file is called
    let places: BTreeMap<Digest, usize> = members
        .iter()
        .enumerate()
        .filter_map(|(place, member)| Some((member.sid?, place)))
        .collect();
    for (place, begun) in begun(&members, &places) {
        let (member, files) = (&mut members[place], &matches[place]);
        let case = member.case.as_ref();
        if let Some(case) = case.and_then(|case| case.begun_from(files, begun)) {
            let (report, case) = report_on(files, case);
            *member = Member::new(report, Some(case));
        }
    }
    // for each match the ones that would continue it
    let mut later: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, member) in members.iter().enumerate() {
        // a beginning that lacks a signature continues nothing: whoever has not signed it may still refuse
        let old = member.start().and_then(|start| places.get(&start.sid));
        // a match that named itself would make `latest` loop forever
        if let Some(old) = old.filter(|old| **old != place) {
            later.entry(*old).or_default().push(place);
        }
    }
    // collected first: every continuation is weighed against the reports as they were before any of them changed
    let mut changes = Vec::new();
    let mut next = BTreeMap::new();
    let mut went_on = BTreeMap::new();
    for (old, new) in &later {
        let is_table = members[*old].manifest().is_some_and(Manifest::has_table);
        let counted = match is_table {
            true => weigh_table(&members, *old, new, &mut changes, &mut went_on),
            false => weigh(&members, *old, new, &later, &mut changes),
        };
        if let Some(counted) = counted {
            next.insert(*old, counted);
        }
    }
    for change in changes {
        change.carry_out(&mut members);
    }
    let continuations: BTreeSet<usize> = next.values().copied().collect();
    // from the first of each line: what an older match has decided passes through all between
    for first in next.keys().filter(|place| !continuations.contains(place)) {
        follow(&mut members, *first, &next);
    }
    weigh_lone_teams(&mut members, &places, &went_on);
    for member in &mut members {
        member.remark_on_beginning(&places);
    }
    members.into_iter().map(|member| member.report).collect()
}

/// For each match the roots from which others begin, with the seats of that match that have signed these. Whoever signs a
/// new match builds upon the root from which it begins: otherwise a convicted seat could sign its last record of the old
/// match once more, and the others' new match would begin nowhere.
fn begun(members: &[Member], places: &BTreeMap<Digest, usize>) -> BTreeMap<usize, Begun> {
    let mut all: BTreeMap<usize, Begun> = BTreeMap::new();
    for member in members {
        let (Some(start), Some(new)) = (member.start(), member.manifest()) else {
            continue;
        };
        let place = places.get(&start.sid).copied();
        let Some((place, old)) = place.and_then(|place| Some((place, members[place].manifest()?)))
        else {
            continue;
        };
        let signs = |seat: &Seat| {
            let entry = member.entry_of(old, *seat);
            entry.is_some_and(|(seat, _)| !new.is_gone(seat))
        };
        let roots = all.entry(place).or_default();
        let signers = roots.entry((start.at, start.root)).or_default();
        signers.extend(old.all_seats().into_iter().filter(signs));
    }
    all
}

/// Weighs the continuations of a table; the one that is followed.
fn weigh_table(
    members: &[Member],
    old: usize,
    new: &[usize],
    changes: &mut Vec<Change>,
    went_on: &mut BTreeMap<usize, Vec<WentOn>>,
) -> Option<usize> {
    let case = members[old].case.as_ref()?;
    let mut sound = Vec::new();
    for place in new {
        let Some(start) = members[*place].start() else {
            continue;
        };
        match begins_where_it_says(case, start) {
            Some(false) => changes.push(Change::Misfit(*place)),
            Some(true) | None => sound.push((*place, start)),
        }
    }
    let weighed = tables::weigh(members, old, &sound)?;
    changes.extend(weighed.early.into_iter().map(Change::Early));
    let doubles = weighed.doubles.into_iter();
    changes.extend(doubles.map(|proof| Change::Proved(old, proof)));
    let remarks = weighed.remarks.into_iter();
    changes.extend(remarks.map(|(place, words)| Change::Remark(place, words)));
    let counted = weighed.counted;
    let sid = counted.and_then(|place| members[place].sid);
    let next = weighed.went_on.iter().find(|went| Some(went.sid) == sid);
    if let Some(next) = next {
        changes.push(Change::WentOn(old, next.clone(), weighed.went_on.clone()));
    }
    went_on.insert(old, weighed.went_on);
    counted
}

/// What one team alone has signed counts as its claim, unless the match before proves why every other seat is gone.
fn weigh_lone_teams(
    members: &mut [Member],
    places: &BTreeMap<Digest, usize>,
    went_on: &BTreeMap<usize, Vec<WentOn>>,
) {
    let is_proved = |place: usize, members: &[Member]| {
        let mut place = place;
        // over all matches of the table: who was left out in an earlier one is left out here
        while let Some(start) = members[place].start().filter(|start| start.number > 0) {
            let sid = members[place].sid;
            let old = places.get(&start.sid);
            let all = old.and_then(|old| went_on.get(old));
            let mut own = all.into_iter().flatten();
            let own = own.find(|went| Some(went.sid) == sid);
            let is_proved =
                own.is_some_and(|went| went.without.iter().all(|(_, why)| why.is_proved()));
            match old {
                Some(old) if is_proved => place = *old,
                _ => return false,
            }
        }
        true
    };
    // also if it came to this in a match before: whoever has come since, the others never agreed
    let is_lone = |place: usize, members: &[Member]| {
        let mut place = place;
        while let Some(start) = members[place].start().filter(|start| start.number > 0) {
            let sid = members[place].sid;
            let Some(old) = places.get(&start.sid).copied() else {
                return false;
            };
            let mut own = went_on.get(&old).into_iter().flatten();
            let own = own.find(|went| Some(went.sid) == sid);
            let manifest = members[old].manifest();
            if own
                .zip(manifest)
                .is_some_and(|(went, old)| tables::is_of_lone_team(old, went))
            {
                return true;
            }
            place = old;
        }
        false
    };
    for place in 0..members.len() {
        let is_proved = is_proved(place, members);
        let is_lone = is_lone(place, members);
        let member = &mut members[place];
        if let Some(manifest) = member.manifest().cloned() {
            tables::weigh_lone_team(&mut member.report, &manifest, is_proved, is_lone);
        }
    }
}

/// A consequence of one match for another.
enum Change {
    /// The new match does not begin where it says.
    Misfit(usize),
    /// The seat is convicted in the old match.
    Proved(usize, Proof),
    Remark(usize, String),
    /// The new match begins before what all its signers have built upon.
    Early(usize),
    /// Seats of a table have gone on in the first of these.
    WentOn(usize, WentOn, Vec<WentOn>),
}

/// The latest time at which a continuation was written in the line that begins with a match, and that match's id.
///
/// Programs sign only what was written later than every draft they signed before, so that the latest one is the one
/// both last agreed to. If the first counted, a player could keep a complete one in the pocket and choose between two
/// games. The id decides between two of one time, so that the order of the files changes nothing. Of the later matches
/// only those count that all players of the match before them have signed: one player could write the others alone,
/// with the latest time of all (row 73).
fn latest(members: &[Member], place: usize, later: &BTreeMap<usize, Vec<usize>>) -> (u64, Digest) {
    let mut best = (
        members[place].written_ms(),
        members[place].sid.unwrap_or_default(),
    );
    let mut open = vec![place];
    // a match begins from one match only, and ids are hashes of what they continue: the line has no circle
    // (an id would have to be hashed out of itself)
    while let Some(at) = open.pop() {
        let own = (
            members[at].written_ms(),
            members[at].sid.unwrap_or_default(),
        );
        best = best.max(own);
        let manifest = members[at].manifest();
        let later = later.get(&at).into_iter().flatten().copied();
        open.extend(
            later.filter(|place| manifest.is_some_and(|old| members[*place].is_of_all(old))),
        );
    }
    best
}

/// Weighs the continuations of a match against it and each other; the one that counts, if all who play it have signed
/// it.
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
            // a file cut short before that step says nothing against it: otherwise handing in half a file would undo
            // a match
            Some(true) | None => sound.push((*place, start)),
        }
        // for misfits too: a vouching seat gave its word by signing, whatever else is wrong with that match
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
    // one that a player of the old match has not signed never outranks one that all have signed: otherwise a player
    // could take a match back that both have begun, by a later one with a key of its own in the other's seat (row 73)
    let counted = sound.iter().max_by_key(|(place, _)| {
        let is_of_all = members[*place].is_of_all(manifest);
        (is_of_all, latest(members, *place, later))
    });
    let (place, _) = counted.copied()?;
    for (other, _) in &sound {
        if *other != place {
            let words =
                "another continuation of the same match was written later and counts".to_owned();
            changes.push(Change::Remark(*other, words));
        }
    }
    // a player who has signed nothing is not bound: for that one the old match stands
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

/// Whether a match begins where it says, by a file of the match before; none if the file is of another match, or
/// ends before that step. The program of a player who is offered such a match asks this before it agrees, since
/// nothing else ties the position to the game that both remember.
pub fn begins_in(file: &[u8], start: &Start) -> Option<bool> {
    let case = Case::read(&[file]).ok()?;
    match case.chain().sid() == start.sid {
        true => begins_where_it_says(&case, start),
        false => None,
    }
}

/// Whether root and position of the beginning are those of the old match; none if its files end before.
fn begins_where_it_says(case: &Case, start: &Start) -> Option<bool> {
    let chain = case.chain();
    let root = chain.root_of(start.at)?;
    let history = chain.history();
    let position = match start.number {
        0 => history.position_after(history.place_after_as_of(start.after, start.at)),
        _ => chain.left_position((start.after, start.at), &start.gone, start.carried.as_ref()),
    };
    Some(
        root == start.root
            && position
                .to_whole()
                .is_ok_and(|whole| whole == start.position),
    )
}

/// The step of a record by which the seat breaks its word: later than the step after the beginning, or that step
/// itself if the seat contributes to it alone, since an honest seat that had signed it would have had it complete. A
/// closing record needs the other's, which a program that asks holds back.
fn signed_beyond(case: &Case, start: &Start, seat: Seat) -> Option<u64> {
    let chain = case.chain();
    // on another history than the one vouched for, the seat has broken no word
    if chain.root_of(start.at) != Some(start.root) {
        return None;
    }
    let limit = match chain.is_alone_after(start.at, seat) {
        true => start.at,
        false => start.at.saturating_add(1),
    };
    // CLOSE for the next step is no broken word: by letter it crosses the question
    let is_beyond = |record: &Record| {
        record.step > limit
            && (record.kind != Kind::Close || record.step > start.at.saturating_add(1))
    };
    let in_chain = (limit.saturating_add(1)..=chain.step())
        .find(|step| chain.record(*step, seat).is_some_and(is_beyond));
    let upon = |step: u64, prev: Digest| chain.root_of(step.saturating_sub(1)) == Some(prev);
    // records that the chain did not take count as well, if they stand upon one of its roots
    let mut besides = case.left_over().filter(|record| record.seat == seat);
    let besides = besides.find(|record| is_beyond(record) && upon(record.step, record.prev));
    in_chain.or(besides.map(|record| record.step))
}

/// The step from which the seat signed two continuations of which it must have known: it vouches in both, or it
/// vouches in one and in another, in which it asked from its own files, it has played, or which was written later.
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

impl Change {
    fn carry_out(self, members: &mut [Member]) {
        match self {
            Self::Misfit(place) => {
                let report = &mut members[place].report;
                // a proof stays: a false beginning does not take it away
                if report.verdict != Verdict::Proved {
                    report.verdict = Verdict::Inconsistent;
                    report.result = None;
                    "the match does not begin where it says: its position does not occur in the match before it"
                        .clone_into(&mut report.why);
                }
            }
            Self::Proved(place, proof) => members[place].convict(&proof),
            Self::Remark(place, words) => members[place].report.remarks.push(words),
            Self::Early(place) => {
                let report = &mut members[place].report;
                if report.verdict != Verdict::Proved {
                    report.verdict = Verdict::Inconsistent;
                    report.result = None;
                    "the match begins before a step upon which all who signed it have built"
                        .clone_into(&mut report.why);
                }
            }
            Self::WentOn(place, next, all) => {
                let report = &mut members[place].report;
                tables::continue_in(report, &next);
                report.went_on = all;
            }
        }
    }
}
