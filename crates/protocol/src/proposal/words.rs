//! What comes out of a table's machine, and why a wish is not fulfilled.

use crate::frame::{Decider, Reply};
use crate::hash::Digest;
use crate::manifest::{Genesis, ManifestError};
use crate::session::{Fresh, LineId, OfferError};
use crate::{Identity, Manifest, PublicKey, Seat};

/// An output of a table. The caller carries outputs out in order, and flushes every write to disk before a later `Send`
/// leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableOutput {
    /// Write this, and flush it to disk.
    Persist(Box<Kept>),
    /// Send on that line as one frame.
    Send(LineId, Vec<u8>),
    /// Show the user this.
    Show(TableEvent),
}

/// What has to survive a crash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// This machine's players have signed a match, which may begin from now on: new files with the manifest and these
    /// signatures. They can be deleted 30 days after the table is gone.
    Signed(Match),
    /// The match has begun: its files, whole.
    Begun(Match),
}

/// A match that this machine's players have signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The id.
    pub sid: Digest,
    /// What all sign.
    pub manifest: Manifest,
    /// The signatures of this machine's players, or of all once the match has begun.
    pub signatures: Vec<Genesis>,
    /// This machine's seats.
    pub chairs: Vec<Chair>,
}

/// A seat of this machine in a match.
#[derive(Clone)]
pub struct Chair {
    /// The seat in the match.
    pub seat: Seat,
    /// The player's long-lived key.
    pub identity: Identity,
    /// The secrets of the seat.
    pub fresh: Fresh,
    /// Who decides.
    pub decider: Decider,
}

/// Shows the seat; secrets belong in no log.
impl std::fmt::Debug for Chair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Chair({}, {:?})", self.seat, self.decider)
    }
}

impl PartialEq for Chair {
    fn eq(&self, other: &Self) -> bool {
        let parts = |chair: &Self| {
            (
                chair.seat,
                chair.identity.public(),
                chair.fresh.session_nonce,
            )
        };
        parts(self) == parts(other) && self.decider == other.decider
    }
}

impl Eq for Chair {}

/// An event at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableEvent {
    /// The table shows something else.
    Changed,
    /// The host's: a machine asks to be let in.
    Asked(PublicKey),
    /// Our player does not get the seat, or not yet.
    Reply {
        /// Our player.
        who: PublicKey,
        /// The host's answer.
        reply: Reply,
    },
    /// The game, its terms or the players are others than our user agreed to: the agreement is taken back.
    TakenBack,
    /// A player does not want to play.
    Declined {
        /// The name, as the table has it.
        name: String,
        /// The player's reason, plain text.
        why: String,
    },
    /// These players have not signed in 20 seconds. Nothing has begun.
    Unsigned(Vec<String>),
    /// The match has begun. Its files are on disk.
    Begun(Box<Match>),
    /// The host has withdrawn the table.
    Closed,
    /// A player says something.
    Said {
        /// The player's long-lived key.
        who: PublicKey,
        /// The name, as the table has it.
        name: String,
        /// Cleaned.
        text: String,
    },
    /// Our player is at this table from another machine, or from another run of this program, and stops sitting here.
    Elsewhere(PublicKey),
    /// This program cannot play what the host shows.
    CannotPlay(ManifestError),
}

/// The reason why a wish at a table is not fulfilled. The table stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum WishError {
    #[error("{0}")]
    Offer(#[from] OfferError),
    #[error("this table continues another match, which this program cannot enter yet")]
    Continues,
    #[error("a table of {0} seats: a table has two to eight, and one for every side")]
    Seats(usize),
    #[error("a machine at a table brings one to eight players, each with a key of its own")]
    Players,
    #[error("this machine brings no player number {}", .0.saturating_add(1))]
    NoSuchPlayer(usize),
    #[error("there is no {} at this table", .0.counted())]
    NoSuchSeat(Seat),
    #[error("{} is free", .0.counted())]
    Free(Seat),
    #[error("{} is taken by {name}", seat.counted())]
    Taken { seat: Seat, name: String },
    #[error("the names `{0}` and `{1}` look alike, and both would play here")]
    LooksLike(String, String),
    #[error("the host has not shown the table yet")]
    NoTable,
    #[error("only the host of a table can do this")]
    NotHost,
    #[error("nobody of this machine sits at the table")]
    NotSeated,
    #[error("the player sits at this table from another machine")]
    Elsewhere,
    #[error("not ready: {}", .0.join(", "))]
    NotReady(Vec<String>),
    #[error("the table is closed")]
    Closed,
    #[error("the match has begun")]
    Begun,
    #[error("a table of {0} seats cannot begin by mail: letters go between two players")]
    ByMail(usize),
    #[error("a clock cannot run by mail")]
    Clock,
    #[error("the file is not a letter of a table")]
    NoLetter,
    #[error("the letter cannot be read: {0}")]
    Letter(#[from] super::EnvelopeError),
}

impl WishError {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Offer(cause) => cause.advice(),
            Self::Continues => "host a table from the beginning of a game",
            Self::Seats(_) => "choose another number of seats, or open one",
            Self::Players => "bring fewer players, each with an identity of its own",
            Self::NoSuchPlayer(_) => "choose one of the players of this machine",
            Self::NoSuchSeat(_) => "choose a seat of this table",
            Self::Free(_) => "wait until somebody takes it; the host can also close it",
            Self::Taken { .. } => "choose another seat, or turn that player out first",
            Self::LooksLike(..) => "choose a name that nobody can mistake for another one",
            Self::NoTable => "wait until the connection to the host is up",
            Self::NotHost => "ask the host",
            Self::NotSeated => "sit down first",
            Self::Elsewhere => "go on there, or leave the table there first",
            Self::NotReady(_) => "begin when all are ready",
            Self::Closed => "ask the host for another table",
            Self::Begun => "open the match",
            Self::ByMail(_) => "connect to each other instead",
            Self::Clock => "choose days for each turn, or no limit",
            Self::NoLetter => "choose the file that the other player sent",
            Self::Letter(cause) => cause.advice(),
        }
    }
}
