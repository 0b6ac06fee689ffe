use crate::budget::Meter;
use crate::finish;
use crate::greedy::{self, Effort};
use crate::pool::Plan;
use crate::random::Random;
use crate::trial::{Trial, WON};

/// The orders the opponent tries for the first order of the answer, and for each further order.
const ANSWER: Effort = Effort {
    first: 60,
    next: 12,
};

/// The orders spent on looking for an immediate win of the opponent.
const DANGER: u64 = 200;

/// The value of a plan to the planning side after the opponent's greedy answer.
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
    // Every plan gets the same chances, so that only the plans differ.
    let mut random = Random::new(seed);
    let mut answer = Vec::new();
    let pass = trial.value();
    greedy::extend(&mut trial, &mut answer, ANSWER, meter, &mut random);
    -trial.value().max(pass)
}
