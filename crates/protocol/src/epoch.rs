//! A new match key for a seat that has lost the old one, or that no longer trusts its copy of the match.
//!
//! The seat asks with a record that its identity signs; the other seat's answer completes the step and waives everything
//! that the old key signed later. From then on the agreed steps alone decide which key signs which record or note.

use bincode::{Decode, Encode};

use crate::codec::{Wire, decode_canonical, encode};
use crate::frame::Held;
use crate::hash::{self, Digest};
use crate::{Identity, Kind, Manifest, PublicKey, Record, Seat, Signature};

/// Most new keys of one seat that a program agrees to in one match.
pub(crate) const MAX_RENEWALS: usize = 16;

/// Body of [`Kind::Epoch`].
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub enum EpochBody {
    /// By the seat itself.
    Renew(Renewal),
    /// By every other seat.
    Answer {
        /// The id of the record that it agrees to.
        request: Digest,
    },
}

impl Wire for EpochBody {
    const LIMIT: usize = 256;
}

/// The new key of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Renewal {
    /// The new match key, which signs the record too.
    pub key: PublicKey,
    /// The records and notes of the seat that it holds; later ones are waived by the answer.
    pub held: Held,
    /// The signature by the seat's identity, label "epoch".
    pub by_identity: Signature,
}

impl Renewal {
    /// The digest that the identity signs.
    fn digest(&self, record: &Record) -> Digest {
        let (held, key) = (&self.held, &self.key.0);
        hash::epoch(
            &record.sid,
            (record.step, record.seat),
            &record.prev,
            key,
            (held.notes, &held.note),
            (held.step, &held.id),
        )
    }

    /// The new key in a record, if the record asks for one.
    pub(crate) fn of(record: &Record) -> Option<Self> {
        match decode_canonical(&record.body) {
            Ok(EpochBody::Renew(renewal)) if record.kind == Kind::Epoch => Some(renewal),
            _ => None,
        }
    }

    /// Fills `record` in as the request of a seat that holds `held`, signed by both keys.
    pub(crate) fn ask(record: Record, held: Held, identity: &Identity, key: &Identity) -> Record {
        let mut renewal = Self {
            key: key.public(),
            held,
            by_identity: Signature([0; 64]),
        };
        renewal.by_identity = identity.sign("epoch", &renewal.digest(&record));
        let body = encode(&EpochBody::Renew(renewal));
        Record {
            kind: Kind::Epoch,
            body,
            ..record
        }
        .signed(key)
    }

    fn is_signed(&self, record: &Record, manifest: &Manifest) -> bool {
        let identity = manifest.seat(record.seat).map(|entry| entry.identity);
        let digest = self.digest(record);
        identity.is_some_and(|identity| identity.verify("epoch", &digest, &self.by_identity))
            && record.is_signed_by(&self.key)
    }
}

/// The record that an answer agrees to, if the record is one.
pub(crate) fn answered(record: &Record) -> Option<Digest> {
    match decode_canonical(&record.body) {
        Ok(EpochBody::Answer { request }) if record.kind == Kind::Epoch => Some(request),
        _ => None,
    }
}

/// The keys of one seat, one after the other.
#[derive(Debug, Clone)]
struct KeyRing(Vec<Epoch>);

#[derive(Debug, Clone)]
struct Epoch {
    /// The step after which the key signs records.
    after: u64,
    /// The number of notes after which the key signs notes.
    notes: u32,
    key: PublicKey,
}

/// The match keys of all seats, as the agreed steps have given them.
#[derive(Debug, Clone)]
pub(crate) struct KeyRings(Vec<KeyRing>);

impl KeyRings {
    /// The keys of the manifest.
    pub(crate) fn new(manifest: &Manifest) -> Self {
        let ring = |entry: &crate::manifest::SeatEntry| {
            KeyRing(vec![Epoch {
                after: 0,
                notes: 0,
                key: entry.key,
            }])
        };
        Self(manifest.seats.iter().map(ring).collect())
    }

    fn find(&self, seat: Seat, is_past: impl Fn(&Epoch) -> bool) -> Option<PublicKey> {
        let mut epochs = self.0.get(seat.index())?.0.iter().rev();
        epochs.find(|epoch| is_past(epoch)).map(|epoch| epoch.key)
    }

    /// The key that signs the records of a seat in a step.
    pub(crate) fn of_step(&self, seat: Seat, step: u64) -> Option<PublicKey> {
        self.find(seat, |epoch| epoch.after < step)
    }

    /// The key that signs the note of that number.
    pub(crate) fn of_note(&self, seat: Seat, seq: u32) -> Option<PublicKey> {
        self.find(seat, |epoch| epoch.notes < seq)
    }

    /// The key that signs now.
    pub(crate) fn last(&self, seat: Seat) -> Option<PublicKey> {
        self.find(seat, |_| true)
    }

    /// Gives the seat a new key after that step and that number of notes.
    pub(crate) fn renew(&mut self, seat: Seat, after: u64, renewal: &Renewal) {
        if let Some(ring) = self.0.get_mut(seat.index()) {
            ring.0.push(Epoch {
                after,
                notes: renewal.held.notes,
                key: renewal.key,
            });
        }
    }

    /// The steps in which seats got new keys.
    pub(crate) fn renewals(&self) -> Vec<(u64, Seat)> {
        let seats = (0..).map(Seat).zip(&self.0);
        let steps = seats.flat_map(|(seat, ring)| {
            let renewed = ring.0.iter().skip(1);
            renewed.map(move |epoch| (epoch.after, seat))
        });
        let mut steps: Vec<_> = steps.collect();
        steps.sort_unstable();
        steps
    }

    /// The number of keys that the seat has or had.
    pub(crate) fn count(&self, seat: Seat) -> usize {
        self.0.get(seat.index()).map_or(0, |ring| ring.0.len())
    }

    /// Tells whether a seat has or had that key.
    pub(crate) fn contains(&self, key: &PublicKey) -> bool {
        let mut epochs = self.0.iter().flat_map(|ring| &ring.0);
        epochs.any(|epoch| epoch.key == *key)
    }

    /// Tells whether the record is signed by the key of its seat and step, or asks for a new key under both signatures that
    /// this needs.
    pub(crate) fn is_signed(&self, record: &Record, manifest: &Manifest) -> bool {
        match Renewal::of(record) {
            Some(renewal) => renewal.is_signed(record, manifest),
            None => {
                let key = self.of_step(record.seat, record.step);
                key.is_some_and(|key| record.is_signed_by(&key))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_both_bodies_are_pinned() {
        let renewal = Renewal {
            key: PublicKey([1; 32]),
            held: Held {
                notes: 2,
                note: [3; 32],
                step: 4,
                id: [5; 32],
            },
            by_identity: Signature([6; 64]),
        };
        let mut expected = vec![0];
        expected.extend([1; 32]);
        expected.push(2);
        expected.extend([3; 32]);
        expected.push(4);
        expected.extend([5; 32]);
        expected.extend([6; 64]);
        assert_eq!(encode(&EpochBody::Renew(renewal)), expected);
        let answer = EpochBody::Answer { request: [7; 32] };
        assert_eq!(encode(&answer), [[1].as_slice(), &[7; 32]].concat());
    }
}
