//! HEAD, a seat's signed word of what it holds; HEAR, the question for it; and WANT, the request for missing records.

use bincode::{Decode, Encode};

use crate::bounds;
use crate::codec::Wire;
use crate::hash::{self, Digest};
use crate::record::MAX_SEATS;
use crate::{Identity, PublicKey, Seat, Signature};

/// A seat's signed statement of what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Head {
    /// The id of the match.
    pub sid: Digest,
    /// The signer's seat.
    pub seat: Seat,
    /// The nonce that the receiver gave with its greeting, or another seat with its HEAR, so that no old statement
    /// passes for a new one; zeros by file.
    pub nonce: [u8; 32],
    /// The last complete step.
    pub step: u64,
    /// The root after that step.
    pub root: Digest,
    /// In the order of the seats, the sender's included.
    pub held: Vec<Held>,
    /// The signature by the seat's match key, label "head".
    pub signature: Signature,
}

/// The records and notes of one seat that the sender of a HEAD holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct Held {
    /// The number of notes.
    pub notes: u32,
    /// The id of the last note, or zeros.
    pub note: Digest,
    /// The highest step with a record of the seat; 0 for none.
    pub step: u64,
    /// The id of that record, or zeros.
    pub id: Digest,
}

impl Wire for Head {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        if usize::from(self.seat.0) >= MAX_SEATS {
            return Err("more than 8 seats");
        }
        bounds::steps([self.step])?;
        Held::check(&self.held)
    }
}

impl Held {
    /// Checks what is held of each seat.
    pub(super) fn check(held: &[Self]) -> Result<(), &'static str> {
        if held.len() > MAX_SEATS {
            return Err("more than 8 seats");
        }
        bounds::steps(held.iter().map(|held| held.step))?;
        bounds::notes(held.iter().map(|held| held.notes))
    }
}

impl Head {
    /// Signs a statement; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("head", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        let notes = |held: &Held| (held.notes, held.note);
        let records = |held: &Held| (held.step, held.id);
        hash::head(
            &self.sid,
            &self.nonce,
            (self.step, &self.root),
            self.held.iter().map(notes),
            self.held.iter().map(records),
        )
    }

    /// True if the key signed the statement.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("head", &self.id(), &self.signature)
    }
}

/// A program asks every other seat of a table what it holds. Its greetings bear the same nonce.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Hear {
    /// The id of the match.
    pub sid: Digest,
    /// The seat that asks.
    pub seat: Seat,
    /// The nonce that a HEAD must answer.
    pub nonce: [u8; 32],
    /// Asked some time ago, and passed on to one who came later. This is the sender's word, and not signed.
    pub is_kept: bool,
    /// The signature by the seat's match key, label "hear".
    pub signature: Signature,
}

impl Wire for Hear {
    const LIMIT: usize = 130;
}

impl Hear {
    /// Signs a question; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("hear", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::hear(&self.sid, self.seat, &self.nonce)
    }

    /// True if the key signed the question.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("hear", &self.id(), &self.signature)
    }
}

/// The sender wants records and notes of those seats again: the records of those steps, and the notes signed upon the
/// roots before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Want {
    /// First step.
    pub from: u64,
    /// Last step.
    pub to: u64,
    /// A bit for each seat, the lowest for seat 0.
    pub seats: u8,
}

impl Wire for Want {
    const LIMIT: usize = 19;

    fn check(&self) -> Result<(), &'static str> {
        bounds::steps([self.from, self.to])
    }
}

impl Want {
    /// Every seat.
    pub const ALL: u8 = u8::MAX;

    /// The bits of those seats.
    pub fn bits(seats: &[Seat]) -> u8 {
        let bit = |seat: &Seat| 1_u8.checked_shl(seat.0.into()).unwrap_or(0);
        seats.iter().map(bit).fold(0, |bits, bit| bits | bit)
    }

    /// True if the seat is among those.
    pub fn names(&self, seat: Seat) -> bool {
        self.seats & Self::bits(&[seat]) != 0
    }
}
