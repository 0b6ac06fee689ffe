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
                    *tried += 1;
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
                let entry = self.manifest.seat(note.seat)?.clone();
                let signed = |_: &Self| note.is_signed_for(&entry);
                if note.sid != self.sid || !self.verifies(id, note.signature.0, signed) {
                    return None;
                }
                let numbered = self.notes.entry(note.seat).or_default();
                let notes = numbered.entry(note.seq).or_default();
                // two that were signed after hearing the peer are a proof; more prove no more
                let alike = notes
                    .iter()
                    .filter(|known| known.is_free() == note.is_free());
                if alike.count() < 2 && !notes.iter().any(|known| known.id() == id) {
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
            notes.values().find_map(|notes| {
                let mut bound = notes.iter().filter(|note| !note.is_free());
                let (first, second) = (bound.next()?, bound.next()?);
                Some([first.clone(), second.clone()])
            })
        };
        self.notes.values().filter_map(double).collect()
    }

    /// The notes of each seat, by number. Of several under one number the one counts that another seat has signed
    /// that it holds: its signer cannot replace it once it has been heard. Else a resignation or a claim counts,
    /// which another copy of the seat's files may have signed honestly. The id decides between equals, so that the
    /// order of the files changes nothing.
    pub(super) fn take_notes(&mut self) -> Vec<VecDeque<Note>> {
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
        let mut queue = |seat: Seat| {
            let numbered = notes.remove(&seat).unwrap_or_default().into_values();
            let counted = numbered.filter_map(|notes| {
                let is_named = |note: &Note| named.contains(&(seat, note.id()));
                let rank = |note: &Note| (!is_named(note), !note.is_free(), note.id());
                notes.into_iter().min_by_key(rank)
            });
            counted.collect()
        };
        self.manifest
            .all_seats()
            .into_iter()
            .map(&mut queue)
            .collect()
    }

    /// The last notes that confirmations and closing records of other seats name.
    fn named_notes(&self) -> BTreeSet<(Seat, Digest)> {
        let seats = self.manifest.all_seats();
        let records = self.records.values().flatten();
        let named = records.flat_map(|record| {
            let seen = match record.kind {
                Kind::Confirm => {
                    let read = ConfirmBody::read(&record.body, &self.manifest.terms);
                    read.map(|(body, _)| body.notes)
                }
                Kind::Close => decode_canonical(&record.body).map(|body: CloseBody| body.notes),
                _ => Ok(Vec::new()),
            };
            let seen = seats.iter().copied().zip(seen.unwrap_or_default());
            seen.filter(|(seat, _)| *seat != record.seat)
        });
        named.map(|(seat, seen)| (seat, seen.last)).collect()
    }
}

/// Stands for a seat's genesis signatures, which are checked by themselves.
pub(super) fn genesis_mark(seat: Seat) -> Digest {
    [seat.0; 32]
}
