//! Tables that went on without some of their seats: which try counts, who signed it, without whom and why.
//!
//! Nobody vouches at a table, since a split leaves honest seats on either side beyond the step that they share. So a
//! continuation speaks for those who have signed it. Against a seat that was left out it is never more than a claim, unless
//! the bytes of the old match say that the seat resigned or convict it.

use std::collections::{BTreeMap, BTreeSet};

use cleaner::text::listed;

use super::finding::{SeatFinding, add};
use super::member::Member;
use super::{Case, Report, Verdict};
use crate::fault::{Breach, Proof};
use crate::hash::Digest;
use crate::manifest::short;
use crate::start::{Start, WhyGone};
use crate::{Manifest, Seat, plain_text};

/// A new match in which seats of a table went on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WentOn {
    /// Its id.
    pub sid: Digest,
    /// Its number among the tries.
    pub number: u8,
    /// The seats of the old match whose players signed it.
    pub signers: Vec<Seat>,
    /// The seats whose players are left out or replaced, and why: by the bytes of the old match, or else as silent.
    pub without: Vec<(Seat, WhyGone)>,
    /// Those who came to a seat and signed for it, in place of its player or back after the others had gone on alone.
    pub came: Vec<Came>,
    /// It is the one that counts for its signers.
    pub counts: bool,
}

/// A player who came to a seat of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Came {
    /// The seat, the same in both matches.
    pub seat: Seat,
    /// The player who came, as the new match has it.
    pub name: String,
    /// The player who had the seat in the old match, or who had it when the others went on alone.
    pub was: String,
    /// Both are one player, by the long-lived key.
    pub is_back: bool,
}

/// What the continuations of a table come to.
pub(super) struct Weighed {
    pub(super) went_on: Vec<WentOn>,
    /// The place of the continuation that is followed, if there is one.
    pub(super) counted: Option<usize>,
    /// Continuations that begin before what all their signers have built upon.
    pub(super) early: Vec<usize>,
    /// Seats that signed two tries of one number, with the step from which these begin.
    pub(super) doubles: Vec<Proof>,
    pub(super) remarks: Vec<(usize, String)>,
}

/// Weighs the continuations of a table that begin where they say.
pub(super) fn weigh(members: &[Member], old: usize, sound: &[(usize, &Start)]) -> Option<Weighed> {
    let case = members[old].case.as_ref()?;
    let manifest = case.chain().manifest();
    // whoever came new has signed nothing of the old match, and is not bound by it
    let signers = |place: usize| {
        members[place]
            .manifest()
            .map_or_else(Vec::new, |new| staying(manifest, new))
    };
    let is_early = |(place, start): &&(usize, &Start)| {
        case.chain().have_built_beyond(&signers(*place), start.at)
    };
    let (early, sound): (Vec<&(usize, &Start)>, Vec<_>) = sound.iter().partition(is_early);
    let doubles = doubles(manifest, &sound, &signers);
    let counted = counted(members, manifest, &sound, &signers);
    // where a table has split, the branch of the most seats is followed, then the highest number
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for place in counted.values() {
        let votes: &mut usize = votes.entry(*place).or_default();
        *votes = votes.saturating_add(1);
    }
    let rank = |place: usize| {
        let member = &members[place];
        let number = member.start().map_or(0, |start| start.number);
        (votes.get(&place).copied(), number, member.sid)
    };
    let best = votes.keys().copied().max_by_key(|place| rank(*place));
    let went_on = sound.iter().map(|(place, start)| WentOn {
        sid: members[*place].sid.unwrap_or_default(),
        number: start.number,
        signers: signers(*place),
        without: without(case, &signers(*place)),
        came: members[*place]
            .manifest()
            .map_or_else(Vec::new, |new| came(manifest, new)),
        counts: votes.contains_key(place),
    });
    let mut remarks = Vec::new();
    let name = |seat: Seat| manifest.seat(seat).map_or("", |entry| entry.name.as_str());
    for (place, _) in &sound {
        // whoever resigned or is convicted has no say in it: nothing is to be remarked on
        let without = without(case, &signers(*place)).into_iter();
        for (seat, why) in without.filter(|(_, why)| !why.is_proved()) {
            let (name, why) = (plain_text(name(seat)), in_words(why));
            remarks.push((*place, format!("continued without {name}, who {why}")));
        }
        let new = members[*place].manifest();
        for came in new.map_or_else(Vec::new, |new| came(manifest, new)) {
            remarks.push((*place, came.in_words()));
        }
        if best != Some(*place) {
            let words = match votes.contains_key(place) {
                true => "other seats of the same table have gone on in another match",
                false => "another try to continue the same table was signed and counts",
            };
            remarks.push((*place, words.to_owned()));
        }
    }
    Some(Weighed {
        went_on: went_on.collect(),
        counted: best,
        early: early.iter().map(|(place, _)| *place).collect(),
        doubles,
        remarks,
    })
}

/// For each seat the try that counts: the highest complete one that it has signed in which each signer has a record; if
/// there is none, the highest complete one.
fn counted(
    members: &[Member],
    old: &Manifest,
    sound: &[&(usize, &Start)],
    signers: &impl Fn(usize) -> Vec<Seat>,
) -> BTreeMap<Seat, usize> {
    let is_played = |place: usize| {
        let chain = members[place].case.as_ref().map(Case::chain);
        chain.is_some_and(|chain| {
            let mut all = chain.manifest().present().into_iter();
            all.all(|seat| chain.last_record(seat).is_some())
        })
    };
    let mut counted = BTreeMap::new();
    for seat in old.all_seats() {
        let signed = sound
            .iter()
            .filter(|(place, _)| signers(*place).contains(&seat));
        let rank = |(place, start): &&&(usize, &Start)| {
            (is_played(*place), start.number, members[*place].sid)
        };
        if let Some((place, _)) = signed.max_by_key(rank) {
            counted.insert(seat, *place);
        }
    }
    counted
}

/// The seats that signed two tries of one number: an honest program signs one, and whoever signs two chooses later.
fn doubles(
    old: &Manifest,
    sound: &[&(usize, &Start)],
    signers: &impl Fn(usize) -> Vec<Seat>,
) -> Vec<Proof> {
    let mut doubles = Vec::new();
    for seat in old.all_seats() {
        let mut numbers = BTreeSet::new();
        for (place, start) in sound {
            // a copy of older files does not know what another has signed
            if !signers(*place).contains(&seat) || start.strange.contains(&seat) {
                continue;
            }
            if !numbers.insert(start.number) {
                let breach = Breach::TwoContinuations;
                let step = start.at;
                doubles.push(Proof { step, seat, breach });
                break;
            }
        }
    }
    doubles
}

/// The seats whose players have signed both matches.
fn staying(old: &Manifest, new: &Manifest) -> Vec<Seat> {
    let mut seats = old.present();
    seats.retain(|seat| new.keeps(old, *seat));
    seats
}

/// Those who came to a seat of the new match without having signed the old one for it.
fn came(old: &Manifest, new: &Manifest) -> Vec<Came> {
    let present = new.present().into_iter();
    let came = present.filter_map(|seat| {
        let (entry, before) = (new.seat(seat)?, old.seat(seat)?);
        (!new.keeps(old, seat)).then(|| Came {
            seat,
            name: plain_text(&entry.name),
            was: plain_text(&before.name),
            is_back: entry.identity == before.identity,
        })
    });
    came.collect()
}

impl Came {
    fn in_words(&self) -> String {
        let Self {
            seat, name, was, ..
        } = self;
        match self.is_back {
            true => format!("{name} came back to {seat}"),
            false => format!("{name} came to {seat} in the place of {was}"),
        }
    }
}

/// The seats of the old match whose players did not sign the new one, with what its bytes say of them.
fn without(case: &Case, signers: &[Seat]) -> Vec<(Seat, WhyGone)> {
    let chain = case.chain();
    let present = chain.manifest().present().into_iter();
    let gone = present.filter(|seat| !signers.contains(seat));
    let differs = |seat: Seat| chain.differing().any(|record| record.seat == seat);
    let why = |seat: Seat| {
        let is_convicted = case.proofs().any(|proof| proof.seat == Some(seat));
        match case.has_resigned(seat) {
            _ if is_convicted => WhyGone::Convicted,
            true => WhyGone::Resigned,
            false if differs(seat) => WhyGone::Differs,
            false => WhyGone::Silent,
        }
    };
    gone.map(|seat| (seat, why(seat))).collect()
}

const fn in_words(why: WhyGone) -> &'static str {
    match why {
        WhyGone::Silent => "is said to be silent",
        WhyGone::Resigned => "had resigned",
        WhyGone::Convicted => "was convicted",
        WhyGone::Differs => "had confirmed another position",
    }
}

/// The old match is continued in that one. For a seat that was left out without a proof the old match stands, and what the
/// others say of it is a claim.
pub(super) fn continue_in(report: &mut Report, next: &WentOn) {
    let mut claimed = next.without.iter().filter(|(_, why)| !why.is_proved());
    for (seat, why) in claimed.clone() {
        let finding = SeatFinding {
            seat: *seat,
            verdict: Verdict::Claimed,
            kind: "left-out",
            step: report.step,
            part_of: None,
            why: format!("the others went on without it, which {}", in_words(*why)),
            bytes: Vec::new(),
        };
        add(&mut report.findings, finding);
    }
    // a seat that is convicted and plays on stays so
    let stays = report.seat.filter(|_| report.verdict == Verdict::Proved);
    if stays.is_some_and(|seat| next.signers.contains(&seat)) {
        return;
    }
    let seats: Vec<String> = next.signers.iter().map(ToString::to_string).collect();
    let continues = match seats.len() {
        1 => "continues",
        _ => "continue",
    };
    let who = format!(
        "{} {continues} in match {}",
        listed(&seats),
        short(&next.sid)
    );
    report.bytes.clear();
    match claimed.next() {
        None => {
            report.verdict = Verdict::Continued;
            (report.kind, report.seat, report.result) = (None, None, None);
            report.why = who;
        }
        Some((seat, why)) => {
            report.verdict = Verdict::Claimed;
            (report.kind, report.seat) = (Some("left-out"), Some(*seat));
            let why = in_words(*why);
            report.why = format!("{who} without {seat}, which {why}; for {seat} this match stands");
        }
    }
}

/// True if players of one team alone have signed that their match continues in this one, and no bytes say why each other
/// player is gone. Whoever came new is theirs, for all that the bytes say.
pub(super) fn is_of_lone_team(old: &Manifest, next: &WentOn) -> bool {
    let signers = next.signers.iter();
    let teams: BTreeSet<Option<u8>> = signers.map(|seat| old.team_of(*seat)).collect();
    let is_proved = next.without.iter().all(|(_, why)| why.is_proved());
    teams.len() < 2 && !next.came.is_empty() && !is_proved
}

/// A match that seats of one team alone have signed is their claim, whatever its result, unless the bytes of the match before
/// it say why each other seat is gone. `is_lone` says that it came to this in a match before.
pub(super) fn weigh_lone_team(
    report: &mut Report,
    manifest: &Manifest,
    is_proved: bool,
    is_lone: bool,
) {
    let gone = manifest.start.as_ref().map_or(&[][..], |start| &start.gone);
    let present = manifest.present();
    let teams: BTreeSet<Option<u8>> = present.iter().map(|seat| manifest.team_of(*seat)).collect();
    let has_result = matches!(report.verdict, Verdict::Complete | Verdict::Decided);
    let is_alone = !gone.is_empty() && teams.len() < 2 && !is_proved;
    if !has_result || !(is_alone || is_lone) {
        return;
    }
    let silent = gone.iter().find(|gone| !gone.why.is_proved());
    report.verdict = Verdict::Claimed;
    report.kind = Some("left");
    report.seat = silent.or(gone.first()).map(|gone| gone.seat);
    "one team alone has signed this match, and says that the others are gone"
        .clone_into(&mut report.why);
}
