//! What the user is shown of a network that carries only small packets.

use std::net::SocketAddr;

use reach::diagnosis::{self, Narrow};

use super::Driver;

impl Driver {
    /// Finds out whether silence means that only small packets pass, and says so to the user of an agreed match.
    pub(super) fn watch_for_a_narrow_way(&mut self) {
        for at in 0..self.remote().map_or(0, |remote| remote.ways.len()) {
            let Some((house, way)) = self.way(at) else {
                return;
            };
            // a line that is up has passed its handshake, so large packets do pass
            if way.line.is_some() {
                continue;
            }
            way.look_for_a_narrow_way(house);
            // before the match is agreed the judgment on the two codes says it
            if let (true, Some(narrow)) = (way.has_met, way.narrow(house)) {
                self.tell_once(at, diagnosis::narrow_network(narrow));
            }
        }
    }

    /// A small packet came from the other player's program: it dials without success.
    pub(super) fn is_called_in_vain(&mut self, source: SocketAddr) {
        let remote = self.remote();
        let alone = remote.and_then(|remote| remote.ways.iter().position(|way| way.line.is_none()));
        if let Some((at, (house, way))) = alone.and_then(|at| Some((at, self.way(at)?))) {
            // this machine's own network is the nearer reason, if it is known to be one
            let narrow = way.narrow(house).unwrap_or(Narrow::OnTheWay(source));
            self.tell_once(at, diagnosis::narrow_network(narrow));
        }
    }
}
