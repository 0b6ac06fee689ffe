//! Where one player can be found, as an invitation or an answer code names it: the part of a code that is no secret.

use std::net::SocketAddr;

use crate::address::HostName;

/// The most IP addresses that a code names.
pub const MOST_CANDIDATES: usize = 16;
/// The most names of hosts in a code.
pub const MOST_NAMES: usize = 2;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Addresses {
    /// The best first within each address family.
    pub candidates: Vec<SocketAddr>,
    /// Resolved each time they are dialed.
    pub names: Vec<HostName>,
    /// Set if the outside IPv4 address leads through a router that lets in only those the player has sent to. Dialing
    /// that address first is worse than useless: some routers then give the player another port.
    pub is_shut: bool,
}

impl Addresses {
    /// True if there is none: the machine had no network.
    pub fn lead_nowhere(&self) -> bool {
        self.candidates.is_empty() && self.names.is_empty()
    }
}
