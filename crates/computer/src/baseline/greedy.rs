//! The baselines' greedy turn.

use super::clock::Clock;
use super::tryout::{Tryout, sample};
use crate::random::Random;

/// The most points that chance adds to an order, to choose among orders of about equal value.
const JITTER: usize = 6;

/// Turns with more orders left than this take every order of a survey that still gains, not the best alone: to judge
/// every order again after each of a hundred would take minutes.
const LONG: usize = 16;

/// Adds the best order to the turn again and again, as long as the position gets better; at least one if an order is
/// legal. `turn` must have been played on the tryout, and the longer turn is played when this returns. Of the legal
/// orders at most `breadth` are judged for each order added.
pub(super) fn extend<T: Tryout>(
    tryout: &mut T,
    turn: &mut Vec<T::Order>,
    breadth: usize,
    clock: &mut Clock,
    random: &mut Random,
) {
    let mut now = tryout.value();
    while !tryout.is_over() {
        let mut gains: Vec<(i32, T::Order)> = Vec::new();
        for order in sample(tryout, breadth, random) {
            if tryout.play(&order) {
                clock.count();
                let value = tryout.value() + random.below(JITTER + 1) as i32;
                tryout.undo();
                gains.push((value - now, order));
            }
        }
        // stable, so that equal gains keep the sorted order
        gains.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        if tryout.left() <= LONG {
            gains.truncate(1);
        }
        let before = turn.len();
        for (gain, order) in gains {
            // the first order is given even without a gain, so that a turn is a pass only if nothing else is legal
            if gain <= JITTER as i32 && !turn.is_empty() || tryout.is_over() {
                break;
            }
            if !tryout.play(&order) {
                continue;
            }
            let value = tryout.value();
            // the survey's best order is taken at its word; each later order must still gain
            if turn.len() > before && value <= now {
                tryout.undo();
                continue;
            }
            now = value;
            turn.push(order);
        }
        if turn.len() == before {
            return;
        }
    }
}
