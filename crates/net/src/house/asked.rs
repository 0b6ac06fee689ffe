//! Players of the same network who ask a host to be let in without a code.

use std::net::IpAddr;

use protocol::PublicKey;

use super::{Callers, House};
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

impl House {
    /// Takes a question; false if the user is not to be asked.
    pub(crate) fn hear(&mut self, mut asking: Asking) -> bool {
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
}

impl Callers {
    pub(crate) fn take_asked(&mut self, key: PublicKey) -> Option<Asking> {
        let place = self
            .asked
            .iter()
            .position(|asking| asking.asker.key == key)?;
        Some(self.asked.remove(place))
    }

    /// The players who wait for the user's answer.
    pub(crate) fn askers(&mut self) -> Vec<Asker> {
        // an asker that gave up is not shown: the host would let in nobody
        self.asked.retain(|asking| !asking.is_gone());
        self.asked
            .iter()
            .map(|asking| asking.asker.clone())
            .collect()
    }

    /// Turns away the player who asks with that key.
    pub(crate) fn turn_away(&mut self, key: PublicKey) {
        if let Some(asking) = self.take_asked(key) {
            self.turned_away.push(key);
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
