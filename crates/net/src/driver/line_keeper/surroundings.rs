//! What this side has asked about its own place in the network, and the answers so far.

use std::net::SocketAddr;

use reach::changes::Changes;
use reach::mapping::{Forwarding, Router};
use reach::stun::{Lookout, Outside};
use tokio::sync::mpsc;
use tokio::time::Instant;

pub(in crate::driver) struct Surroundings {
    /// The port that the router is asked to forward, and its answers.
    pub(in crate::driver) forwarding: Option<(Forwarding, mpsc::Receiver<Router>)>,
    pub(in crate::driver) router: Option<Router>,
    /// The services that are asked for the outside address.
    pub(in crate::driver) lookout: Option<Lookout>,
    /// The outside address as others saw it last.
    pub(in crate::driver) outside: Option<Outside>,
    /// The system's word on changes of this side's addresses.
    pub(in crate::driver) changes: Changes,
    /// The time of the last look at this side's addresses.
    pub(in crate::driver) looked: Option<Instant>,
    /// The addresses of this side at the last look.
    pub(in crate::driver) whereabouts: Vec<SocketAddr>,
    /// The addresses of the code last shown to the user.
    pub(in crate::driver) shown: Vec<SocketAddr>,
}
