//! The signed things of all copies of one match: what verifies, once each, and what was left out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::copies::Copy;
use crate::codec::decode_canonical;
use crate::fault::{Breach, Proof};
use crate::file::{Entry, FormatError, Tail, read_public};
use crate::frame::Head;
use crate::hash::Digest;
use crate::record::{CloseBody, ConfirmBody, Place};
use crate::{Genesis, Kind, Manifest, Note, Record, Seat};

/// The signatures under a manifest that are tried for one seat in one file. Each costs two verifications, and a file
/// can hold any number of false ones.
const GENESIS_TRIES: u32 = 4;

/// The ids of entries with the signatures that verified.
pub(super) type Verified = BTreeSet<(Digest, [u8; 64])>;

/// A copy before its signatures are verified.
struct Unverified {
    number: usize,
    entries: Vec<Entry>,
    tail: Tail,
    len: usize,
}

/// The entries of all copies of one match that verify.
pub(crate) struct Evidence {
    pub(super) manifest: Manifest,
    pub(super) copies: Vec<Copy>,
    /// Seats that have signed the manifest.
    pub(super) genesis: BTreeMap<Seat, Genesis>,
    /// By step; of one seat and step there may be several.
    pub(super) records: BTreeMap<u64, Vec<Record>>,
    /// The notes of each seat, by number; under one number there may be several.
    notes: BTreeMap<Seat, BTreeMap<u32, Vec<Note>>>,
    /// The notes without a number, by the root they were signed on.
    statements: BTreeMap<Digest, Vec<Note>>,
    heads: Vec<Head>,
    /// Pairs of seats: the first said that it holds a record or note of the second that no file holds.
    pub(super) unshown: BTreeSet<(Seat, Seat)>,
    /// The entries left out, in words.
    pub(super) remarks: Vec<String>,
    sid: Digest,
    /// Ids with the signatures that verified. An id alone is not enough: it covers everything but the signature, so
    /// that a copy with another signature under the same id would pass unverified, or spoil a good one.
    verified: Verified,
    /// The same of a judgment before, of more files than these: a signature costs a hundred times what it costs to find it here.
    before: Arc<Verified>,
}

/// The notes of all seats, as far as each names the one before it.
#[derive(Default)]
pub(super) struct SignedNotes {
    /// For each seat its chain of notes, in order.
    pub(super) chains: Vec<VecDeque<Note>>,
    /// Resignations that name the notes before them and whose place another note of the same seat has taken.
    pub(super) displaced: Vec<Note>,
    /// The notes that name other notes before them than these files hold.
    pub(super) unfit: Vec<Note>,
    /// By the root they were signed on.
    pub(super) statements: BTreeMap<Digest, Vec<Note>>,
}

impl SignedNotes {
    /// Adds the numbered notes of the next seat. A note that does not fit never takes a number: otherwise a seat could
    /// keep its later notes out of the match by one with a false note before it (row 70).
    fn add(&mut self, numbered: BTreeMap<u32, Vec<Note>>, named: &BTreeSet<(Seat, Digest)>) {
        let mut fitting: BTreeMap<Digest, Note> = BTreeMap::new();
        // the children of each note, the first of no note
        let mut after: BTreeMap<Digest, Vec<Digest>> = BTreeMap::new();
        let mut level = BTreeSet::from([[0; 32]]);
        let mut expected = 1;
        for (number, notes) in numbered {
            let before = match number == expected {
                true => std::mem::take(&mut level),
                false => BTreeSet::new(),
            };
            expected = number.saturating_add(1);
            for note in notes {
                if !before.contains(&note.prev) {
                    self.unfit.push(note);
                    continue;
                }
                let id = note.id();
                level.insert(id);
                after.entry(note.prev).or_default().push(id);
                fitting.insert(id, note);
            }
        }
        // a note that is named stands for all before it
        let mut held = BTreeSet::new();
        for (id, note) in &fitting {
            let mut at = named.contains(&(note.seat, *id)).then_some(*id);
            while let Some(id) = at.filter(|id| held.insert(*id)) {
                at = fitting.get(&id).map(|note| note.prev);
            }
        }
        let mut chain = VecDeque::new();
        let mut last = [0; 32];
        while let Some(next) = after.get(&last) {
            let next = next.iter().min_by_key(|id| (!held.contains(*id), **id));
            let Some(note) = next.and_then(|id| fitting.remove(id)) else {
                break;
            };
            last = note.id();
            chain.push_back(note);
        }
        let resigned = fitting.into_values().filter(Note::resigns);
        self.displaced.extend(resigned);
        self.chains.push(chain);
    }
}

/// Why no file gives a match.
pub(super) enum NoMatch {
    Format(FormatError),
    NoManifest,
    NoFile,
}

impl NoMatch {
    pub(super) fn why(&self) -> String {
        match self {
            Self::Format(cause) => cause.to_string(),
            Self::NoManifest => "a file without a manifest".to_owned(),
            Self::NoFile => "no file".to_owned(),
        }
    }
}

impl Evidence {
    /// Reads all copies. The first file that is a match file says which match is judged; other files are left out. What has
    /// verified `before`, under the keys of the same match, is not verified again.
    pub(super) fn read(files: &[&[u8]], before: &Arc<Verified>) -> Result<Self, NoMatch> {
        let mut found: Option<Self> = None;
        let mut copies: Vec<Unverified> = Vec::new();
        let mut left_out = Vec::new();
        let mut first_cause = None;
        for (number, file) in (1..).zip(files) {
            let copy = |(entries, tail)| Unverified {
                number,
                entries,
                tail,
                len: file.len(),
            };
            let read = match read_public(file) {
                Ok((entries, tail)) => match entries.first() {
                    Some(Entry::Manifest(manifest)) => {
                        Ok((manifest.as_ref().clone(), entries, tail))
                    }
                    _ => Err(NoMatch::NoManifest),
                },
                Err(cause) => Err(NoMatch::Format(cause)),
            };
            match (read, &mut found) {
                (Err(cause), _) => {
                    left_out.push(format!("file {number}: {}", cause.why()));
                    first_cause.get_or_insert(cause);
                }
                (Ok((manifest, entries, tail)), None) => {
                    found = Some(Self::of(manifest, Arc::clone(before)));
                    copies.push(copy((entries, tail)));
                }
                (Ok((manifest, entries, tail)), Some(evidence)) => {
                    match manifest == evidence.manifest {
                        true => copies.push(copy((entries, tail))),
                        false => left_out.push(format!("file {number} is of another match")),
                    }
                }
            }
        }
        let mut evidence = found.ok_or(first_cause.unwrap_or(NoMatch::NoFile))?;
        // only now: which match is judged is known after the first readable file
        for copy in copies {
            evidence.add(copy);
        }
        // last: what a HEAD names may stand in any of the files
        evidence.weigh_heads();
        evidence.remarks.extend(left_out);
        Ok(evidence)
    }

    fn of(manifest: Manifest, before: Arc<Verified>) -> Self {
        Self {
            sid: manifest.sid(),
            manifest,
            copies: Vec::new(),
            genesis: BTreeMap::new(),
            records: BTreeMap::new(),
            notes: BTreeMap::new(),
            statements: BTreeMap::new(),
            heads: Vec::new(),
            unshown: BTreeSet::new(),
            remarks: Vec::new(),
            verified: Verified::new(),
            before,
        }
    }

    /// Sorts the entries of one copy: every signature is verified once, what does not verify is left out.
    fn add(&mut self, copy: Unverified) {
        let Unverified {
            number,
            entries,
            tail,
            len,
        } = copy;
        let mut copy = Copy::new(number, self.sid, tail, len);
        let mut tries = BTreeMap::new();
        // the manifest was compared already
        for entry in entries.into_iter().skip(1) {
            let bytes = entry.to_bytes().len();
            match self.take(entry, &mut tries) {
                Some(id) => copy.hold(id, bytes),
                None => copy.dropped.add(bytes),
            }
        }
        self.remarks.extend(copy.remarks());
        self.copies.push(copy);
    }

    /// The id of an entry that verifies.
    fn take(&mut self, entry: Entry, tries: &mut BTreeMap<Seat, u32>) -> Option<Digest> {
        match entry {
            // a second manifest in one file is no entry of the match
            Entry::Manifest(_) => None,
            Entry::Genesis(genesis) => {
                // one that verified before is known by its bytes, and costs no try
                if self.genesis.get(&genesis.seat) != Some(&genesis) {
                    let tried = tries.entry(genesis.seat).or_default();
                    *tried = tried.saturating_add(1);
                    if *tried > GENESIS_TRIES || !genesis.is_valid(&self.manifest, &self.sid) {
                        return None;
                    }
                    self.genesis.entry(genesis.seat).or_insert(genesis);
                }
                Some(genesis_mark(genesis.seat))
            }
            Entry::Record(record) => {
                let id = record.id();
                let is_known = self.knows(id);
                let key = self.manifest.seat(record.seat)?.key;
                let signed = |_: &Self| record.is_signed_by(&key);
                if record.sid != self.sid || !self.verifies(id, record.signature.0, signed) {
                    return None;
                }
                // pushed once: another signature under a known id is no second record
                if !is_known {
                    self.records.entry(record.step).or_default().push(record);
                }
                Some(id)
            }
            Entry::Note(note) => {
                let id = note.id();
                let is_known = self.knows(id);
                let entry = self.manifest.seat(note.seat)?.clone();
                let signed = |_: &Self| note.is_signed_for(&entry);
                if note.sid != self.sid || !self.verifies(id, note.signature.0, signed) {
                    return None;
                }
                // pushed once: another signature under a known id is not a second note
                if !is_known {
                    let notes = match note.is_statement() {
                        true => self.statements.entry(note.at_root).or_default(),
                        false => {
                            let numbered = self.notes.entry(note.seat).or_default();
                            numbered.entry(note.seq).or_default()
                        }
                    };
                    notes.push(note);
                }
                Some(id)
            }
            Entry::Head(head) => {
                let entry = self.manifest.seat(head.seat)?;
                let is_signed = match self.manifest.has_table() {
                    true => entry.speaks(|key| head.is_signed_by(key)),
                    false => head.is_signed_by(&entry.key),
                };
                if head.sid != self.sid || !is_signed {
                    return None;
                }
                let id = head.id();
                self.heads.push(head);
                Some(id)
            }
        }
    }

    /// Called once all files are read: a HEAD is no more than its signer's word, and where some file holds what it
    /// names, it is as good as any other.
    fn weigh_heads(&mut self) {
        for head in std::mem::take(&mut self.heads) {
            let named = (0..).map(Seat).zip(&head.held);
            // of itself a seat says what it has signed, and cannot be missing anything
            let others = named.filter(|(seat, _)| *seat != head.seat);
            let unshown = others.filter(|(_, held)| {
                let lacks_record = held.step > 0 && !self.knows(held.id);
                lacks_record || (held.notes > 0 && !self.knows(held.note))
            });
            let seats: Vec<Seat> = unshown.map(|(seat, _)| seat).collect();
            for whose in seats {
                let remark = format!(
                    "{} said at step {} that it holds something of {whose} that no file holds",
                    head.seat, head.step
                );
                self.unshown.insert((head.seat, whose));
                self.remarks.push(remark);
            }
        }
    }

    /// What has verified in these files.
    pub(super) fn take_verified(&mut self) -> Verified {
        std::mem::take(&mut self.verified)
    }

    /// True if something of that id has verified in these files.
    fn knows(&self, id: Digest) -> bool {
        // any signature will do: it is asked whether the entry exists in some file
        let mut signed = self.verified.range((id, [0; 64])..=(id, [u8::MAX; 64]));
        signed.next().is_some()
    }

    fn verifies(
        &mut self,
        id: Digest,
        signature: [u8; 64],
        verify: impl Fn(&Self) -> bool,
    ) -> bool {
        if self.verified.contains(&(id, signature)) {
            return true;
        }
        let is_sound = self.before.contains(&(id, signature)) || verify(self);
        if is_sound {
            self.verified.insert((id, signature));
        }
        is_sound
    }

    /// The seats that signed two records for one place, with both.
    pub(super) fn two_records(&self) -> Vec<(Proof, [Vec<u8>; 2])> {
        let mut doubles = Vec::new();
        for (step, records) in &self.records {
            let mut first: BTreeMap<(Seat, Place), &Record> = BTreeMap::new();
            let mut proved = BTreeSet::new();
            for record in records {
                let place = (record.seat, record.place());
                let other = *first.entry(place).or_insert(record);
                // one proof a seat and step is enough; more of them convict no more
                if other.id() != record.id() && proved.insert(record.seat) {
                    let proof = Proof {
                        step: *step,
                        seat: record.seat,
                        breach: Breach::TwoRecords,
                    };
                    doubles.push((proof, [other.to_bytes(), record.to_bytes()]));
                }
            }
        }
        doubles
    }

    /// The seats that signed two notes under one number, with both.
    pub(super) fn two_notes(&self) -> Vec<[Note; 2]> {
        let double = |notes: &BTreeMap<u32, Vec<Note>>| {
            notes.values().find_map(|notes| match notes.as_slice() {
                [first, second, ..] => Some([first.clone(), second.clone()]),
                _ => None,
            })
        };
        self.notes.values().filter_map(double).collect()
    }

    /// What each seat has signed in notes: its chain from the first number on, and what has no place in it.
    ///
    /// Where two notes fit the same place, the one counts that another seat has signed that it holds or takes: its signer
    /// cannot replace it once it has been heard. Otherwise the id decides, so that the order of the files changes nothing.
    pub(super) fn take_notes(&mut self) -> SignedNotes {
        let is_double = |notes: &Vec<Note>| notes.len() > 1;
        let has_doubles = self
            .notes
            .values()
            .flat_map(BTreeMap::values)
            .any(is_double);
        // reading every CONFIRM is left out in honest files, which hold no double note
        let named = match has_doubles {
            true => self.named_notes(),
            false => BTreeSet::new(),
        };
        let mut notes = std::mem::take(&mut self.notes);
        let mut signed = SignedNotes {
            statements: std::mem::take(&mut self.statements),
            ..SignedNotes::default()
        };
        for seat in self.manifest.all_seats() {
            let numbered = notes.remove(&seat).unwrap_or_default();
            signed.add(numbered, &named);
        }
        signed
    }

    /// The notes that confirmations and closing records of other seats name as the last, and offers that these take.
    fn named_notes(&self) -> BTreeSet<(Seat, Digest)> {
        let seats = self.manifest.all_seats();
        let mut named = BTreeSet::new();
        for record in self.records.values().flatten() {
            let seen = match record.kind {
                Kind::Confirm => {
                    let read = ConfirmBody::read(&record.body, &self.manifest.terms);
                    read.map_or_else(|_| Vec::new(), |(body, _)| body.notes)
                }
                Kind::Close => {
                    let read: Result<CloseBody, _> = decode_canonical(&record.body);
                    read.map_or_else(|_| Vec::new(), |body| body.notes)
                }
                _ => Vec::new(),
            };
            let seen = seats.iter().copied().zip(seen);
            let mut by_one: Vec<(Seat, Digest)> =
                seen.map(|(seat, seen)| (seat, seen.last)).collect();
            if record.kind == Kind::Agree {
                // how many ids there are depends on who is in play: a value that is not an id names no note
                let (ids, _) = record.body.as_chunks::<32>();
                let pairs = seats
                    .iter()
                    .flat_map(|seat| ids.iter().map(|id| (*seat, *id)));
                by_one.extend(pairs);
            }
            // of itself a seat may say anything
            named.extend(by_one.into_iter().filter(|(seat, _)| *seat != record.seat));
        }
        named
    }
}

/// Stands for a seat's genesis signatures, which are checked by themselves.
pub(super) fn genesis_mark(seat: Seat) -> Digest {
    [seat.0; 32]
}
