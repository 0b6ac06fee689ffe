//! Why a match cannot begin or continue.

use std::io;
use std::path::PathBuf;

use home::{Home, IdentityError, InvitationError, Person, StorageError};
use protocol::{ImportError, OfferError, PlacesError, ProposeError, PublicKey, ResumeError};
use reach::AddressError;

use crate::fresh::NoRandomness;
use crate::port::BindError;
use crate::table::TableError;

/// Why a match cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The host cannot be at an address.
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error(transparent)]
    Invitation(#[from] InvitationError),
    #[error(transparent)]
    Offer(#[from] OfferError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{} cannot be resumed", file.display())]
    Resume { file: PathBuf, source: ResumeError },
    /// The key of the player who made the invitation is not in the data folder.
    #[error("the key of the player who made this invitation is gone")]
    NoPlayer,
    /// The code does not belong to the match that is to be resumed.
    #[error("the code is not of the match in {}, or not of another player of it", file.display())]
    OtherMatch { file: PathBuf },
    /// The private file does not say how the match was played.
    #[error("{} does not say how the other players are reached", file.display())]
    NoBook { file: PathBuf },
    /// There is no address that an invitation could name.
    #[error("this machine has no network: an invitation would name no address")]
    NoNetwork,
    /// The code of a match of two, where that of a table was expected.
    #[error("this is the code of a match of two, not of a table")]
    OfTwo,
    /// The code of a table, where that of a match of two was expected.
    #[error("this is the code of a table of three to eight, not of a match of two")]
    OfTable,
    /// The invitation that waits is of a match of two.
    #[error("this invitation is to a match of two, not to a table")]
    NoTable,
    #[error("you play this match already, in {}", file.display())]
    Playing { file: PathBuf },
    #[error(transparent)]
    Lobby(#[from] protocol::lobby::TableError),
    #[error("{name} is blocked here")]
    Blocked { name: String },
    #[error("the match of {} goes by mail", file.display())]
    ByMail { file: PathBuf },
    /// A match of more than two seats has no letters.
    #[error("the match of {} has more than two players, and letters are for two", file.display())]
    TableByMail { file: PathBuf },
    #[error(transparent)]
    Letter(ImportError),
    /// There is nothing yet to write in a letter.
    #[error("there is no letter to write: {0}")]
    NoLetter(ProposeError),
    /// Nobody's time can be claimed to be up.
    #[error("nothing can be claimed: {0}")]
    NoClaim(ProposeError),
    /// This player cannot ask to continue in a new match.
    #[error("to continue in a new match cannot be asked for: {0}")]
    NoQuestion(ProposeError),
    /// The seat of the other player cannot be given to somebody else.
    #[error("nobody else can take the other player's place: {0}")]
    NoVacancy(ProposeError),
    /// No table can take the place of the match.
    #[error("no table can take the place of this match: {0}")]
    NoTableInPlace(ProposeError),
    /// The match is not left for what a table has become.
    #[error("the match is not left for this table: {0}")]
    NotLeft(PlacesError),
    /// The match is played on this machine alone.
    #[error("all seats of this match are at this machine")]
    BothHere,
    /// The match in whose place another is offered has continued.
    #[error("the match of {} has continued since", file.display())]
    MovedOn { file: PathBuf },
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    #[error("the system gave no threads")]
    NoThreads(#[source] io::Error),
}

impl StartError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Bind(BindError::Address { .. }) => {
                "name an address of this machine, with a port that no other program uses"
            }
            Self::Bind(_) => "check the network of this machine",
            Self::Address(error) => error.advice(),
            Self::Storage(error) => error.advice(),
            Self::Identity(error) => error.advice(),
            Self::Invitation(error) => error.advice(),
            Self::Offer(error) => error.advice(),
            Self::Table(error) => error.advice(),
            Self::Resume { source, .. } => source.advice(),
            Self::NoPlayer => {
                "put the key file back into the data folder, or withdraw the invitation"
            }
            Self::NoNetwork => {
                "connect this machine to a network, then host again; by mail (`warlord host --letter OUT`) you need none"
            }
            Self::OtherMatch { .. } => {
                "take the code that another player's program shows for this match; an invitation to a new match is joined"
            }
            Self::Blocked { .. } => {
                "to play with this player again, unblock the player: `warlord people unblock`, or the page People"
            }
            Self::ByMail { .. } => {
                "take the other player's letter in with `warlord import FILE LETTER`; `warlord export FILE OUT` writes yours again"
            }
            Self::TableByMail { .. } => {
                "play it over the network: everybody opens it with `warlord resume FILE`, or from the list in the window"
            }
            Self::Letter(cause) => cause.advice(),
            Self::NoClaim(cause)
            | Self::NoQuestion(cause)
            | Self::NoVacancy(cause)
            | Self::NoTableInPlace(cause) => cause.advice(),
            Self::NotLeft(cause) => cause.advice(),
            Self::BothHere => "play on beside it: `--beside`",
            Self::MovedOn { .. } => {
                "withdraw the invitation, and look at your matches: play on from where that match stands now"
            }
            Self::NoLetter(_) => "agree to the offer first",
            Self::NoBook { .. } => {
                "if the match had not begun, host or join again; if the private file is lost, name a code that another player's program shows"
            }
            Self::OfTwo => "join it as a match of two",
            Self::OfTable => "join it as a table",
            Self::NoTable => "wait for its guest as for that of a match of two",
            Self::Playing { .. } => "resume it from your list, or with `warlord resume`",
            // before there is a table nothing is advised of its seats
            Self::Lobby(error) => error.advice(true),
            Self::NoRandomness(error) => error.advice(),
            Self::NoThreads(_) => "try again; if it stays so, the system itself is out of order",
        }
    }
}

/// Refuses to play with a player who is blocked.
pub(crate) fn admit(home: &Home, key: PublicKey) -> Result<(), StartError> {
    if !home.blocks(key) {
        return Ok(());
    }
    // the error names the player, and a file that cannot be read blocked nobody in the first place
    let people = home.people().unwrap_or_default();
    let name = people.get(key).map_or(String::new(), Person::called);
    Err(StartError::Blocked { name })
}
