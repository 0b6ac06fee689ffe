//! Remarks on scenarios that are legal but make a poor game.

use std::fmt;

/// A remark on a part of a scenario that the rules allow but that makes a poor game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The check that gives the advice: a word of `docs/scenario-format.md`.
    pub key: &'static str,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The fact.
    pub what: String,
    /// The reason why the fact makes a poor game.
    pub why: &'static str,
    /// A way to mend the scenario.
    pub mend: String,
    /// True if a house note of the file names the key in backquotes, and so gives the reason.
    pub is_known: bool,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            what,
            why,
            mend,
            ..
        } = self;
        write!(f, "{what}: {why}; {mend} ({key})")
    }
}
