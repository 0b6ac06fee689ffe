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
        let is_asked = |seat: &Seat| {
            self.is_secret() && !self.replay && self.decider(*seat) == Decider::Person
        };
        let shown = &self.seen.deciding.planning;
        let mut asked = self.seen.waiting().filter(is_asked);
        let first = asked.find(|seat| !shown.contains(seat));
        // who has shown a part of a set-up may show another, once everybody here has shown one
        first.or_else(|| shown.iter().copied().find(is_asked))
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
        let mut secret = Secret::sealed(self.seen.played.position.as_ref()?, side, order)?;
        if self.is_by_leaders(side) {
            secret.narrow(self.member_of(seat)?);
            secret.see_plans(&self.plans_of_mates(seat));
        }
        Some(secret)
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
            self.secrets.chooser = None;
            self.secrets.curtain = None;
            self.turn.sent = false;
            return;
        };
        if self.seen.deciding.planning.contains(&next) {
            // the part is shown to the team, and may be replaced until it is sealed
            self.turn.sent = false;
        }
        // the same person still chooses: a new snapshot must not empty the editor
        let is_same = self.secrets.choice.is_some() && self.secrets.chooser == Some(next);
        if !is_same {
            self.secrets.choice = self.new_secret(next);
            self.secrets.chooser = Some(next);
            self.turn.sent = false;
            self.secrets.curtain = (self.people().count() > 1).then_some(next);
            self.board.turned = None;
        }
        let plans = self.plans_of_mates(next);
        if let Some(choice) = &mut self.secrets.choice {
            choice.see_plans(&plans);
        }
    }

    /// The choice of a seat as it begins: of a part that is shown to the team already, that part.
    fn new_secret(&self, seat: Seat) -> Option<Secret> {
        let now = self.seen.played.position.as_deref()?;
        let side = self.seen.side_of(seat)?;
        let mut plans = self.seen.deciding.plans.iter();
        let shown = plans.find(|(of, _)| *of == seat);
        let shown = shown.and_then(|(_, order)| Secret::sealed(now, side, order));
        let mut secret = shown.or_else(|| Secret::new(now, side))?;
        if self.is_by_leaders(side) {
            secret.narrow(self.member_of(seat)?);
        }
        Some(secret)
    }
}
