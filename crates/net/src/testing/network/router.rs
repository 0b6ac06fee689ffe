//! A router of the network inside this process.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::Instant;

/// A router that lets in only those the machine has sent to. It behaves as if it answered others with ICMP: it takes
/// note of them, and gives what the machine sends them later another port. It forgets what it has not heard of for a
/// while.
#[derive(Default)]
pub(super) struct Router {
    /// By the other end, the port that it sees and the time of the last datagram.
    flows: HashMap<SocketAddr, (u16, Instant)>,
    unasked: HashMap<SocketAddr, Instant>,
}

/// The time after which a router forgets.
const FORGETS: Duration = Duration::from_secs(30);

impl Router {
    /// True if the machine may be reached at that port from there.
    pub(super) fn admits(&mut self, from: SocketAddr, port: u16) -> bool {
        self.forget();
        match self.flows.get_mut(&from) {
            Some((seen, at)) if *seen == port => {
                *at = Instant::now();
                true
            }
            _ => {
                self.unasked.insert(from, Instant::now());
                false
            }
        }
    }

    /// The port at which that receiver sees the machine's `port`.
    pub(super) fn port(&mut self, port: u16, to: SocketAddr) -> u16 {
        self.forget();
        // a router that took note of the sender gives its own machine another port for it
        let other = self.unasked.contains_key(&to);
        let fresh = if other { port ^ 1 } else { port };
        let (seen, at) = self.flows.entry(to).or_insert((fresh, Instant::now()));
        *at = Instant::now();
        *seen
    }

    fn forget(&mut self) {
        let is_fresh = |at: &Instant| at.elapsed() < FORGETS;
        self.flows.retain(|_, (_, at)| is_fresh(at));
        self.unasked.retain(|_, at| is_fresh(at));
    }
}
