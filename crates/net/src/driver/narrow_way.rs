//! What the user is shown of a network that carries only small packets.

use std::net::SocketAddr;

use reach::diagnosis::{self, Narrow};

use super::Driver;

impl Driver {
    /// Finds out whether silence means that only small packets pass, and says so to the user of an agreed match.
    pub(super) fn watch_for_a_narrow_way(&mut self) {
        let Some(keeper) = self.keeper() else {
            return;
        };
        // a line that is up has passed its handshake, so large packets do pass
        if keeper.line.is_some() {
            return;
        }
        keeper.look_for_a_narrow_way();
        // before the match is agreed the judgment on the two codes says it
        if let (true, Some(narrow)) = (keeper.has_met, keeper.narrow()) {
            self.tell_once(diagnosis::narrow_network(narrow));
        }
    }

    /// A small packet came from the other player's program: it dials without success.
    pub(super) fn is_called_in_vain(&mut self, source: SocketAddr) {
        if let Some(keeper) = self.keeper()
            && keeper.line.is_none()
        {
            // this machine's own network is the nearer reason, if it is known to be one
            let narrow = keeper.narrow().unwrap_or(Narrow::OnTheWay(source));
            self.tell_once(diagnosis::narrow_network(narrow));
        }
    }
}
