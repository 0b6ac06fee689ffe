//! The closed set of families, so that everything above the rules can hold a position of any of them.

use crate::warlord;

/// A position of any family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPosition {
    /// The Warlord family.
    Warlord(warlord::Position),
}

/// An order of any family. Its text is the order notation of the engine protocol.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnyOrder {
    /// The Warlord family.
    Warlord(warlord::Order),
}

/// An event of any family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyEvent {
    /// The Warlord family.
    Warlord(warlord::Event),
}

/// Why an order of any family is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnyIllegal {
    /// The Warlord family.
    #[error(transparent)]
    Warlord(#[from] warlord::Illegal),
}

/// Text that is no order of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no order: {expected}")]
pub struct OrderError {
    /// What stood there, cut to 32 characters.
    pub found: String,
    /// What was expected instead.
    pub expected: &'static str,
}

/// Text that is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct PositionError(#[from] pub warlord::PositionError);

/// One sealed part of a secret order: the slot it is committed in and its bytes, whose number is fixed by the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretPart {
    /// 1 composition, 2 positions (fairplay/1, section 5.2).
    pub slot: u16,
    /// The payload.
    pub payload: Vec<u8>,
}
