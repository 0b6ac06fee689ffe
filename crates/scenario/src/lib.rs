//! Scenario files: the board, the units and the aims of a game, read and checked.
//!
//! A file is data only, in a strict and versioned TOML format (`docs/scenario-format.md`); the reader reports every
//! mistake with its line. The crate does no input or output: the program's files are built in, and the caller passes in
//! the text of all others. A scenario has a [`Head`], which every family shares, and a [`Content`], which belongs to
//! its family: the modules `warlord`, … read, check and help to write the content.
//!
//! Read first: [`Scenario`], [`Content`], [`Mistake`].
//!
//! ```
//! use scenario::{Scenario, warlord};
//!
//! let built_in = scenario::find("battle-line").expect("a scenario of the program");
//! let scenario = Scenario::parse("battle-line.toml", built_in.text).expect("a right file");
//! assert_eq!((scenario.title(), scenario.head().board.files()), ("Battle Line", 24));
//! let content = warlord::Content::of(&scenario).expect("a Warlord scenario");
//! assert_eq!(content.game().cap.number, 4);
//! assert!(scenario.start(&[("swap".to_owned(), "on".to_owned())]).is_ok());
//!
//! let broken = built_in.text.replace("cap =", "cpa =");
//! let mistakes = Scenario::parse("battle-line.toml", &broken).expect_err("a misspelt key");
//! assert_eq!(mistakes[1].advice.as_deref(), Some("did you mean `cap`?"));
//! ```

mod advice;
mod army;
mod book;
mod built_in;
mod bytes;
mod content;
mod counted;
mod drawing;
mod fen;
mod head;
mod lines;
mod mistake;
mod names;
mod option;
mod pasted;
mod scenario;
mod sharing;
mod syntax;
mod table;
mod terrain;
mod text;
pub mod tourney;
pub mod toy;
pub mod wargame;
pub mod warlord;

pub use advice::Advice;
pub use built_in::{BuiltIn, built_in, find, load, similar};
pub use bytes::ScenarioId;
pub use content::Content;
pub use head::{Head, HouseNote};
pub use mistake::{Mistake, did_you_mean, is_plain, quote};
pub use names::{SideNames, own_turn, turns_begun};
pub use option::{OptionError, OptionInfo};
pub use scenario::{ReadError, Scenario};
pub use sharing::{Share, Sharing};

/// The longest scenario text, in bytes: the text travels in the manifest of a match.
// a frame of the protocol has at most 64 KiB (threat row 17), and the manifest holds names and keys beside the text
pub const MAX_BYTES: usize = 48 * 1024;
