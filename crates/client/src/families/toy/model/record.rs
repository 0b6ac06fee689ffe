//! Orders as the record writes them.

use rules::testing::toy::Event;

use crate::shell::model::notation::Sign;

/// The record writes this family's orders as the rules do.
pub(crate) const fn signs(_: &Event) -> Vec<Sign> {
    Vec::new()
}

/// No order of this family removes a unit by itself.
pub(crate) const fn takes(_: &Event) -> bool {
    false
}
