//! Notes: what a seat signs outside the chain of steps.
//!
//! The notes of a seat are a chain of their own: each has a number and names the note before it, and two different notes
//! under one number convict their signer. A *statement* is a note without a number: a resignation or a claim that an
//! older copy of the seat's files may have signed, which knows neither the number nor the note before. It convicts
//! nobody, and the player's identity signs it, so that a lost match key keeps nobody from resigning.

use bincode::{Decode, Encode};

use crate::bounds::{self, MAX_NOTES};
use crate::codec::{CodecError, Wire, decode_canonical, encode};
use crate::hash::{self, Digest, NoteParts};
use crate::manifest::SeatEntry;
use crate::record::MAX_SEATS;
use crate::{Identity, PublicKey, Seat, Signature};

/// The number of a statement, which has no place among the notes of its seat.
pub const UNNUMBERED: u32 = 0;

/// The byte of a resignation.
const RESIGN: u8 = 3;
/// The byte of a claim of silence.
const CLAIM: u8 = 4;

/// The wire form of a note.
#[derive(Debug, Encode, Decode)]
struct Envelope {
    sid: Digest,
    seat: Seat,
    seq: u32,
    prev: Digest,
    at_root: Digest,
    kind: u8,
    body: Vec<u8>,
    sent_ms: u64,
    signature: Signature,
}

impl Wire for Envelope {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        match self {
            _ if usize::from(self.seat.0) >= MAX_SEATS => Err("a seat above 7"),
            // Notes count from 1, so that the number is also a count of the notes held.
            _ if self.seq > MAX_NOTES => Err("a note's number above 256"),
            _ if self.seq != UNNUMBERED => bounds::numbers([self.sent_ms]),
            // A statement knows no note before it: one that named some would have two encodings.
            _ if self.prev != [0; 32] => Err("a statement that names a note before it"),
            _ if !matches!(self.kind, RESIGN | CLAIM) => Err("a statement of another kind"),
            _ => bounds::numbers([self.sent_ms]),
        }
    }
}

/// A note of a seat, which fills no place in a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The id of the match.
    pub sid: Digest,
    /// The seat that says so.
    pub seat: Seat,
    /// The number among the notes of the seat, from 1; [`UNNUMBERED`] for a statement.
    pub seq: u32,
    /// Id of the seat's note before, or zeros; zeros in a statement.
    pub prev: Digest,
    /// Root of the last step its signer held; a claim, except that the root must exist.
    pub at_root: Digest,
    /// The byte of the kind; see [`Statement`].
    pub kind: u8,
    /// The canonical bytes of the kind's body.
    pub body: Vec<u8>,
    /// The signer's clock, Unix milliseconds; a claim.
    pub sent_ms: u64,
    /// The signature by the seat's match key, or by the player's identity under a statement; label "note".
    pub signature: Signature,
}

/// The content of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statement {
    /// It stands until the other seat has decided something.
    ProposeDraw,
    /// The seat declines an offer of a draw. An offer is taken by a record, so that the taking has a place in the
    /// chain.
    Decline {
        /// The id of the offer.
        proposal: Digest,
    },
    /// It takes effect at once, without a record.
    Resign,
    /// The seat claims that another has not contributed to a step in time. Nobody can prove that without a witness.
    Claim {
        /// Never the signer.
        against: Seat,
        /// The present one of its signer.
        step: u64,
    },
    /// The seat asks to take its last turn back: to continue from the position before the orders that follow a step.
    ProposeTakeback {
        /// The number of that step; 0 for the start.
        to: u64,
    },
    /// The seat grants what another has asked for, if it has no decision of its own to give up for it.
    GrantTakeback {
        /// The id of the note that asks.
        proposal: Digest,
    },
}

#[derive(Encode, Decode)]
struct Nothing {}

impl Wire for Nothing {
    const LIMIT: usize = 0;
}

#[derive(Encode, Decode)]
struct AnswerBody {
    proposal: Digest,
}

impl Wire for AnswerBody {
    const LIMIT: usize = 32;
}

#[derive(Encode, Decode)]
struct ClaimBody {
    against: Seat,
    step: u64,
}

impl Wire for ClaimBody {
    const LIMIT: usize = 10;

    fn check(&self) -> Result<(), &'static str> {
        bounds::steps([self.step])
    }
}

#[derive(Encode, Decode)]
struct TakebackBody {
    to: u64,
}

impl Wire for TakebackBody {
    const LIMIT: usize = 9;

    fn check(&self) -> Result<(), &'static str> {
        bounds::steps([self.to])
    }
}

impl Statement {
    /// Returns `true` if an older copy of a seat's files may sign it, as a statement.
    pub(crate) const fn may_be_unnumbered(self) -> bool {
        matches!(self, Self::Resign | Self::Claim { .. })
    }

    /// The kind's byte and the body's bytes; 5 and 6 are kept for rebuttals and witnesses.
    pub fn to_bytes(self) -> (u8, Vec<u8>) {
        match self {
            Self::ProposeDraw => (1, encode(&Nothing {})),
            Self::Decline { proposal } => (2, encode(&AnswerBody { proposal })),
            Self::Resign => (RESIGN, encode(&Nothing {})),
            Self::Claim { against, step } => (CLAIM, encode(&ClaimBody { against, step })),
            Self::ProposeTakeback { to } => (7, encode(&TakebackBody { to })),
            Self::GrantTakeback { proposal } => (8, encode(&AnswerBody { proposal })),
        }
    }

    /// The statement of a kind and its body.
    ///
    /// # Errors
    /// Returns [`CodecError`] for an unknown kind and for a body that is not canonical.
    pub fn from_bytes(kind: u8, body: &[u8]) -> Result<Self, CodecError> {
        match kind {
            1 => decode_canonical(body).map(|Nothing {}| Self::ProposeDraw),
            2 => decode_canonical(body).map(|AnswerBody { proposal }| Self::Decline { proposal }),
            RESIGN => decode_canonical(body).map(|Nothing {}| Self::Resign),
            CLAIM => decode_canonical(body)
                .map(|ClaimBody { against, step }| Self::Claim { against, step }),
            7 => decode_canonical(body).map(|TakebackBody { to }| Self::ProposeTakeback { to }),
            8 => decode_canonical(body)
                .map(|AnswerBody { proposal }| Self::GrantTakeback { proposal }),
            _ => Err(CodecError::Bounds("an unknown kind of note")),
        }
    }
}

impl Note {
    /// Returns `true` for a note without a number, which an older copy of the seat's files may have signed.
    pub const fn is_statement(&self) -> bool {
        self.seq == UNNUMBERED
    }

    /// Returns `true` for a resignation.
    pub(crate) const fn resigns(&self) -> bool {
        self.kind == RESIGN
    }

    /// Signs a note; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("note", &self.id());
        Self { signature, ..self }
    }

    /// The id of the note, which the signature covers.
    pub fn id(&self) -> Digest {
        hash::note_id(&NoteParts {
            sid: &self.sid,
            seat: self.seat,
            seq: self.seq,
            prev: &self.prev,
            at_root: &self.at_root,
            kind: self.kind,
            body: &self.body,
            sent_ms: self.sent_ms,
        })
    }

    /// Returns `true` if the seat signed the note: with its match key, or a statement with the player's identity.
    pub(crate) fn is_signed_for(&self, entry: &SeatEntry) -> bool {
        // one key for each: what is numbered binds the copy of the files that holds the match key, and the rest the player
        match self.is_statement() {
            true => self.is_signed_by(&entry.identity),
            false => self.is_signed_by(&entry.key),
        }
    }

    /// True if the key signed the note.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("note", &self.id(), &self.signature)
    }

    /// As on the wire and in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(&Envelope {
            sid: self.sid,
            seat: self.seat,
            seq: self.seq,
            prev: self.prev,
            at_root: self.at_root,
            kind: self.kind,
            body: self.body.clone(),
            sent_ms: self.sent_ms,
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
            seat: envelope.seat,
            seq: envelope.seq,
            prev: envelope.prev,
            at_root: envelope.at_root,
            kind: envelope.kind,
            body: envelope.body,
            sent_ms: envelope.sent_ms,
            signature: envelope.signature,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_come_back_and_their_bytes_are_pinned() {
        let decline = Statement::Decline { proposal: [7; 32] };
        let grant = Statement::GrantTakeback { proposal: [9; 32] };
        let claim = Statement::Claim {
            against: Seat(1),
            step: 12,
        };
        for (statement, kind, body) in [
            (Statement::ProposeDraw, 1, vec![]),
            (decline, 2, vec![7; 32]),
            (Statement::Resign, 3, vec![]),
            (claim, 4, vec![1, 12]),
            (Statement::ProposeTakeback { to: 5 }, 7, vec![5]),
            (grant, 8, vec![9; 32]),
        ] {
            assert_eq!(statement.to_bytes(), (kind, body.clone()));
            assert_eq!(Statement::from_bytes(kind, &body), Ok(statement));
            let padded = [body.as_slice(), &[0]].concat();
            assert!(Statement::from_bytes(kind, &padded).is_err());
        }
        assert!(Statement::from_bytes(9, &[]).is_err());
        assert!(Statement::from_bytes(3, &[0]).is_err());
    }

    #[test]
    fn a_statement_is_a_resignation_or_a_claim_that_names_no_note_before() {
        let note = |seq, prev, said: Statement| {
            let (kind, body) = said.to_bytes();
            Note {
                sid: [1; 32],
                seat: Seat(1),
                seq,
                prev,
                at_root: [2; 32],
                kind,
                body,
                sent_ms: 5,
                signature: Signature([3; 64]),
            }
        };
        let claim = Statement::Claim {
            against: Seat(0),
            step: 4,
        };
        for (note, is_sound) in [
            (note(0, [0; 32], Statement::Resign), true),
            (note(0, [0; 32], claim), true),
            (note(0, [9; 32], Statement::Resign), false),
            (note(0, [0; 32], Statement::ProposeDraw), false),
            (note(1, [9; 32], Statement::ProposeDraw), true),
            (note(MAX_NOTES, [9; 32], claim), true),
            (note(MAX_NOTES + 1, [9; 32], claim), false),
        ] {
            let read = Note::from_bytes(&note.to_bytes());
            assert_eq!(read.ok(), is_sound.then_some(note));
        }
    }
}
