use crate::budget::Meter;
use crate::finish;
use crate::greedy::{self, Effort};
use crate::pool::Plan;
use crate::random::Random;
use crate::trial::{Trial, WON};

/// How many orders the opponent looks at for his first order, and for each further one.
const ANSWER: Effort = Effort {
    first: 60,
    next: 12,
};

/// How many orders are spent on looking whether the opponent wins at once.
const DANGER: u64 = 200;

/// What a turn is worth to us after the opponent's greedy answer to it.
pub(crate) fn value_after<T: Trial>(plan: &Plan<T>, meter: &mut Meter, seed: u64) -> i32 {
    let mut trial = plan.after.clone();
    if trial.is_over() || !trial.end() {
        return plan.value;
    }
    if trial.is_over() {
        return -trial.value();
    }
    if finish::win(&trial, meter, DANGER).is_some() {
        return -WON;
    }
    // The same chances for every plan, so that only the plans differ.
    let mut random = Random::new(seed);
    let mut answer = Vec::new();
    let pass = trial.value();
    greedy::extend(&mut trial, &mut answer, ANSWER, meter, &mut random);
    -trial.value().max(pass)
}
