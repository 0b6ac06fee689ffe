//! Dialing as the keeper of a line does it: one attempt at a time, which may speak before it is answered.

use std::net::SocketAddr;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::attempts::Attempts;
use crate::greeted::{Greeted, Overture};
use crate::tried::Tried;

pub(in crate::driver) struct Dialing {
    pub(super) attempts: Attempts<Greeted>,
    pub(in crate::driver) tried: mpsc::UnboundedReceiver<Tried>,
    /// Dialed connections on which the session may speak before the greeting is answered.
    pub(in crate::driver) overtures: mpsc::Receiver<Overture>,
    pub(in crate::driver) tell_overture: mpsc::Sender<Overture>,
    /// The attempt in which the session has spoken first, and the exporter of the connection.
    pub(in crate::driver) spoken: Option<(u64, [u8; 32])>,
    /// The proof of a further address of the peer, beside the line.
    pub(in crate::driver) proving: Option<JoinHandle<Option<SocketAddr>>>,
    /// Set when another match of the peer answered since the last line.
    pub(in crate::driver) is_elsewhere: bool,
    /// Lines and attempts in a row that soon failed.
    pub(in crate::driver) failures: usize,
}

impl Dialing {
    /// Notes that the session speaks first on the connection with that exporter.
    pub(in crate::driver) fn speaks_first_on(&mut self, exporter: [u8; 32]) {
        self.spoken = Some((self.attempts.count(), exporter));
    }

    /// True if the session has spoken in this attempt. It speaks once in each attempt: two connections of one attempt
    /// would each get a beginning.
    pub(in crate::driver) fn has_spoken(&self) -> bool {
        self.spoken
            .is_some_and(|(attempt, _)| attempt == self.attempts.count())
    }

    /// The exporter of the connection on which the session has spoken first.
    pub(in crate::driver) fn spoken_on(&self) -> Option<[u8; 32]> {
        self.spoken.map(|(_, exporter)| exporter)
    }

    pub(in crate::driver) fn stop(&mut self) {
        self.attempts.stop();
    }
}
