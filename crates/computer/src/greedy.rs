use crate::budget::Meter;
use crate::random::Random;
use crate::trial::Trial;

/// The number of orders tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Orders tried for the first order of a turn; every capture is among them.
    pub(crate) first: usize,
    /// Orders tried for each further order.
    pub(crate) next: usize,
}

/// The most points that chance adds to an order, to choose among orders of about equal value.
const JITTER: usize = 6;

/// Turns with more orders left than this are made by the survey: judging every order anew after each order would cost the
/// time of the whole turn for the first few.
pub(crate) const LONG: usize = 16;
/// The most steps between two orders of one front.
const FRONT: u8 = 6;
/// The thousandths of the budget for one survey of a long turn.
const SURVEY: u64 = 400;

/// Adds the best order to the turn again and again, as long as the position gets better; `turn` must have been played
/// on `trial`, and the longer turn is played when this returns. Adds at least one order, if an order is legal. With a
/// `front` only orders near that order are added.
///
/// Later orders are chosen among the orders that looked best before and the orders that have become possible since. In a
/// long turn every order that looked good is given after the best one, as long as it still is good: each front of a
/// large board gets as many orders as it has of the best on the board.
pub(crate) fn extend<T: Trial>(
    trial: &mut T,
    turn: &mut Vec<T::Order>,
    effort: Effort,
    front: Option<&T::Order>,
    meter: &mut Meter<'_>,
    random: &mut Random,
) {
    let mut known: Vec<(T::Order, i32)> = Vec::new();
    let mut now = trial.value();
    while !trial.is_over() {
        if !turn.is_empty() && meter.is_late() {
            return;
        }
        let mut orders = trial.orders();
        if let Some(center) = front {
            orders.retain(|order| is_near(trial, center, order));
        }
        let chosen = if known.is_empty() {
            sample(trial, orders, effort.first, random)
        } else {
            promising(trial, orders, &known, effort.next, random)
        };
        let is_long = front.is_none() && trial.left() > LONG;
        let until = if is_long {
            (meter.used() + SURVEY).min(1000)
        } else {
            1000
        };
        let mut gains: Vec<(T::Order, i32)> = Vec::with_capacity(chosen.len());
        let mut best: Option<(i32, T::Order)> = None;
        for order in chosen {
            if best.is_some() && meter.has_used(until) {
                break;
            }
            if !trial.play(&order) {
                continue;
            }
            meter.count();
            let value = trial.value() + random.below(JITTER + 1) as i32;
            trial.undo();
            gains.push((order.clone(), value - now));
            if best.as_ref().is_none_or(|(best, _)| value > *best) {
                best = Some((value, order));
            }
        }
        let Some((value, order)) = best else {
            return;
        };
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

/// Tells if two orders belong to one front.
pub(crate) fn is_near<T: Trial>(trial: &T, one: &T::Order, other: &T::Order) -> bool {
    trial.distance(one, other) <= FRONT
}

/// Takes the latest gains into those known, which stay sorted by order.
fn remember<O: Ord>(known: &mut Vec<(O, i32)>, gains: Vec<(O, i32)>) {
    let sorted = known.len();
    for (order, gain) in gains {
        match known[..sorted].binary_search_by(|(known, _)| known.cmp(&order)) {
            Ok(place) => known[place].1 = gain,
            Err(_) => known.push((order, gain)),
        }
    }
    if known.len() > sorted {
        known.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
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
    gains.retain(|(_, gain)| *gain > JITTER as i32);
    // stable, so that equal gains keep the fixed order of the rules
    gains.sort_by_key(|(_, gain)| std::cmp::Reverse(*gain));
    for (order, _) in gains {
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

/// The captures and, up to `count` orders in all, some of the others.
pub(crate) fn sample<T: Trial>(
    trial: &T,
    orders: Vec<T::Order>,
    count: usize,
    random: &mut Random,
) -> Vec<T::Order> {
    if orders.len() <= count {
        return orders;
    }
    let (mut chosen, mut others): (Vec<_>, Vec<_>) = orders
        .into_iter()
        .partition(|order| trial.is_capture(order));
    let rest = count.saturating_sub(chosen.len()).max(1);
    random.draw(&mut others, rest);
    others.truncate(rest);
    chosen.append(&mut others);
    chosen
}

/// The `count` orders with the largest gain when they were last tried, and as many new orders.
fn promising<T: Trial>(
    trial: &T,
    orders: Vec<T::Order>,
    known: &[(T::Order, i32)],
    count: usize,
    random: &mut Random,
) -> Vec<T::Order> {
    let mut old = Vec::new();
    let mut new = Vec::new();
    for order in orders {
        match known.binary_search_by(|(known, _)| known.cmp(&order)) {
            Ok(place) => old.push((known[place].1, order)),
            Err(_) => new.push(order),
        }
    }
    // Stable, so that equal gains keep the fixed order of the rules.
    old.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let mut chosen = sample(trial, new, count, random);
    chosen.extend(old.into_iter().take(count).map(|(_, order)| order));
    chosen
}
