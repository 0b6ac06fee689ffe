//! Matches between two programs: the sockets, who is let in, the line to the peer and the driver that carries out what a
//! [`protocol::Session`] decides.
//!
//! Only this crate opens the sockets that carry a match. It knows no rules. What this machine knows of its networks is
//! in [`reach`], what the player keeps on disk in [`home`]. Connections are QUIC with an Ed25519 raw public key on both
//! sides; a broken line is dialed again without the user's help. Read first: [`host`] and [`join`], [`MatchHandle`],
//! [`Snapshot`].
//!
//! ```
//! use home::{Home, Player};
//! use net::{Command, LocalConfig};
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
//!     drop: None,
//!     vacancy: None,
//! };
//! let played = net::local(LocalConfig::new(Home::at(folder.path())?, players, offer))?;
//! assert!(!played.snapshot().ended);
//! played.send(Command::Leave);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// only this program uses the crate: a name that says all needs no sentence
#![allow(missing_docs)]

mod asking;
mod chair;
mod clock;
mod close;
mod dial_error;
mod disk;
mod door;
mod driver;
mod entrance;
mod examination;
mod frame;
mod fresh;
mod gate;
mod greeted;
mod greeting;
mod handle;
mod house;
pub mod limits;
mod line;
pub mod lobby;
mod mail;
mod match_ports;
mod play_on;
mod port;
mod question;
mod quic;
mod reception;
mod seating;
mod snapshot;
mod socket;
mod start;
mod start_error;
pub mod table;
pub mod testing;
pub mod tls;
mod tried;
mod vacancy;
mod way;

pub use asking::{AskError, ask};
pub use close::CloseCode;
pub use examination::examine;
pub use fresh::NoRandomness;
pub use handle::{Command, Events, EventsOf, Handle, Happening, MatchHandle, Shown};
pub use mail::{
    LetterConfig, by_letter, export, export_with_claim, export_with_question, host_by_mail,
    offer_by_mail, open_letter,
};
pub use play_on::{PlayOn, PlayOnError};
pub use port::BindError;
pub use question::Asker;
pub use quic::SetUpError;
pub use snapshot::{
    Awaited, ChatLine, ClockFace, Contract, Deciding, GoesOn, GoesOnError, Leaving, LineState,
    MayLeave, Meeting, Messages, NextMatch, PlansClash, Progress, Proposals, SeatLine, Snapshot,
    TimeView,
};
pub use start::{
    HostConfig, IN_THAT_MATCH, JoinConfig, LocalConfig, ResumeConfig, host, host_again,
    host_demonstration, join, join_demonstration, local, resume,
};
pub use start_error::StartError;
pub use table::TableError;
pub use tried::Tried;
