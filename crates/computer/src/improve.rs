use crate::budget::Meter;
use crate::greedy::{self, Effort};
use crate::random::Random;
use crate::trial::Trial;

/// A whole turn that has been tried, `end` left out.
#[derive(Clone)]
pub(crate) struct Plan<T: Trial> {
    pub(crate) turn: Vec<T::Order>,
    /// The position after it, the turn not yet ended.
    pub(crate) after: T,
    /// What that is worth before the opponent has answered.
    pub(crate) value: i32,
    /// What units then stand where.
    pub(crate) key: u64,
    signature: u64,
}

/// The best turns found, no two of which move the same units and capture on the same cells.
pub(crate) struct Pool<T: Trial> {
    plans: Vec<Plan<T>>,
    keys: Vec<u64>,
}

/// How many turns are kept.
const KEPT: usize = 32;

impl<T: Trial> Pool<T> {
    pub(crate) const fn new() -> Self {
        Self {
            plans: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Best first.
    pub(crate) fn plans(&self) -> &[Plan<T>] {
        &self.plans
    }

    /// Takes a turn in, unless a like one that is better is there; `start` is the position before it.
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

/// How many orders are tried when a turn is put together again.
const MEND: Effort = Effort {
    first: 60,
    next: 10,
};

/// How long a worse turn may still be accepted as the one to change next.
const PATIENCE: usize = 12;

/// Takes turns apart and puts them together again until `until` thousandths of the budget are used: some orders are
/// dropped, sometimes one is put in by chance, the rest is filled up greedily. Late acceptance decides which turn
/// is changed next.
pub(crate) fn improve<T: Trial>(
    start: &T,
    pool: &mut Pool<T>,
    until: u64,
    meter: &mut Meter,
    random: &mut Random,
) {
    let Some(best) = pool.plans.first() else {
        return;
    };
    let kicks = start.orders();
    let mut current = best.turn.clone();
    let mut current_value = best.value;
    let mut memory = [current_value; PATIENCE];
    let mut round = 0;
    while meter.used() < until.min(1000) {
        let mut kept = current.clone();
        for _ in 0..1 + random.below(3) {
            if !kept.is_empty() {
                kept.remove(random.below(kept.len()));
            }
        }
        if random.below(2) == 0 && !kicks.is_empty() {
            let kick = kicks[random.below(kicks.len())].clone();
            kept.insert(random.below(kept.len() + 1), kick);
        }
        let mut after = start.clone();
        let mut turn: Vec<T::Order> = Vec::new();
        for order in kept {
            if after.play(&order) {
                meter.count();
                turn.push(order);
            }
        }
        greedy::extend(&mut after, &mut turn, MEND, meter, random);
        if turn.is_empty() {
            return;
        }
        let value = after.value();
        let late = &mut memory[round % PATIENCE];
        if value >= current_value || value >= *late {
            current.clone_from(&turn);
            current_value = value;
        }
        *late = current_value;
        round += 1;
        pool.add(start, turn, after);
    }
}
