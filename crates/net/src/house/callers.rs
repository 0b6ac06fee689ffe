//! Callers of this side, and what invites them.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};

use home::invitation::pending::PendingFile;
use protocol::PublicKey;
use reach::lan::Announcement;
use tokio::time::Instant;

use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::entrance::Arrivals;
use crate::limits::{BREACH_WINDOW, BREACHES, TOLD_FAILURES};
use crate::question::Asking;

pub(crate) struct Callers {
    pub(crate) arrivals: Arrivals,
    /// Callers who failed, as far as the user has seen them.
    pub(crate) failures_told: Vec<(IpAddr, DialError)>,
    /// Players of the same network who wait for the user's answer.
    pub(crate) asked: Vec<Asking>,
    /// Players whom the user has turned away, each as often as that happened.
    pub(crate) turned_away: Vec<PublicKey>,
    /// Latest breaches, each with the peer's key.
    pub(crate) breaches: VecDeque<(Instant, PublicKey)>,
    /// The announcement of the invitation on the local network, until the match is agreed.
    pub(crate) announcement: Option<Announcement>,
    /// The invitation on disk, until the match is agreed.
    pub(crate) pending: Option<PendingFile>,
}

impl Callers {
    /// How often the user has turned that player away.
    pub(crate) fn declined(&self, key: PublicKey) -> usize {
        self.turned_away
            .iter()
            .filter(|other| **other == key)
            .count()
    }

    /// The note about a caller who has the invitation and did not get in: one for each address and reason.
    pub(crate) fn tell_failure(&mut self, source: SocketAddr, error: DialError) -> Option<String> {
        // a guest who reached this side at several addresses drops all connections but one
        let is_usual = matches!(
            error,
            DialError::Refused(CloseCode::Left | CloseCode::Replaced)
        );
        let words = format!(
            "Somebody with your invitation called from {} and did not get in: {error}.",
            source.ip()
        );
        let failure = (source.ip(), error);
        let told = &mut self.failures_told;
        // bounded: the address of a caller may be forged, and each would be a line on the user's screen
        if is_usual || told.len() >= TOLD_FAILURES || told.contains(&failure) {
            return None;
        }
        told.push(failure);
        Some(words)
    }

    /// Nobody is invited any more: the invitation was used or taken back.
    pub(crate) fn withdraw(&mut self) {
        // first the network, then the disk: nobody new may find the match once it is withdrawn
        self.announcement = None;
        if let Some(pending) = self.pending.take() {
            pending.remove();
        }
    }

    /// Notes a breach by that peer; true when the peer broke the protocol too often and is not to be heard again.
    pub(crate) fn note_breach(&mut self, peer: PublicKey) -> bool {
        let now = Instant::now();
        self.breaches.push_back((now, peer));
        // by time and not by count, so that one peer's breaches cannot push out another's
        self.breaches
            .retain(|(at, _)| now.duration_since(*at) < BREACH_WINDOW);
        // one breach may be a bug or a changed bit; three within ten minutes are a program that cannot play (threat 13)
        self.breaches.iter().filter(|(_, by)| *by == peer).count() >= BREACHES
    }
}
