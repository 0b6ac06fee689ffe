//! The agreed history of a match, the order it came in, and what convicts.

use std::collections::{BTreeMap, BTreeSet};

use rules::Outcome;

use super::ResumeError;
use crate::chain::{Admission, Chain, Item, Objection, Rehearsed};
use crate::file::{Entry, PUBLIC_HEADER};
use crate::frame::{Evidence, Frame, Head, Want};
use crate::manifest::Genesis;
use crate::{Breach, Fault, Proof, Seat};

/// The bytes kept of HEADs that proved false: a peer can sign any number of them (threat 13), and each would grow the
/// match file.
const MAX_EVIDENCE: usize = 128 * 1024;

/// Everything of a match that its public file holds, and nothing else.
///
/// * **Questions** may be asked at any time.
/// * **Admitting** (`admit`, `replay`, `sign`) is the one gate: an entry is taken in whole, and then stands in the
///   log, or it is refused and nothing has changed. Own entries pass it like those of the peer.
/// * **Faults** (`keep`, `halt`) can come at any time and are never taken back.
pub(super) struct Ledger {
    chain: Chain,
    genesis: BTreeMap<Seat, Genesis>,
    /// Records and notes in the order they were taken in, which is an order anybody can take them in.
    log: Vec<Entry>,
    /// Entries that convict or contradict, and HEADs that proved false: kept in the file and never used.
    evidence: Vec<Entry>,
    halted: Option<Fault>,
    /// What has convicted each seat, the first proof of each.
    proofs: Vec<Proof>,
    /// Seats of which the file that was resumed holds something on another history.
    astray: BTreeSet<Seat>,
}

impl Ledger {
    /// The match of that chain, which nobody has signed yet.
    pub(super) fn new(chain: Chain) -> Self {
        Self {
            chain,
            genesis: BTreeMap::new(),
            log: Vec::new(),
            evidence: Vec::new(),
            halted: None,
            proofs: Vec::new(),
            astray: BTreeSet::new(),
        }
    }

    pub(super) fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The signatures under the manifest that are here, by seat.
    pub(super) fn genesis(&self) -> &BTreeMap<Seat, Genesis> {
        &self.genesis
    }

    /// True once every seat has signed the manifest.
    pub(super) fn is_agreed(&self) -> bool {
        self.genesis.len() == self.chain.manifest().present().len()
    }

    /// The fault that halted the match.
    pub(super) fn fault(&self) -> Option<&Fault> {
        self.halted.as_ref()
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halted.is_some()
    }

    /// True if no consent of the players lets the match continue. A difference about the position is the only fault
    /// after which they can agree to a new match from it.
    pub(super) fn is_halted_for_good(&self) -> bool {
        // both can still continue in a new match from the last position that they agree on
        let differs = matches!(self.halted, Some(Fault::Diverged { .. }));
        self.halted.is_some() && !differs
    }

    /// The step and the seat of a confirmation of another position than ours.
    pub(super) fn difference(&self) -> Option<(u64, Seat)> {
        let mut differing = self.chain.differing();
        differing.next().map(|record| (record.step, record.seat))
    }

    /// The seat whose breach is proved by its own signatures.
    pub(super) fn convicted(&self) -> Option<Seat> {
        match &self.halted {
            Some(Fault::Proved(proof)) => Some(proof.seat),
            _ => None,
        }
    }

    /// The result that stands: by the rules, by resignation or agreement, or since a seat is convicted.
    pub(super) fn result(&self) -> Option<Outcome> {
        let manifest = self.chain.manifest();
        let against = self.convicted().map(|seat| {
            let winners = manifest.sides().without(manifest.allies(seat));
            Outcome::Won(winners, rules::RESIGN)
        });
        self.chain.outcome().or(against)
    }

    /// Returns `true` if the file that was resumed holds something that the seat has signed on another history: as for the
    /// judge, its claims do not count.
    pub(super) fn is_astray(&self, seat: Seat) -> bool {
        self.astray.contains(&seat)
    }

    /// The HEADs kept because their senders did not show what they named.
    pub(super) fn false_heads(&self) -> impl Iterator<Item = &Head> {
        self.evidence.iter().filter_map(|entry| match entry {
            Entry::Head(head) => Some(head),
            _ => None,
        })
    }

    /// Records and notes in the order they were taken in, which is an order anybody can take them in.
    pub(super) fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The entries that were asked for, without those of one seat.
    pub(super) fn wanted(&self, want: &Want, without: Option<Seat>) -> Vec<Entry> {
        let steps = want.from..=want.to;
        let wanted = |entry: &&Entry| match entry {
            Entry::Record(record) => {
                steps.contains(&record.step)
                    && want.names(record.seat)
                    && Some(record.seat) != without
            }
            Entry::Note(note) => {
                let at = self.chain.step_of_root(&note.at_root);
                at.is_some_and(|at| steps.contains(&at.saturating_add(1)))
                    && want.names(note.seat)
                    && Some(note.seat) != without
            }
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => false,
        };
        self.log.iter().filter(wanted).cloned().collect()
    }

    /// True if the entry is kept as evidence.
    pub(super) fn keeps(&self, entry: &Entry) -> bool {
        self.evidence.contains(entry)
    }

    /// True if the seat is convicted.
    pub(super) fn has_convicted(&self, seat: Seat) -> bool {
        self.proofs.iter().any(|proof| proof.seat == seat)
    }

    /// The first step for which a seat is known to have signed two records: beyond it the histories of honest seats may
    /// differ.
    pub(super) fn parted_at(&self) -> Option<u64> {
        let doubles = self.proofs.iter();
        let doubles = doubles.filter(|proof| proof.breach == Breach::TwoRecords);
        doubles.map(|proof| proof.step).min()
    }

    /// The frames that show others what has convicted seats.
    pub(super) fn proofs(&self) -> Vec<Frame> {
        self.proofs
            .iter()
            .flat_map(|proof| self.shown(proof))
            .collect()
    }

    fn shown(&self, proof: &Proof) -> Vec<Frame> {
        let is_of_proof = |entry: &&Entry| match entry {
            Entry::Record(record) => (record.step, record.seat) == (proof.step, proof.seat),
            Entry::Note(note) => note.seat == proof.seat,
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => false,
        };
        let kept: Vec<&Entry> = self.evidence.iter().filter(is_of_proof).collect();
        let pair = match kept.as_slice() {
            [.., Entry::Record(first), Entry::Record(second)]
                if self.chain.is_equivocation(first, second) =>
            {
                Some((first, second))
            }
            [.., Entry::Record(second)] => {
                let first = self.chain.rival(second);
                first.map(|first| (first, second))
            }
            _ => None,
        };
        match (&proof.breach, pair) {
            (Breach::TwoRecords, Some((first, second))) => vec![Frame::Evidence(Evidence {
                first: first.to_bytes(),
                second: second.to_bytes(),
            })],
            _ => kept.into_iter().filter_map(Entry::to_frame).collect(),
        }
    }

    /// The match file: canonical as far as the match goes, then what convicts.
    pub(super) fn file(&self) -> Vec<u8> {
        let mut file = canonical_file(&self.chain, self.genesis.values());
        // a closed match is final and its file canonical: evidence in it would make the two players' files differ
        if self.chain.closed().is_none() {
            for entry in &self.evidence {
                file.extend(entry.to_bytes());
            }
        }
        file
    }

    /// A seat's signatures under the manifest, which were checked.
    pub(super) fn sign(&mut self, genesis: Genesis) {
        self.genesis.insert(genesis.seat, genesis);
    }

    /// Takes in a record or note, all or nothing.
    pub(super) fn admit(&mut self, entry: &Entry) -> Result<Admission, Objection> {
        self.admit_rehearsed(entry, None)
    }

    /// Takes in an entry of this seat, whose orders the chain may have carried out already.
    pub(super) fn admit_rehearsed(
        &mut self,
        entry: &Entry,
        rehearsed: Option<Rehearsed>,
    ) -> Result<Admission, Objection> {
        let admission = match entry {
            Entry::Record(record) => self.chain.admit(record, rehearsed),
            Entry::Note(note) => self.chain.admit_note(note),
            Entry::Manifest(_) | Entry::Genesis(_) | Entry::Head(_) => Err(Objection::Foreign),
        }?;
        // in the order taken in, which is an order in which a peer can take it in as well
        if matches!(admission, Admission::New(_)) {
            self.log.push(entry.clone());
        }
        Ok(admission)
    }

    /// Keeps an entry as evidence. Returns false if it convicts nobody and there is no room for it, or it is there
    /// already.
    pub(super) fn keep_bounded(&mut self, entry: Entry) -> bool {
        // counted again each time: it is a few entries, and no second number can disagree with them
        let kept = self.evidence.iter().map(|entry| entry.to_bytes().len());
        let kept: usize = kept.sum();
        let fits = kept.saturating_add(entry.to_bytes().len()) <= MAX_EVIDENCE;
        // the same record on every new line must not fill the room
        let is_new = fits && !self.evidence.contains(&entry);
        if is_new {
            self.keep(entry);
        }
        is_new
    }

    /// Keeps an entry that convicts its signer. There is room for it whatever was kept before: the first one halts the
    /// match.
    pub(super) fn keep(&mut self, entry: Entry) {
        self.evidence.push(entry);
    }

    /// Halts the match: this seat signs nothing more in it but, after a difference, its own confirmation. Returns
    /// whether nothing had halted it before.
    pub(super) fn halt(&mut self, fault: Fault) -> bool {
        let was_on = self.halted.is_none();
        // the first fault stays: what follows from it would only hide it
        self.halted.get_or_insert(fault);
        was_on
    }

    /// Halts the match by a proof, whatever had halted it before: a difference about the position can be settled in a
    /// new match, a breach cannot. The first proof is the fault that is shown; those against other seats stand beside it.
    pub(super) fn convict(&mut self, proof: Proof) {
        if self.has_convicted(proof.seat) {
            return;
        }
        if self.proofs.is_empty() {
            self.halted = Some(Fault::Proved(proof.clone()));
        }
        self.proofs.push(proof);
    }

    /// Takes in the entries of the file, each with its number, on the files of the seat `own`.
    ///
    /// The file is this program's own writing and may still have been edited or cut, and it need not be in the order in
    /// which the entries came: a finished file goes by seats, and an entry may name one of a later seat (row 75). So what
    /// does not fit yet is tried again as long as anything else was taken in.
    pub(super) fn replay(
        &mut self,
        own: Seat,
        entries: impl Iterator<Item = (usize, Entry)>,
    ) -> Result<(), ResumeError> {
        let mut rest: Vec<(usize, Entry)> = entries.collect();
        loop {
            let before = rest.len();
            let mut later = Vec::new();
            for (index, entry) in rest {
                if let Some(objection) = self.replay_one(own, index, &entry)? {
                    later.push((index, entry, objection));
                }
            }
            if later.len() == before {
                return self.leave_out(own, later);
            }
            rest = later
                .into_iter()
                .map(|(index, entry, _)| (index, entry))
                .collect();
        }
    }

    /// Takes in one entry of the file; returns the objection to one that may fit once others are here.
    fn replay_one(
        &mut self,
        own: Seat,
        index: usize,
        entry: &Entry,
    ) -> Result<Option<Objection>, ResumeError> {
        let wrong = |what: &str| ResumeError::Record {
            index,
            what: what.to_owned(),
        };
        // signatures of the beginning stand outside the chain
        if let Entry::Genesis(genesis) = entry {
            let sid = self.chain.sid();
            if !genesis.is_valid(self.chain.manifest(), &sid) {
                return Err(wrong("a genesis signature that does not verify"));
            }
            self.sign(*genesis);
            return Ok(None);
        }
        let (step, seat) = entry.place(self.chain.step());
        // a HEAD is evidence in itself, and was checked before it was kept
        if let Entry::Head(_) = entry {
            self.evidence.push(entry.clone());
            return Ok(None);
        }
        let fault = match self.admit(entry) {
            // an entry that stands in the file twice is no fault
            Ok(Admission::Known | Admission::New(_)) => return Ok(None),
            Err(Objection::Diverged) => Fault::Diverged { step, seat },
            Err(Objection::Breach(proof)) => Fault::Proved(proof),
            Err(Objection::BadSignature) => return Err(wrong("a signature that does not verify")),
            Err(Objection::Foreign) => return Err(wrong("it does not belong here")),
            Err(
                objection @ (Objection::Ahead
                | Objection::Stale
                | Objection::OtherHistory
                | Objection::UnknownNotes),
            ) => return Ok(Some(objection)),
        };
        self.evidence.push(entry.clone());
        // not an error: the match resumes halted, so that its player can see why
        match fault {
            Fault::Proved(proof) => self.resume_convicted(own, &proof),
            fault => {
                self.halted.get_or_insert(fault);
            }
        }
        Ok(None)
    }

    fn resume_convicted(&mut self, own: Seat, proof: &Proof) {
        self.halted.get_or_insert(Fault::Proved(proof.clone()));
        let mut all = proof.of_each();
        all.retain(|one| one.seat == proof.seat || one.seat != own);
        all.retain(|one| !self.has_convicted(one.seat));
        self.proofs.extend(all);
    }

    /// Leaves out the entries that fit nowhere. What others signed convicts them if two of those exclude each other, and
    /// nobody otherwise. What this seat signed and does not fit cannot have been written by this program as it stands:
    /// entries are missing in between, and signing on from here would sign twice (threat 18).
    fn leave_out(
        &mut self,
        own: Seat,
        entries: Vec<(usize, Entry, Objection)>,
    ) -> Result<(), ResumeError> {
        let mut left: BTreeMap<(u64, Seat), Vec<Entry>> = BTreeMap::new();
        for (index, entry, objection) in entries {
            let wrong = |what: &str| ResumeError::Record {
                index,
                what: what.to_owned(),
            };
            let number = match &entry {
                // any copy of the files may have signed a statement, and it convicts nobody
                Entry::Note(note) if note.is_statement() => continue,
                Entry::Note(note) => note.seq.into(),
                entry => entry.place(0).0,
            };
            let (_, seat) = entry.place(0);
            if objection == Objection::UnknownNotes {
                return Err(wrong("it speaks of notes that are missing"));
            }
            if seat == own {
                return Err(wrong("it does not belong here"));
            }
            if objection != Objection::Stale {
                self.astray.insert(seat);
            }
            left.entry((number, seat)).or_default().push(entry);
        }
        for entries in left.into_values() {
            let Some((pair, proof)) = self.pair_of(&entries) else {
                continue;
            };
            self.evidence.extend(pair);
            self.resume_convicted(own, &proof);
        }
        Ok(())
    }

    /// Two of those entries of one seat and place that exclude each other, with what they prove.
    fn pair_of(&self, entries: &[Entry]) -> Option<([Entry; 2], Proof)> {
        let pairs = entries.iter().enumerate();
        let mut pairs = pairs.flat_map(|(at, first)| {
            let later = entries.iter().skip(at.saturating_add(1));
            later.map(move |second| (first, second))
        });
        let proved = |first: &Entry, second: &Entry| match (first, second) {
            (Entry::Record(first), Entry::Record(second)) => {
                let is_double = self.chain.is_equivocation(first, second);
                is_double.then_some((first.step, first.seat, Breach::TwoRecords))
            }
            (Entry::Note(first), Entry::Note(second)) => {
                let is_double = first.id() != second.id();
                let step = self.chain.step();
                is_double.then_some((step, first.seat, Breach::TwoNotes))
            }
            _ => None,
        };
        pairs.find_map(|(first, second)| {
            let (step, seat, breach) = proved(first, second)?;
            let proof = Proof { step, seat, breach };
            Some(([first.clone(), second.clone()], proof))
        })
    }
}

/// The canonical byte string of a match: the finished files of honest players.
fn canonical_file<'a>(chain: &Chain, genesis: impl Iterator<Item = &'a Genesis>) -> Vec<u8> {
    let mut file = PUBLIC_HEADER.to_vec();
    file.extend(Entry::Manifest(Box::new(chain.manifest().clone())).to_bytes());
    for signatures in genesis {
        file.extend(Entry::Genesis(*signatures).to_bytes());
    }
    for item in chain.in_order() {
        let entry = match item {
            Item::Record(record) => Entry::Record(record.clone()),
            Item::Note(note) => Entry::Note(note.clone()),
        };
        file.extend(entry.to_bytes());
    }
    file
}
