//! Connections, identities, invitations and the files of matches: all between two programs and the disk.
//!
//! Only this crate opens sockets and writes match files. The crate knows no rules: a [`protocol::Session`] decides what
//! is sent and written, and this crate sends and writes. Connections are QUIC with an Ed25519 raw public key on both
//! sides; a broken line is dialed again without the user. Read first: [`host`] and [`join`], [`MatchHandle`],
//! [`Snapshot`].
//!
//! ```
//! use net::{Command, Home, LocalConfig, Player};
//! use protocol::Offer;
//!
//! let folder = tempfile::tempdir()?;
//! let players = [Player::new("Ann")?, Player::new("Bob")?];
//! let offer = Offer {
//!     scenario: scenario::load("clash-of-arms").expect("built in").expect("sound"),
//!     options: Vec::new(),
//!     host_side: None,
//!     max_turns: None,
//!     terms: protocol::manifest::Terms::default(),
//!     takeback: true,
//!     start: None,
//!     vacancy: None,
//! };
//! let played = net::local(LocalConfig::new(Home::at(folder.path())?, players, offer))?;
//! assert!(!played.snapshot().ended);
//! played.send(Command::Leave);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod address_book;
mod as_one;
mod asking;
mod candidates;
mod changes;
mod clock;
mod close;
mod continuation;
mod diagnosis;
mod driver;
mod frame;
mod gate;
mod greeting;
mod handle;
mod home;
mod hops;
mod index;
mod invitation;
mod key_file;
mod lan;
pub mod limits;
mod line;
mod link;
mod mail;
mod mapping;
mod mark;
mod origin;
mod output;
mod own_way;
mod pasted;
mod pending;
mod people;
mod pinhole;
mod play_on;
mod port;
mod quic;
mod route;
mod runtime;
mod small;
mod snapshot;
mod socket;
mod start;
mod storage;
mod stun;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tls;
mod upnp;
mod vacancy;
mod writing;

pub use address::{Address, AddressError, HostName};
pub use as_one::{AsOne, LinePart, seen_as_one};
pub use asking::{AskError, Asker, ask};
pub use clock::{date, unix_ms};
pub use close::CloseCode;
pub use continuation::{earlier, line_from, newest, step_after_turn};
pub use diagnosis::{Finding, examine};
pub use handle::{Command, Events, Happening, MatchHandle};
pub use home::{HOME_VARIABLE, Home, HomeError, IdentityError, Player, STATE_VARIABLE};
pub use index::{BrokenMatch, MailOffer, MatchInfo};
pub use invitation::{Invitation, InvitationError, JoinSecret};
pub use key_file::KeyFileError;
pub use lan::{LanError, LanMatch, LanSearch};
pub use link::BindError;
pub use mail::{
    LONGEST_TEXT, LetterConfig, by_letter, export, export_with_claim, export_with_question,
    holds_letter, host_by_mail, letter_from, letter_to_text, offer_by_mail, open_letter,
};
pub use mark::Strangeness;
pub use origin::{Known, Origin};
pub use output::{Output, OutputError};
pub use pasted::plain as plain_paste;
pub use pending::PendingInvitation;
pub use people::{
    Acquaintance, Call, People, PeopleError, Person, UnfinishedMatch, UnknownPerson, WordsError,
    compare_words, comparison_words,
};
pub use play_on::{PlayOn, PlayOnError};
pub use quic::SetUpError;
pub use runtime::runtime;
pub use snapshot::{ChatLine, ClockFace, LineState, SeatInfo, Snapshot, Tried, Trouble};
pub use start::{
    HostConfig, IN_THAT_MATCH, JoinConfig, LocalConfig, ResumeConfig, StartError, host, host_again,
    join, local, resume,
};
pub use storage::StorageError;
pub use stun::well_known_services;
pub use writing::{read_within, replace, told};
