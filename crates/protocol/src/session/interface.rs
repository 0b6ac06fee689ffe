//! The types that go into a session and come out of it.

use std::fmt;
use std::time::Duration;

use rules::{AnyIllegal, Illegal, Side};
use scenario::Scenario;

use crate::file::{FormatError, Signed};
use crate::hash::Digest;
use crate::manifest::{DropPolicy, ManifestError, Terms};
use crate::packet::PacketError;
use crate::{Fault, PublicKey, Seat, SessionEvent, Start};

/// The caller's number for a line, never used again for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(pub u64);

/// The time, as the caller knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Now {
    /// The time of a clock that never goes back; the caller chooses the zero.
    pub clock: Duration,
    /// Unix milliseconds of the wall clock, for the match file.
    pub unix_ms: u64,
}

/// Fresh random bytes from the operating system, never used for another match.
#[derive(Clone)]
pub struct Fresh {
    /// The secret from which every nonce and coin of this seat is derived.
    pub match_secret: [u8; 32],
    /// Seed of the seat's key for this match.
    pub session_seed: [u8; 32],
    /// Makes the match's id fresh even if the other side repeats its own.
    pub session_nonce: [u8; 32],
}

/// A host's offer; the guest's seat is still missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Travels as a whole in the manifest: the guest need not have it.
    pub scenario: Scenario,
    /// The options other than the scenario's defaults.
    pub options: Vec<(String, String)>,
    /// The host's side; the first side if none is given.
    pub host_side: Option<Side>,
    /// The number of turns after which the match is drawn as agreed.
    pub max_turns: Option<u32>,
    /// With the effect of a claim that a time is up.
    pub terms: Terms,
    /// Turns may be taken back by consent.
    pub takeback: bool,
    /// The fate of a side whose players have left the table; none leaves it to [`DropPolicy::usual`].
    pub drop: Option<DropPolicy>,
    /// The position of an older match that the match begins from; none for the scenario's start.
    pub start: Option<Start>,
    /// The seat of an older match's player that the guest takes; none if the match stands beside the older one.
    pub vacancy: Option<Vacancy>,
}

/// The seat of an older match whose player is gone, and which somebody else takes in a match in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vacancy {
    /// The host's seat in the older match; the guest takes the other.
    pub host_was: Seat,
    /// The player who is gone. This player is asked in the older match, and takes no invitation.
    pub gone: PublicKey,
}

/// An output of a session. The caller carries outputs out in order and has every write on disk before a later `Send`
/// leaves.
#[derive(Clone, PartialEq, Eq)]
pub enum Output {
    /// The next write holds what this seat has signed. Make sure by the machine's mark of the match that no other
    /// program has signed for the seat since, before anything of it is written; and have this in the mark once it is,
    /// before a later
    /// `Send` leaves.
    Mark(Signed),
    /// Append to that file of the match, creating it if need be, and have it on disk.
    Persist(File, Vec<u8>),
    /// Make that file exactly these bytes, in one step that a crash cannot halve, and have it on disk.
    Replace(File, Vec<u8>),
    /// A new match begins in place of the one before: from here on both files are those of the new match.
    Next {
        /// The id of the new match.
        sid: Digest,
    },
    /// Send on that line as one frame: the type byte and its payload; the carrier adds the length.
    Send(LineId, Vec<u8>),
    /// Send on that line, as one frame, what another seat has signed. It need not wait for the disk: its signer has it there,
    /// and shows it again to a seat that a crash made forget it. What was given out for that line before still goes first.
    Pass(LineId, Vec<u8>),
    /// Show the user this, once everything before it is on disk.
    Event(SessionEvent),
    /// Close that line, after what was sent before is out.
    Close(LineId, CloseReason),
}

/// Shows the length of bytes and not the bytes: some are secrets.
impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mark(signed) => write!(f, "Mark({signed:?})"),
            Self::Persist(file, bytes) => write!(f, "Persist({file:?}, {} bytes)", bytes.len()),
            Self::Replace(file, bytes) => write!(f, "Replace({file:?}, {} bytes)", bytes.len()),
            Self::Send(line, bytes) => write!(f, "Send({line:?}, {} bytes)", bytes.len()),
            Self::Pass(line, bytes) => write!(f, "Pass({line:?}, {} bytes)", bytes.len()),
            Self::Next { .. } => write!(f, "Next"),
            Self::Event(event) => write!(f, "Event({event:?})"),
            Self::Close(line, reason) => write!(f, "Close({line:?}, {reason:?})"),
        }
    }
}

/// One of the two files of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// `.fpm`: the signed match. Safe to hand to anybody at any time.
    Public,
    /// `.key`: this seat's secrets. Never leaves the machine.
    Private,
}

/// Why the session closes the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CloseReason {
    /// The match stays; the line is of no use.
    Fault(Fault),
    /// Versions, rules or the offer do not fit; dialling again will not help.
    Refused(Refusal),
    /// The peer said goodbye, with its reason.
    Bye(String),
}

/// Why two programs cannot play a match together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error(
        "the versions differ: this is {our_version} (protocol {our_proto}), the other is {their_version} \
         (protocol {} to {})", their_proto.0, their_proto.1
    )]
    Version {
        our_version: String,
        our_proto: u16,
        their_version: String,
        their_proto: (u16, u16),
    },
    #[error("the other end has a different key than expected")]
    Stranger {
        expected: PublicKey,
        found: PublicKey,
    },
    #[error("the other end has no seat at this table")]
    NotAtTable { found: PublicKey },
    #[error("the other end has this program's own key")]
    SameKey,
    #[error("the offer cannot be accepted: {0}")]
    Offer(ManifestError),
    #[error("the other end does not know this match")]
    UnknownMatch,
    #[error("the guest declined")]
    Declined,
    #[error("the others have gone on without this player")]
    LeftOut,
    #[error("the guest still has a seat in the match that would be continued with somebody else")]
    Seated,
}

impl Refusal {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Version { .. } => "all players need the same version of the program",
            Self::NotAtTable { .. } => "ask whoever began the match who plays in it",
            Self::Stranger { .. } => "ask whoever invited you for a new invitation",
            Self::SameKey => "use a second identity to play against yourself",
            Self::Offer(cause) => cause.advice(),
            Self::UnknownMatch => "start a new match",
            Self::Declined => "talk to the other player, then offer something else",
            Self::LeftOut => "the match file shows who went on; ask them to let you in again",
            Self::Seated => {
                "resume that match: there you can both play on, or continue in a new match"
            }
        }
    }
}

/// How far a session has come. It never goes back but from `Over`, by a late record, to `Playing`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The programs greet; a guest may have asked to join.
    Greeting,
    /// An offer is made, not yet signed by all.
    Agreeing,
    /// Every seat has signed the manifest.
    Playing,
    /// The game has a result, or was halted by a fault.
    Over,
}

/// The standing of the files from which a match is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The files hold everything that the seat has signed, by the mark of its machine.
    Own,
    /// The files may be an older copy, a backup, or those of another machine.
    Strange,
}

/// The seats that have to act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Waiting {
    /// Our user: a turn, or a secret choice.
    Me {
        /// True for a secret choice.
        secret: bool,
    },
    /// Other seats: their users or their programs.
    Peer(Vec<Seat>),
    /// Our user, with another copy of the files: this one may be older, so nothing is signed with it.
    Copy,
    /// Nobody: the match is over.
    Nobody,
}

/// Why an offer cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this cannot be offered: {0}")]
pub struct OfferError(#[from] pub ManifestError);

impl OfferError {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        self.0.advice()
    }
}

/// Why a session does not sign a wish of its user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ProposeError {
    #[error("it is not this seat's turn")]
    NotYourTurn,
    #[error("this is, or may be, an older copy of the match, so nothing is signed with it")]
    OlderCopy,
    #[error("nothing is signed before another player is heard from")]
    NotHeard,
    #[error("another player holds something signed by this seat that is not in the match file")]
    Missing,
    #[error("the match was halted by a fault")]
    Halted,
    #[error("the programs differ about the position")]
    Diverged,
    #[error("the game is over")]
    Over,
    #[error("order {} is not legal: {cause}", index.saturating_add(1))]
    Illegal { index: usize, cause: AnyIllegal },
    #[error("the turn is not finished: the side still has to decide")]
    Unfinished,
    #[error("there are orders after the last one that this side may give")]
    AfterEnd,
    #[error("expected one secret choice, got {0} orders")]
    Secret(usize),
    #[error("more than 256 orders")]
    TooMany,
    #[error("there is no open offer of a draw")]
    NoOffer,
    #[error("a draw is accepted in place of a turn, and it is not your turn")]
    TakeInTurn,
    #[error("another player has already decided in this round")]
    OfferLate,
    #[error("the offer is not the one that was shown")]
    OtherOffer,
    #[error("an offer of a draw is already open")]
    OfferOpen,
    #[error("too many notes were signed in this match")]
    TooManyNotes,
    #[error("this player's time is not up")]
    NotLate,
    #[error("a claim that the time is up already stands")]
    Claimed,
    #[error(
        "there is a claim that the time was up, the clocks confirm it, and as agreed that ends the match"
    )]
    TimeUp,
    #[error("turns cannot be taken back in this match")]
    NoTakeback,
    #[error("you have no turn to take back")]
    NothingToTakeBack,
    #[error("nobody has asked for that")]
    NotAsked,
    #[error("you have already asked")]
    AskedAlready,
    #[error("the match ended in an agreed draw")]
    DrawStands,
    #[error("you have won this match")]
    WinStands,
    #[error("you have a decision to make in this match, or a round is under way")]
    DecideFirst,
    #[error("the match has no such step")]
    NoSuchStep,
    #[error("the position is too large to begin a match with")]
    NoPosition,
    #[error("you have resigned")]
    Resigned,
    #[error("this player is here, or nothing is awaited of this player")]
    PlaysOn,
    #[error("you have signed to go on in a new match")]
    GoingOn,
    #[error("a player who has resigned or is convicted still has a seat in this match")]
    LeaversFirst,
    #[error("at a table everybody keeps their side")]
    SidesStay,
    #[error("the game is over in that position")]
    EarlierTurn,
    #[error("a match of more than two by letter comes with a later version")]
    TableByMail,
    #[error("a round of secret choices or lots is being opened")]
    Opening,
    #[error("too many tries to continue this match were signed")]
    TooManyTries,
}

impl ProposeError {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::OlderCopy => {
                "use the copy that was played last; if you do not have it, continue in a new match, or resign"
            }
            Self::DrawStands => "start a separate match from this position",
            Self::WinStands => "another player can ask to play on; you need not agree",
            Self::DecideFirst => "decide first, or let another player ask",
            Self::NoSuchStep => "name a turn that was played",
            Self::NoPosition => "play on in this match",
            Self::Resigned => "the others go on without you; nothing more is needed",
            Self::PlaysOn => "wait for this player's move, or for two minutes of silence",
            Self::GoingOn => "wait until the others have signed as well",
            Self::LeaversFirst => "go on without that player first",
            Self::SidesStay => "play a separate match from this position to change sides",
            Self::EarlierTurn => "name an earlier turn to continue from",
            Self::TableByMail => "play it on a connection",
            Self::TooManyTries => "start a separate match from this position",
            Self::Opening => {
                "resume the match until the round is open, or go on without the player who keeps it up"
            }
            Self::NoTakeback => "agree on it in the offer of the next match",
            Self::NotYourTurn
            | Self::NoOffer
            | Self::OfferOpen
            | Self::NotLate
            | Self::Claimed
            | Self::NothingToTakeBack
            | Self::NotAsked
            | Self::AskedAlready => "wait for another player",
            Self::TakeInTurn => "wait for your turn; the offer stands until you have made it",
            Self::OfferLate => "offer again when the round is over",
            Self::OtherOffer => "look at the present offer, then agree to it or decline it",
            Self::NotHeard | Self::Missing => "wait until a connection to another player is up",
            Self::TimeUp => "nothing more is needed; talk about it if the claim is wrong",
            Self::Diverged => {
                "continue in a new match from the last position that all programs confirmed, and play other orders"
            }
            Self::Halted | Self::Over => "save the match file and check it with `warlord judge`",
            Self::Illegal { cause, .. } => cause.advice(),
            Self::Unfinished => "add the order that ends the turn",
            Self::AfterEnd => "leave out what follows the end",
            Self::Secret(_) => "give exactly one choice",
            Self::TooMany | Self::TooManyNotes => "use fewer",
        }
    }
}

/// Why a match cannot be resumed from its files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ResumeError {
    #[error("the match file cannot be read: {0}")]
    NoMatch(#[from] FormatError),
    #[error("the match file does not begin with a manifest")]
    NoManifest,
    #[error("the private file is damaged")]
    NoSecrets,
    /// Another version of the program has written the private file.
    #[error(
        "the private file is of format {found}; this version of the program reads {}",
        crate::file::FORMAT
    )]
    OtherSecrets {
        /// The last byte of the header.
        found: char,
    },
    #[error("the match file is damaged at byte {at}")]
    Damaged { at: usize },
    #[error("the manifest is refused: {0}")]
    Manifest(#[from] ManifestError),
    #[error("this identity has no seat in the match")]
    NotMine,
    #[error("the private file belongs to another match")]
    OtherMatch,
    #[error("record {index} of the match file does not fit: {what}")]
    Record { index: usize, what: String },
}

impl ResumeError {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotMine => "use the identity with which the match began",
            Self::NoSecrets | Self::OtherMatch => {
                "the `.key` file next to the match file must be the one that was written with it; if it is lost, continue in a new match: `warlord resume FILE --continue`"
            }
            Self::NoMatch(cause) => cause.advice(),
            Self::OtherSecrets { .. } => {
                "resume it with the version of the program that wrote it; the files are left as they are"
            }
            Self::NoManifest | Self::Damaged { .. } | Self::Manifest(_) | Self::Record { .. } => {
                "check the match file with `warlord judge`; every player has a copy of the match"
            }
        }
    }
}

/// Why a packet is not taken in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The bytes are no sound packet.
    #[error(transparent)]
    Packet(#[from] PacketError),
    /// The packet offers what cannot be played.
    #[error("the offer cannot be accepted: {0}")]
    Offer(#[from] ManifestError),
    /// The packet belongs to another match, or to another stage of this one.
    #[error("this letter does not belong to this match")]
    OtherMatch,
    /// The packet was written by this very seat.
    #[error("you wrote this letter yourself")]
    Own,
    /// The other program broke the protocol.
    #[error("{0}")]
    Fault(Fault),
}

impl ImportError {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Packet(cause) => cause.advice(),
            Self::Offer(cause) => cause.advice(),
            Self::OtherMatch => "check which of your matches the letter is for",
            Self::Own => "send this one, and import the one that the other player sent",
            Self::Fault(cause) => cause.advice(),
        }
    }
}
