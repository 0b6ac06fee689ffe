//! Fair play between two programs that do not trust each other: the protocol "fairplay/1", without input or output.
//!
//! A [`Session`] takes frames, the time and the user's wishes in, and returns what the caller must write, send and
//! show. Both players sign every step of a match; anybody can judge its file with [`judge::judge`]. A session opens no
//! socket and no file and has no clock and no randomness of its own. `docs/protocol.md` describes every
//! format, and which facts a file proves or only claims. Three to eight players come together in a [`lobby`]. Read first: [`Session`], [`Output`], [`Record`], [`History`].
//!
//! Two sessions come to a match, and the judge finds nothing wrong with it:
//!
//! ```
//! use protocol::judge::{Verdict, judge};
//! use protocol::{Fresh, Identity, LineId, Now, Offer, Output, Session, Stage};
//!
//! const LINE: LineId = LineId(1);
//!
//! fn carry(from: &mut Session, to: &mut Session) {
//!     while let Some(output) = from.poll_output() {
//!         // a program writes `Persist` and `Replace` to disk before it sends what follows
//!         if let Output::Send(_, frame) = output {
//!             to.handle_frame(Now::default(), LINE, &frame).expect("an honest peer");
//!         }
//!     }
//! }
//!
//! let scenario = scenario::load("clash-of-arms").expect("built in").expect("sound");
//! let offer = Offer {
//!     scenario,
//!     options: Vec::new(),
//!     host_side: None,
//!     max_turns: Some(40),
//!     terms: Default::default(),
//!     takeback: true,
//!     start: None,
//!     drop: None,
//!     vacancy: None,
//! };
//! // a program takes these bytes from the operating system
//! let fresh = |byte| Fresh {
//!     match_secret: [byte; 32],
//!     session_seed: [byte + 1; 32],
//!     session_nonce: [byte + 2; 32],
//! };
//! let [ada, ben] = [1, 2].map(|byte| Identity::from_seed([byte; 32]));
//! let [adas_key, bens_key] = [ada.public(), ben.public()];
//! let mut host = Session::host(ada, "Ada", offer, fresh(10)).expect("a sound offer");
//! let mut guest = Session::join(ben, "Ben", adas_key, fresh(20));
//!
//! // a program takes the line's 32 bytes from TLS
//! host.line_up(Now::default(), LINE, [9; 32], bens_key);
//! guest.line_up(Now::default(), LINE, [9; 32], adas_key);
//! for _ in 0..4 {
//!     carry(&mut host, &mut guest);
//!     carry(&mut guest, &mut host);
//!     let offered = guest.sid().unwrap_or_default();
//!     let _ = guest.accept(Now::default(), &offered);
//! }
//! assert_eq!((host.stage(), guest.stage()), (Stage::Playing, Stage::Playing));
//! assert_eq!(host.sid(), guest.sid());
//! let file = host.match_file().expect("a match");
//! assert_eq!(judge(&[&file]).verdict, Verdict::Open);
//! ```

// what a peer or a file says must not overflow: arithmetic is checked or saturating
#![warn(clippy::arithmetic_side_effects)]
#![cfg_attr(
    test,
    allow(
        clippy::arithmetic_side_effects,
        reason = "a test that overflows is to panic"
    )
)]

pub mod bounds;
mod chain;
pub mod codec;
pub mod descent;
mod event;
mod fault;
pub mod file;
pub mod frame;
pub mod glance;
pub mod hash;
pub mod history;
pub mod judge;
mod key;
pub mod lobby;
pub mod manifest;
pub mod note;
pub mod packet;
pub mod proposal;
pub mod record;
pub mod replay;
mod sealing;
mod seat;
mod session;
pub mod start;
pub mod terms;
#[allow(
    clippy::arithmetic_side_effects,
    reason = "a test that overflows is to panic"
)]
pub mod testing;
pub mod versions;

pub use chain::StandingClaim;
pub use cleaner::text::{MAX_NAME, clean_name, plain_text};
pub use event::{
    Agreement, AskedBack, Audience, Beginning, ContinueTerms, Fate, LeaveTerms, Leaver,
    ManifestSummary, RoundTerms, SessionEvent, TimeDispute,
};
pub use fault::{Breach, Fault, Proof};
pub use frame::ContinueWish;
pub use history::{Deed, Done, History, Opened, Orders, Step};
pub use key::{Identity, PublicKey, Signature};
pub use manifest::{Genesis, Manifest, ManifestError};
pub use note::Note;
pub use record::{Kind, Record};
pub use seat::Seat;
pub use session::{
    CloseReason, Face, File, Fresh, ImportError, LineId, Now, Offer, OfferError, Output,
    PlacesError, ProposeError, Refusal, ResumeError, Session, Stage, Standing, Vacancy, Waiting,
};
pub use start::{Carried, Gone, Start, StartTime, WhyGone};
pub use terms::{CALLED_OFF, LEFT, ON_TIME};

use cleaner::text;
use rules::{AnyPosition, Rules};

/// The digest of a position: what every CONFIRM signs and the engine protocol calls `digest`.
pub fn digest(position: &AnyPosition) -> hash::Digest {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    hash::state(&bytes)
}
