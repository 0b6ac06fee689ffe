//! What a seat holds, signed, and the request for what is missing.

use bincode::{Decode, Encode};

use crate::codec::Wire;
use crate::hash::{self, Digest};
use crate::record::MAX_SEATS;
use crate::{Identity, PublicKey, Seat, Signature};

/// A seat's signed statement of what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Head {
    /// The id of the match.
    pub sid: Digest,
    /// The sender's seat, never the receiver's.
    pub seat: Seat,
    /// The nonce that the receiver gave for this line, so that no old statement passes for a new one; zeros by file.
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
        match self.held.len() > MAX_SEATS || usize::from(self.seat.0) >= MAX_SEATS {
            true => Err("more than 8 seats"),
            false => Ok(()),
        }
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

/// The sender wants the records of those steps again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Need {
    /// First step.
    pub from: u64,
    /// Last step.
    pub to: u64,
}

impl Wire for Need {
    const LIMIT: usize = 18;
}
