//! The secret of an invitation: who knows it was invited.

use std::fmt;

use protocol::Seat;
use protocol::hash::seat_secret;

/// The secret that lets one guest in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JoinSecret(pub [u8; 10]);

impl JoinSecret {
    /// The secret of the code of one seat, if this is that of the table's code.
    #[must_use]
    pub fn of_seat(self, seat: Seat) -> Self {
        Self(seat_secret(&self.0, seat))
    }
}

impl fmt::Debug for JoinSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinSecret(…)")
    }
}
