//! The agreed history of a match, the order it came in, and what convicts.

use std::collections::BTreeMap;

use rules::Outcome;

use super::ResumeError;
use crate::chain::{Admission, Chain, Item, Objection, Rehearsed};
use crate::file::{Entry, PUBLIC_HEADER};
use crate::frame::{Evidence, Frame, Head, Want};
use crate::manifest::Genesis;
use crate::{Breach, Fault, Note, Proof, Seat};

/// The bytes kept of what convicts nobody: a peer can sign any number of records upon histories of its own invention
/// (threat 13), and each would grow the match file.
const MAX_EVIDENCE: usize = 128 * 1024;
/// The notes of one seat that are exchanged for others under their numbers.
const MOST_EXCHANGED: u8 = 4;

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
    /// Records that convict or contradict, and HEADs that proved false: kept in the file and never used.
    evidence: Vec<Entry>,
    halted: Option<Fault>,
    /// What has convicted each seat, the first proof of each.
    proofs: Vec<Proof>,
    /// For each seat how many of its notes were exchanged for others.
    exchanged: BTreeMap<Seat, u8>,
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
            exchanged: BTreeMap::new(),
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
                at.is_some_and(|at| steps.contains(&(at + 1)))
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
        let fits = kept + entry.to_bytes().len() <= MAX_EVIDENCE;
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

    /// The same match with that note of the seat in place of those from its number on; none if they are built upon.
    pub(super) fn with_note(&self, seat: Seat, note: Note) -> Option<Self> {
        let (manifest, scenario) = (self.chain.manifest().clone(), self.chain.scenario().clone());
        let mut other = Self::new(Chain::of(manifest, scenario).ok()?);
        let is_kept = |entry: &&Entry| match entry {
            Entry::Note(own) => own.seat != seat || own.seq < note.seq,
            _ => true,
        };
        // if an entry is built upon what was left out, the note stays as it is
        for entry in self.log.iter().filter(is_kept) {
            other.admit(entry).ok()?;
        }
        other.admit(&Entry::Note(note)).ok()?;
        Some(other)
    }

    /// True if a note of that seat may still be exchanged for another one.
    pub(super) fn may_exchange(&self, seat: Seat) -> bool {
        let exchanged = self.exchanged.get(&seat).copied();
        exchanged.unwrap_or(0) < MOST_EXCHANGED
    }

    /// Takes over the match with another note of that seat.
    pub(super) fn exchange(&mut self, seat: Seat, other: Self) {
        *self.exchanged.entry(seat).or_default() += 1;
        self.adopt(other);
    }

    /// Takes over chain and log of the same match read in another way; signatures and evidence stay.
    pub(super) fn adopt(&mut self, other: Self) {
        self.chain = other.chain;
        self.log = other.log;
    }

    /// Takes in an entry of the file as it was taken in before it was written: entry number `index`, on the files of
    /// the seat `own`.
    ///
    /// The file is this program's own writing and may still have been edited or cut. What the peer signed and
    /// does not fit was kept as evidence, and is again. What this seat signed and does not fit cannot have been
    /// written by this program as it stands: entries are missing in between, and signing on from here would sign
    /// twice (threat 18).
    pub(super) fn replay(
        &mut self,
        own: Seat,
        index: usize,
        entry: Entry,
    ) -> Result<(), ResumeError> {
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
            self.sign(genesis);
            return Ok(());
        }
        let (step, seat) = entry.place(self.chain.step());
        // a HEAD is evidence in itself, and was checked before it was kept
        if let Entry::Head(_) = entry {
            self.evidence.push(entry);
            return Ok(());
        }
        let fault = match self.admit(&entry) {
            // an entry that stands in the file twice is no fault
            Ok(Admission::Known | Admission::New(_)) => return Ok(()),
            Err(Objection::Diverged) => Fault::Diverged { step, seat },
            Err(Objection::Breach(proof)) => Fault::Proved(proof),
            Err(Objection::BadSignature) => return Err(wrong("a signature that does not verify")),
            Err(Objection::UnknownNotes) => {
                return Err(wrong("it speaks of notes that are missing"));
            }
            // the peer's record was kept as evidence once, and is so again
            Err(Objection::Ahead | Objection::Stale | Objection::OtherHistory) if seat != own => {
                self.evidence.push(entry);
                return Ok(());
            }
            Err(
                Objection::Foreign | Objection::Ahead | Objection::Stale | Objection::OtherHistory,
            ) => {
                return Err(wrong("it does not belong here"));
            }
        };
        self.evidence.push(entry);
        // not an error: the match resumes halted, so that its player can see why
        match fault {
            Fault::Proved(proof) => {
                self.halted.get_or_insert(Fault::Proved(proof.clone()));
                let mut all = proof.of_each();
                all.retain(|one| one.seat == proof.seat || one.seat != own);
                all.retain(|one| !self.has_convicted(one.seat));
                self.proofs.extend(all);
            }
            fault => {
                self.halted.get_or_insert(fault);
            }
        }
        Ok(())
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
