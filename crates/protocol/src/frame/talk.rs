//! What is said at a table during its match.

use bincode::{Decode, Encode};

use super::MAX_CHAT;
use crate::bounds;
use crate::codec::Wire;
use crate::hash::{self, Digest};
use crate::{Identity, PublicKey, Seat, Signature};

/// A chat message to everybody at a table, passed on by whoever has a line. It is signed, so that whoever passes it on
/// can drop it, and cannot put words into another's mouth. It is in no file.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Talk {
    /// The id of the match.
    pub sid: Digest,
    /// The seat that speaks.
    pub seat: Seat,
    /// Rises with every message of a seat: one that comes again, on another line or later, is not shown again.
    pub number: u64,
    /// At most [`MAX_CHAT`] bytes; cleaned by whoever shows it.
    pub text: String,
    /// The signature by the seat's match key, label "talk".
    pub signature: Signature,
}

impl Wire for Talk {
    const LIMIT: usize = MAX_CHAT + 112;

    fn check(&self) -> Result<(), &'static str> {
        match self.text.len() > MAX_CHAT {
            true => Err("a message over 2 KiB"),
            false => bounds::numbers([self.number]),
        }
    }
}

impl Talk {
    /// Signs a message; the `signature` given in is replaced.
    pub fn signed(self, key: &Identity) -> Self {
        let signature = key.sign("talk", &self.id());
        Self { signature, ..self }
    }

    /// The digest that the signature covers.
    pub fn id(&self) -> Digest {
        hash::talk(&self.sid, self.seat, self.number, &self.text)
    }

    /// True if the key signed the message.
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        key.verify("talk", &self.id(), &self.signature)
    }
}
