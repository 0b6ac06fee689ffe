//! Invitations: the key and the addresses by which a guest finds a host, and the secret that lets one guest in.
//!
//! An invitation has four parts, each with a file of its own: the text that people send each other ([`code`], and where
//! it is found in what they paste), the [`secret`], the addresses, which are no secret ([`reach::Addresses`]), and the
//! file that waits with the host until a guest has come ([`pending`]).

pub mod code;
mod error;
mod in_text;
pub mod pending;
pub mod secret;

use std::fmt;

use protocol::{PublicKey, Seat};
use reach::{Addresses, LanMatch};

use crate::limits::INVITATION_DAYS;
pub use error::InvitationError;
pub use secret::JoinSecret;

pub(crate) const PREFIX: &str = "warlord1";
pub(crate) const LINK_PREFIX: &str = "warlord://join/";

/// Where an invitation leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admits {
    /// To a match of two.
    Match,
    /// To a table of three to eight, where the host is asked for a seat.
    Table,
    /// To that seat of a table: nobody is asked.
    Seat(Seat),
}

/// Everything that a guest needs to find the host and to be let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The host's key: a guest accepts no other key.
    pub host: PublicKey,
    pub secret: JoinSecret,
    /// The id of the match among the host's matches.
    pub game: [u8; 8],
    /// The last day the invitation may be used, counted from 1970-01-01.
    pub last_day: u16,
    pub addresses: Addresses,
    pub admits: Admits,
}

impl Invitation {
    /// The code: `warlord1…`.
    pub fn code(&self) -> String {
        code::write(self)
    }

    /// The link: `warlord://join/warlord1…`.
    pub fn link(&self) -> String {
        format!("{LINK_PREFIX}{}", self.code())
    }

    /// The code of one seat of the table whose own code this is, with the secret that the host keeps for that seat.
    #[must_use]
    pub fn of_seat(&self, seat: Seat, secret: JoinSecret) -> Self {
        Self {
            secret,
            admits: Admits::Seat(seat),
            ..self.clone()
        }
    }

    /// True if it names no address: this machine had no network when it was made. Nobody can read such a code.
    pub fn leads_nowhere(&self) -> bool {
        self.addresses.lead_nowhere()
    }

    /// Refuses an invitation whose last day has passed.
    pub fn check_day(&self, today: u16) -> Result<(), InvitationError> {
        match today.checked_sub(self.last_day) {
            Some(days) if days > 0 => Err(InvitationError::Expired { days, today }),
            _ => Ok(()),
        }
    }

    /// True if it runs out later than any invitation made up to `today`: the clock of this machine or of the host's is
    /// wrong.
    pub fn is_of_the_future(&self, today: u16) -> bool {
        // around midnight two good clocks may differ by a day
        self.last_day > today.saturating_add(INVITATION_DAYS + 1)
    }

    /// The announcement of the match on the local network, which holds nothing secret.
    pub fn announced(&self, title: &str, host: &str) -> LanMatch {
        let candidates = self.addresses.candidates.clone();
        LanMatch::new(self.game, &self.host.0, title, host, candidates)
    }
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code())
    }
}

#[cfg(test)]
mod tests;
