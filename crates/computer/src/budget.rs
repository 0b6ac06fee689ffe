//! How much a choice may cost, and how much of that is used.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The thinking that one choice may cost. Even the smallest budget pays for a sensible look at the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// A number of orders tried and judged; repeatable on every machine.
    Nodes(u64),
    /// A time on this machine; the choice then depends on its speed.
    Time(Duration),
}

/// The used part of a budget.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: Budget,
    start: Instant,
    nodes: u64,
    /// The nodes the whole budget pays for, approximately.
    planned: u64,
    /// The orders from one look at the clock to the next.
    look: u64,
    /// The orders from one sign of life to the next, and the signs given.
    sign: u64,
    signs: u64,
    /// True once there is a turn to choose: from then on the time is kept, however small.
    has_turn: bool,
    /// Set from outside to end the thinking at once.
    stop: &'a AtomicBool,
}

impl<'a> Meter<'a> {
    /// Starts the clock; `micros` is the approximate time of a node.
    pub(crate) fn new(budget: Budget, micros: u64, stop: &'a AtomicBool) -> Self {
        let planned = match budget {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(time) => whole_micros(time) / micros.max(1),
        };
        Self {
            budget,
            start: Instant::now(),
            nodes: 0,
            // the shares of the search are divided by this: a budget of nothing would give every part nothing
            planned: planned.max(LEAST),
            look: (LOOK / micros.max(1)).max(1),
            sign: SIGN / micros.max(1),
            signs: 0,
            has_turn: false,
            stop,
        }
    }

    /// From now on the time is kept strictly, since there is a turn to choose.
    pub(crate) const fn found_turn(&mut self) {
        self.has_turn = true;
    }

    /// Counts one order tried and judged.
    pub(crate) const fn count(&mut self) {
        self.nodes += 1;
    }

    /// Counts several orders tried and judged at once.
    pub(crate) const fn count_some(&mut self, orders: usize) {
        self.nodes += orders as u64;
    }

    /// True if the budget pays for few orders.
    pub(crate) const fn is_small(&self) -> bool {
        self.planned < SMALL
    }

    /// The orders tried and judged so far.
    pub(crate) const fn tried(&self) -> u64 {
        self.nodes
    }

    /// True if a sign of life is due: about once a second, by the orders tried and not by the clock, so that a search
    /// of a number of orders gives the same signs on every machine.
    pub(crate) const fn owes_sign(&mut self) -> bool {
        let signs = self.nodes / self.sign;
        let owes = signs > self.signs;
        self.signs = signs;
        owes
    }

    /// The used part of the budget in thousandths; 1000 and more when the budget is spent.
    pub(crate) fn used(&self) -> u64 {
        let (used, whole) = match self.budget {
            Budget::Nodes(nodes) => (self.nodes, nodes),
            Budget::Time(time) => (whole_micros(self.start.elapsed()), whole_micros(time)),
        };
        let used = match whole {
            // a budget of nothing is spent at once
            0 => 1000,
            _ if self.is_stopped() => 1000,
            whole => used.saturating_mul(1000) / whole,
        };
        // Until the least number of orders is tried, the budget counts as used only by that share, so that even the
        // smallest budget pays for a sensible look.
        if self.nodes < LEAST && !self.is_late() {
            used.min(self.nodes * 1000 / LEAST)
        } else {
            used
        }
    }

    /// True if that part of the budget is used; looks at the clock only now and then.
    pub(crate) fn has_used(&self, thousandths: u64) -> bool {
        let looks = match self.budget {
            Budget::Nodes(_) => true,
            // a look at the clock costs about as much as judging an order on the fast board, so not every order gets
            // one
            Budget::Time(_) => self.nodes.is_multiple_of(self.look),
        };
        looks && self.used() >= thousandths
    }

    /// True if the time is over. Before there is a turn to choose, even the smallest budget has the least time for one.
    pub(crate) fn is_late(&self) -> bool {
        match self.budget {
            _ if self.is_stopped() => true,
            // never late by the clock, or the choice would depend on the machine
            Budget::Nodes(_) => false,
            Budget::Time(time) if self.has_turn => self.start.elapsed() >= time,
            Budget::Time(time) => self.start.elapsed() >= time.max(LEAST_TIME),
        }
    }

    /// The flag that ends the thinking at once.
    pub(crate) const fn stop(&self) -> &'a AtomicBool {
        self.stop
    }

    fn is_stopped(&self) -> bool {
        // relaxed is enough: the flag guards no other memory, and a search that sees it some orders later loses nothing
        self.stop.load(Ordering::Relaxed)
    }

    /// The approximate number of orders the whole budget pays for.
    pub(crate) const fn planned(&self) -> u64 {
        self.planned
    }
}

/// The orders that even the smallest budget pays for, within [`LEAST_TIME`] if there is no turn to choose yet.
const LEAST: u64 = 120;
const LEAST_TIME: Duration = Duration::from_millis(50);

/// A budget of fewer orders than this is small.
const SMALL: u64 = 4_000;

/// The microseconds of orders, by the approximate time of one, from one look at the clock to the next.
const LOOK: u64 = 32;

/// The microseconds of orders, by the approximate time of one, from one sign of life to the next.
const SIGN: u64 = 1_000_000;

fn whole_micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_owed_once_for_a_second_of_orders() {
        let never = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::Nodes(1_000_000), 10, &never);
        meter.count_some(99_999);
        assert!(!meter.owes_sign());
        meter.count();
        assert!(meter.owes_sign());
        assert!(!meter.owes_sign());
        meter.count_some(250_000);
        assert!(meter.owes_sign());
        assert!(!meter.owes_sign());
    }
}
