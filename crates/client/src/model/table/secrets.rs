//! The sealed choices of this screen: whose turn it is to choose, and what is locked.

use families::Secret;
use protocol::Seat;
use rules::{Rules, ToAct};

use super::{Decider, Table};

impl Table {
    /// True while sides choose in secret.
    pub(super) fn is_secret(&self) -> bool {
        let now = self.seen.played.position.as_ref();
        now.is_some_and(|now| matches!(now.to_act(), ToAct::Secretly(_)))
    }

    /// The next seat at this screen that must choose in secret.
    pub(crate) fn next_secret(&self) -> Option<Seat> {
        let mut seats = self.seen.waiting();
        seats
            .find(|seat| self.is_secret() && !self.replay && self.decider(*seat) == Decider::Person)
    }

    /// This player's secret choice that is sealed, or about to be.
    pub(crate) fn locked(&self) -> Option<&Secret> {
        let sent = self.secrets.choice.as_ref().filter(|_| self.turn.sent);
        sent.or(self.secrets.sealed.as_ref())
    }

    pub(super) fn sealed_secret(&self) -> Option<Secret> {
        // two people at one screen must not see each other's choice, sealed or not (threat 1)
        let seat = self.only_seat().filter(|_| self.is_secret())?;
        let side = self.seen.side_of(seat)?;
        let (_, order) = self
            .seen
            .deciding
            .sealed
            .iter()
            .find(|(of, _)| *of == seat)?;
        Secret::sealed(self.seen.played.position.as_ref()?, side, order)
    }

    /// Opens the editor for the person who chooses next, behind a curtain if two people share this screen.
    pub(super) fn arrange_secret(&mut self, new_steps: bool) {
        let next = self.next_secret();
        // a choice of an earlier secret step is over, even if the next step is secret again
        if (new_steps || next.is_none()) && self.secrets.choice.take().is_some() {
            // two people at one screen have each looked from their own side
            self.board.turned = None;
        }
        let Some(next) = next else {
            self.secrets.curtain = None;
            self.turn.sent = false;
            return;
        };
        let side = self.seen.side_of(next);
        // the same person still chooses: a new snapshot must not empty the editor
        if self.secrets.choice.as_ref().map(Secret::side) == side {
            return;
        }
        let now = self.seen.played.position.as_deref();
        self.secrets.choice = now.zip(side).and_then(|(now, side)| Secret::new(now, side));
        self.turn.sent = false;
        self.secrets.curtain = (self.people().count() > 1).then_some(next);
        self.board.turned = None;
    }
}
