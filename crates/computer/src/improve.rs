//! Changes of a turn, of which the good ones are kept.

use crate::budget::Meter;
use crate::greedy::{self, Effort, LONG};
use crate::pool::Pool;
use crate::random::Random;
use crate::trial::{Listener, Trial, unwind};

/// The orders tried to fill up a turn again: few, so that the budget pays for many changed turns. Together with fewer
/// rounds of answers they scored 0.71 of 96 games at 8,000 orders a turn against 60 and 10 (docs/computer.md, What was
/// tried).
const MEND: Effort = Effort { first: 20, next: 4 };

/// The length of the late acceptance history, in rounds: a turn is kept if it is no worse than the one of twelve rounds
/// ago. So the search leaves a local best without a temperature that would have to fit each family's points.
const PATIENCE: usize = 12;

/// The most orders of a front that are dropped at once.
const DROPPED: usize = 6;

/// Changes turns until `until` thousandths of the budget are used, and puts them into the pool. Late acceptance decides
/// which turn is changed next. `report` is called with the best turn about once a second.
pub(crate) fn improve<T: Trial>(
    trial: &mut T,
    pool: &mut Pool<T>,
    until: u64,
    meter: &mut Meter<'_>,
    random: &mut Random,
    report: Listener<'_, T::Order>,
) {
    let Some(best) = pool.plans().first() else {
        return;
    };
    // listed at the start of the turn: an order possible only after another one comes in by filling up, not by a kick
    let kicks = trial.orders();
    let mut current = best.turn.clone();
    let mut current_value = best.value;
    let mut memory = [current_value; PATIENCE];
    let mut round = 0;
    // `until` may lie beyond the budget; the budget ends the loop then
    while meter.used() < until.min(1000) {
        let turn = changed(trial, &current, &kicks, meter, random);
        // no order is legal, so no change can lead anywhere
        if turn.is_empty() {
            return;
        }
        let (value, key) = (trial.value(), trial.key());
        unwind(trial, turn.len());
        let late = &mut memory[round % PATIENCE];
        // equal values count as progress: without them the search stays on a plateau of equal turns
        if value >= current_value || value >= *late {
            current.clone_from(&turn);
            current_value = value;
        }
        *late = current_value;
        round += 1;
        pool.add(trial, turn, value, key);
        if meter.owes_sign()
            && let Some(best) = pool.plans().first()
        {
            report(meter.tried(), best.value, &best.turn);
        }
    }
}

/// A turn like `turn`, played on the trial: some orders are dropped, sometimes one of `kicks` is put in, and the turn
/// is filled up greedily; in a long turn within one front.
pub(crate) fn changed<T: Trial>(
    trial: &mut T,
    turn: &[T::Order],
    kicks: &[T::Order],
    meter: &mut Meter<'_>,
    random: &mut Random,
) -> Vec<T::Order> {
    let mut kept = turn.to_vec();
    let front = if trial.left() > LONG {
        change_front(trial, &mut kept, kicks, random)
    } else {
        for _ in 0..1 + random.below(3) {
            if !kept.is_empty() {
                kept.remove(random.below(kept.len()));
            }
        }
        if random.below(2) == 0 && !kicks.is_empty() {
            let kick = kicks[random.below(kicks.len())].clone();
            // anywhere in the turn: an order may be possible only before another one, or only after it
            kept.insert(random.below(kept.len() + 1), kick);
        }
        None
    };
    let mut after: Vec<T::Order> = Vec::with_capacity(kept.len());
    for order in kept {
        if trial.play(&order) {
            // an order of the kept turn costs as much as a new one, so it counts; otherwise budgets would be exceeded
            // by replaying
            meter.count();
            after.push(order);
        }
    }
    greedy::extend(trial, &mut after, MEND, front.as_ref(), meter, random);
    after
}

/// Drops some orders of one front and now and then puts another of its orders first; returns an order in the middle of
/// the front.
fn change_front<T: Trial>(
    trial: &T,
    kept: &mut Vec<T::Order>,
    kicks: &[T::Order],
    random: &mut Random,
) -> Option<T::Order> {
    let around = if random.below(2) == 0 && !kept.is_empty() {
        &kept[..]
    } else {
        kicks
    };
    let center = around.get(random.below(around.len()))?.clone();
    let mut own: Vec<usize> = (0..kept.len())
        .filter(|place| greedy::is_near(trial, &center, &kept[*place]))
        .collect();
    let count = 1 + random.below(DROPPED);
    random.draw(&mut own, count);
    own.truncate(count);
    // from the last place down, so that a removal does not shift the places still to be removed
    own.sort_unstable_by(|one, other| other.cmp(one));
    for place in own {
        kept.remove(place);
    }
    if random.below(2) == 0 {
        // first, before the rest of the front has moved in its way
        kept.insert(0, center.clone());
    }
    Some(center)
}
