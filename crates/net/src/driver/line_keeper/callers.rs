//! Callers of this side, and what invites them.

use std::collections::VecDeque;
use std::net::IpAddr;

use home::invitation::pending::PendingFile;
use protocol::PublicKey;
use reach::lan::Announcement;
use tokio::time::Instant;

use crate::dial_error::DialError;
use crate::entrance::Arrivals;
use crate::limits::{BREACH_WINDOW, BREACHES};
use crate::question::Asking;

pub(in crate::driver) struct Callers {
    pub(in crate::driver) arrivals: Arrivals,
    /// Callers who failed, as far as the user has seen them.
    pub(in crate::driver) failures_told: Vec<(IpAddr, DialError)>,
    /// Players of the same network who wait for the user's answer.
    pub(in crate::driver) asked: Vec<Asking>,
    /// Players whom the user has turned away, each as often as that happened.
    pub(in crate::driver) turned_away: Vec<PublicKey>,
    /// Latest breaches, each with the peer's key.
    pub(in crate::driver) breaches: VecDeque<(Instant, PublicKey)>,
    /// The announcement of the invitation on the local network, until the match is agreed.
    pub(in crate::driver) announcement: Option<Announcement>,
    /// The invitation on disk, until the match is agreed.
    pub(in crate::driver) pending: Option<PendingFile>,
}

impl Callers {
    /// How often the user has turned that player away.
    pub(in crate::driver) fn declined(&self, key: PublicKey) -> usize {
        self.turned_away
            .iter()
            .filter(|other| **other == key)
            .count()
    }

    /// Nobody is invited any more: the invitation was used or taken back.
    pub(in crate::driver) fn withdraw(&mut self) {
        // first the network, then the disk: nobody new may find the match once it is withdrawn
        self.announcement = None;
        if let Some(pending) = self.pending.take() {
            pending.remove();
        }
    }

    /// Notes a breach by that peer; true when the peer broke the protocol too often and is not to be heard again.
    pub(in crate::driver) fn note_breach(&mut self, peer: PublicKey) -> bool {
        let now = Instant::now();
        self.breaches.push_back((now, peer));
        // by time and not by count, so that one peer's breaches cannot push out another's
        self.breaches
            .retain(|(at, _)| now.duration_since(*at) < BREACH_WINDOW);
        // one breach may be a bug or a changed bit; three within ten minutes are a program that cannot play (threat 13)
        self.breaches.iter().filter(|(_, by)| *by == peer).count() >= BREACHES
    }
}
