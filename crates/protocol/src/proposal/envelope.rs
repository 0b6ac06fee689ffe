//! The envelope of every frame of a table, and the one gate through which such a frame comes in.
//!
//! A frame means the same over a direct connection, passed on by another player, or in a letter: its sender has signed it
//! for this table.

use super::bodies::Body;
use super::kind::Kind;
use crate::codec::CodecError;
use crate::hash::{self, Digest};
use crate::{Identity, PublicKey, Signature};

/// The longest frame of a table, with its envelope.
pub const MAX_ENVELOPE: usize = 64 * 1024;
/// Counters are below this number, so that a language whose numbers are floats can read them.
pub const MAX_COUNTER: u64 = 1 << 53;
/// The bytes of a frame besides its body.
pub(super) const OVERHEAD: usize = HEAD + SIGNATURE;

const HEAD: usize = 1 + 32 + 32 + 8;
const SIGNATURE: usize = 64;
const LABEL: &str = "table";

/// The part of a frame that chooses what becomes of it. Nothing of it is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The kind of the body.
    pub kind: Kind,
    /// The table.
    pub table: Digest,
    /// The player whose identity has signed.
    pub sender: PublicKey,
    /// Ascends with each frame of a sender at this table.
    pub counter: u64,
}

/// A frame whose signature holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Sender, table, kind and counter.
    pub header: Header,
    /// The content.
    pub body: Body,
}

/// Why bytes are not a frame of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// The frame is longer than any frame of a table.
    #[error("a frame of {0} bytes, where at most {MAX_ENVELOPE} are allowed")]
    TooLong(usize),
    /// The frame ends inside its envelope.
    #[error("a frame of {0} bytes is shorter than its envelope")]
    TooShort(usize),
    /// The type byte is not that of a table's frame.
    #[error("frames of type {0} do not belong to a table")]
    Kind(u8),
    /// The counter is out of bounds.
    #[error("a counter of {0} is out of bounds")]
    Counter(u64),
    /// The body is not the canonical encoding of a value within its bounds.
    #[error("the body is malformed: {0}")]
    Body(#[from] CodecError),
    /// The signature is not the sender's.
    #[error("the signature is not the sender's")]
    Signature,
    /// The connection brings more than any honest program sends.
    #[error("too many frames in a short time")]
    Flood,
}

impl EnvelopeError {
    /// Advice to the user, in one sentence without a full stop.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Flood => "connect again later",
            _ => "both players need the same version of the program",
        }
    }
}

impl Header {
    /// Reads sender, table, kind and counter, and nothing else: to choose the table that a frame belongs to.
    ///
    /// # Errors
    /// Returns [`EnvelopeError`] for a frame too long or too short, of an unknown kind, or with a counter out of bounds.
    pub fn read(bytes: &[u8]) -> Result<Self, EnvelopeError> {
        if bytes.len() > MAX_ENVELOPE {
            return Err(EnvelopeError::TooLong(bytes.len()));
        }
        let short = || EnvelopeError::TooShort(bytes.len());
        if bytes.len() < OVERHEAD {
            return Err(short());
        }
        let (kind, rest) = bytes.split_first().ok_or_else(short)?;
        let (table, rest) = rest.split_first_chunk::<32>().ok_or_else(short)?;
        let (sender, rest) = rest.split_first_chunk::<32>().ok_or_else(short)?;
        let (counter, _) = rest.split_first_chunk::<8>().ok_or_else(short)?;
        let known = Kind::ALL.into_iter().find(|known| *known as u8 == *kind);
        let counter = u64::from_le_bytes(*counter);
        if counter >= MAX_COUNTER {
            return Err(EnvelopeError::Counter(counter));
        }
        Ok(Self {
            kind: known.ok_or(EnvelopeError::Kind(*kind))?,
            table: *table,
            sender: PublicKey(*sender),
            counter,
        })
    }

    fn digest(&self, body: &[u8]) -> Digest {
        let kind = self.kind as u8;
        hash::table_frame(&self.table, &self.sender.0, self.counter, kind, body)
    }
}

impl Envelope {
    /// Reads a frame and checks everything that can be checked without knowing the table.
    ///
    /// # Errors
    /// Returns [`EnvelopeError`] if the frame is out of bounds, is not canonical, or is not signed by its sender.
    pub fn read(bytes: &[u8]) -> Result<Self, EnvelopeError> {
        let header = Header::read(bytes)?;
        let short = || EnvelopeError::TooShort(bytes.len());
        let (signed, signature) = bytes.split_last_chunk::<SIGNATURE>().ok_or_else(short)?;
        let body = signed.get(HEAD..).ok_or_else(short)?;
        // Check the signature before the body is decoded: a stranger's bytes reach no decoder.
        let signature = Signature(*signature);
        if !header
            .sender
            .verify(LABEL, &header.digest(body), &signature)
        {
            return Err(EnvelopeError::Signature);
        }
        let body = Body::read(header.kind, body)?;
        Ok(Self { header, body })
    }

    /// The bytes of a frame that the identity signs.
    pub fn write(identity: &Identity, table: Digest, counter: u64, body: &Body) -> Vec<u8> {
        let header = Header {
            kind: body.kind(),
            table,
            sender: identity.public(),
            counter,
        };
        let body = body.to_bytes();
        let mut bytes = vec![header.kind as u8];
        bytes.extend(header.table);
        bytes.extend(header.sender.0);
        bytes.extend(counter.to_le_bytes());
        bytes.extend(&body);
        bytes.extend(identity.sign(LABEL, &header.digest(&body)).0);
        bytes
    }
}

/// The next counter of a sender; `None` if it has used up all numbers.
pub fn next_counter(last: u64, unix_ms: u64) -> Option<u64> {
    let next = last.checked_add(1)?.max(unix_ms.min(MAX_COUNTER - 1));
    (next < MAX_COUNTER).then_some(next)
}
