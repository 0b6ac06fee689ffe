//! What goes round a table that may continue in a new match, with everybody or without some of its seats: signs of life, the players' consent, and the word of
//! each program that it would sign a new match.

use bincode::{Decode, Encode};

use super::head::Want;
use crate::bounds;
use crate::codec::Wire;
use crate::hash::{self, Digest};
use crate::record::MAX_SEATS;
use crate::{Identity, PublicKey, Seat, Signature};

/// A seat's program runs, and hears somebody. Signed end to end: whoever passes it on cannot make it up for a seat that is
/// gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Alive {
    /// The id of the match.
    pub sid: Digest,
    /// The seat whose program it is.
    pub seat: Seat,
    /// Higher each time, so that an old one passes for no new one.
    pub beat: u64,
    /// The signature by the seat's match key, label "alive".
    pub signature: Signature,
}

impl Wire for Alive {
    const LIMIT: usize = 128;

    fn check(&self) -> Result<(), &'static str> {
        bounds::numbers([self.beat])
    }
}

impl Alive {
    /// Signs a sign of life; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("alive", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::alive(&self.sid, self.seat, self.beat)
    }

    /// True if the key signed it.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("alive", &self.id(), &self.signature)
    }
}

/// A player would continue in a new match, with everybody or without some seats, or no longer would. It binds to nothing:
/// the new match is signed by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Consent {
    /// The match that a new one would continue.
    pub sid: Digest,
    /// The seat of the player.
    pub seat: Seat,
    /// Higher each time: of a seat the latest counts.
    pub turn: u64,
    /// A bit for each seat without which the player would go on, the lowest for seat 0; none to continue with everybody.
    pub without: u8,
    /// The step after which the new match would begin; none for the present position.
    pub after: Option<u64>,
    /// False takes back what was said before.
    pub agrees: bool,
    /// The player's key for the new match.
    pub key: PublicKey,
    /// The player's nonce for the manifest of the new match.
    pub session_nonce: [u8; 32],
    /// The last complete step that the player's program holds.
    pub step: u64,
    /// The root after that step.
    pub root: Digest,
    /// The number of the highest try that the seat has signed, 0 for none.
    pub number: u8,
    /// When that one was written, in Unix milliseconds.
    pub written_ms: u64,
    /// The player's files may be older than what its seat has signed.
    pub is_strange: bool,
    /// The signature by the player's identity, label "consent": the match key may be what was lost.
    pub signature: Signature,
}

impl Wire for Consent {
    const LIMIT: usize = 304;

    fn check(&self) -> Result<(), &'static str> {
        if self.seat.index() >= MAX_SEATS {
            return Err("more than 8 seats");
        }
        bounds::steps([self.step].into_iter().chain(self.after))?;
        bounds::numbers([self.turn, self.written_ms])
    }
}

impl Consent {
    /// Signs a consent; the `signature` given in is replaced.
    pub fn signed(self, identity: &Identity) -> Self {
        let signature = identity.sign("consent", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::consent(&hash::ConsentParts {
            sid: &self.sid,
            seat: self.seat,
            turn: self.turn,
            without: self.without,
            after: self.after,
            agrees: self.agrees,
            key: &self.key.0,
            session_nonce: &self.session_nonce,
            step: self.step,
            root: &self.root,
            number: self.number,
            written_ms: self.written_ms,
            is_strange: self.is_strange,
        })
    }

    /// True if the identity signed it.
    pub fn is_signed_by(&self, identity: &PublicKey) -> bool {
        identity.verify("consent", &self.id(), &self.signature)
    }

    /// True if the player would continue with everybody.
    pub fn is_with_all(&self) -> bool {
        self.agrees && self.without == 0
    }

    /// What the player would have: without whom, and from which step.
    pub fn base(&self) -> (u8, Option<u64>) {
        (self.without, self.after)
    }

    /// True if the player would go on without that seat.
    pub fn leaves_out(&self, seat: Seat) -> bool {
        self.agrees && self.without & Want::bits(&[seat]) != 0
    }
}

/// A seat's program would write the same new match as the one that is shown, and signs it once every other that plays in it
/// has said the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Pledge {
    /// The match that the new one continues.
    pub old: Digest,
    /// The id of the new match.
    pub sid: Digest,
    /// The seat.
    pub seat: Seat,
    /// The signature by the player's identity, label "pledge".
    pub signature: Signature,
}

impl Wire for Pledge {
    const LIMIT: usize = 130;
}

impl Pledge {
    /// Signs a pledge; the `signature` given in is replaced.
    pub fn signed(self, identity: &Identity) -> Self {
        let signature = identity.sign("pledge", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::pledge(&self.old, &self.sid, self.seat)
    }

    /// True if the identity signed it.
    pub fn is_signed_by(&self, identity: &PublicKey) -> bool {
        identity.verify("pledge", &self.id(), &self.signature)
    }
}
