//! Something that went wrong, as the user reads it.

use std::fmt;

/// A failure in words, with what the user can do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Without a capital and a full stop, so that it can follow a colon.
    pub what: String,
    /// The one thing to do next, in the same form.
    pub advice: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
