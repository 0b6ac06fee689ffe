//! The copies of one match put together, and the finding they give.

use std::collections::BTreeMap;

use super::Verdict;
use crate::chain::{Chain, Item, Objection};
use crate::fault::{Breach, Proof};
use crate::file::{Entry, Tail, read_public};
use crate::hash::Digest;
use crate::{Genesis, Kind, Note, Record, Seat};
use rules::Rules;

/// A finding of the judge, before the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    pub(crate) step: Option<u64>,
    pub(crate) seat: Option<Seat>,
    pub(crate) why: String,
}

impl Finding {
    fn new(verdict: Verdict, why: impl Into<String>) -> Self {
        Self {
            verdict,
            step: None,
            seat: None,
            why: why.into(),
        }
    }

    fn at(verdict: Verdict, step: u64, why: impl Into<String>) -> Self {
        Self {
            step: Some(step),
            ..Self::new(verdict, why)
        }
    }

    fn proved(proof: Proof) -> Self {
        Self {
            seat: Some(proof.seat),
            ..Self::at(Verdict::Proved, proof.step, proof.breach.to_string())
        }
    }

    /// Orders the findings of one step: a proof comes first.
    fn weight(&self) -> u8 {
        match self.verdict {
            Verdict::Proved => 2,
            Verdict::Diverged => 1,
            _ => 0,
        }
    }
}

/// One copy of the match.
struct Copy {
    entries: Vec<Entry>,
    tail: Tail,
}

/// The copies of one match put together.
pub(crate) struct Case {
    chain: Chain,
    copies: Vec<Copy>,
    /// Seats that have signed the manifest.
    genesis: BTreeMap<Seat, Genesis>,
    /// By step; of one signer and step there may be several.
    records: BTreeMap<u64, Vec<Record>>,
    notes: Vec<Note>,
    broken: Option<Finding>,
}

impl Case {
    pub(crate) fn read(files: &[&[u8]]) -> Result<Self, Finding> {
        let unreadable = |why: &str| Finding::new(Verdict::Unreadable, why);
        let mut copies = Vec::new();
        for file in files {
            let (entries, tail) =
                read_public(file).map_err(|cause| unreadable(&cause.to_string()))?;
            copies.push(Copy { entries, tail });
        }
        let manifest = copies.iter().map(|copy| match copy.entries.first() {
            Some(Entry::Manifest(manifest)) => Some(manifest),
            _ => None,
        });
        let manifests: Option<Vec<_>> = manifest.collect();
        let manifests = manifests.ok_or_else(|| unreadable("a file without a manifest"))?;
        let manifest = manifests.first().ok_or_else(|| unreadable("no file"))?;
        if manifests.iter().any(|other| other != manifest) {
            let why = "the files are of different matches";
            return Err(Finding::new(Verdict::Inconsistent, why));
        }
        let chain = Chain::new((**manifest).as_ref().clone())
            .map_err(|cause| unreadable(&cause.to_string()))?;
        let mut case = Self {
            chain,
            genesis: BTreeMap::new(),
            records: BTreeMap::new(),
            notes: Vec::new(),
            broken: None,
            copies,
        };
        case.broken = case.gather().or_else(|| case.rebuild());
        Ok(case)
    }

    pub(crate) fn chain(&self) -> &Chain {
        &self.chain
    }

    pub(super) fn is_torn(&self) -> bool {
        let torn = |copy: &Copy| matches!(copy.tail, Tail::Torn(_));
        self.copies.iter().any(torn)
    }

    pub(super) fn finding(&self) -> Finding {
        match &self.broken {
            Some(finding) => finding.clone(),
            None => self.sound(),
        }
    }

    /// Sorts the entries of all copies and finds a seat that signed two of them for one place.
    fn gather(&mut self) -> Option<Finding> {
        let inconsistent = |why: &str| Some(Finding::new(Verdict::Inconsistent, why));
        let sid = self.chain.sid();
        let all = self.copies.iter().flat_map(|copy| &copy.entries[1..]);
        for entry in all.cloned() {
            match entry {
                Entry::Manifest(_) => return inconsistent("a second manifest"),
                Entry::Genesis(genesis) => {
                    if !genesis.is_valid(self.chain.manifest(), &sid) {
                        return inconsistent("a signature under the manifest does not verify");
                    }
                    self.genesis.insert(genesis.seat, genesis);
                }
                Entry::Record(record) => {
                    self.records.entry(record.step).or_default().push(record);
                }
                Entry::Note(note) => self.notes.push(note),
            }
        }
        // an entry in several copies counts once; unequal entries for one place come side by side
        self.notes
            .sort_by_cached_key(|note| (note.seat, note.seq, note.to_bytes()));
        self.notes.dedup();
        for records in self.records.values_mut() {
            let is_close = |record: &Record| record.kind == Kind::Close;
            records.sort_by_cached_key(|record| (record.seat, is_close(record), record.to_bytes()));
            records.dedup();
        }
        if let Some(copy) = self.copies.iter().find(|copy| copy.is_damaged()) {
            let why = format!("a file is damaged after its entry {}", copy.entries.len());
            return inconsistent(&why);
        }
        self.two_records().or_else(|| self.forged_note())
    }

    fn two_records(&self) -> Option<Finding> {
        let twice = |a: &Record, b: &Record| {
            a.seat == b.seat && (a.kind == Kind::Close) == (b.kind == Kind::Close)
        };
        self.records.iter().find_map(|(step, records)| {
            neighbors(records).find_map(|(a, b)| match twice(a, b) {
                true if self.chain.is_equivocation(a, b) => Some(Finding::proved(Proof {
                    step: *step,
                    seat: a.seat,
                    breach: Breach::TwoRecords,
                })),
                true => self.forged(*step, a, b),
                false => None,
            })
        })
    }

    /// The finding on two unequal records for one place that do not convict: a signature of them is unsound.
    fn forged(&self, step: u64, a: &Record, b: &Record) -> Option<Finding> {
        let entry = self.chain.manifest().seat(a.seat);
        let is_signed =
            |record: &Record| entry.is_some_and(|entry| record.is_signed_by(&entry.key));
        let why = "a record's signature does not verify";
        let both = is_signed(a) && is_signed(b);
        (!both).then(|| Finding::at(Verdict::Inconsistent, step, why))
    }

    /// A note whose signature differs from copy to copy and does not verify in one of them.
    fn forged_note(&self) -> Option<Finding> {
        let mut pairs = neighbors(&self.notes).filter(|(a, b)| a.id() == b.id());
        pairs.find_map(|pair| {
            let key = self.chain.manifest().seat(pair.0.seat)?.key;
            let both = pair.0.is_signed_by(&key) && pair.1.is_signed_by(&key);
            let why = "a note's signature does not verify";
            (!both).then(|| Finding::new(Verdict::Inconsistent, why))
        })
    }

    /// Builds the chain from the beginning; the first contradiction is the finding.
    fn rebuild(&mut self) -> Option<Finding> {
        let mut notes = std::mem::take(&mut self.notes);
        let finding = loop {
            if let Some(finding) = self.take_notes(&mut notes) {
                break Some(finding);
            }
            let step = self.chain.step();
            let Some(records) = self.records.remove(&step) else {
                break None;
            };
            if let Some(finding) = self.take_step(records) {
                break Some(finding);
            }
            if self.chain.step() == step {
                break self.take_notes(&mut notes);
            }
        };
        self.notes = notes;
        finding
    }

    /// Takes in every note whose time has come; the others stay.
    fn take_notes(&mut self, notes: &mut Vec<Note>) -> Option<Finding> {
        let mut waiting = Vec::new();
        let mut finding = None;
        for note in notes.drain(..) {
            match self.chain.admit_note(&note) {
                Ok(_) => {}
                Err(Objection::Ahead) => waiting.push(note),
                Err(objection) => {
                    let (step, seat) = (self.chain.step(), note.seat);
                    finding = finding.or_else(|| found(step, seat, "a note", objection));
                }
            }
        }
        *notes = waiting;
        finding
    }

    /// Takes in the records of the present step. Where all have closed it, closing comes first.
    fn take_step(&mut self, records: Vec<Record>) -> Option<Finding> {
        let seats = self.chain.manifest().seats.len();
        let (closing, planned): (Vec<Record>, Vec<Record>) = records
            .into_iter()
            .partition(|record| record.kind == Kind::Close);
        let all = match closing.len() == seats {
            true => [closing, planned],
            false => [planned, closing],
        };
        let mut findings = Vec::new();
        for record in all.into_iter().flatten() {
            if let Err(objection) = self.chain.admit(&record) {
                findings.extend(found(record.step, record.seat, "a record", objection));
            }
        }
        findings.into_iter().max_by_key(Finding::weight)
    }

    /// The finding where nothing convicts and nothing contradicts.
    fn sound(&self) -> Finding {
        let step = self.chain.step();
        if self.genesis.len() < self.chain.manifest().seats.len() {
            let empty = self.records.is_empty() && step == 1;
            return match empty {
                true => Finding::new(Verdict::Open, "not all have signed the manifest"),
                false => Finding::new(
                    Verdict::Inconsistent,
                    "a signature under the manifest is missing",
                ),
            };
        }
        if let Some(later) = self.records.keys().next() {
            let why = format!("there is a record of step {later}, but step {step} is not complete");
            return Finding::at(Verdict::Inconsistent, step, why);
        }
        if !self.notes.is_empty() {
            let why =
                "a note that follows others that are missing, or was signed upon another history";
            return Finding::at(Verdict::Inconsistent, step, why);
        }
        if self.chain.closed().is_some() {
            return self.closed();
        }
        let awaited = self.chain.awaited();
        let claim = self.chain.notes().claims();
        let claim = claim
            .filter(|(_, against, at)| *at == step && awaited.contains(against))
            .last();
        if let Some((by, against, _)) = claim {
            let why = format!("{by} claims that {against} was silent in step {step}");
            return Finding {
                seat: Some(against),
                ..Finding::at(Verdict::Claimed, step, why)
            };
        }
        Finding::new(Verdict::Open, self.open(&awaited))
    }

    fn open(&self, awaited: &[Seat]) -> String {
        let names: Vec<String> = awaited.iter().map(ToString::to_string).collect();
        let names = names.join(" and ");
        match self.chain.outcome() {
            Some(outcome) => {
                let family = self.chain.position().family();
                let result = outcome.to_text(family);
                format!("the result is {result}, but not all have signed the end")
            }
            None => format!("the match is not finished: {names} would be next"),
        }
    }

    /// The finding on a match that all seats have closed: every copy with the end must be the canonical byte string.
    fn closed(&self) -> Finding {
        let canonical = self.canonical();
        let says_so = |copy: &&Copy| {
            let closes = |entry: &Entry| matches!(entry, Entry::Record(r) if r.kind == Kind::Close);
            copy.entries.iter().filter(|entry| closes(entry)).count() > 1
        };
        let mut finished = self.copies.iter().filter(says_so).peekable();
        if finished.peek().is_none() {
            let why = "no copy holds the whole end of the match; together they do";
            return Finding::new(Verdict::Open, why);
        }
        let changed = finished.any(|copy| copy.tail != Tail::Whole || copy.ids() != canonical);
        match changed {
            true => Finding::new(
                Verdict::Inconsistent,
                "entries are doubled, missing or out of their order: the file was changed",
            ),
            false => Finding::new(Verdict::Complete, "every step is signed by all it needs"),
        }
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
}

impl Copy {
    fn is_damaged(&self) -> bool {
        matches!(self.tail, Tail::Damaged(_))
    }

    fn ids(&self) -> Vec<Digest> {
        let id = |entry: &Entry| match entry {
            Entry::Manifest(manifest) => manifest.sid(),
            Entry::Genesis(genesis) => genesis_mark(genesis.seat),
            Entry::Record(record) => record.id(),
            Entry::Note(note) => note.id(),
        };
        self.entries.iter().map(id).collect()
    }
}

/// Stands for a seat's genesis signatures, which are checked by themselves.
fn genesis_mark(seat: Seat) -> Digest {
    [seat.0; 32]
}

fn neighbors<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().zip(list.iter().skip(1))
}

fn found(step: u64, seat: Seat, what: &str, objection: Objection) -> Option<Finding> {
    let inconsistent = |why: String| Some(Finding::at(Verdict::Inconsistent, step, why));
    match objection {
        Objection::Stale | Objection::Ahead => None,
        Objection::Breach(proof) => Some(Finding::proved(proof)),
        Objection::Diverged => Some(Finding {
            seat: Some(seat),
            ..Finding::at(
                Verdict::Diverged,
                step,
                "it signed another position than the orders give",
            )
        }),
        Objection::BadSignature => inconsistent(format!("the signature of {what} does not verify")),
        Objection::Foreign => inconsistent(format!("{what} of another match")),
        Objection::OtherHistory => {
            inconsistent(format!("{what} was signed upon another history than this"))
        }
        Objection::UnknownNotes => inconsistent(format!("{what} speaks of notes that are missing")),
    }
}
