//! Fights that a record tells in one line, which unfolds into a line for each round.

use rules::Side;

use super::notation::Sign;

/// A step of a record as the family reads it that knows its orders `O` and events `E`.
#[derive(Debug)]
pub struct Part<'a, O, E> {
    /// Secret choices were opened together; otherwise one side gave orders.
    pub is_opened: bool,
    /// The orders or choices, each with its side.
    pub orders: Vec<(Side, &'a O)>,
    pub events: Vec<&'a E>,
}

/// A fight that takes several steps of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bout {
    /// `the duel on d8`.
    pub name: String,
    /// The whole fight.
    pub line: Vec<Sign>,
    /// Each round, one step of the record: at least one.
    pub rounds: Vec<Vec<Sign>>,
}
