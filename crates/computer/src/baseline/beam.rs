//! The turn of `beam-1`.

use std::collections::HashSet;

use super::clock::Clock;
use super::tryout::{Tryout, captures_first, unwind};
use crate::random::Random;

/// The beginnings of turns kept.
const WIDTH: usize = 32;

/// A beginning of a turn with its value.
type Beginning<O> = (i32, Vec<O>);

/// The best turn found by keeping the best beginnings of each length, however long; the tryout comes back as it was.
///
/// Each length has the same share of the budget. The best beginnings are continued first, each by every order, so that
/// a small budget makes the beam narrower, not blind; within a beginning captures come first, then the others by lot.
pub(super) fn turn<T: Tryout>(
    tryout: &mut T,
    clock: &mut Clock,
    random: &mut Random,
) -> Vec<T::Order> {
    let steps = tryout.left().max(1) as u64;
    let mut beam: Vec<Beginning<T::Order>> = vec![(i32::MIN, Vec::new())];
    let mut best: Beginning<T::Order> = (i32::MIN, Vec::new());
    for step in 0..steps {
        let until = 1000 * (step + 1) / steps;
        let mut seen = HashSet::new();
        let mut next: Vec<Beginning<T::Order>> = Vec::new();
        for (_, beginning) in &beam {
            // the best beginning is always continued, or a tiny budget would end with an empty turn
            if !next.is_empty() && clock.has_used(until) {
                break;
            }
            let played = beginning.iter().filter(|order| tryout.play(order)).count();
            if !tryout.is_over() {
                let (_, orders) = captures_first(tryout, random);
                for order in &orders {
                    if !next.is_empty() && clock.has_used(until) {
                        break;
                    }
                    if tryout.play(order) {
                        clock.count();
                        // the same orders in another sequence would fill the beam with copies
                        if seen.insert(tryout.key()) {
                            let mut longer = beginning.clone();
                            longer.push(order.clone());
                            next.push((tryout.value(), longer));
                        }
                        tryout.undo();
                    }
                }
            }
            unwind(tryout, played);
        }
        // stable, so that equal values keep the order in which they were found
        next.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        next.truncate(WIDTH);
        match next.first() {
            // only if better: a longer turn is not worth more by itself, and a turn may end before its orders are spent
            Some(first) if first.0 > best.0 => best.clone_from(first),
            Some(_) => {}
            None => break,
        }
        beam = next;
        if clock.has_used(1000) {
            break;
        }
    }
    best.1
}
