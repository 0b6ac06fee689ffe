//! An address that was dialed, and what came of it, for the user.

/// An address at which the host was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// The address, or the name that was resolved to one.
    pub address: String,
    /// The outcome, in words.
    pub result: String,
}
