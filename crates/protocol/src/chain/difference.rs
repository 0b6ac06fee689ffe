//! Seats that confirm different positions: the step waits for good. The players continue in a new match from the last
//! position that all of them confirmed.

use super::{Chain, Plan};
use crate::hash::Digest;
use crate::{Kind, Record};

impl Chain {
    /// The digest in a pending confirmation.
    fn confirmed_state(&self, record: &Record) -> Option<Digest> {
        let (body, _) = self.confirmed(&record.body).ok()?;
        Some(body.state)
    }

    /// The pending confirmations of another position than the one that this chain has worked out.
    pub(crate) fn differing(&self) -> impl Iterator<Item = &Record> {
        // of the planned records only CONFIRM carries a position
        let is_confirm = self.plan == Plan::Confirm;
        let pending = self.pending.values().filter(move |_| is_confirm);
        pending.filter(|record| self.confirmed_state(record) != Some(self.digest))
    }

    /// True if the present step cannot be completed, because a seat confirmed another position.
    pub(super) fn is_at_odds(&self) -> bool {
        self.differing().next().is_some()
    }

    /// The step after which the last position stood that all seats confirmed.
    pub(crate) fn last_confirmed(&self) -> u64 {
        let mut steps = (1..self.step()).rev();
        let confirmed = steps.find(|step| self.kind_of(*step) == Some(Kind::Confirm));
        let standing = self.history.standing().rev().map(|(_, step)| step.number);
        // several entries of the history can stand between two confirmations: choices and lots, and the parts of a turn
        let mut before = standing.filter(|number| confirmed.is_some_and(|at| *number < at));
        before.next().unwrap_or(0)
    }
}
