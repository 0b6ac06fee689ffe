//! Why a wish at a table is not fulfilled, in words: what, why, and how to mend it.

use crate::frame::{ByeCode, Failed, Reply};
use crate::manifest::ManifestError;
use crate::session::{OfferError, PlacesError, Refusal};
use crate::{Fault, Seat};

/// Why a table is not changed as its user wishes. The table stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error("{0}")]
    Offer(#[from] OfferError),
    #[error("a table begins at the start of a game, not from an older match")]
    OlderMatch,
    #[error("a table of {0} seats: a table has three to eight")]
    Seats(usize),
    #[error("the game has {sides} sides, and {seats} seats are not closed: every side needs one")]
    FewerThanSides { sides: usize, seats: usize },
    #[error("a table needs three seats that are not closed")]
    Closed,
    #[error("nobody would play {0}: every side needs a seat")]
    SideUnseated(String),
    #[error("there is no {}: the table has seats 1 to {seats}", seat.counted())]
    NoSuchSeat { seat: Seat, seats: usize },
    #[error("there is no side number {} in this game: it has {}", u16::from(*side) + 1, names.join(", "))]
    NoSuchSide { side: u8, names: Vec<String> },
    #[error(
        "there is no team {} in this game: it has the teams {}",
        u16::from(*team) + 1,
        numbers(teams)
    )]
    NoSuchTeam { team: u8, teams: Vec<u8> },
    #[error(
        "{} plays {side}, which is of team {}: teams follow from the sides in this game",
        seat.counted(),
        u16::from(*team) + 1
    )]
    OtherTeam { seat: Seat, side: String, team: u8 },
    #[error("{} is taken by {name}", seat.counted())]
    Taken { seat: Seat, name: String },
    #[error("nobody sits on {}", .0.counted())]
    Vacant(Seat),
    #[error("{} is closed", .0.counted())]
    ClosedSeat(Seat),
    #[error("no seat is free")]
    Full,
    #[error("a seat cannot be swapped with itself")]
    SameSeat,
    #[error("{0} is the host, whose program holds the table")]
    HostSits(String),
    #[error("a machine at a table brings one to eight players, each with a key of its own")]
    Players,
    #[error("this machine brings no player number {}", .0 + 1)]
    NoSuchPlayer(usize),
    #[error("a key of {0} is in use at this table already")]
    KeyTaken(String),
    #[error("the key of {0} is weak: anybody could sign for it")]
    WeakKey(String),
    #[error("the names `{0}` and `{1}` look alike, and both would play here")]
    LooksLike(String, String),
    #[error("nobody with that key asks to sit down")]
    NobodyAsks,
    #[error("there is no connection to the host")]
    NoLine,
    #[error("the host has not shown the table yet")]
    NoTable,
    #[error("nobody of this machine sits at the table")]
    NotSeated,
    #[error("{} is free: readiness is for a whole table", .0.counted())]
    NotFull(Seat),
    #[error("the program of {0} has not sent fresh keys yet")]
    AwaitsKeys(String),
    #[error("the player whose machine {0} plays on has no seat")]
    MachineStands(String),
    #[error("the table does not show this machine's players as they sat down")]
    NotAsSent,
    #[error("not ready: {}", .0.join(", "))]
    NotReady(Vec<String>),
    #[error("not connected: {}", .0.join(", "))]
    NotHere(Vec<String>),
    #[error("the match is about to begin")]
    Beginning,
    #[error("no match is about to begin")]
    NothingBegins,
    #[error("the sessions have not signed the match that is to begin")]
    NotSigned,
    #[error("this table continues a match: its game and its seats stay as they are there")]
    SeatsStay,
    #[error("{} is the seat of {name} in the match that this table continues", seat.counted())]
    OwnSeat { name: String, seat: Seat },
    #[error("{} is kept for {name}, who has it in the match that this table continues", seat.counted())]
    Kept { seat: Seat, name: String },
    #[error("nobody else can take {}: its side is out, or a team-mate has its leaders", .0.counted())]
    NotToTake(Seat),
    #[error("the files of the match that this table continues are not here, in which {0} plays")]
    NoOlder(String),
    #[error("the match does not begin where the table says, by the file that the host has sent")]
    FalsePast,
    #[error("{0}")]
    Places(#[from] PlacesError),
}

/// Teams as players count them, from 1.
fn numbers(teams: &[u8]) -> String {
    let texts = teams.iter().map(|team| (u16::from(*team) + 1).to_string());
    let texts: Vec<String> = texts.collect();
    texts.join(", ")
}

impl TableError {
    /// Advice to the user, in one sentence without a full stop; the host, who can mend more, reads other words than a guest.
    pub fn advice(&self, is_host: bool) -> &'static str {
        match self {
            Self::Offer(cause) => cause.advice(),
            Self::OlderMatch => "host a match of two, or leave the position out",
            Self::Seats(_) => {
                "choose a number from three to eight; two players host a match of two"
            }
            Self::FewerThanSides { .. } => "add or open seats, or choose a game with fewer sides",
            Self::Closed => "open a seat; two players host a match of two",
            Self::SideUnseated(_) => "give another seat to that side first, or swap two seats",
            Self::NoSuchSeat { .. } => "choose a seat of this table",
            Self::NoSuchSide { .. } => "choose one of these",
            Self::NoSuchTeam { .. } | Self::OtherTeam { .. } => {
                "give the seat a side of that team, or choose options with other teams"
            }
            Self::Taken { .. } if is_host => "swap the two seats, or turn that player out first",
            Self::Taken { .. } => "choose another seat, or ask the host to swap",
            Self::Vacant(_) => "choose a seat with somebody on it",
            Self::ClosedSeat(_) if is_host => "open it first",
            Self::ClosedSeat(_) => "choose another seat, or ask the host to open it",
            Self::Full if is_host => "open a seat, or turn somebody out",
            Self::Full => "wait until a seat is free, or ask the host for another one",
            Self::SameSeat => "name two seats",
            Self::HostSits(_) => "swap seats, or leave the table to close it",
            Self::Players => "bring fewer, each with an identity of its own",
            Self::NoSuchPlayer(_) => "name one of those who came with this machine",
            Self::KeyTaken(_) | Self::WeakKey(_) => "use an identity of its own for every player",
            Self::LooksLike(..) => "choose a name that nobody can mistake for another one",
            Self::NobodyAsks => "look at the list of those who ask again",
            Self::NoLine | Self::NoTable => "wait until the connection to the host is up",
            Self::NotSeated => "sit down first",
            Self::NotFull(_) if is_host => "wait until somebody takes it, or close it",
            Self::NotFull(_) => "wait until somebody takes it; the host can also close it",
            Self::AwaitsKeys(_) => "wait a moment",
            Self::MachineStands(_) => "that player has to sit down, or the other to get up",
            Self::NotAsSent => "wait a moment; if it stays so, the host's program is faulty",
            Self::NotReady(_) => "begin when all are ready",
            Self::NotHere(_) => "wait until they are back, or turn them out",
            Self::Beginning => "wait until it has begun, or has not",
            Self::NothingBegins => "begin when all are ready",
            Self::NotSigned => "make a session for each seat first",
            Self::SeatsStay => {
                "open a seat to give it to somebody else; to leave a player out, go on without that player in the match"
            }
            Self::OwnSeat { .. } => "sit down there",
            Self::Kept { .. } if is_host => "wait for that player, or open the seat",
            Self::Kept { .. } => "wait for that player; the host can also open the seat",
            Self::NotToTake(_) => "play on without that seat",
            Self::NoOlder(_) => {
                "put the files of that match into the data folder, then join the table again"
            }
            Self::FalsePast => "leave this table; its host's program shows another game",
            Self::Places(cause) => cause.advice(),
        }
    }
}

/// Why a match did not begin although all were ready. Nothing has begun anywhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Failure {
    #[error("{0} left")]
    Left(String),
    #[error("the connection to {0} was lost")]
    Lost(String),
    #[error("{} did not sign in time", .0.join(", "))]
    Silent(Vec<String>),
    #[error("{name} did not sign: {reply}")]
    Declined { name: String, reply: Reply },
    #[error("the host's program has called it off")]
    Host,
    #[error("the match that the host began is not the one that you were ready for")]
    Differs,
    #[error("this program could not begin")]
    Own,
}

impl Failure {
    /// What everybody at the table is shown of it; none if the host's own program is the reason.
    pub(super) fn shown(&self) -> Option<Failed> {
        Some(match self.clone() {
            Self::Left(name) => Failed::Left(name),
            Self::Lost(name) => Failed::Lost(name),
            Self::Silent(names) => Failed::Silent(names),
            Self::Declined { name, reply } => Failed::Declined { name, reply },
            Self::Host | Self::Differs | Self::Own => return None,
        })
    }

    /// As the host shows it.
    pub(super) fn of(failed: Option<Failed>) -> Self {
        match failed {
            Some(Failed::Left(name)) => Self::Left(name),
            Some(Failed::Lost(name)) => Self::Lost(name),
            Some(Failed::Silent(names)) => Self::Silent(names),
            Some(Failed::Declined { name, reply }) => Self::Declined { name, reply },
            None => Self::Host,
        }
    }

    /// Advice to the user, in one sentence without a full stop; the host, who can mend more, reads other words than a guest.
    pub const fn advice(&self, is_host: bool) -> &'static str {
        match self {
            Self::Left(_) | Self::Lost(_) if is_host => {
                "wait until somebody takes the seat again, or close it"
            }
            Self::Left(_) | Self::Lost(_) => {
                "wait until somebody takes the seat again; the host can also close it"
            }
            Self::Silent(_) | Self::Declined { .. } | Self::Host => {
                "be ready again; if it happens again, talk to that player"
            }
            Self::Differs => {
                "look at the table again; if the host's program shows two tables, play elsewhere"
            }
            Self::Own => "see what the program said before, then be ready again",
        }
    }
}

/// Why a line of a table ends.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineEnd {
    /// The other end broke the protocol.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// Versions, keys or the game do not fit; dialing again will not help.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The host does not have this player at the table, and says why.
    #[error("{0}")]
    Unwanted(Reply),
    /// The other end said goodbye, with its code and reason. After [`ByeCode::Refused`] dialing again will not help; a
    /// host that has closed its table, or a guest that has left it, says [`ByeCode::Leaving`].
    #[error("{1}")]
    Bye(ByeCode, String),
    /// A later line of the same key has replaced it.
    #[error("a later connection has replaced this one")]
    Replaced,
    /// Our own user has left.
    #[error("left")]
    Left,
}

impl LineEnd {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Fault(cause) => cause.advice(),
            Self::Refused(cause) => cause.advice(),
            Self::Unwanted(reply) => reply.advice(),
            Self::Bye(..) => "the invitation can be used again as long as the table is open",
            Self::Replaced | Self::Left => "nothing more is needed",
        }
    }
}

impl From<ManifestError> for TableError {
    fn from(cause: ManifestError) -> Self {
        Self::Offer(OfferError(cause))
    }
}
