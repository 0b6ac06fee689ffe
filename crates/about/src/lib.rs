//! The program's own identity: its id on desktops, version and commit, whose work is in it, and where it keeps things.
//!
//! Window and terminal say the same, since both ask here. Read first: [`Facts`], [`notices`].

mod facts;
mod notices;

pub use facts::{Facts, Place};
pub use notices::notices;

/// The program's id on desktops: window, desktop entry, icons, type of match files and metainfo carry it, and a desktop
/// matches a window to its entry by it.
pub const ID: &str = "games.warlord.Warlord";

/// The version, from the workspace's `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that a package was built from; nothing for a program built from a folder of sources.
pub const COMMIT: Option<&str> = option_env!("WARLORD_COMMIT");

/// Whose games, ideas and drawings these are.
pub const CREDITS: &str = include_str!("../../../CREDITS.md");

/// The license of the program in one line.
pub const LICENSE: &str = "MIT or Apache-2.0, at your choice";
