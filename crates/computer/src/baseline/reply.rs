//! The turn of `reply-1`.

use super::clock::Clock;
use super::evolution;
use super::greedy;
use super::tryout::{Tryout, unwind};
use crate::random::Random;

/// The turns that the opponent answers.
const ANSWERED: usize = 12;
/// The orders that the opponent judges for each order of the answer.
const BREADTH: usize = 60;

/// The turn that stands best after the opponent's greedy reply; half the budget goes to the turns, half to the replies.
/// The tryout comes back as it was.
pub(super) fn turn<T: Tryout>(
    tryout: &mut T,
    clock: &mut Clock,
    random: &mut Random,
) -> Vec<T::Order> {
    let plans = evolution::plans(tryout, 500, clock, random);
    let seed = random.next();
    let mut best: Option<(i32, Vec<T::Order>)> = None;
    for plan in plans.into_iter().take(ANSWERED) {
        if best.is_some() && clock.has_used(1000) {
            break;
        }
        let played = plan.turn.iter().filter(|order| tryout.play(order)).count();
        let mut value = plan.value;
        if !tryout.is_over() && tryout.end() {
            let mut answer = Vec::new();
            if !tryout.is_over() {
                // every plan gets the same chances, so that only the plans differ
                let mut chance = Random::new(seed);
                greedy::extend(tryout, &mut answer, BREADTH, clock, &mut chance);
            }
            // the value is the answering side's, since the plan's turn has ended
            value = -tryout.value();
            unwind(tryout, answer.len() + 1);
        }
        unwind(tryout, played);
        if best.as_ref().is_none_or(|(best, _)| value > *best) {
            best = Some((value, plan.turn));
        }
    }
    best.map_or_else(Vec::new, |(_, turn)| turn)
}
