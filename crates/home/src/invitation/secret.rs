//! The secret of an invitation: who knows it was invited.

use std::fmt;

/// The secret that lets one guest in. The secrets of a table and of its seats are random, each on its own: a player who
/// knows one of them knows no other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JoinSecret(pub [u8; 10]);

impl fmt::Debug for JoinSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinSecret(…)")
    }
}
