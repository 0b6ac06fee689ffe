use crate::budget::Meter;
use crate::finish;
use crate::greedy::{self, Effort};
use crate::improve;
use crate::pool::Pool;
use crate::random::Random;
use crate::reply::{self, Answered};
use crate::trial::{Trial, unwind};

/// Plans worth this much less than the best plan, before the opponent has answered, are not answered.
const WINDOW: i32 = 600;

/// The plans answered before a better answer to the best of them is looked for.
const FIRST: usize = 6;

/// The orders that a budget must pay for before answers are improved: with less, more plans are worth more.
const DEEP: u64 = 5000;

/// The rounds by which an answer is improved at a time.
const ROUNDS: usize = 4;

/// Hears of each better turn: the orders tried, the value after the opponent's answer, the turn.
type Report<'a, O> = &'a mut dyn FnMut(u64, i32, &[O]);

/// A whole turn on `trial`, without `end`; empty only without a legal order. `report` hears of each better turn: its
/// orders tried, its value after the opponent's answer, and its orders. A greedy turn is the first turn alone. The trial
/// comes back as it was.
pub(crate) fn turn<T: Trial>(
    trial: &mut T,
    meter: &mut Meter<'_>,
    (seed, is_greedy): (u64, bool),
    report: Report<'_, T::Order>,
) -> Vec<T::Order> {
    let mut random = Random::new(seed);
    let nodes = meter.planned();
    if !is_greedy && let Some(turn) = finish::win(trial, meter, (nodes / 5).clamp(60, 5000)) {
        report(meter.tried(), crate::trial::WON, &turn);
        return turn;
    }
    let effort = Effort {
        first: usize::try_from(nodes / 4).unwrap_or(usize::MAX).max(24),
        next: 16,
    };
    let mut pool = Pool::new();
    let mut turn = Vec::new();
    greedy::extend(trial, &mut turn, effort, None, meter, &mut random);
    let (value, key) = (trial.value(), trial.key());
    unwind(trial, turn.len());
    report(meter.tried(), value, &turn);
    if is_greedy {
        return turn;
    }
    pool.add(trial, turn, value, key);
    best_answered(trial, &mut pool, meter, &mut random, report)
}

/// Adds plans to the pool, lets the opponent answer the best plans, and looks for better answers to the plan that stands
/// best, by turns; takes the plan that stands best after the opponent's answer.
fn best_answered<T: Trial>(
    trial: &mut T,
    pool: &mut Pool<T>,
    meter: &mut Meter<'_>,
    random: &mut Random,
    report: Report<'_, T::Order>,
) -> Vec<T::Order> {
    let seed = random.next();
    let mut plans: Vec<Answered<T::Order>> = Vec::new();
    let mut answered: Vec<u64> = Vec::new();
    // the part of the budget spent on more plans, and on better answers
    let (mut wide, mut deep) = (0, 0);
    let is_deep = meter.planned() >= DEEP;
    improve::improve(trial, pool, 350, meter, random);
    loop {
        let before = meter.used();
        let best = best(&plans);
        if before >= 1000 && best.is_some() {
            break;
        }
        if let Some(best) = best
            && is_deep
            && plans.len() >= FIRST
            && plans[best].is_open
            && deep <= wide
        {
            reply::deepen(trial, &mut plans[best], ROUNDS, meter, random);
            deep += meter.used() - before + 1;
            continue;
        }
        let floor = pool.plans().first().map_or(0, |plan| plan.value - WINDOW);
        let next = pool
            .plans()
            .iter()
            .find(|plan| plan.value >= floor && !answered.contains(&plan.key));
        if let Some(plan) = next {
            answered.push(plan.key);
            let known = best
                .filter(|_| is_deep)
                .map_or(&[][..], |best| &plans[best].answer);
            let plan = reply::answer(trial, &plan.turn, plan.value, known, meter, seed);
            // An answer that the budget cut short has no meaning.
            if meter.used() < 1000 || best.is_none() {
                if best.is_none_or(|best| plan.value > plans[best].value) {
                    report(meter.tried(), plan.value, &plan.turn);
                }
                plans.push(plan);
            }
        } else {
            improve::improve(trial, pool, before + 30, meter, random);
            if before >= 1000 || meter.used() == before {
                break;
            }
        }
        wide += meter.used().saturating_sub(before) + 1;
    }
    match best(&plans) {
        Some(best) => plans.swap_remove(best).turn,
        None => Vec::new(),
    }
}

/// The place of the plan that stands best, the first of equals.
fn best<O>(plans: &[Answered<O>]) -> Option<usize> {
    let places = 0..plans.len();
    places.max_by_key(|place| (plans[*place].value, std::cmp::Reverse(*place)))
}
