use std::time::{Duration, Instant};

/// How much thinking one choice may cost. Even the smallest budget pays for a sensible look at the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many orders tried and judged; repeatable on every machine.
    Nodes(u64),
    /// So much time on this machine.
    Time(Duration),
}

/// What has been used up of a budget.
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

    /// The part of the budget used up, in thousandths; 1000 and more when it is spent.
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

    /// Whether the time is over, and with it what even the smallest budget pays for.
    pub(crate) fn is_late(&self) -> bool {
        match self.budget {
            Budget::Nodes(_) => false,
            Budget::Time(time) => self.start.elapsed() >= time.max(LEAST_TIME),
        }
    }

    /// About how many orders the whole budget pays for.
    pub(crate) fn nodes(&self) -> u64 {
        match self.budget {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(time) => micros(time) / MICROS_A_NODE,
        }
        .max(LEAST)
    }
}

/// However small the budget, so many orders are tried, if there is this much time.
const LEAST: u64 = 120;
const LEAST_TIME: Duration = Duration::from_millis(50);

/// What trying and judging an order costs on a slow machine, for planning only.
const MICROS_A_NODE: u64 = 10;

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
