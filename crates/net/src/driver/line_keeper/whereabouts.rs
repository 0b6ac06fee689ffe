//! The keeper of the line asks where this side is found, and where else the peer may be.

use std::net::SocketAddr;

use home::address_book::AddressBook;
use reach::route;
use reach::whereabouts::{self, Whereabouts};

use super::LineKeeper;
use crate::limits::SPARES;

impl LineKeeper {
    /// The addresses of this side, as they are now.
    pub(in crate::driver) fn gather(&self) -> Whereabouts {
        let AddressBook { listen, typed, .. } = &self.book;
        whereabouts::gather(
            listen,
            typed,
            self.surroundings.router.as_ref(),
            self.surroundings.outside,
        )
    }

    /// Asks the services for the outside address, if the user has named any.
    pub(in crate::driver) fn ask_services(&mut self) {
        // never unasked: a service learns that this machine plays (docs/network.md, The outside address)
        if self.surroundings.lookout.is_none() && !self.book.services.is_empty() {
            self.surroundings.lookout = self.ports.look_out(self.book.services.clone());
        }
    }

    /// Has the peer prove its key also at addresses of the other family than that of `line`, so that the line can
    /// continue there if its own family vanishes. Nothing but the greeting is said there.
    pub(in crate::driver) fn prove_spares(&mut self, line: SocketAddr, addresses: &[SocketAddr]) {
        let Some(peer) = self.book.peer else {
            return;
        };
        let others = addresses
            .iter()
            .copied()
            .filter(|address| address.is_ipv4() != line.is_ipv4() && route::has_route(*address));
        // each proof costs the peer a handshake
        let others: Vec<SocketAddr> = others.take(SPARES).collect();
        let ports = self.ports.clone();
        self.dialing.proving = (!others.is_empty())
            .then(|| tokio::spawn(async move { ports.prove(others, peer).await }));
    }
}
