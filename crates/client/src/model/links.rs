//! The program that `warlord://` links open.

use std::path::PathBuf;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Links {
    Off,
    /// This program, or another copy of it, by a handler that the user set.
    On,
    /// The installed package, without anything that the user set.
    Packaged,
    /// A handler that the user set leads to this file, which is gone.
    Gone(PathBuf),
}
