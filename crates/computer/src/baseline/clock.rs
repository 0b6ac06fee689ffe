//! A baseline's budget.

use std::time::Instant;

use crate::Budget;

/// The used part of a baseline's budget.
#[derive(Debug)]
pub(super) struct Clock {
    budget: Budget,
    start: Instant,
    nodes: u64,
}

impl Clock {
    pub(super) fn new(budget: Budget) -> Self {
        Self {
            budget,
            start: Instant::now(),
            nodes: 0,
        }
    }

    /// Counts one order tried and judged.
    pub(super) const fn count(&mut self) {
        self.nodes += 1;
    }

    /// The used part in thousandths; 1000 and more when the budget is spent.
    pub(super) fn used(&self) -> u64 {
        let (used, whole) = match self.budget {
            Budget::Nodes(nodes) => (u128::from(self.nodes), u128::from(nodes)),
            Budget::Time(time) => (self.start.elapsed().as_micros(), time.as_micros()),
        };
        u64::try_from(used * 1000 / whole.max(1)).unwrap_or(u64::MAX)
    }

    pub(super) fn has_used(&self, thousandths: u64) -> bool {
        self.used() >= thousandths
    }
}
