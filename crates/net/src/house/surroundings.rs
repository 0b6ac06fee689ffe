//! What this side has asked about its own place in the network, and the answers so far.

use std::net::SocketAddr;

use reach::changes::Changes;
use reach::mapping::{Forwarding, Router};
use reach::stun::{Lookout, Outside};
use tokio::sync::mpsc;
use tokio::time::Instant;

pub(crate) struct Surroundings {
    /// The port that the router is asked to forward, and its answers.
    pub(crate) forwarding: Option<(Forwarding, mpsc::Receiver<Router>)>,
    pub(crate) router: Option<Router>,
    /// The services that are asked for the outside address.
    pub(crate) lookout: Option<Lookout>,
    /// The outside address as others saw it last.
    pub(crate) outside: Option<Outside>,
    /// The system's word on changes of this side's addresses.
    pub(crate) changes: Changes,
    /// The time of the last look at this side's addresses.
    pub(crate) looked: Option<Instant>,
    /// The addresses of this side at the last look.
    pub(crate) whereabouts: Vec<SocketAddr>,
    /// The addresses of the code last shown to the user.
    pub(crate) shown: Vec<SocketAddr>,
}
