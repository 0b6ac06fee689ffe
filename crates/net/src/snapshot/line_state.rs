//! The state of the connection to the other player.

use std::time::Instant;

/// The connection to the peer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineState {
    /// All seats are in this program.
    Local,
    /// The peer has not come yet.
    Waiting,
    Up,
    /// Nothing was heard for some seconds.
    Slow,
    /// The connection is gone; the program dials again without the user.
    Lost {
        /// The time the connection was lost.
        since: Instant,
    },
    Mail,
    /// The match needs no connection any more.
    Closed,
}

impl LineState {
    /// True if the two are of the same kind, whatever their times.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
