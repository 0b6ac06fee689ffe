//! How the two players find each other, until a line is there and whenever it is not.

use std::net::SocketAddr;
use std::sync::Arc;

use home::{Acquaintance, Call, Invitation};

use super::Snapshot;
use crate::question::Asker;
use crate::tried::Tried;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The id of the match on the line, which its invitation names.
    pub game: Option<[u8; 8]>,
    /// The other player's standing with this machine's player, once the other player is known.
    pub acquaintance: Option<Arc<Acquaintance>>,
    /// The host's only.
    pub invitation: Option<Arc<Invitation>>,
    /// The answer code for the host to enter, since nobody answers at the host's addresses; the guest's only.
    pub answer: Option<Arc<Invitation>>,
    /// The code by which the other player of an agreed match finds this side, as its addresses are now.
    pub way_back: Option<Arc<Invitation>>,
    /// The chance of being reached, in words; the host's only.
    pub reachability: String,
    /// Players of the same network who ask to be let in; the host's only.
    pub askers: Vec<Asker>,
    /// Players who look for this machine for a match that was left in mid-air.
    pub calls: Vec<Call>,
    /// The addresses at which the host was looked for up to now; the guest's only, until the host is found.
    pub tried: Vec<Tried>,
    /// The address at which the peer sees this side, where the peer said so.
    pub seen_at: Option<SocketAddr>,
}

impl Snapshot {
    /// In which order two players open each other's fresh codes, where this machine's router lets in only whom it has
    /// been sent to; empty elsewhere. A router that answers unasked packets with ICMP takes note of them, and shuts
    /// their sender out.
    pub fn order_of_codes(&self) -> &'static str {
        let is_shut = self
            .meeting
            .way_back
            .as_ref()
            .is_some_and(|code| code.addresses.is_shut);
        let is_host = self.contract.seats.first().is_some_and(|seat| seat.mine);
        match (is_shut, is_host) {
            (false, _) => "",
            (true, true) => {
                "If they have a code for you as well, they open yours first, and only then do you open theirs."
            }
            (true, false) => {
                "If they have a code for you as well, you open theirs first, and only then do they open yours."
            }
        }
    }
}
