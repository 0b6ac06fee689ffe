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
const LONG: usize = 16;
/// The thousandths of the budget for one survey of a long turn.
const SURVEY: u64 = 400;

/// Adds the best order to the turn again and again, as long as the position gets better; `turn` must have been played
/// on `trial`. Adds at least one order, if an order is legal.
///
/// Later orders are chosen among the orders that looked best before and the orders that have become possible since. In a
/// long turn every order that looked good is given after the best one, as long as it still is good.
pub(crate) fn extend<T: Trial>(
    trial: &mut T,
    turn: &mut Vec<T::Order>,
    effort: Effort,
    meter: &mut Meter,
    random: &mut Random,
) {
    let mut known: Vec<(T::Order, i32)> = Vec::new();
    let mut now = trial.value();
    while !trial.is_over() {
        if !turn.is_empty() && meter.is_late() {
            return;
        }
        let orders = trial.orders();
        let chosen = if known.is_empty() {
            sample(trial, orders, effort.first, random)
        } else {
            promising(trial, orders, &known, effort.next, random)
        };
        let is_long = trial.left() > LONG;
        let until = if is_long {
            (meter.used() + SURVEY).min(1000)
        } else {
            1000
        };
        let mut best: Option<(i32, T, T::Order)> = None;
        for order in chosen {
            if best.is_some() && meter.used() >= until {
                break;
            }
            let mut tried = trial.clone();
            if !tried.play(&order) {
                continue;
            }
            meter.count();
            let value = tried.value() + random.below(JITTER + 1) as i32;
            let gain = value - now;
            match known.binary_search_by(|(known, _)| known.cmp(&order)) {
                Ok(place) => known[place].1 = gain,
                Err(place) => known.insert(place, (order.clone(), gain)),
            }
            if best.as_ref().is_none_or(|(best, ..)| value > *best) {
                best = Some((value, tried, order));
            }
        }
        let Some((value, tried, order)) = best else {
            return;
        };
        if value <= now + JITTER as i32 && !turn.is_empty() {
            return;
        }
        *trial = tried;
        now = trial.value();
        turn.push(order);
        if is_long {
            now = follow(trial, now, turn, std::mem::take(&mut known), meter);
        }
    }
}

/// Adds the orders of a survey that still make the position better, the best first; the value afterwards comes back.
fn follow<T: Trial>(
    trial: &mut T,
    mut now: i32,
    turn: &mut Vec<T::Order>,
    mut known: Vec<(T::Order, i32)>,
    meter: &mut Meter,
) -> i32 {
    known.retain(|(_, gain)| *gain > JITTER as i32);
    // stable, so that equal gains keep the fixed order of the rules
    known.sort_by_key(|(_, gain)| std::cmp::Reverse(*gain));
    for (order, _) in known {
        if trial.is_over() || meter.is_late() {
            break;
        }
        let mut tried = trial.clone();
        if !tried.play(&order) {
            continue;
        }
        meter.count();
        let value = tried.value();
        if value > now {
            *trial = tried;
            now = value;
            turn.push(order);
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
