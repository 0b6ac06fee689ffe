use std::time::{Duration, Instant};

/// The thinking that one choice may cost. Even the smallest budget pays for a sensible look at the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// A number of orders tried and judged; repeatable on every machine.
    Nodes(u64),
    /// A time on this machine.
    Time(Duration),
}

/// The used part of a budget.
#[derive(Debug)]
pub(crate) struct Meter {
    budget: Budget,
    start: Instant,
    nodes: u64,
}

impl Meter {
    pub(crate) fn new(budget: Budget) -> Self {
        Self {
            budget,
            start: Instant::now(),
            nodes: 0,
        }
    }

    /// Counts one order tried and judged.
    pub(crate) const fn count(&mut self) {
        self.nodes += 1;
    }

    /// The used part of the budget in thousandths; 1000 and more when the budget is spent.
    pub(crate) fn used(&self) -> u64 {
        let (used, whole) = match self.budget {
            Budget::Nodes(nodes) => (self.nodes, nodes),
            Budget::Time(time) => (micros(self.start.elapsed()), micros(time)),
        };
        let used = match whole {
            0 => 1000,
            whole => used.saturating_mul(1000) / whole,
        };
        if self.nodes < LEAST && !self.is_late() {
            used.min(self.nodes * 1000 / LEAST)
        } else {
            used
        }
    }

    /// Tells if the time is over, and with it the time that even the smallest budget has.
    pub(crate) fn is_late(&self) -> bool {
        match self.budget {
            Budget::Nodes(_) => false,
            Budget::Time(time) => self.start.elapsed() >= time.max(LEAST_TIME),
        }
    }

    /// The approximate number of orders the whole budget pays for.
    pub(crate) fn nodes(&self) -> u64 {
        match self.budget {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(time) => micros(time) / MICROS_A_NODE,
        }
        .max(LEAST)
    }
}

/// The orders that even the smallest budget pays for, within [`LEAST_TIME`].
const LEAST: u64 = 120;
const LEAST_TIME: Duration = Duration::from_millis(50);

/// The microseconds for trying and judging an order on a slow machine, for planning only.
const MICROS_A_NODE: u64 = 10;

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
