//! What a player keeps on disk: the data folder with keys, matches, the players met, invitations that wait for a guest,
//! and what this machine alone remembers of its signatures ([`mark`]).
//!
//! The crate opens no socket and runs no match: what a file says is read here, and what a session gives out is written
//! here, by whoever plays. It knows the addresses of players as [`reach`] does, since an invitation and the address
//! book of a match name them. Read first: [`Home`], [`MatchFiles`](storage::MatchFiles), [`Invitation`].

// only this program uses the crate: a name that says all needs no sentence
#![allow(missing_docs)]

pub mod address_book;
pub mod as_one;
pub mod causes;
pub mod clock;
pub mod continuation;
pub mod file_names;
pub mod folder;
mod hex;
pub mod index;
pub mod invitation;
pub mod key_file;
pub mod letter;
pub mod limits;
pub mod mark;
pub mod origin;
pub mod output;
pub mod people;
pub mod player;
pub mod seats;
pub mod storage;
pub mod writing;

pub use as_one::{AsOne, LinePart, seen_as_one};
pub use causes::told;
pub use clock::{date, unix_ms};
pub use continuation::{earlier, line_from, newest, step_after_turn};
pub use folder::{HOME_VARIABLE, Home, HomeError, STATE_VARIABLE};
pub use index::{BrokenMatch, MailOffer, MatchInfo, private_files};
pub use invitation::pending::PendingInvitation;
pub use invitation::{Admits, Invitation, InvitationError, JoinSecret};
pub use key_file::KeyFileError;
pub use letter::{LONGEST_TEXT, holds_letter, letter_from, letter_to_text};
pub use mark::Strangeness;
pub use origin::{Known, Origin};
pub use output::{Output, OutputError, is_reader_gone};
pub use people::{
    Acquaintance, Call, People, PeopleError, Person, UnfinishedMatch, UnknownPerson, WordsError,
    compare_words, comparison_words,
};
pub use player::{IdentityError, Player};
pub use seats::SeatInfo;
pub use storage::StorageError;
pub use writing::{read_within, replace};
