//! The question to continue in a new match, and the refusal.

use bincode::{Decode, Encode};

use super::head::{Head, Held};
use crate::bounds;
use crate::codec::Wire;
use crate::hash::{self, Digest};
use crate::record::MAX_SEATS;
use crate::text::MAX_NAME;
use crate::{Identity, PublicKey, Seat, Signature};

/// A player asks to continue in a new match: the counterpart of a guest's JOIN, signed by the player's identity, so
/// that a player who has lost the match key can ask too.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Ask {
    /// The match that the new one would continue.
    pub sid: Digest,
    /// The seat of the asking player.
    pub seat: Seat,
    /// The player's name in the new match.
    pub name: String,
    /// The player's key for the new match.
    pub key: PublicKey,
    /// The player's nonce for the manifest of the new match.
    pub session_nonce: [u8; 32],
    /// The nonce that the receiver gave for this line; zeros by file.
    pub nonce: [u8; 32],
    /// The last complete step that the player holds.
    pub step: u64,
    /// The root after that step.
    pub root: Digest,
    /// The records and notes that the player holds of each seat, as in a HEAD.
    pub held: Vec<Held>,
    /// The player's files may be older than what its seat has signed.
    pub is_strange: bool,
    /// The changes in the new match, apart from keys and clocks.
    pub wish: ContinueWish,
    /// The signature by the player's identity, label "ask".
    pub signature: Signature,
}

/// The changes in a new match; by default there are none, and it begins where the old one stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct ContinueWish {
    /// The step of the old match after which the new one begins; none for the present position.
    pub after: Option<u64>,
    /// Clocks and names stay with the players.
    pub swaps: bool,
}

impl Wire for Ask {
    const LIMIT: usize = 1280;

    fn check(&self) -> Result<(), &'static str> {
        match self {
            _ if self.name.len() > MAX_NAME => Err("a name over 32 bytes"),
            _ if self.seat.index() >= MAX_SEATS => Err("more than 8 seats"),
            _ => {
                bounds::steps([self.step].into_iter().chain(self.wish.after))?;
                Held::check(&self.held)
            }
        }
    }
}

impl Ask {
    /// Signs the question; the `signature` given in is replaced.
    pub(crate) fn signed(self, identity: &Identity) -> Self {
        let signature = identity.sign("ask", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::ask(&hash::AskParts {
            sid: &self.sid,
            seat: self.seat,
            name: self.name.as_bytes(),
            key: &self.key.0,
            session_nonce: &self.session_nonce,
            head: &self.as_head().id(),
            is_strange: self.is_strange,
            after: self.wish.after,
            swaps: self.wish.swaps,
        })
    }

    /// True if the identity signed the question.
    pub fn is_signed_by(&self, identity: &PublicKey) -> bool {
        identity.verify("ask", &self.id(), &self.signature)
    }

    /// The player's holdings, as a HEAD without a signature of its own.
    pub(crate) fn as_head(&self) -> Head {
        Head {
            sid: self.sid,
            seat: self.seat,
            nonce: self.nonce,
            step: self.step,
            root: self.root,
            held: self.held.clone(),
            signature: Signature([0; 64]),
        }
    }
}

/// The answer to a player who asks to continue and is not granted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Declined {
    /// [`Ask::id`].
    pub ask: Digest,
}

impl Wire for Declined {
    const LIMIT: usize = 32;
}
