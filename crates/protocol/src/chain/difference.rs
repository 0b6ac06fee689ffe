//! Seats that confirm different positions: the step waits, and goes on by consent from the last position that all confirmed.

use super::{Chain, Plan};
use crate::hash::Digest;
use crate::note::Statement;
use crate::{Record, Seat, SessionEvent};

/// A difference about a position, from which all seats agreed to go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settled {
    /// The step of the confirmations.
    pub(crate) step: u64,
    /// The seats that confirmed another position than the orders give.
    pub(crate) seats: Vec<Seat>,
    /// The match goes on from the position after the step of that number.
    pub(crate) to: u64,
}

impl Chain {
    /// The digest in a pending confirmation.
    fn confirmed_state(&self, record: &Record) -> Option<Digest> {
        let (body, _) = self.confirmed(&record.body).ok()?;
        Some(body.state)
    }

    /// The pending confirmations of another position than the one that this chain has worked out.
    pub(crate) fn differing(&self) -> impl Iterator<Item = &Record> {
        let is_confirm = self.plan == Plan::Confirm;
        let pending = self.pending.values().filter(move |_| is_confirm);
        pending.filter(|record| self.confirmed_state(record) != Some(self.digest))
    }

    /// Tells whether the present step cannot be completed, because a seat confirmed another position and not all wish to go
    /// back. Seats that agree with each other and not with this chain have nothing to settle.
    pub(super) fn is_at_odds(&self) -> bool {
        let mut states = self.pending.values().map(|one| self.confirmed_state(one));
        let first = states.next();
        let is_settled = states.any(|state| Some(state) != first)
            && self.rules_outcome().is_none()
            && self
                .manifest
                .all_seats()
                .into_iter()
                .all(|seat| self.wish_to_settle(seat).is_some());
        self.differing().next().is_some() && !is_settled
    }

    /// The step after which the last position stood that all seats confirmed.
    pub(crate) fn last_confirmed(&self) -> u64 {
        let mut standing = self.history.standing().rev().map(|(_, step)| step.number);
        let last = standing.next();
        let before = standing.find(|number| Some(*number) != last);
        before.unwrap_or(0)
    }

    /// The seat's note, signed upon the present root, by which it would go on from the last position that all confirmed.
    pub(crate) fn wish_to_settle(&self, seat: Seat) -> Option<Digest> {
        let to = self.last_confirmed();
        let asks = Statement::ProposeTakeback { to };
        self.notes.said(seat, self.step() - 1, asks)
    }

    /// A note came after the confirmations: completes the step where all wish to go back now.
    pub(super) fn settle_late(&mut self) -> Vec<SessionEvent> {
        let waits = self.differing().next().is_some() && self.awaited().is_empty();
        if !waits || self.is_at_odds() {
            return Vec::new();
        }
        self.finish_step(super::Effect::None).unwrap_or_default()
    }

    /// Goes back to the last position that all seats confirmed, if the present confirmations differ.
    pub(super) fn settle(&mut self) -> Option<SessionEvent> {
        let seats: Vec<Seat> = self.differing().map(|record| record.seat).collect();
        if seats.is_empty() {
            return None;
        }
        let (step, to) = (self.step(), self.last_confirmed());
        self.settled.push(Settled { step, seats, to });
        let place = self.history.place_after(to);
        Some(self.return_to(place))
    }

    /// The differences that were settled, in order.
    pub(crate) fn settled(&self) -> &[Settled] {
        &self.settled
    }
}
