//! What team-mates send each other at a table past everybody else, and the keys it is sealed to.

use bincode::{Decode, Encode};

use super::MAX_CHAT;
use crate::bounds;
use crate::codec::{Wire, encode};
use crate::hash::{self, Digest};
use crate::record::{Opening, RevealBody};
use crate::{Identity, PublicKey, Seat, Signature};

/// The longest sealed box, in bytes.
pub const MAX_SEALED: usize = 16 * 1024;
/// The longest openings of a plan, in bytes: what a box holds beside them is short.
pub(crate) const MAX_PLAN: usize = MAX_SEALED - 256;

/// The key to which the other seats of its team seal what they send a seat. It follows from the secrets of the match,
/// goes round like chat and is in no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct BoxKey {
    /// The id of the match.
    pub sid: Digest,
    /// The seat.
    pub seat: Seat,
    /// An X25519 key.
    pub key: [u8; 32],
    /// The signature by the seat's match key, label "box".
    pub signature: Signature,
}

impl Wire for BoxKey {
    const LIMIT: usize = 129;
}

impl BoxKey {
    /// Signs the key; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("box", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::box_key(&self.sid, self.seat, &self.key)
    }

    /// True if the key signed it.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("box", &self.id(), &self.signature)
    }
}

/// A sealed message from one seat of a team to another, passed on by whoever has a line. Only the two can open it. It is
/// signed, so that nobody uses up another seat's share of what is passed on; it is in no file.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Sealed {
    /// The id of the match.
    pub sid: Digest,
    /// The seat that wrote it.
    pub from: Seat,
    /// The seat that opens it.
    pub to: Seat,
    /// Rises with every message from the one to the other.
    pub number: u64,
    /// The nonce of the cipher.
    pub nonce: [u8; 12],
    /// The content under ChaCha20-Poly1305, at most [`MAX_SEALED`] bytes.
    pub sealed: Vec<u8>,
    /// The signature by the match key of `from`, label "sealed".
    pub signature: Signature,
}

impl Wire for Sealed {
    const LIMIT: usize = MAX_SEALED + 128;

    fn check(&self) -> Result<(), &'static str> {
        match self.sealed.len() > MAX_SEALED {
            true => Err("a sealed message over 16 KiB"),
            false => bounds::numbers([self.number]),
        }
    }
}

impl Sealed {
    /// Signs a message; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("sealed", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        let seats = (self.from, self.to);
        hash::sealed(&self.sid, seats, self.number, &self.nonce, &self.sealed)
    }

    /// True if the key signed the message.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("sealed", &self.id(), &self.signature)
    }
}

/// What a sealed message holds.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) enum Content {
    /// Words to the team.
    Talk(String),
    /// The part of a set-up that the sender means to seal.
    Plan(PartPlan),
}

impl Wire for Content {
    const LIMIT: usize = MAX_SEALED;

    fn check(&self) -> Result<(), &'static str> {
        match self {
            Self::Talk(text) if text.len() > MAX_CHAT => Err("a message over 2 KiB"),
            Self::Talk(_) => Ok(()),
            Self::Plan(plan) => plan.check(),
        }
    }
}

/// The part of a set-up that a member means to seal: payloads and nonces, by which its mates see it, check its commitments,
/// and open it should the member be gone. It binds to nothing; a newer one takes its place until the part is sealed.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(crate) struct PartPlan {
    /// The step of the commitments.
    pub(crate) step: u64,
    /// The root before it.
    pub(crate) prev: Digest,
    /// Rises with every part that the member shows.
    pub(crate) number: u64,
    pub(crate) openings: Vec<Opening>,
}

impl Wire for PartPlan {
    const LIMIT: usize = MAX_SEALED;

    fn check(&self) -> Result<(), &'static str> {
        bounds::steps([self.step])?;
        bounds::numbers([self.number])?;
        RevealBody(self.openings.clone()).check()?;
        match encode(self).len() > MAX_PLAN {
            true => Err("a plan that is too long"),
            false => Ok(()),
        }
    }
}
