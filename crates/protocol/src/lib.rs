//! Fair play between two programs that do not trust each other: the protocol "fairplay/1", without input or output.
//!
//! A [`Session`] takes frames, time and the user's wishes in, and gives out what is to be written, sent and shown. Every
//! step of a match is signed by both; the file they write can be judged by anybody with [`judge::judge`]. It opens no
//! socket or file and has no clock and no randomness of its own. What is proved, what is only claimed and every format:
//! `docs/protocol.md`. Read first: [`Session`], [`Output`], [`Record`].

mod chain;
pub mod codec;
mod event;
mod fault;
pub mod file;
pub mod frame;
pub mod hash;
pub mod history;
pub mod judge;
mod key;
pub mod manifest;
pub mod note;
pub mod record;
pub mod replay;
mod seat;
mod session;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod text;

pub use event::{ManifestSummary, SessionEvent};
pub use fault::{Breach, Fault, Proof};
pub use history::{Deed, Done, History, Opened, Orders, Step};
pub use key::{Identity, PublicKey, Signature};
pub use manifest::{Genesis, Manifest, ManifestError};
pub use note::Note;
pub use record::{Kind, Record};
pub use seat::Seat;
pub use session::{
    CloseReason, File, Fresh, Now, Offer, OfferError, Output, ProposeError, Refusal, ResumeError,
    Session, Stage, Waiting,
};
pub use text::{MAX_NAME, clean_name, plain_text};

use rules::{AnyPosition, Rules};

/// The digest of a position: the engine's `digest`, and what every CONFIRM signs.
pub fn digest(position: &AnyPosition) -> hash::Digest {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    hash::state(&bytes)
}
