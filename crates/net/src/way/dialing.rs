//! Dialing as a way does it: one attempt at a time, which may speak before it is answered.

use std::net::SocketAddr;

use home::JoinSecret;
use protocol::PublicKey;
use tokio::task::AbortHandle;

use super::attempts::Attempts;
use crate::house::{FromWay, House};
use crate::limits::SPARES;

pub(crate) struct Dialing {
    pub(crate) attempts: Attempts,
    /// The attempt in which the session has spoken first, and the exporter of the connection.
    pub(crate) spoken: Option<(u64, [u8; 32])>,
    /// The proof of a further address of the peer, beside the line.
    pub(crate) proving: Option<AbortHandle>,
    /// Set when another match of the peer answered since the last line.
    pub(crate) is_elsewhere: bool,
    /// Lines and attempts in a row that soon failed.
    pub(crate) failures: usize,
}

impl Dialing {
    /// Notes that the session speaks first on the connection with that exporter.
    pub(crate) fn speaks_first_on(&mut self, exporter: [u8; 32]) {
        self.spoken = Some((self.attempts.count(), exporter));
    }

    /// True if the session has spoken in this attempt. It speaks once in each attempt: two connections of one attempt
    /// would each get a beginning.
    pub(crate) fn has_spoken(&self) -> bool {
        self.spoken
            .is_some_and(|(attempt, _)| attempt == self.attempts.count())
    }

    /// The exporter of the connection on which the session has spoken first.
    pub(crate) fn spoken_on(&self) -> Option<[u8; 32]> {
        self.spoken.map(|(_, exporter)| exporter)
    }

    /// Has the peer prove its key at the first of these addresses, and reports the result to the house.
    pub(crate) fn prove(
        &mut self,
        house: &House,
        at: usize,
        secret: JoinSecret,
        mut addresses: Vec<SocketAddr>,
        peer: PublicKey,
    ) {
        // each proof costs the peer a handshake
        addresses.truncate(SPARES);
        if addresses.is_empty() {
            return;
        }
        let (ports, tell) = (house.ports.clone().by(secret), house.dialed.tell.clone());
        let task = tokio::spawn(async move {
            let proved = ports.prove(addresses, peer).await;
            // nobody listens any more once the match has ended
            let _ = tell.send(FromWay::Proved(at, proved));
        });
        self.proving = Some(task.abort_handle());
    }

    pub(crate) fn stop(&mut self) {
        self.attempts.stop();
    }
}
