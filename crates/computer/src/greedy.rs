//! A turn made order by order, the best by the judgment each time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::budget::Meter;
use crate::random::Random;
use crate::trial::Trial;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Orders tried for the first order of a turn; every capture is among them.
    pub(crate) first: usize,
    /// Orders tried for each further order.
    pub(crate) next: usize,
}

/// The most points that chance adds to an order, to choose among orders of about equal value.
const JITTER: usize = 6;

/// Turns with more orders left than this are made by the survey: judging every order again after each one would spend
/// the time of the whole turn on its first few orders.
pub(crate) const LONG: usize = 16;
/// The most steps between two orders of one front.
const FRONT: u8 = 6;
/// The thousandths of the budget for one survey of a long turn.
const SURVEY: u64 = 400;

/// Adds the best order to the turn again and again, as long as the position gets better; `turn` must have been played
/// on `trial`, and the longer turn is played when this returns. Adds at least one order, if an order is legal. With a
/// `front` only orders near that order are added.
///
/// Later orders are chosen among the orders that looked best before and the orders that have become possible since. In
/// a long turn every order that looked good is given after the best one, as long as it still is good: each front of a
/// large board gets as many orders as it has of the best on the board.
pub(crate) fn extend<T: Trial>(
    trial: &mut T,
    turn: &mut Vec<T::Order>,
    effort: Effort,
    front: Option<&T::Order>,
    meter: &mut Meter<'_>,
    random: &mut Random,
) {
    // sorted by order, so that `sample` finds by bisection what was tried before
    let mut known: Vec<(T::Order, i32)> = Vec::new();
    let mut now = trial.value();
    while !trial.is_over() {
        // never before the first order: a turn without any order would be a pass
        if !turn.is_empty() && meter.is_late() {
            return;
        }
        let orders = match front {
            Some(center) => trial.orders_near(center, FRONT),
            None => trial.orders(),
        };
        // The first order of a turn is looked for widely, each further one among few: what looked good before is in
        // `known` already.
        let count = if known.is_empty() {
            effort.first
        } else {
            effort.next
        };
        let chosen = sample(trial, orders, &known, count, random);
        // within a front the list is short enough to judge again after every order
        let is_long = front.is_none() && trial.left() > LONG;
        let until = if is_long {
            (meter.used() + SURVEY).min(1000)
        } else {
            1000
        };
        let mut tries = Tries {
            now,
            // `known` may hold thousands of orders of which only `next` are tried again
            gains: Vec::with_capacity(chosen.len() + effort.next.min(known.len())),
            best: None,
        };
        for order in chosen {
            // one order is always tried, even when the budget is spent: `extend` promises an order if one is legal
            if tries.best.is_some() && meter.has_used(until) {
                break;
            }
            tries.attempt(trial, order, meter, random);
        }
        // the known orders with the largest gain when they were last tried: most gains change little with one order
        // made, and the rules refuse what has become impossible
        let mut ranks: BinaryHeap<(i32, Reverse<usize>)> = (0..)
            .zip(&known)
            // of equal gains the smaller place first, so that the result does not depend on the heap's inner order
            .map(|(place, (_, gain))| (*gain, Reverse(place)))
            .collect();
        let whole = tries.gains.len() + effort.next;
        while tries.gains.len() < whole
            && let Some((_, Reverse(place))) = ranks.pop()
            && !(tries.best.is_some() && meter.has_used(until))
        {
            tries.attempt(trial, known[place].0.clone(), meter, random);
        }
        let Tries { gains, best, .. } = tries;
        let Some((value, order)) = best else {
            return;
        };
        // a gain within the jitter may be none at all; but the first order is given even if it loses, since a pass may
        // lose more
        if value <= now + JITTER as i32 && !turn.is_empty() {
            return;
        }
        if !trial.play(&order) {
            return;
        }
        now = trial.value();
        turn.push(order);
        if is_long {
            now = follow(trial, now, turn, gains, meter);
        } else {
            remember(&mut known, gains);
        }
    }
}

/// The orders tried after the same beginning of a turn.
struct Tries<O> {
    /// The value before them.
    now: i32,
    gains: Vec<(O, i32)>,
    /// The order after which the value is greatest.
    best: Option<(i32, O)>,
}

impl<O: Clone> Tries<O> {
    /// Tries an order, unless the rules refuse the order.
    fn attempt<T: Trial<Order = O>>(
        &mut self,
        trial: &mut T,
        order: O,
        meter: &mut Meter<'_>,
        random: &mut Random,
    ) {
        if !trial.play(&order) {
            return;
        }
        // after the trial accepted it: refused orders cost next to nothing and do not count
        meter.count();
        // drawn after the order is known to be legal: refused orders use up no chance, so the same seed gives the same
        // turn
        let value = trial.value() + random.below(JITTER + 1) as i32;
        trial.undo();
        self.gains.push((order.clone(), value - self.now));
        if self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            self.best = Some((value, order));
        }
    }
}

/// True if two orders belong to one front: what happens farther apart does not change what either is worth this turn.
pub(crate) fn is_near<T: Trial>(trial: &T, one: &T::Order, other: &T::Order) -> bool {
    trial.distance(one, other) <= FRONT
}

/// Takes the latest gains into those known, which stay sorted by order.
fn remember<O: Ord>(known: &mut Vec<(O, i32)>, gains: Vec<(O, i32)>) {
    for (order, gain) in gains {
        match known.binary_search_by(|(known, _)| known.cmp(&order)) {
            Ok(place) => known[place].1 = gain,
            Err(place) => known.insert(place, (order, gain)),
        }
    }
}

/// Adds the orders of a survey that still make the position better, the best first; the value afterwards comes back.
fn follow<T: Trial>(
    trial: &mut T,
    mut now: i32,
    turn: &mut Vec<T::Order>,
    mut gains: Vec<(T::Order, i32)>,
    meter: &mut Meter<'_>,
) -> i32 {
    // an order that gained no more than chance adds is not worth giving
    gains.retain(|(_, gain)| *gain > JITTER as i32);
    // stable, so that equal gains keep the fixed order of the rules
    gains.sort_by_key(|(_, gain)| Reverse(*gain));
    for (order, _) in gains {
        // A number of orders may be exceeded here by those of one survey, a time may not: `is_late` is never true for a
        // number of orders.
        if trial.is_over() || meter.has_used(1000) && meter.is_late() {
            break;
        }
        if !trial.play(&order) {
            continue;
        }
        meter.count();
        let value = trial.value();
        if value > now {
            now = value;
            turn.push(order);
        } else {
            trial.undo();
        }
    }
    now
}

/// The captures and, up to `count` orders in all, some of the others, of the orders that are not known.
fn sample<T: Trial>(
    trial: &T,
    mut orders: Vec<T::Order>,
    known: &[(T::Order, i32)],
    count: usize,
    random: &mut Random,
) -> Vec<T::Order> {
    if known.is_empty() && orders.len() <= count {
        return orders;
    }
    let is_new = |order: &T::Order| {
        let found = known.binary_search_by(|(known, _)| known.cmp(order));
        found.is_err()
    };
    let captures = orders.extract_if(.., |order| trial.is_capture(order));
    let mut chosen: Vec<_> = captures.filter(is_new).collect();
    // at least one order that does not capture, however many captures there are
    let whole = count.max(chosen.len() + 1);
    for place in 0..orders.len() {
        if chosen.len() == whole {
            break;
        }
        // a shuffle that stops as soon as enough are chosen: a list may hold thousands of orders for a dozen wanted
        random.draw(&mut orders[place..], 1);
        if is_new(&orders[place]) {
            chosen.push(orders[place].clone());
        }
    }
    chosen
}
