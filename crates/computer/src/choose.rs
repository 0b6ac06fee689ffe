use crate::budget::{Budget, Meter};
use crate::finish;
use crate::greedy::{self, Effort};
use crate::improve;
use crate::pool::Pool;
use crate::random::Random;
use crate::reply;
use crate::trial::Trial;

/// Plans worth this much less than the best plan, before the opponent has answered, are not answered.
const WINDOW: i32 = 600;

/// A whole turn on `start`, without `end`; empty only without a legal order.
pub(crate) fn turn<T: Trial>(start: &T, budget: Budget, seed: u64) -> Vec<T::Order> {
    let mut meter = Meter::new(budget);
    let mut random = Random::new(seed);
    let nodes = meter.nodes();
    if let Some(turn) = finish::win(start, &mut meter, (nodes / 5).clamp(60, 5000)) {
        return turn;
    }
    let effort = Effort {
        first: usize::try_from(nodes / 4).unwrap_or(usize::MAX).max(24),
        next: 16,
    };
    let mut pool = Pool::new();
    let mut after = start.clone();
    let mut turn = Vec::new();
    greedy::extend(&mut after, &mut turn, effort, &mut meter, &mut random);
    pool.add(start, turn, after);
    best_answered(start, &mut pool, &mut meter, &mut random)
}

/// Adds plans to the pool and lets the opponent answer the best plans, by turns; takes the plan that stands best after
/// the opponent's answer.
fn best_answered<T: Trial>(
    start: &T,
    pool: &mut Pool<T>,
    meter: &mut Meter,
    random: &mut Random,
) -> Vec<T::Order> {
    let answers = random.next();
    let mut best: Option<(i32, Vec<T::Order>)> = None;
    let mut answered: Vec<u64> = Vec::new();
    improve::improve(start, pool, 350, meter, random);
    loop {
        let floor = pool.plans().first().map_or(0, |plan| plan.value - WINDOW);
        let next = pool
            .plans()
            .iter()
            .find(|plan| plan.value >= floor && !answered.contains(&plan.key))
            .cloned();
        if let Some(plan) = next {
            let spent = meter.used() >= 1000;
            if spent && best.is_some() {
                break;
            }
            answered.push(plan.key);
            let value = reply::value_after(&plan, meter, answers);
            // An answer that the budget cut short has no meaning.
            let counts = meter.used() < 1000 || best.is_none();
            if counts && best.as_ref().is_none_or(|(best, _)| value > *best) {
                best = Some((value, plan.turn));
            }
        } else {
            let used = meter.used();
            improve::improve(start, pool, used + 30, meter, random);
            if used >= 1000 || meter.used() == used {
                break;
            }
        }
    }
    best.map_or_else(Vec::new, |(_, turn)| turn)
}
