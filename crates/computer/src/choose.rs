//! Shares out the budget between plans and the answers to them.

use std::collections::HashSet;

use crate::Manner;
use crate::budget::Meter;
use crate::finish;
use crate::greedy::{self, Effort};
use crate::improve;
use crate::overlook::Overlooking;
use crate::pool::Pool;
use crate::random::Random;
use crate::reply::{Answered, Answers};
use crate::trial::{Listener, Trial, WON, unwind};

/// Plans worth this much less than the best plan, before the opponent has answered, are not answered: an answer is
/// worth its orders only if it may change which plan is best.
const WINDOW: i32 = 600;

/// The plans answered before a better answer to the best of them is looked for, and before they are changed: with fewer
/// there are no three parents, and the budget goes into one plan.
const FIRST: usize = 6;

/// The plans that stand best, from which others are made by changes.
const PARENTS: usize = 3;

/// The plans kept with their answers.
const KEPT: usize = 64;

/// The budget, in orders, of which better answers to the plan that stands best get as much as more plans. The share of
/// the answers grows with the budget: a large one finds plans enough, and takes a weakly answered plan for the best.
const EVEN: u64 = 16_000;

/// The most that better answers get for each part that more plans get; the least is a third of a part.
const DEEPEST: u64 = 8;

/// The thousandths of the budget for plans by their own value, before the first is answered.
const ALONE: u64 = 200;

/// The most steps from an order of the answer to an order that may prevent it.
const NEAR: u8 = 3;

/// A whole turn on `trial`, without `end`, with the best answer found; empty only without a legal order. `report` is
/// called with each better turn: the orders tried so far, the turn's value after the opponent's answer, and its orders.
/// The trial comes back as it was.
pub(crate) fn turn<T: Trial>(
    trial: &mut T,
    meter: &mut Meter<'_>,
    manner: Manner,
    report: Listener<'_, T::Order>,
) -> Answered<T::Order> {
    match manner.skill.overlooks {
        0 => seen(trial, meter, manner, report),
        percent => {
            let mut trial = Overlooking::new(trial, percent, manner.seed);
            seen(&mut trial, meter, manner, report)
        }
    }
}

/// A whole turn of the orders that the trial has.
fn seen<T: Trial>(
    trial: &mut T,
    meter: &mut Meter<'_>,
    manner: Manner,
    report: Listener<'_, T::Order>,
) -> Answered<T::Order> {
    let mut random = Random::new(manner.seed);
    let nodes = meter.planned();
    // Before anything else, since no plan can be better than a win; with a fifth of the budget only, since most turns
    // have none to find.
    if let Some(turn) = finish::win(trial, meter, (nodes / 5).clamp(60, 5000)) {
        report(meter.tried(), WON, &turn);
        return Answered::alone(turn, WON);
    }
    // A small budget pays for more plans with answers: with some 2,000 orders a turn on the skirmish that scored 0.757
    // of 200 games against the player of commit c88bcbd, and a quarter spent on the first turn 0.536 of 400
    // (docs/computer.md).
    let first = match manner.skill.looks_at_answers && meter.is_small() {
        true => (nodes / 16).max(100).min(nodes / 4),
        false => nodes / 4,
    };
    let effort = Effort {
        // with fewer orders for the first step a tiny budget would hardly look past its captures
        first: usize::try_from(first).unwrap_or(usize::MAX).max(16),
        next: 10,
    };
    let mut pool = Pool::new();
    let mut turn = Vec::new();
    greedy::extend(trial, &mut turn, effort, None, meter, &mut random);
    // from here on even a spent budget has a turn to give, so the clock is kept strictly
    meter.found_turn();
    let (value, key) = (trial.value(), trial.key());
    unwind(trial, turn.len());
    // the value before any answer: it may fall once the opponent has answered
    report(meter.tried(), value, &turn);
    pool.add(trial, turn, value, key);
    if !manner.skill.looks_at_answers {
        // without answers there is nothing else to spend the budget on
        improve::improve(trial, &mut pool, 1000, meter, &mut random, report);
        let Some(best) = pool.plans().first() else {
            return Answered::alone(Vec::new(), 0);
        };
        report(meter.tried(), best.value, &best.turn);
        return Answered::alone(best.turn.clone(), best.value);
    }
    best_answered(trial, &mut pool, meter, &mut random, report)
}

/// Lets the opponent answer plans of the pool and changes of the plans that stand best after their answers; takes the
/// plan that stands best in the end.
fn best_answered<T: Trial>(
    trial: &mut T,
    pool: &mut Pool<T>,
    meter: &mut Meter<'_>,
    random: &mut Random,
    report: Listener<'_, T::Order>,
) -> Answered<T::Order> {
    let mut answers = Answers::new(random.next());
    // listed once: the position that plans start from stays the same, and a list costs as much as many tries
    let kicks = trial.orders();
    // the best first
    let mut plans: Vec<Answered<T::Order>> = Vec::new();
    let mut asked: HashSet<u64> = HashSet::new();
    let mut told: Vec<T::Order> = Vec::new();
    // the orders spent on more plans, and on better answers; their ratio follows `deepening`
    let (mut wide, mut deep) = (0, 0);
    // by the planned budget, not by what is used, so that the shares are the same at the beginning and the end of a
    // turn
    let deepening = meter.planned().clamp(EVEN / 3, EVEN * DEEPEST);
    improve::improve(trial, pool, ALONE, meter, random, report);
    loop {
        let before = meter.tried();
        // a long search must give a sign of life even while it finds nothing better: the window shows it
        if meter.owes_sign()
            && let Some(best) = plans.first()
        {
            report(before, best.value, &best.turn);
            told.clone_from(&best.turn);
        }
        // at least one plan is always answered, however small the budget, or there would be no turn to give
        if meter.used() >= 1000 && !plans.is_empty() {
            break;
        }
        // The plan that stands best may stand there because its answer was weak. It alone is answered better: any other
        // plan must beat it anyway.
        if plans.len() >= FIRST && plans[0].is_open && deep * EVEN <= wide * deepening {
            let mut plan = plans.remove(0);
            answers.deepen(trial, &mut plan, meter, random);
            insert(&mut plans, plan);
            // plus one: a round without a single order must move the ratio too, or the loop would never turn to other
            // plans
            deep += meter.tried() - before + 1;
            continue;
        }
        let floor = pool.plans().first().map_or(0, |plan| plan.value - WINDOW);
        // One in three from the pool, two in three from changes of what stands after its answers: those found more in
        // play, 0.781 of 16 on A Clash of Arms (docs/computer.md, What was tried).
        let takes_pool = plans.len() < FIRST || random.below(3) == 0;
        let next = pool
            .plans()
            .iter()
            // the pool may hold plans that were answered already, since changed plans go through `asked` too
            .find(|plan| takes_pool && plan.value >= floor && !asked.contains(&plan.key));
        let (turn, value, key) = match next {
            Some(plan) => (plan.turn.clone(), plan.value, plan.key),
            None => {
                let Some(parent) = plans.get(random.below(PARENTS.min(plans.len()))) else {
                    break;
                };
                let kick = trouble(trial, parent, &kicks, random);
                let kicks = if kick.is_empty() { &kicks } else { &kick };
                let turn = improve::changed(trial, &parent.turn, kicks, meter, random);
                let (value, key) = (trial.value(), trial.key());
                unwind(trial, turn.len());
                if turn.is_empty() {
                    break;
                }
                (turn, value, key)
            }
        };
        // counts a plan that is skipped below as well: a search that only meets known plans must still end
        wide += 1;
        // the key is that of the position after the turn, so the same orders in another sequence are answered once
        if asked.insert(key) && value >= floor {
            // a plan that falls to the best one's value is as good as dead: its answer is not looked for any further
            let bar = plans.first().map_or(-2 * WON, |best| best.value);
            let plan = answers.answer(trial, &turn, value, bar, meter);
            // An answer that the budget cut short has no meaning: the plan would stand best because nobody looked.
            if meter.used() < 1000 || plans.is_empty() {
                if plan.value > bar {
                    report(meter.tried(), plan.value, &plan.turn);
                    told.clone_from(&plan.turn);
                }
                insert(&mut plans, plan);
                // only the best three are changed; the rest are kept in case better answers bring those down
                plans.truncate(KEPT);
            }
        }
        wide += meter.tried() - before;
    }
    let Some(best) = plans.into_iter().next() else {
        return Answered::alone(Vec::new(), 0);
    };
    if best.turn != told {
        report(meter.tried(), best.value, &best.turn);
    }
    best
}

/// Every other time the orders near one of those that answer the plan: what is in trouble moves away or is guarded. The
/// other times none, so that the search also finds what no answer points at.
fn trouble<T: Trial>(
    trial: &T,
    plan: &Answered<T::Order>,
    kicks: &[T::Order],
    random: &mut Random,
) -> Vec<T::Order> {
    match plan.answer.get(random.below(plan.answer.len())) {
        Some(answer) if random.below(2) == 0 => kicks
            .iter()
            .filter(|kick| trial.distance(kick, answer) <= NEAR)
            .cloned()
            .collect(),
        _ => Vec::new(),
    }
}

/// Puts a plan behind those that stand as well or better.
fn insert<O>(plans: &mut Vec<Answered<O>>, plan: Answered<O>) {
    let place = plans.partition_point(|other| other.value >= plan.value);
    plans.insert(place, plan);
}
