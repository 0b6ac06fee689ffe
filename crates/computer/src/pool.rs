use crate::trial::Trial;

/// A tried whole turn, without `end`.
#[derive(Clone)]
pub(crate) struct Plan<T: Trial> {
    pub(crate) turn: Vec<T::Order>,
    /// The position after the turn, with the turn not yet ended.
    pub(crate) after: T,
    /// The value of `after`, before the opponent has answered.
    pub(crate) value: i32,
    /// The key of `after`, by the units and their cells.
    pub(crate) key: u64,
    signature: u64,
}

/// The best turns found, no two of which move the same units and capture on the same cells.
pub(crate) struct Pool<T: Trial> {
    plans: Vec<Plan<T>>,
    keys: Vec<u64>,
}

/// The number of turns kept.
const KEPT: usize = 32;

impl<T: Trial> Pool<T> {
    pub(crate) const fn new() -> Self {
        Self {
            plans: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// The plans, the best first.
    pub(crate) fn plans(&self) -> &[Plan<T>] {
        &self.plans
    }

    /// Adds a turn, unless the pool has a better turn with the same signature; `start` is the position before the turn.
    pub(crate) fn add(&mut self, start: &T, turn: Vec<T::Order>, after: T) {
        let key = after.key();
        if self.keys.contains(&key) {
            return;
        }
        self.keys.push(key);
        let plan = Plan {
            signature: start.signature(&turn),
            value: after.value(),
            key,
            turn,
            after,
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
