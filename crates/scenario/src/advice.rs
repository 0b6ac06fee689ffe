//! Remarks on scenarios that are legal but make a poor game.

use std::fmt;

use crate::Scenario;

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

/// The most cells or orders that an advice names.
const NAMED: usize = 4;

impl Advice {
    /// The advice of a check on a line of a scenario's file.
    pub(crate) fn new(
        scenario: &Scenario,
        (key, line): (&'static str, usize),
        what: String,
        why: &'static str,
        mend: impl Into<String>,
    ) -> Self {
        let name = format!("`{key}`");
        let mut notes = scenario.head().house.iter();
        Self {
            key,
            line,
            what,
            why,
            mend: mend.into(),
            is_known: notes.any(|house| house.note.contains(&name)),
        }
    }
}

/// The first [`NAMED`] items, and how many items follow.
pub(crate) fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(NAMED);
    let named: Vec<String> = items.take(NAMED).collect();
    let named = named.join(", ");
    if more > 0 {
        format!("{named} and {more} more")
    } else {
        named
    }
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
