//! The frames of a table's lobby: who sits where, wishes and answers.
//!
//! They have type bytes of their own, and a session knows none of them: a line carries a lobby until the match begins, and
//! from then on the session.

use bincode::{Decode, Encode};

use super::{Frame, MAX_CHAT, MAX_FRAME, MAX_MANIFEST_FRAME, framed};
use crate::bounds;
use crate::codec::{CodecError, Wire, decode_canonical, encode};
use crate::hash::{self, Digest};
use crate::record::MAX_SEATS;
use crate::text::{clean_name, is_plain};
use crate::{Fault, Identity, PublicKey, Seat, Signature};

/// The most seats of a table.
pub const MOST_SEATS: u8 = 8;
/// Longest word for a computer's level or engine, in bytes.
pub const MAX_DECIDER: usize = 32;

const GAME: u8 = 19;
const TABLE: u8 = 20;
const SIT: u8 = 21;
const STAND: u8 = 22;
const READY: u8 = 23;
const ANSWER: u8 = 24;
const SAID: u8 = 25;
const BEGUN: u8 = 26;

/// What travels on a line while a table is in its lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableFrame {
    /// The host's: the bytes of a manifest without seats, before the first TABLE and whenever they change. In place of an
    /// older match: with the players of that one.
    Game(Vec<u8>),
    /// The host's: the same to everybody.
    Table(Box<Seating>),
    /// A guest's: a player wants to sit, to move, or to be known by another name.
    Sit(Box<Sit>),
    /// A guest's: a player gets up.
    Stand(Stand),
    /// A guest's: everybody at that machine is ready, or no longer.
    Ready(Ready),
    /// A wish is not fulfilled, or waits for the host.
    Answer(Answer),
    /// The host's: what somebody at the table says.
    Said(Said),
    /// The host's: every guest has signed; after this frame the line is the sessions'.
    Begun(Digest),
    /// HELLO, CHAT and BYE of both; PAST and MANIFEST of the host, GENESIS of a guest.
    Match(Frame),
}

/// Who sits where, as the host shows it to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Seating {
    /// Rises with every change.
    pub version: u32,
    /// The number of beginnings that came to nothing; each asks for fresh keys.
    pub tries: u32,
    /// The digest of the game's bytes, which went before.
    pub game: Digest,
    /// From seat 0.
    pub seats: Vec<Place>,
    /// Why the last beginning failed, until the next one; none if the host does not say.
    pub failed: Option<Failed>,
}

/// Why a match did not begin, for everybody at the table. The names are those at the table then.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub enum Failed {
    /// A player got up, or left the table.
    Left(String),
    /// The connection to a player was lost.
    Lost(String),
    /// Players whose programs did not sign in time.
    Silent(Vec<String>),
    /// A player's program did not sign, and said why.
    Declined {
        /// The player.
        name: String,
        /// The reason.
        reply: Reply,
    },
}

impl Failed {
    fn names(&self) -> &[String] {
        match self {
            Self::Left(name) | Self::Lost(name) | Self::Declined { name, .. } => {
                std::slice::from_ref(name)
            }
            Self::Silent(names) => names,
        }
    }

    fn is_fit(&self) -> bool {
        let names = self.names();
        let are_fit = names.len() <= MAX_SEATS && names.iter().all(|name| fit_name(name));
        are_fit
            && match self {
                Self::Declined { reply, .. } => reply.is_fit(),
                _ => true,
            }
    }
}

/// A seat of a table.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Place {
    /// The side that plays there, by its place among the game's sides.
    pub side: u8,
    /// To whom the seat is given.
    pub access: Access,
    /// Who sits there.
    pub sitter: Option<Sitter>,
}

/// To whom a seat is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum Access {
    /// To whom the host lets in.
    Open,
    /// To whoever has the seat's own code.
    Code,
    /// To nobody; the match has no such seat. In place of an older match: its player stays gone.
    Closed,
    /// In place of an older match: to the player who has it there, and to nobody else.
    Kept,
}

/// A player at a table.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Sitter {
    /// The key of the machine's end of its line, or the host's own.
    pub machine: PublicKey,
    /// The player's long-lived key; of a machine's first player the same.
    pub identity: PublicKey,
    /// The key for the match that may begin.
    pub key: PublicKey,
    /// For the manifest of that match.
    pub session_nonce: [u8; 32],
    /// [`Seating::tries`] for which key and nonce were made.
    pub tries: u32,
    /// Cleaned, at most [`MAX_NAME`](crate::MAX_NAME) bytes.
    pub name: String,
    /// Who decides: the word of that machine.
    pub decider: Decider,
    /// The line to the machine is up.
    pub is_here: bool,
    /// The player is ready for what the table shows.
    pub is_ready: bool,
}

/// Who decides for a seat. Nobody can check it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub enum Decider {
    /// A person.
    Person,
    /// A computer of that level, or an engine of that name; at most [`MAX_DECIDER`] bytes.
    Computer(String),
}

/// A player wants to sit, or sits and moves, has another name or fresh keys.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Sit {
    /// The seat; none for any.
    pub seat: Option<Seat>,
    /// The player's long-lived key.
    pub identity: PublicKey,
    /// The player's key for the match.
    pub key: PublicKey,
    /// For the manifest.
    pub session_nonce: [u8; 32],
    /// The try for which key and nonce were made.
    pub tries: u32,
    /// Cleaned, at most [`MAX_NAME`](crate::MAX_NAME) bytes.
    pub name: String,
    /// Who decides.
    pub decider: Decider,
    /// By the identity over [`hash::sit`], label "sit".
    pub proof: Signature,
}

/// A player gets up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Stand {
    /// The player's long-lived key.
    pub identity: PublicKey,
}

/// Everybody at a machine is ready for the match with that id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Ready {
    /// None to be ready no longer.
    pub sid: Option<Digest>,
}

/// An answer to a player's wish, or to the host's MANIFEST.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Answer {
    /// The player, or the machine.
    pub who: PublicKey,
    /// The answer.
    pub reply: Reply,
}

/// Somebody at the table says something; who it is is the host's word.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Said {
    /// The player's long-lived key.
    pub who: PublicKey,
    /// At most [`MAX_CHAT`] bytes; cleaned by whoever shows it.
    pub text: String,
}

/// Why a wish is not fulfilled; variants are only ever appended.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode, thiserror::Error)]
#[allow(missing_docs)]
pub enum Reply {
    #[error("the host is asked whether you may sit down")]
    Asked,
    #[error("there is no {} at this table", .0.counted())]
    NoSuchSeat(Seat),
    #[error("{} is taken", .0.counted())]
    Taken(Seat),
    #[error("{} is closed: the match is played without it", .0.counted())]
    Closed(Seat),
    #[error("{} is for whoever has its own code", .0.counted())]
    NeedsCode(Seat),
    #[error("this code is for {} alone", .0.counted())]
    OtherSeat(Seat),
    #[error("the code for {} was used: somebody sits there", .0.counted())]
    CodeUsed(Seat),
    #[error("{} is no longer given by a code", .0.counted())]
    NoCode(Seat),
    #[error("no seat is free")]
    Full,
    #[error("the name looks like that of `{0}`, who sits at this table")]
    LooksLike(String),
    #[error("a key of this player is in use at this table already")]
    KeyTaken,
    #[error("too many changes in a short time")]
    TooOften,
    #[error("the host does not let you in")]
    TurnedAway,
    #[error("the host has turned you out of this table")]
    TurnedOut,
    #[error("too many people wait at this table")]
    Crowded,
    #[error("the match is about to begin")]
    Beginning,
    #[error("the keys were made for an earlier try")]
    OldKeys,
    #[error("the match that is to begin is not the one that was agreed to here")]
    Differs,
    #[error("the player is no longer ready")]
    NotReady,
    #[error("the match has begun without you")]
    Begun,
    #[error("{} is yours in the match that this table continues", .0.counted())]
    OwnSeat(Seat),
    #[error("{} is kept for the player who has it in the match that this table continues", .0.counted())]
    Kept(Seat),
    /// A guest's, of the older match: it has signed the try of that number, written at that time in Unix milliseconds.
    #[error("another try to continue the match is signed")]
    Signed { number: u8, written_ms: u64 },
}

impl Reply {
    fn is_fit(&self) -> bool {
        match self {
            Self::LooksLike(name) => fit_name(name),
            _ => true,
        }
    }

    /// Advice to the user, in one sentence without a full stop.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Asked => "wait for the host's answer",
            Self::NoSuchSeat(_) | Self::Taken(_) | Self::Closed(_) | Self::NeedsCode(_) => {
                "choose a seat that is open, or ask the host"
            }
            Self::OtherSeat(_) => "sit down there, or ask the host for the code of the table",
            Self::CodeUsed(_) | Self::NoCode(_) => "ask the host for a new code",
            Self::Full => "wait until a seat is free, or ask the host for another one",
            Self::LooksLike(_) => "choose a name that nobody can mistake for it",
            Self::KeyTaken => "use an identity of its own for every player",
            Self::TooOften => "wait a minute, then try again",
            Self::TurnedAway | Self::TurnedOut => "talk to the host",
            Self::Crowded => "try again in some minutes",
            Self::Beginning => "wait until it has begun, or has not",
            Self::OldKeys => "nothing: the program sends fresh ones",
            Self::Differs => {
                "look at the table again; if the host's program shows two tables, play elsewhere"
            }
            Self::NotReady => "begin again when all are ready",
            Self::Begun => "ask the players for another match",
            Self::OwnSeat(_) => "sit down there",
            Self::Kept(_) => "choose a seat that is open, or ask the host",
            Self::Signed { .. } => "wait a moment, then be ready again",
        }
    }
}

fn fit_name(name: &str) -> bool {
    // cleaned by its owner: the manifest holds exactly this name, and its owner compares it
    !name.is_empty() && clean_name(name, "") == name
}

impl Decider {
    /// True if it can be shown as it is.
    pub fn is_fit(&self) -> bool {
        match self {
            Self::Person => true,
            Self::Computer(level) => {
                (1..=MAX_DECIDER).contains(&level.len()) && is_plain(level) && level.trim() == level
            }
        }
    }
}

impl Wire for Seating {
    const LIMIT: usize = 4096;

    fn check(&self) -> Result<(), &'static str> {
        let sitters = || self.seats.iter().filter_map(|place| place.sitter.as_ref());
        match self {
            _ if self.seats.len() > MAX_SEATS => Err("more than 8 seats"),
            _ if self
                .seats
                .iter()
                .any(|place| place.access == Access::Closed && place.sitter.is_some()) =>
            {
                Err("somebody on a closed seat")
            }
            _ if sitters().any(|sitter| !fit_name(&sitter.name)) => Err("an unfit name"),
            _ if self.failed.as_ref().is_some_and(|it| !it.is_fit()) => Err("an unfit name"),
            _ if sitters().any(|sitter| !sitter.decider.is_fit()) => Err("an unfit decider"),
            // the one who makes keys for a later try would be ahead of the host
            _ if sitters().any(|sitter| sitter.tries > self.tries) => Err("keys of a later try"),
            _ => bounds::table([self.version, self.tries]),
        }
    }
}

impl Wire for Sit {
    const LIMIT: usize = 512;

    fn check(&self) -> Result<(), &'static str> {
        match self {
            _ if !fit_name(&self.name) => Err("an unfit name"),
            _ if !self.decider.is_fit() => Err("an unfit decider"),
            _ => bounds::table([self.tries]),
        }
    }
}

impl Wire for Stand {
    const LIMIT: usize = 32;
}

impl Wire for Ready {
    const LIMIT: usize = 33;
}

impl Wire for Answer {
    const LIMIT: usize = 128;

    fn check(&self) -> Result<(), &'static str> {
        match &self.reply {
            reply if !reply.is_fit() => Err("an unfit name"),
            Reply::Signed { written_ms, .. } => bounds::numbers([*written_ms]),
            _ => Ok(()),
        }
    }
}

impl Wire for Said {
    const LIMIT: usize = 32 + MAX_CHAT + 3;
}

/// The id of a match, in a frame of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
struct Sid(Digest);

impl Wire for Sid {
    const LIMIT: usize = 32;
}

impl Sit {
    fn digest(&self, exporter: &[u8; 32], machine: &PublicKey) -> Digest {
        hash::sit(
            exporter,
            &machine.0,
            &self.key.0,
            &self.session_nonce,
            self.tries,
        )
    }

    /// Signs the wish for a line of that machine; the `proof` given in is replaced.
    pub fn signed(self, identity: &Identity, exporter: &[u8; 32], machine: &PublicKey) -> Self {
        let proof = identity.sign("sit", &self.digest(exporter, machine));
        Self { proof, ..self }
    }

    /// True if the player's own key has signed for that line and machine.
    pub fn is_proved(&self, exporter: &[u8; 32], machine: &PublicKey) -> bool {
        self.identity
            .verify("sit", &self.digest(exporter, machine), &self.proof)
    }
}

impl TableFrame {
    /// Type byte and body, without the carrier's length.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Game(bytes) => framed(GAME, bytes),
            Self::Table(table) => framed(TABLE, &encode(&**table)),
            Self::Sit(sit) => framed(SIT, &encode(&**sit)),
            Self::Stand(stand) => framed(STAND, &encode(stand)),
            Self::Ready(ready) => framed(READY, &encode(ready)),
            Self::Answer(answer) => framed(ANSWER, &encode(answer)),
            Self::Said(said) => framed(SAID, &encode(said)),
            Self::Begun(sid) => framed(BEGUN, &encode(&Sid(*sid))),
            Self::Match(frame) => frame.to_bytes(),
        }
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// Returns [`Fault`] for a frame too long, of an unknown type, or with a body that is not canonical.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let (kind, body) = bytes.split_first().ok_or(Fault::UnknownFrame(0))?;
        if !(GAME..=BEGUN).contains(kind) {
            return Ok(Self::Match(Frame::from_bytes(bytes)?));
        }
        // a game is a manifest without seats, and as long as one
        let limit = match *kind {
            GAME => MAX_MANIFEST_FRAME,
            _ => MAX_FRAME,
        };
        // before the body is decoded (threat 17)
        if bytes.len() > limit {
            let len = bytes.len();
            return Err(Fault::Malformed(CodecError::TooLong { len, limit }));
        }
        Ok(match *kind {
            // checked by whoever takes it: the program says there what does not fit
            GAME => Self::Game(body.to_vec()),
            TABLE => Self::Table(Box::new(decode_canonical(body)?)),
            SIT => Self::Sit(Box::new(decode_canonical(body)?)),
            STAND => Self::Stand(decode_canonical(body)?),
            READY => Self::Ready(decode_canonical(body)?),
            ANSWER => Self::Answer(decode_canonical(body)?),
            SAID => Self::Said(decode_canonical(body)?),
            _ => Self::Begun(decode_canonical::<Sid>(body)?.0),
        })
    }
}
