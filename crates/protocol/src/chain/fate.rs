//! What becomes of a record or note that is shown to a chain.

use crate::SessionEvent;
use crate::fault::Proof;

/// The fate of a record or note that fits.
#[derive(Debug)]
pub(crate) enum Admission {
    /// The chain holds the record or note already.
    Known,
    /// The record or note is new and had these effects.
    New(Vec<SessionEvent>),
}

/// Why the chain does not take a record or note in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Objection {
    /// The record names a seat that does not exist, or another match.
    Foreign,
    /// The step of the record is still to come.
    Ahead,
    /// The step of the record is over; the record proves nothing.
    Stale,
    /// The key of the named seat did not sign the record.
    BadSignature,
    /// Soundly signed upon another history: convicts nobody.
    OtherHistory,
    /// Soundly signed, of notes that the chain does not hold: convicts nobody.
    UnknownNotes,
    /// Soundly signed to close the match, with the digest of another position.
    Diverged,
    /// Soundly signed, and forbidden.
    Breach(Proof),
}
