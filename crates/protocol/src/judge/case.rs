//! The copies of one match put together, and the finding they give.
//!
//! Putting together is monotone: one more file never takes a proof or a result away. Otherwise the player whom a file
//! convicts could hand in a second one and be free, and a dispute would be won by whoever shows the last file.

mod doubles;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use cleaner::text::listed;
use rules::{Outcome, Rules};

use super::Verdict;
use super::copies::{self, Copy, CopyReport};
use super::evidence::{Evidence, Verified, genesis_mark};
use super::finding::{Finding, SeatFinding, add};
use crate::chain::{Chain, Clocks, Item, Objection, Plan};
use crate::fault::{Breach, Proof};
use crate::file::Tail;
use crate::hash::Digest;
use crate::manifest::{ClaimEffect, ManifestError};
use crate::{Genesis, Kind, Note, Record, Seat, StandingClaim, TimeDispute};

/// The roots from which other matches begin, each by the step before and its root, with the seats that have signed these
/// matches.
pub(super) type Begun = BTreeMap<(u64, Digest), BTreeSet<Seat>>;

/// The copies of one match put together.
pub(crate) struct Case {
    chain: Chain,
    copies: Vec<Copy>,
    genesis: BTreeMap<Seat, Genesis>,
    /// The records not taken into the chain yet, by step.
    records: BTreeMap<u64, Vec<Record>>,
    /// The seats and ids of all records, by step and the root upon which they were signed: whether somebody has
    /// continued from a root is one look-up, however long the file is.
    upon: BTreeMap<(u64, Digest), Vec<(Seat, Digest)>>,
    begun: Begun,
    /// The notes not taken into the chain yet, by seat and number.
    notes: Vec<VecDeque<Note>>,
    /// The statements not taken into the chain yet, by the root they were signed on.
    statements: BTreeMap<Digest, Vec<Note>>,
    /// Seats that resigned by a note whose place another of theirs has taken, and the step of its root: no later note
    /// takes a resignation back.
    displaced: BTreeMap<Seat, u64>,
    /// The result that one of the copies gives on its own.
    kept: Option<Outcome>,
    /// Seats that signed two things for one place.
    doubles: BTreeSet<Seat>,
    /// For each copy the places of what it holds, if any seat signed two things.
    places: Vec<BTreeMap<Digest, usize>>,
    proofs: Vec<Finding>,
    differences: Vec<Finding>,
    /// For each seat the first step in which it signed upon a history that the files do not show.
    strays: BTreeMap<Seat, u64>,
    /// Pairs of seats: the first said that it holds a record or note of the second that no file holds.
    unshown: BTreeSet<(Seat, Seat)>,
    remarks: Vec<String>,
    /// The ids and signatures that verified in the files, so that a copy judged alone does not verify them again.
    verified: Arc<Verified>,
}

pub(crate) enum NoCase {
    /// No file is a match file.
    NoMatch(String),
    /// The manifest is not one that this program plays.
    NotPlayed(ManifestError, Box<Evidence>),
}

impl NoCase {
    pub(crate) fn why(&self) -> String {
        match self {
            Self::NoMatch(why) => why.clone(),
            Self::NotPlayed(cause, _) => cause.to_string(),
        }
    }
}

impl Case {
    pub(crate) fn read(files: &[&[u8]]) -> Result<Self, NoCase> {
        Self::read_after(files, &Arc::default(), Begun::new())
    }

    /// One of the files alone.
    pub(super) fn alone(&self, file: &[u8]) -> Option<Self> {
        Self::read_after(&[file], &self.verified, self.begun.clone()).ok()
    }

    /// Reads the same files again, now that other matches are known to begin from them; none if the reading would be the same.
    pub(super) fn begun_from(&self, files: &[&[u8]], begun: Begun) -> Option<Self> {
        // without a double record there is one way only
        let is_open = !self.doubles.is_empty();
        is_open.then(|| Self::read_after(files, &self.verified, begun).ok())?
    }

    fn read_after(files: &[&[u8]], before: &Arc<Verified>, begun: Begun) -> Result<Self, NoCase> {
        let evidence = Evidence::read(files, before);
        let evidence = evidence.map_err(|cause| NoCase::NoMatch(cause.why()))?;
        match Chain::new(evidence.manifest.clone()) {
            Ok(chain) => Ok(Self::of(chain, evidence, begun)),
            Err(cause) => Err(NoCase::NotPlayed(cause, Box::new(evidence))),
        }
    }

    fn of(chain: Chain, mut evidence: Evidence, begun: Begun) -> Self {
        // before the notes and records are taken out of the evidence
        let two_records = evidence.two_records();
        let two_notes = evidence.two_notes();
        let mut upon: BTreeMap<(u64, Digest), Vec<(Seat, Digest)>> = BTreeMap::new();
        for record in evidence.records.values().flatten() {
            let same = upon.entry((record.step, record.prev)).or_default();
            same.push((record.seat, record.id()));
        }
        let notes = evidence.take_notes();
        let copies = evidence.copies.iter().filter(|_| !two_records.is_empty());
        let place = |copy: &Copy| {
            let ids = copy.ids.iter().copied().enumerate().rev();
            // the first place of each, so the last come first
            ids.map(|(place, id)| (id, place)).collect()
        };
        let mut case = Self {
            places: copies.map(place).collect(),
            chain,
            upon,
            begun,
            doubles: two_records.iter().map(|(proof, _)| proof.seat).collect(),
            proofs: Vec::new(),
            differences: Vec::new(),
            strays: notes.unfit.iter().map(|note| (note.seat, 1)).collect(),
            notes: notes.chains,
            statements: notes.statements,
            displaced: BTreeMap::new(),
            kept: None,
            verified: Arc::new(evidence.take_verified()),
            records: evidence.records,
            genesis: evidence.genesis,
            copies: evidence.copies,
            unshown: evidence.unshown,
            remarks: evidence.remarks,
        };
        // doubles first: whoever signed twice is then not asked which record the history continues with
        for (proof, bytes) in two_records {
            case.proofs.push(Finding::proved(&proof, bytes.to_vec()));
        }
        case.rebuild();
        for note in notes.displaced {
            if let Some(at) = case.chain.step_of_root(&note.at_root) {
                let first = case.displaced.entry(note.seat).or_insert(at);
                *first = at.min(*first);
            }
        }
        // after the chain is built: the step of a note is known only by its root
        for notes in two_notes {
            let at = |note: &Note| case.chain.step_of_root(&note.at_root);
            let proof = Proof {
                step: notes
                    .iter()
                    .filter_map(at)
                    .max()
                    .unwrap_or(0)
                    .saturating_add(1),
                seat: notes[0].seat,
                breach: Breach::TwoNotes,
            };
            let bytes = notes.iter().map(Note::to_bytes).collect();
            case.proofs.push(Finding::proved(&proof, bytes));
        }
        case
    }

    /// The proofs against seats that have signed the manifest.
    pub(super) fn proofs(&self) -> impl Iterator<Item = &Finding> {
        // before its genesis a seat's key is anybody's claim: a forger could put a key of its own making beside
        // somebody's identity
        let agreed = |finding: &&Finding| finding.seat.is_some_and(|seat| self.has_agreed(seat));
        self.proofs.iter().filter(agreed)
    }

    /// What speaks against each seat, the heaviest and earliest.
    pub(super) fn findings(&self) -> Vec<SeatFinding> {
        let mut findings = Vec::new();
        let agreed = |finding: &&Finding| finding.seat.is_some_and(|seat| self.has_agreed(seat));
        let differences = self.differences.iter().filter(agreed);
        let all = self.proofs().chain(differences);
        for finding in all.filter_map(Finding::on_seat) {
            add(&mut findings, finding);
        }
        findings
    }

    /// The turn or the sealed choice of which the seat of a finding had a part in that step, if its side is shared by leaders
    /// and the finding is about that part.
    pub(super) fn part_of(&self, finding: &SeatFinding) -> Option<String> {
        let (chain, seat) = (&self.chain, finding.seat);
        let side = chain.manifest().side_of(seat)?;
        let mut records = finding.bytes.iter().map(|bytes| Record::from_bytes(bytes));
        let kind = match records.find_map(|record| record.ok().filter(|record| record.seat == seat))
        {
            Some(record) => record.kind,
            // a claim of silence is about what is awaited
            None if finding.verdict == Verdict::Claimed && finding.step == chain.step() => {
                chain.plan().kind()
            }
            None => return None,
        };
        let history = chain.history();
        let before = history.place_after(finding.step.checked_sub(1)?);
        let position = history.position_after(before);
        if position.members(side) < 2 {
            return None;
        }
        let names = chain.scenario().side_names();
        match kind {
            Kind::Commit | Kind::Lock | Kind::Reveal => {
                Some(format!("{}'s sealed choice", names.of(side)))
            }
            // who played when it was another's turn or part had none of its own
            Kind::Orders if position.member(side) == chain.member(seat) => {
                Some(history.turn_name(names, position.turn()))
            }
            Kind::Orders | Kind::Confirm | Kind::Agree | Kind::Close => None,
        }
    }

    pub(super) fn has_table(&self) -> bool {
        self.chain.manifest().has_table()
    }

    /// The records that found no place in the chain.
    pub(super) fn left_over(&self) -> impl Iterator<Item = &Record> {
        self.records.values().flatten()
    }

    pub(crate) fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The fault of the copies in words, and the finding if it speaks against the file or a player.
    pub(crate) fn faults(&self) -> Vec<String> {
        let Finding { verdict, why, .. } = self.finding();
        let is_fault = matches!(
            verdict,
            Verdict::Proved | Verdict::Diverged | Verdict::Inconsistent
        );
        let found = is_fault.then(|| format!("{verdict}: {why}"));
        let remarks = self.copies.iter().flat_map(Copy::remarks);
        let damage = remarks.map(|remark| match remark.split_once(": ") {
            // there is one file
            Some((_, words)) if self.copies.len() == 1 => words.to_owned(),
            _ => remark,
        });
        damage.chain(found).collect()
    }

    /// The files that were judged, and how much of each counts.
    pub(super) fn copies(&self) -> Vec<CopyReport> {
        copies::reports(&self.copies)
    }

    pub(super) fn is_torn(&self) -> bool {
        let torn = |copy: &Copy| matches!(copy.tail, Tail::Torn(_));
        self.copies.iter().any(torn)
    }

    /// The entries left out or not fitting, in words.
    pub(super) fn remarks(&self) -> Vec<String> {
        let strays = self.strays.iter().map(|(seat, step)| {
            format!("{seat} signed at step {step} upon a history that it has not shown")
        });
        let unsigned = |finding: &&Finding| finding.seat.is_some_and(|seat| !self.has_agreed(seat));
        let unsigned = self.proofs.iter().filter(unsigned).filter_map(|finding| {
            let seat = finding.seat?;
            let why = "but its player has not signed the manifest, so that anybody may have";
            Some(format!("a key of {seat} signed against the rules, {why}"))
        });
        let differences = self.differences.iter().filter_map(|finding| {
            let (step, seat) = (finding.step?, finding.seat?);
            Some(format!("{seat} signed another position at step {step}"))
        });
        let all = self.remarks.iter().cloned();
        all.chain(strays)
            .chain(unsigned)
            .chain(differences)
            .collect()
    }

    /// A seat answers for its match key only once its player has signed the manifest that names the key.
    fn has_agreed(&self, seat: Seat) -> bool {
        self.genesis.contains_key(&seat)
    }

    pub(crate) fn all_have_agreed(&self) -> bool {
        self.genesis.len() == self.chain.manifest().present().len()
    }

    /// The result that the signed bytes give, whether all have closed the match or not.
    pub(super) fn result(&self) -> Option<Outcome> {
        let result = self.chain.outcome_with(&self.displaced);
        result.filter(|_| self.all_have_agreed()).or(self.kept)
    }

    /// Keeps what one copy proves and decides on its own: what the other copies add takes neither away.
    pub(super) fn keep(&mut self, alone: &Self) {
        for proof in alone.proofs() {
            if !self.proofs().any(|known| known.seat == proof.seat) {
                self.proofs.push(proof.clone());
            }
        }
        self.kept = self.kept.or_else(|| alone.result());
    }

    /// Returns `true` if the seat resigned, on whatever files.
    pub(super) fn has_resigned(&self, seat: Seat) -> bool {
        self.chain.notes().has_resigned(seat) || self.displaced.contains_key(&seat)
    }

    /// Returns `true` if the seat resigned on its own files.
    pub(super) fn has_resigned_on_own_files(&self, seat: Seat) -> bool {
        let notes = self.chain.notes();
        notes.has_resigned_on_own_files(seat) || self.displaced.contains_key(&seat)
    }

    /// Builds the chain from the beginning, as far as it goes.
    fn rebuild(&mut self) {
        loop {
            self.take_notes();
            let step = self.chain.step();
            let Some(records) = self.records.remove(&step) else {
                break;
            };
            self.take_step(records);
            // the step did not complete: later ones cannot be reached, but notes upon this root may still fit
            if self.chain.step() == step {
                self.take_notes();
                break;
            }
        }
        // the rest stands upon roots that no file shows: it convicts nobody, since its signer may have seen
        // another record of a seat that signed twice
        for record in self.records.values().flatten() {
            self.strays.entry(record.seat).or_insert(record.step);
        }
    }

    /// Takes in every note whose time has come.
    fn take_notes(&mut self) {
        // whatever a statement is refused for speaks against nobody
        for note in self
            .statements
            .remove(&self.chain.root())
            .unwrap_or_default()
        {
            let _refused = self.chain.admit_signed_note(&note);
        }
        for queue in &mut self.notes {
            while let Some(note) = queue.front() {
                match self.chain.admit_signed_note(note) {
                    Ok(_) => {}
                    // upon a root that the chain has not reached: the seat's later notes wait behind it
                    Err(Objection::Ahead) => break,
                    Err(Objection::Breach(proof)) => {
                        let finding = Finding::proved(&proof, vec![note.to_bytes()]);
                        self.proofs.push(finding);
                    }
                    Err(_) => {
                        let step = self.chain.step();
                        self.strays.entry(note.seat).or_insert(step);
                    }
                }
                // also if it did not fit: the next note of the seat is weighed by itself
                queue.pop_front();
            }
        }
    }

    /// Takes in the records of the present step, planned ones first: after a closing record the chain takes none of
    /// them, so that a seat could undo the others' step by closing it. Only if all have closed it do the closing
    /// records come first, since then the planned ones count for nothing.
    fn take_step(&mut self, records: Vec<Record>) {
        let closers = self.chain.closers();
        let (closing, planned): (Vec<Record>, Vec<Record>) = records
            .into_iter()
            .partition(|record| record.kind == Kind::Close);
        // apart, since the choice among doubles is made for each place
        let planned = self.fitting(planned);
        let closing = self.fitting(closing);
        let closes = |seat: &Seat| closing.iter().any(|record| record.seat == *seat);
        let all = match closers.iter().all(closes) {
            true => [closing, planned],
            false => [planned, closing],
        };
        // a closing and a planned record are no rival pair, so both lists go in
        let mut again = Vec::new();
        for record in all.into_iter().flatten() {
            match self.chain.admit_signed(&record) {
                // an AGREE may name another record of this step, which comes later in the order of the seats
                Err(Objection::UnknownNotes) => again.push(record),
                result => self.weigh(&record, result.err()),
            }
        }
        for record in again {
            let result = self.chain.admit_signed(&record);
            self.weigh(&record, result.err());
        }
        // asked after all are in: the confirmation of another position is no breach and gives no objection
        let differing = self.chain.differing();
        let findings =
            differing.map(|record| Finding::diverged(record.step, record.seat, record.to_bytes()));
        self.differences.extend(findings);
    }

    fn weigh(&mut self, record: &Record, objection: Option<Objection>) {
        // the bytes are shown to whoever wants to check the verdict without this program
        let bytes = record.to_bytes();
        match objection {
            None | Some(Objection::Stale | Objection::Ahead) => {}
            Some(Objection::Breach(proof)) => {
                let all = proof.of_each();
                // a choice in parts is illegal by all of them together
                let mates = all.iter().filter(|one| one.seat != proof.seat);
                let mates = mates.filter_map(|one| self.chain.pending(one.seat));
                let shown: Vec<Vec<u8>> = mates.map(Record::to_bytes).chain([bytes]).collect();
                let found = all.iter().map(|one| Finding::proved(one, shown.clone()));
                self.proofs.extend(found.collect::<Vec<Finding>>());
            }
            Some(Objection::Diverged) => {
                let finding = Finding::diverged(record.step, record.seat, bytes);
                self.differences.push(finding);
            }
            Some(
                Objection::OtherHistory
                | Objection::UnknownNotes
                | Objection::Foreign
                | Objection::BadSignature,
            ) => {
                self.strays.entry(record.seat).or_insert(record.step);
            }
        }
    }

    /// The finding that the copies give. The order is the weight of what is shown: a proof before a result, a result
    /// before a difference or a silence, so that nothing a player leaves out or adds later changes the finding to its
    /// favor.
    pub(super) fn finding(&self) -> Finding {
        // the earliest: later breaches may only follow from it
        if let Some(proof) = self.proofs().min_by_key(|proof| (proof.step, proof.seat)) {
            return proof.clone();
        }
        let step = self.chain.step();
        if !self.all_have_agreed() {
            // unless anything was played: an offer that nobody has answered yet is open, and hides nothing
            let empty = self.records.is_empty() && step == 1;
            let empty = empty && self.strays.is_empty() && self.proofs.is_empty();
            let is_sound = self.copies.iter().any(Copy::is_sound);
            return match empty && is_sound {
                true => Finding::new(Verdict::Open, "not all have signed the manifest"),
                false => Finding::new(
                    Verdict::Inconsistent,
                    "a signature under the manifest is missing",
                ),
            };
        }
        if self.chain.closed().is_some() {
            return self.closed();
        }
        // before differences: a resignation or a result by the rules stands, whatever was signed after it
        if self.result().is_some() {
            return self.decided();
        }
        if let Some(difference) = self.differences.first() {
            return difference.clone();
        }
        self.unfinished(step)
    }

    /// The finding on a match that all seats have closed: one copy must be the canonical byte string.
    fn closed(&self) -> Finding {
        let canonical = self.canonical();
        // not the bytes: signatures of one message may differ, and everything else is in the ids
        let is_whole = |copy: &Copy| copy.is_clean() && copy.ids == canonical;
        match self.copies.iter().any(is_whole) {
            true => Finding::new(Verdict::Complete, "every step is signed by all it needs"),
            false => Finding::new(
                Verdict::Decided,
                "all have signed the result, but no copy is whole: entries are doubled, missing, changed or out of their \
                 order",
            )
            .of_kind("closed"),
        }
    }

    fn decided(&self) -> Finding {
        let (kind, why) = match (self.chain.plan(), self.chain.ended_by_notes()) {
            (_, true) => ("resigned", "the player it is against has signed it"),
            (Plan::Commit(_) | Plan::Orders { .. }, false) => ("agreed", self.draw_in_words()),
            (_, false) if self.chain.is_agreed() => ("agreed", self.draw_in_words()),
            (_, false) => ("played", "it follows from signed legal orders"),
        };
        let why = format!("not all have signed the end, but {why}");
        Finding::new(Verdict::Decided, why).of_kind(kind)
    }

    /// Says whose signatures an agreed draw has: of both players, or of every team in play.
    fn draw_in_words(&self) -> &'static str {
        let manifest = self.chain.manifest();
        let seats = self.chain.in_play().into_iter();
        let teams: BTreeSet<u8> = seats.filter_map(|seat| manifest.team_of(seat)).collect();
        match teams.len() {
            0..=2 => "a draw was offered and accepted, with both signatures",
            _ => "a draw was offered and accepted, with a signature of every team in play",
        }
    }

    fn unfinished(&self, step: u64) -> Finding {
        let inconsistent = |why: &str| Finding::at(Verdict::Inconsistent, step, why);
        if !self.copies.iter().any(Copy::is_sound) {
            return inconsistent("something does not verify or cannot be read");
        }
        if let Some(claim) = self.claim() {
            let StandingClaim {
                by,
                against,
                effect,
            } = claim;
            let effect = match effect {
                ClaimEffect::Nothing => "which ends nothing".to_owned(),
                ClaimEffect::Loss => format!("by which, as agreed, {against} loses if it is true"),
                ClaimEffect::Abort => {
                    "by which, as agreed, the match ends without a result".to_owned()
                }
            };
            let why = format!("{by} claims that {against} was silent in step {step}, {effect}");
            return Finding {
                seat: Some(against),
                ..Finding::at(Verdict::Claimed, step, why)
            }
            .of_kind("silence");
        }
        // one seat alone can invent a history at any time, so that what it signs on one changes nothing; a record of
        // another seat on the same shows that something is missing here
        if self.astray().len() > 1 {
            return inconsistent("something was signed upon another history than these files show");
        }
        let awaited = self.chain.awaited();
        let names: Vec<String> = awaited.iter().map(ToString::to_string).collect();
        let names = listed(&names);
        let mut why = format!("the match is not finished: {names} would be next");
        if let Some(StandingClaim { by, against, .. }) = self.chain.claim() {
            // said, since its signer would otherwise wonder why the claim does nothing
            let cause = match self.is_void(by, against) {
                true => format!("said that it holds something of {against} that no file holds"),
                false => "has signed upon another history than these files show".to_owned(),
            };
            why += &format!("; the claim of {by} does not count, since {by} {cause}");
        }
        Finding::new(Verdict::Open, why)
    }

    /// The claim of silence that counts: one that would end the match before others. None counts whose signer said that it
    /// holds a record or note of the accused seat that no file holds: it may be the one that the claim says to be missing.
    /// Nor does one count whose signer has signed on another history; what the accused signs there does not help it (row
    /// 74).
    pub(crate) fn claim(&self) -> Option<StandingClaim> {
        let astray = self.astray();
        let mut claims = self.chain.claims();
        claims
            .retain(|claim| !self.is_void(claim.by, claim.against) && !astray.contains(&claim.by));
        let ends = |claim: &&StandingClaim| self.chain.outcome_of(claim).is_some();
        claims.iter().find(ends).or(claims.first()).copied()
    }

    fn is_void(&self, by: Seat, against: Seat) -> bool {
        self.unshown.contains(&(by, against))
    }

    /// The seats of which something has found no place in the chain.
    fn astray(&self) -> BTreeSet<Seat> {
        let records = self.records.values().flatten();
        let records = records.map(|record| record.seat);
        let notes = self.notes.iter().flatten().map(|note| note.seat);
        let strays = self.strays.keys().copied();
        records.chain(notes).chain(strays).collect()
    }

    /// The ids of a finished file's entries, in their one order.
    fn canonical(&self) -> Vec<Digest> {
        let genesis = self.genesis.keys().map(|seat| genesis_mark(*seat));
        let items = self.chain.in_order().map(|item| match item {
            Item::Record(record) => record.id(),
            Item::Note(note) => note.id(),
        });
        let sid = [self.chain.sid()].into_iter();
        sid.chain(genesis).chain(items).collect()
    }

    /// The milliseconds left of each seat; none in a match without clocks.
    pub(super) fn clocks(&self) -> Vec<(Seat, u64)> {
        let seats = self.chain.manifest().all_seats().into_iter();
        let left = |seat| Some((seat, self.chain.clocks()?.left_ms(seat)));
        seats.filter_map(left).collect()
    }

    /// The decisions about whose time the seats differ.
    pub(super) fn disputes(&self) -> &[TimeDispute] {
        self.chain.clocks().map_or(&[], Clocks::disputes)
    }

    pub(super) fn family(&self) -> rules::Family {
        self.chain.position().family()
    }
}
