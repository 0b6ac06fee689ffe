//! Records: one seat's signed contribution to one step.

mod bodies;

use bincode::{Decode, Encode};
use rules::MAX_SIDES;

use crate::bounds;
use crate::codec::{CodecError, Wire, decode_canonical, encode};
use crate::hash::{self, Digest, RecordParts};
use crate::{Identity, PublicKey, Seat, Signature};
pub use bodies::{
    AgreeBody, Agreement, CloseBody, CommitBody, Commitment, ConfirmBody, LockBody, NotesSeen,
    Opening, OrdersBody, RevealBody, WireOutcome,
};
pub(crate) use bodies::{MAX_ORDERS, MAX_SLOTS, has_bit};

/// Most seats a match can have.
pub const MAX_SEATS: usize = MAX_SIDES as usize;
// leaves room for the envelope in a frame of 64 KiB
const MAX_BODY: usize = 61_440;

/// What a record contributes; its byte is part of the digest of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Commitments to secret choices and to a coin.
    Commit,
    /// The receipt for the commitments of all seats.
    Lock,
    /// The openings of the commitments.
    Reveal,
    /// The orders of one side up to where the rules ask somebody else.
    Orders,
    /// The digest of the signer's position.
    Confirm,
    /// An offered draw is taken, in place of orders or of commitments.
    Agree,
    /// The result, signed by every seat: nothing follows it.
    Close,
}

/// The place of a record in its step. A seat that signs two records for one place signs twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The kinds of records that the plan asks for.
    Planned,
    /// The closing record, which may stand beside a planned one: the match ended under way.
    Closing,
}

impl Kind {
    /// The byte on the wire and in preimages; 6 is kept for drop views.
    pub const fn code(self) -> u8 {
        match self {
            Self::Commit => 1,
            Self::Lock => 2,
            Self::Reveal => 3,
            Self::Orders => 4,
            Self::Confirm => 5,
            Self::Close => 8,
            Self::Agree => 9,
        }
    }

    /// None for a byte that names no kind; 6 and 7 are kept.
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            1 => Self::Commit,
            2 => Self::Lock,
            3 => Self::Reveal,
            4 => Self::Orders,
            5 => Self::Confirm,
            8 => Self::Close,
            9 => Self::Agree,
            _ => return None,
        })
    }
}

/// The wire form of a record.
#[derive(Debug, Encode, Decode)]
struct Envelope {
    sid: Digest,
    step: u64,
    seat: Seat,
    kind: u8,
    prev: Digest,
    body: Vec<u8>,
    sent_ms: u64,
    think_ms: u32,
    signature: Signature,
}

impl Wire for Envelope {
    fn check(&self) -> Result<(), &'static str> {
        match self {
            _ if usize::from(self.seat.0) >= MAX_SEATS => Err("a seat above 7"),
            // the envelope is decoded whole before this: a body over the bound costs one frame of memory at most
            _ if self.body.len() > MAX_BODY => Err("a body over 60 KiB"),
            _ if Kind::from_code(self.kind).is_none() => Err("an unknown kind of record"),
            _ => bounds::steps([self.step]).and(bounds::numbers([self.sent_ms])),
        }
    }
}

/// One seat's signed contribution to one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The id of the match.
    pub sid: Digest,
    /// The step, from 1.
    pub step: u64,
    /// The seat whose match key signs.
    pub seat: Seat,
    /// The kind, which decides how the body is read.
    pub kind: Kind,
    /// The root of the step before.
    pub prev: Digest,
    /// The bytes of the body as they were signed; they may be no sound body.
    pub body: Vec<u8>,
    /// The signer's clock, Unix milliseconds; a claim.
    pub sent_ms: u64,
    /// The time the signer took, in milliseconds; a claim.
    pub think_ms: u32,
    /// The signature by the seat's match key, label "record".
    pub signature: Signature,
}

impl Record {
    /// Signs a record; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("record", &self.id());
        Self { signature, ..self }
    }

    /// The id of the record, which the signature covers.
    pub fn id(&self) -> Digest {
        hash::record_id(&RecordParts {
            sid: &self.sid,
            step: self.step,
            seat: self.seat,
            kind: self.kind.code(),
            prev: &self.prev,
            body: &self.body,
            sent_ms: self.sent_ms,
            think_ms: self.think_ms,
        })
    }

    /// True if the key signed the record.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("record", &self.id(), &self.signature)
    }

    pub(crate) fn place(&self) -> Place {
        match self.kind {
            Kind::Close => Place::Closing,
            _ => Place::Planned,
        }
    }

    /// As on the wire and in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(&Envelope {
            sid: self.sid,
            step: self.step,
            seat: self.seat,
            kind: self.kind.code(),
            prev: self.prev,
            body: self.body.clone(),
            sent_ms: self.sent_ms,
            think_ms: self.think_ms,
            signature: self.signature,
        })
    }

    /// Reads an encoding; checks neither signature nor body.
    ///
    /// # Errors
    /// Returns [`CodecError`] for bytes that are not canonical or out of bounds.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CodecError> {
        let envelope: Envelope = decode_canonical(bytes)?;
        Ok(Self {
            sid: envelope.sid,
            step: envelope.step,
            seat: envelope.seat,
            // checked above already; a kind that slipped through must not become a panic
            kind: Kind::from_code(envelope.kind).ok_or(CodecError::Malformed)?,
            prev: envelope.prev,
            body: envelope.body,
            sent_ms: envelope.sent_ms,
            think_ms: envelope.think_ms,
            signature: envelope.signature,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_a_record_are_pinned() {
        let record = Record {
            sid: [1; 32],
            step: 300,
            seat: Seat(1),
            kind: Kind::Orders,
            prev: [2; 32],
            body: vec![9, 8],
            sent_ms: 5,
            think_ms: 6,
            signature: Signature([3; 64]),
        };
        let bytes = record.to_bytes();
        let mut expected = vec![1; 32];
        expected.extend([251, 44, 1, 1, 4]);
        expected.extend([2; 32]);
        expected.extend([2, 9, 8, 5, 6]);
        expected.extend([3; 64]);
        assert_eq!(bytes, expected);
        assert_eq!(Record::from_bytes(&bytes), Ok(record));
    }
}
