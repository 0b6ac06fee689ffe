//! The best turns found that differ in more than the sequence of their orders.

use std::collections::HashSet;

use crate::trial::Trial;

/// A tried whole turn, without `end`.
#[derive(Clone)]
pub(crate) struct Plan<O> {
    pub(crate) turn: Vec<O>,
    /// The value of the position after the turn, before the opponent has answered.
    pub(crate) value: i32,
    /// The key of that position, by the units and their cells.
    pub(crate) key: u64,
    /// Equal for turns that move the same units and capture on the same cells: of these only the best is kept, or the
    /// pool would fill with one idea whose last step varies.
    signature: u64,
}

/// The best turns found, no two of which move the same units and capture on the same cells.
pub(crate) struct Pool<T: Trial> {
    plans: Vec<Plan<T::Order>>,
    keys: HashSet<u64>,
}

const KEPT: usize = 32;

impl<T: Trial> Pool<T> {
    pub(crate) fn new() -> Self {
        Self {
            plans: Vec::new(),
            keys: HashSet::new(),
        }
    }

    /// Sorted, the best first.
    pub(crate) fn plans(&self) -> &[Plan<T::Order>] {
        &self.plans
    }

    /// Adds a turn, unless the pool has a better turn with the same signature. `start` is the position before the turn;
    /// `value` and `key` are those of the position after the turn.
    pub(crate) fn add(&mut self, start: &T, turn: Vec<T::Order>, value: i32, key: u64) {
        // the same units on the same cells: the same turn in another sequence
        if !self.keys.insert(key) {
            return;
        }
        let plan = Plan {
            signature: start.signature(&turn),
            value,
            key,
            turn,
        };
        if let Some(like) = self
            .plans
            .iter()
            .position(|other| other.signature == plan.signature)
        {
            if self.plans[like].value >= plan.value {
                return;
            }
            self.plans.remove(like);
        }
        let place = self
            .plans
            .partition_point(|other| other.value >= plan.value);
        self.plans.insert(place, plan);
        self.plans.truncate(KEPT);
    }
}
