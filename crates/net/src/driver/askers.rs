//! Players of the same network who ask a host to be let in without a code.

use protocol::PublicKey;

use super::Driver;
use crate::handle::Happening;
use crate::question::Asking;

impl Driver {
    /// A player of the same network asks to be let in.
    pub(super) fn asked(&mut self, asking: Asking) {
        let asker = asking.asker.clone();
        if self
            .remote()
            .is_some_and(|remote| remote.house.hear(asking))
        {
            self.user.told.push(Happening::Asked(Box::new(asker)));
        }
    }

    /// Sends the invitation to a player who asked.
    pub(super) fn let_in(&mut self, key: PublicKey) {
        // the invitation as it is now: its addresses may have changed since the player asked
        let invitation = self.view.shown.meeting.invitation.clone();
        let asking = self
            .remote()
            .and_then(|remote| remote.house.callers.take_asked(key));
        if let (Some(asking), Some(invitation)) = (asking, invitation) {
            asking.let_in(&invitation);
        }
    }

    pub(super) fn turn_away(&mut self, key: PublicKey) {
        if let Some(remote) = self.remote() {
            remote.house.callers.turn_away(key);
        }
    }
}
