use crate::budget::Meter;
use crate::greedy::{self, Effort};
use crate::pool::Pool;
use crate::random::Random;
use crate::trial::Trial;

/// The orders tried to fill up a turn again.
const MEND: Effort = Effort {
    first: 60,
    next: 10,
};

/// The length of the late acceptance history, in rounds.
const PATIENCE: usize = 12;

/// Changes turns until `until` thousandths of the budget are used: drops some orders, sometimes adds a random order,
/// and fills up the turn greedily. Late acceptance decides which turn is changed next.
pub(crate) fn improve<T: Trial>(
    start: &T,
    pool: &mut Pool<T>,
    until: u64,
    meter: &mut Meter,
    random: &mut Random,
) {
    let Some(best) = pool.plans().first() else {
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
