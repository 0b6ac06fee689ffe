//! Players of the same network who ask a host to be let in without a code.

use std::net::IpAddr;

use protocol::PublicKey;

use super::Driver;
use super::line_keeper::LineKeeper;
use crate::handle::Happening;
use crate::limits::{ASKERS, MOST_DECLINED};
use crate::question::{Asker, Asking};

/// The place of a player who asks among those who wait.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    Free,
    /// That of another: the oldest of the address from which most ask.
    Of(usize),
}

/// The place for a player who asks from `source` while others from `waiting` wait, the oldest first. A key costs
/// nothing, so one machine could ask under many and fill all places.
fn place_for(waiting: &[IpAddr], source: IpAddr) -> Option<Place> {
    if waiting.len() < ASKERS {
        return Some(Place::Free);
    }
    let count = |ip: IpAddr| waiting.iter().filter(|&&other| other == ip).count();
    let most = waiting.iter().map(|&ip| count(ip)).max()?;
    let oldest = waiting.iter().position(|&ip| count(ip) == most)?;
    // more than this source would then have: with equal counts two machines would push each other out by turns
    (most > count(source) + 1).then_some(Place::Of(oldest))
}

impl LineKeeper {
    /// Takes a question; false if the user is not to be asked.
    fn hear(&mut self, mut asking: Asking) -> bool {
        let key = asking.asker.key;
        // the same player may ask again over another connection
        self.callers
            .asked
            .retain(|other| other.asker.key != key && !other.is_gone());
        let waiting = self
            .callers
            .asked
            .iter()
            .map(|other| other.asker.source.ip());
        let place = place_for(&waiting.collect::<Vec<_>>(), asking.asker.source.ip());
        // a host may think better of a player who was turned away, who asks again; asking must not become a way to pester
        // the host, so that after a few times the user is asked no more
        let declined = self.callers.declined(key);
        asking.asker.declined = declined;
        let may_ask = declined < MOST_DECLINED && place.is_some() && self.door.admits(key).is_ok();
        if let (true, Some(Place::Of(other))) = (may_ask, place) {
            self.callers.asked.remove(other).turn_away();
        }
        if may_ask {
            self.callers.asked.push(asking);
        } else {
            asking.turn_away();
        }
        may_ask
    }

    fn take_asked(&mut self, key: PublicKey) -> Option<Asking> {
        let place = self
            .callers
            .asked
            .iter()
            .position(|asking| asking.asker.key == key)?;
        Some(self.callers.asked.remove(place))
    }

    /// The players who wait for the user's answer.
    pub(super) fn askers(&mut self) -> Vec<Asker> {
        // an asker that gave up is not shown: the host would let in nobody
        self.callers.asked.retain(|asking| !asking.is_gone());
        self.callers
            .asked
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
            self.user.told.push(Happening::Asked(Box::new(asker)));
        }
    }

    /// Sends the invitation to a player who asked.
    pub(super) fn let_in(&mut self, key: PublicKey) {
        // the invitation as it is now: its addresses may have changed since the player asked
        let invitation = self.view.shown.meeting.invitation.clone();
        let asking = self.keeper().and_then(|keeper| keeper.take_asked(key));
        if let (Some(asking), Some(invitation)) = (asking, invitation) {
            asking.let_in(&invitation);
        }
    }

    pub(super) fn turn_away(&mut self, key: PublicKey) {
        if let Some(keeper) = self.keeper()
            && let Some(asking) = keeper.take_asked(key)
        {
            keeper.callers.turned_away.push(key);
            asking.turn_away();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_machine_that_asks_under_many_keys_leaves_places_to_others() {
        let [eve, ann, bob, cid] = [66, 1, 2, 3].map(|last| IpAddr::from([192, 168, 1, last]));
        let mut waiting = Vec::new();
        for _ in 0..ASKERS {
            assert_eq!(place_for(&waiting, eve), Some(Place::Free));
            waiting.push(eve);
        }
        for (nth, other) in [ann, bob, cid].into_iter().enumerate() {
            assert_eq!(place_for(&waiting, eve), None);
            assert_eq!(place_for(&waiting, other), Some(Place::Of(0)), "{nth}");
            waiting.remove(0);
            waiting.push(other);
        }
        // four machines, one each: nobody pushes anybody out
        let late = IpAddr::from([192, 168, 1, 4]);
        assert_eq!(place_for(&waiting, late), None);
    }
}
