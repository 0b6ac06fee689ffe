//! The signed things of all copies of one match: what verifies, once each, and what was left out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::codec::decode_canonical;
use crate::epoch::{KeyRings, Renewal, answered};
use crate::fault::{Breach, Proof};
use crate::file::{Entry, FormatError, Tail, read_public};
use crate::hash::Digest;
use crate::record::{CloseBody, ConfirmBody, Place};
use crate::{Genesis, Kind, Manifest, Note, Record, Seat};

/// The signatures under a manifest that are tried for one seat in one file.
const GENESIS_TRIES: u32 = 4;
/// The keys of one seat that are told apart: many more than any program agrees to, and few enough to look through.
const MOST_KEYS: usize = 256;

/// One copy of the match.
pub(super) struct Copy {
    /// The ids of everything in it that verifies, in its order.
    pub(super) ids: Vec<Digest>,
    /// The number of entries that do not verify or do not belong to the match.
    pub(super) dropped: usize,
    pub(super) tail: Tail,
}

impl Copy {
    /// Tells whether every byte of the copy is of use.
    pub(super) fn is_clean(&self) -> bool {
        self.dropped == 0 && self.tail == Tail::Whole
    }

    /// What is wrong with the copy, in words.
    pub(super) fn damage(&self) -> Vec<String> {
        let entries = match self.dropped {
            0 => None,
            1 => Some("1 entry does".to_owned()),
            dropped => Some(format!("{dropped} entries do")),
        };
        let dropped = entries.map(|entries| format!("{entries} not verify in this match"));
        dropped.into_iter().chain(self.tail.damage()).collect()
    }

    /// Tells whether nothing in the copy speaks against it; its end may be cut off.
    pub(super) fn is_sound(&self) -> bool {
        self.dropped == 0 && !matches!(self.tail, Tail::Damaged(_))
    }
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
    /// The entries left out, in words.
    pub(super) remarks: Vec<String>,
    sid: Digest,
    keys: KeyRings,
    /// Ids with the signatures that verified.
    verified: BTreeSet<(Digest, [u8; 64])>,
}

/// The reason why no file gives a match.
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
    /// Reads all copies. The first file that is a match file says which match is judged; other files are left out.
    pub(super) fn read(files: &[&[u8]]) -> Result<Self, NoMatch> {
        let mut found: Option<Self> = None;
        let mut copies: Vec<(usize, Vec<Entry>, Tail)> = Vec::new();
        let mut left_out = Vec::new();
        let mut first_cause = None;
        for (number, file) in (1..).zip(files) {
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
                    found = Some(Self::of(manifest));
                    copies.push((number, entries, tail));
                }
                (Ok((manifest, entries, tail)), Some(evidence)) => {
                    match manifest == evidence.manifest {
                        true => copies.push((number, entries, tail)),
                        false => left_out.push(format!("file {number} is of another match")),
                    }
                }
            }
        }
        let mut evidence = found.ok_or(first_cause.unwrap_or(NoMatch::NoFile))?;
        evidence.find_keys(copies.iter().flat_map(|(_, entries, _)| entries));
        for (number, entries, tail) in copies {
            evidence.add(number, entries, tail);
        }
        evidence.remarks.extend(left_out);
        Ok(evidence)
    }

    fn of(manifest: Manifest) -> Self {
        Self {
            sid: manifest.sid(),
            keys: KeyRings::new(&manifest),
            manifest,
            copies: Vec::new(),
            genesis: BTreeMap::new(),
            records: BTreeMap::new(),
            notes: BTreeMap::new(),
            remarks: Vec::new(),
            verified: BTreeSet::new(),
        }
    }

    /// Finds the keys that seats got on the way: by requests that another seat has answered, step by step.
    fn find_keys<'a>(&mut self, entries: impl Iterator<Item = &'a Entry>) {
        // a copy with a false signature hides no sound one
        let mut requests: BTreeMap<Digest, BTreeMap<[u8; 64], &Record>> = BTreeMap::new();
        let mut answers: BTreeMap<(u64, Digest, [u8; 64]), (Digest, &Record)> = BTreeMap::new();
        for entry in entries {
            let Entry::Record(record) = entry else {
                continue;
            };
            if record.sid != self.sid || record.kind != Kind::Epoch {
                continue;
            }
            match answered(record) {
                Some(request) => {
                    let place = (record.step, record.id(), record.signature.0);
                    answers.insert(place, (request, record));
                }
                None => {
                    let same = requests.entry(record.id()).or_default();
                    same.insert(record.signature.0, record);
                }
            }
        }
        // a request proves its own signatures, so that each is verified once however many answers name it
        let mut sound: BTreeMap<Digest, Option<Renewal>> = BTreeMap::new();
        for (id, answer) in answers.into_values() {
            let Some(request) = requests.get(&id).and_then(|same| same.values().next()) else {
                continue;
            };
            let fits = (request.step, request.prev) == (answer.step, answer.prev)
                && request.seat != answer.seat
                && self.keys.count(request.seat) < MOST_KEYS;
            if !fits || !self.keys.is_signed(answer, &self.manifest) {
                continue;
            }
            let renewal = sound.entry(id).or_insert_with(|| {
                let same = requests.get(&id).into_iter().flat_map(BTreeMap::values);
                let mut signed = same.filter(|same| self.keys.is_signed(same, &self.manifest));
                signed.next().and_then(|request| Renewal::of(request))
            });
            if let Some(renewal) = renewal.filter(|renewal| !self.keys.contains(&renewal.key)) {
                self.keys.renew(request.seat, request.step, &renewal);
            }
        }
    }

    /// Sorts the entries of one copy: every signature is verified once, what does not verify is left out.
    fn add(&mut self, number: usize, entries: Vec<Entry>, tail: Tail) {
        let mut copy = Copy {
            ids: vec![self.sid],
            dropped: 0,
            tail,
        };
        let mut tries = BTreeMap::new();
        for entry in entries.into_iter().skip(1) {
            match self.take(entry, &mut tries) {
                Some(id) => copy.ids.push(id),
                None => copy.dropped += 1,
            }
        }
        let damage = copy.damage().into_iter();
        let told = damage.map(|damage| format!("file {number}: {damage}"));
        self.remarks.extend(told);
        self.copies.push(copy);
    }

    /// The id of an entry that verifies.
    fn take(&mut self, entry: Entry, tries: &mut BTreeMap<Seat, u32>) -> Option<Digest> {
        match entry {
            Entry::Manifest(_) => None,
            Entry::Genesis(genesis) => {
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
                let signed = |of: &Self| of.keys.is_signed(&record, &of.manifest);
                if record.sid != self.sid || !self.verifies(id, record.signature.0, signed) {
                    return None;
                }
                if !is_known {
                    self.records.entry(record.step).or_default().push(record);
                }
                Some(id)
            }
            Entry::Note(note) => {
                let id = note.id();
                let key = self.keys.of_note(note.seat, note.seq)?;
                let signed = |_: &Self| note.is_signed_by(&key);
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
                let key = self.keys.of_step(head.seat, head.step.saturating_add(1))?;
                if head.sid != self.sid || !head.is_signed_by(&key) {
                    return None;
                }
                self.remarks.push(format!(
                    "{} stated at step {} to hold what it did not show when it was asked",
                    head.seat, head.step
                ));
                Some(head.id())
            }
        }
    }

    /// Tells whether something of that id has verified before.
    fn knows(&self, id: Digest) -> bool {
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
        let is_sound = verify(self);
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
            // several requests for a new key prove nothing: the one counts that is answered
            let records = records
                .iter()
                .filter(|record| record.place() != Place::Request);
            for record in records {
                let place = (record.seat, record.place());
                let other = *first.entry(place).or_insert(record);
                if other.id() != record.id() {
                    let proof = Proof {
                        step: *step,
                        seat: record.seat,
                        breach: Breach::TwoRecords,
                    };
                    doubles.push((proof, [other.to_bytes(), record.to_bytes()]));
                    break;
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

    /// The notes of each seat, by number. Of several under one number the one counts that another seat has signed to hold,
    /// else a resignation or a claim.
    pub(super) fn take_notes(&mut self) -> Vec<VecDeque<Note>> {
        let is_double = |notes: &Vec<Note>| notes.len() > 1;
        let has_doubles = self
            .notes
            .values()
            .flat_map(BTreeMap::values)
            .any(is_double);
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

/// A request for a new key and its answer, both upon that root, if they are among the records.
pub(super) fn renewal<'a>(records: &[&'a Record], root: &Digest) -> Option<[&'a Record; 2]> {
    let upon: Vec<&Record> = records
        .iter()
        .copied()
        .filter(|record| record.prev == *root)
        .collect();
    let by_id: BTreeMap<Digest, &Record> =
        upon.iter().map(|record| (record.id(), *record)).collect();
    upon.into_iter().find_map(|answer| {
        let request = by_id.get(&answered(answer)?)?;
        (request.seat != answer.seat).then_some([*request, answer])
    })
}

/// Stands for a seat's genesis signatures, which are checked by themselves.
pub(super) fn genesis_mark(seat: Seat) -> Digest {
    [seat.0; 32]
}
