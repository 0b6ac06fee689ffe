//! How the two players find each other, before there is a line and whenever it is lost.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use home::{Acquaintance, Call, Invitation};
use protocol::PublicKey;

use super::Snapshot;
use crate::limits::TOLD_FAILURES;
use crate::match_ports::NO_ANSWER;
use crate::question::Asker;
use crate::tried::Tried;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The id of the match on the line, which its invitation names.
    pub game: Option<[u8; 8]>,
    /// In a match of two, the other player's standing with this machine's player, once that player is known.
    pub acquaintance: Option<Arc<Acquaintance>>,
    /// How each other player of the match stands with this machine's player, by the long-lived key.
    pub standing: BTreeMap<PublicKey, Arc<Acquaintance>>,
    /// The code to send to the guest; a host's only.
    pub invitation: Option<Arc<Invitation>>,
    /// The answer code for the host to enter, since nobody answers at the host's addresses; a guest's only.
    pub answer: Option<Arc<Invitation>>,
    /// The code with the present addresses, by which the other player of an agreed match finds this side.
    pub way_back: Option<Arc<Invitation>>,
    /// Whether and how others can reach this machine, in words; a host's only.
    pub reachability: String,
    /// Players of the same network who ask to be let in; a host's only.
    pub askers: Vec<Asker>,
    /// Players who look for this machine because of a match that was left unfinished.
    pub calls: Vec<Call>,
    /// The addresses at which the host was looked for so far; a guest's only, until the host is found.
    pub tried: Vec<Tried>,
    /// The address at which the peer sees this side, if the peer said so.
    pub seen_at: Option<SocketAddr>,
}

impl Meeting {
    /// Takes note of what came of dialing an address; true if that is new.
    pub(crate) fn note_tried(&mut self, tried: &Tried) -> bool {
        let mut known = self.tried.iter_mut();
        match known.find(|known| known.address == tried.address) {
            Some(known) if known == tried => return false,
            // a silent address is dialed again and again, and what came of it before says more
            Some(_) if tried.result == NO_ANSWER => return false,
            Some(known) => *known = tried.clone(),
            None => self.tried.push(tried.clone()),
        }
        true
    }

    /// Takes note of a player who looks for a match that was left unfinished; true if that is new: each match is shown once.
    pub(crate) fn note_call(&mut self, call: &Call) -> bool {
        let is_new = !self.calls.contains(call) && self.calls.len() < TOLD_FAILURES;
        if is_new {
            self.calls.push(call.clone());
        }
        is_new
    }
}

impl Snapshot {
    /// The order in which two players open each other's fresh codes, if this machine's router lets in only those it has
    /// sent to; empty otherwise. A router that answers unasked packets with ICMP takes note of them and then shuts
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
