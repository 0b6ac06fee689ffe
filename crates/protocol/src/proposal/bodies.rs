//! The contents of a table's frames.

use bincode::{Decode, Encode};

use super::kind::Kind;
use crate::codec::{CodecError, decode_canonical, encode};
use crate::frame::{Access, Decider, Reply};
use crate::hash::Digest;
use crate::manifest::Genesis;
use crate::{PublicKey, Seat, Signature};

/// The longest reason of a player who declines, in bytes.
pub const MAX_REASON: usize = 256;

/// The empty body.
#[derive(Encode, Decode)]
pub(super) struct Nothing;

/// The content of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Body {
    Game(GameBody),
    Table(Seating),
    Me(Box<Me>),
    Begun(Begun),
    Closed,
    Answer(Answer),
    Said(Said),
    Want(Want),
}

/// What would be played.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct GameBody {
    /// The bytes of the manifest without seats: scenario with its digest, options, terms. The manifest's own gate reads
    /// them, so that a game of another version is refused in words.
    pub manifest: Vec<u8>,
    /// The position where the match begins, if not from the scenario's.
    pub origin: Option<Origin>,
}

/// The position that a match begins from: named, not contained.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub enum Origin {
    /// The match continues another one; these bytes travel apart.
    Start {
        /// The digest of the bytes.
        digest: Digest,
        /// Their length, at most [`Origin::MAX_START`].
        length: u32,
    },
    /// The match is played next to another one, from a position of it.
    From {
        /// The id of the other match.
        sid: Digest,
        /// The step after which the position stood, below 2^53.
        step: u64,
        /// The digest of the position.
        position: Digest,
    },
}

impl Origin {
    /// The most bytes of a start.
    pub const MAX_START: u32 = 64 * 1024;
}

/// Who sits where, as the host shows it.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Seating {
    /// The digest of the game's body.
    pub game: Digest,
    /// From seat 0.
    pub seats: Vec<Place>,
    /// The id of the match that the host begins.
    pub begins: Option<Digest>,
}

/// A seat of a table.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Place {
    /// The side that plays there, by its place among the game's sides.
    pub side: u8,
    /// The players that the seat is open to.
    pub access: Access,
    /// The player that the seat is kept for, if it is kept.
    pub kept_for: Option<PublicKey>,
    /// The player who sits there.
    pub sitter: Option<Sitter>,
}

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Sitter {
    /// The key of the machine's first player.
    pub machine: PublicKey,
    /// The player's long-lived key.
    pub identity: PublicKey,
    /// The player's key for the match.
    pub key: PublicKey,
    /// Fresh bytes for the manifest.
    pub session_nonce: [u8; 32],
    /// Cleaned, at most [`crate::MAX_NAME`] bytes.
    pub name: String,
    /// Who decides, by the machine's own word.
    pub decider: Decider,
    /// The host has a connection to the machine. Nothing depends on it.
    pub is_here: bool,
    /// The player agrees to the match as the table shows it.
    pub is_ready: bool,
}

/// The whole state of a player at a table; the newest one counts.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Me {
    /// The key of the machine's first player.
    pub machine: PublicKey,
    /// The machine's signature over [`crate::hash::table_machine`], label "table machine".
    pub machine_proof: Signature,
    /// Where the player wants to sit.
    pub wish: Wish,
    /// The player's key for the match; the same for a whole table.
    pub key: PublicKey,
    /// Fresh bytes for the manifest; the same for a whole table.
    pub session_nonce: [u8; 32],
    /// Cleaned, at most [`crate::MAX_NAME`] bytes.
    pub name: String,
    /// Who decides.
    pub decider: Decider,
    /// What the player says to the match that would begin.
    pub stance: Stance,
}

/// Where a player wants to sit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum Wish {
    /// Nowhere: the player stands.
    Stands,
    /// On any seat.
    Any,
    /// On that seat.
    On(Seat),
}

/// What a player says to the match that would begin.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub enum Stance {
    /// Nothing yet.
    Looks,
    /// The player would play the match of that id.
    Ready(Digest),
    /// The player would play it, and these are the signatures.
    Signed {
        /// The id of the match.
        sid: Digest,
        /// The signature by the player's identity.
        by_identity: Signature,
        /// The signature by the match key.
        by_key: Signature,
    },
    /// The player does not want to play, and says why, in at most [`MAX_REASON`] bytes.
    Declines(String),
}

impl Stance {
    /// The match that the player would play.
    pub const fn ready(&self) -> Option<Digest> {
        match self {
            Self::Ready(sid) | Self::Signed { sid, .. } => Some(*sid),
            Self::Looks | Self::Declines(_) => None,
        }
    }
}

/// A match that has begun: its manifest and everybody's signatures.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Begun {
    /// The bytes of the manifest.
    pub manifest: Vec<u8>,
    /// One for each seat, ascending.
    pub signatures: Vec<Genesis>,
}

/// The host's answer to a player who was not seated.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Answer {
    /// The player.
    pub to: PublicKey,
    /// The reason.
    pub reply: Reply,
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Said {
    /// At most [`crate::frame::MAX_CHAT`] bytes; the program that shows it cleans it.
    pub text: String,
}

/// A request to the machine at the other end. It is not passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub enum Want {
    /// The game of that digest.
    Game(Digest),
    /// The beginning of the match of that id.
    Begun(Digest),
    /// The newest state of that player.
    Me(PublicKey),
}

impl Body {
    /// The kind of the frame.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Game(_) => Kind::Game,
            Self::Table(_) => Kind::Table,
            Self::Me(_) => Kind::Me,
            Self::Begun(_) => Kind::Begun,
            Self::Closed => Kind::Closed,
            Self::Answer(_) => Kind::Answer,
            Self::Said(_) => Kind::Said,
            Self::Want(_) => Kind::Want,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Game(body) => encode(body),
            Self::Table(body) => encode(body),
            Self::Me(body) => encode(&**body),
            Self::Begun(body) => encode(body),
            Self::Closed => encode(&Nothing),
            Self::Answer(body) => encode(body),
            Self::Said(body) => encode(body),
            Self::Want(body) => encode(body),
        }
    }

    pub(super) fn read(kind: Kind, bytes: &[u8]) -> Result<Self, CodecError> {
        Ok(match kind {
            Kind::Game => Self::Game(decode_canonical(bytes)?),
            Kind::Table => Self::Table(decode_canonical(bytes)?),
            Kind::Me => Self::Me(Box::new(decode_canonical(bytes)?)),
            Kind::Begun => Self::Begun(decode_canonical(bytes)?),
            Kind::Closed => decode_canonical::<Nothing>(bytes).map(|_| Self::Closed)?,
            Kind::Answer => Self::Answer(decode_canonical(bytes)?),
            Kind::Said => Self::Said(decode_canonical(bytes)?),
            Kind::Want => Self::Want(decode_canonical(bytes)?),
        })
    }
}
