//! What the people at the keyboard of a sitting have decided, and what is news to them.

use net::Snapshot;
use protocol::Seat;

use super::Sitting;
use super::deciding::{decision, people};
use super::telling::last_seen;

impl Sitting {
    /// Notes that the player of a seat has decided, so that the same is not asked again.
    pub(super) fn decided(&mut self, snapshot: &Snapshot, seat: Seat) {
        let Some(asked) = decision(snapshot, seat) else {
            return;
        };
        // the list holds one round: what was decided before the last step is asked no more
        self.asking.decided.retain(|other| other.is_beside(&asked));
        self.asking.decided.push(asked);
        if asked.is_secret && self.keyboard_is_shared(snapshot) {
            self.deciders.at(seat).cover();
        }
    }

    /// True if people of several teams sit at this keyboard: none may see what another chooses in secret.
    fn keyboard_is_shared(&self, snapshot: &Snapshot) -> bool {
        people(&self.deciders, snapshot).is_some_and(|people| people.is_divided)
    }

    /// True if a person here has not typed the orders of that seat, or another person is to see them.
    pub(super) fn is_news(&self, seat: Seat, snapshot: &Snapshot) -> bool {
        let is_mine = snapshot.seat(seat).is_some_and(|info| info.mine);
        let is_alone = people(&self.deciders, snapshot).is_none();
        !(is_mine && is_alone && self.deciders.is_person(seat))
    }

    /// Marks the last turn that the people here have not typed on the next board.
    pub(super) fn show_last_turn(&mut self, snapshot: &Snapshot) {
        let events = last_seen(snapshot, |seat| self.is_news(seat, snapshot));
        self.deciders.each(|decider| decider.seen(events.clone()));
    }

    pub(super) fn show_taken_back(&mut self, snapshot: &Snapshot) {
        let events = last_seen(snapshot, |seat| self.is_news(seat, snapshot));
        self.deciders
            .each(|decider| decider.taken_back(events.clone()));
    }
}
