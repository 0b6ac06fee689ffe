//! Players of the same network who ask a host to be let in without a code.

use protocol::PublicKey;

use super::{Driver, LineKeeper};
use crate::asking::{Asker, Asking};
use crate::handle::Happening;
use crate::limits::ASKERS;

impl LineKeeper {
    /// Takes a question; false where the user is not to be asked.
    fn hear(&mut self, asking: Asking) -> bool {
        let key = asking.asker.key;
        // the same player may ask again over another connection
        self.asked
            .retain(|other| other.asker.key != key && !other.is_gone());
        let may_ask = !self.turned_away.contains(&key)
            && self.asked.len() < ASKERS
            && self.door.admits(key).is_ok();
        if may_ask {
            self.asked.push(asking);
        } else {
            asking.turn_away();
        }
        may_ask
    }

    fn take_asked(&mut self, key: PublicKey) -> Option<Asking> {
        let place = self
            .asked
            .iter()
            .position(|asking| asking.asker.key == key)?;
        Some(self.asked.remove(place))
    }

    /// The players who wait for the user's answer.
    pub(super) fn askers(&mut self) -> Vec<Asker> {
        self.asked.retain(|asking| !asking.is_gone());
        self.asked
            .iter()
            .map(|asking| asking.asker.clone())
            .collect()
    }
}

impl Driver {
    /// A player of the same network asks to be let in.
    pub(super) fn asked(&mut self, asking: Asking) {
        let asker = asking.asker.clone();
        if self.keeper().is_some_and(|keeper| keeper.hear(asking)) {
            self.told.push(Happening::Asked(Box::new(asker)));
        }
    }

    /// Sends the invitation to a player who asked.
    pub(super) fn let_in(&mut self, key: PublicKey) {
        let invitation = self.view.shown.invitation.clone();
        let asking = self.keeper().and_then(|keeper| keeper.take_asked(key));
        if let (Some(asking), Some(invitation)) = (asking, invitation) {
            asking.let_in(&invitation);
        }
    }

    pub(super) fn turn_away(&mut self, key: PublicKey) {
        if let Some(keeper) = self.keeper()
            && let Some(asking) = keeper.take_asked(key)
        {
            keeper.turned_away.push(key);
            asking.turn_away();
        }
    }
}
