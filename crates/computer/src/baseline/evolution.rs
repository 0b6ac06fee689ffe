//! The turns of `evolution-1`, with which `reply-1` begins too.

use std::collections::HashSet;

use super::clock::Clock;
use super::greedy;
use super::tryout::{Tryout, unwind};
use crate::random::Random;

const SIZE: usize = 32;
/// The part of a generation that has children.
const PARENTS: usize = SIZE / 2;
/// The children among which one is mutated, in one order.
const MUTATED: usize = 3;
/// The children among which one may have an order more than the parents.
const LONGER: usize = 8;

/// A whole turn, without `end`, with the value of the position after it.
#[derive(Debug, Clone)]
pub(super) struct Plan<O> {
    pub(super) turn: Vec<O>,
    pub(super) value: i32,
}

/// The turns of the last generation, the best first, no two with the same result. Generations follow each other until
/// `until` thousandths of the budget are used. The tryout comes back as it was.
pub(super) fn plans<T: Tryout>(
    tryout: &mut T,
    until: u64,
    clock: &mut Clock,
    random: &mut Random,
) -> Vec<Plan<T::Order>> {
    let length = tryout.left();
    let mut seen = HashSet::new();
    let mut population = Vec::new();
    let mut greedy = Vec::new();
    greedy::extend(tryout, &mut greedy, usize::MAX, clock, random);
    keep(tryout, greedy.clone(), &mut population, &mut seen);
    // generations without a new turn end a small game's search before its budget
    let mut idle = 0;
    while !clock.has_used(until) && idle < 20 {
        let before = seen.len();
        for _ in 0..PARENTS {
            let mut genes = match population.len() {
                // too few parents to cross yet: half of the first generation is random, half near the greedy turn
                0..PARENTS if random.below(2) == 0 => Vec::new(),
                0..PARENTS => greedy.clone(),
                count => {
                    let mut parent = || &population[random.below(count.min(PARENTS))];
                    let (one, other): (&Plan<_>, &Plan<_>) = (parent(), parent());
                    crossed(&one.turn, &other.turn, random)
                }
            };
            let wanted = match genes.len() {
                0 => length,
                // now and then one order more
                count => count + usize::from(random.below(LONGER) == 0),
            };
            let mutates = population.len() < PARENTS || random.below(MUTATED) == 0;
            if mutates && !genes.is_empty() {
                // the gap is filled with an order by lot
                genes.remove(random.below(genes.len()));
            }
            let turn = played(tryout, &genes, wanted.min(length), random);
            clock.count();
            keep(tryout, turn, &mut population, &mut seen);
            if clock.has_used(until) {
                break;
            }
        }
        population.sort_by_key(|plan| std::cmp::Reverse(plan.value));
        population.truncate(SIZE);
        idle = if seen.len() == before { idle + 1 } else { 0 };
    }
    population
}

/// Judges a turn that is played on the tryout, takes the turn back, and keeps what has a new result.
fn keep<T: Tryout>(
    tryout: &mut T,
    turn: Vec<T::Order>,
    population: &mut Vec<Plan<T::Order>>,
    seen: &mut HashSet<u64>,
) {
    // before the turn is taken back: the key is that of the position after it
    let is_new = seen.insert(tryout.key());
    let value = tryout.value();
    unwind(tryout, turn.len());
    if is_new {
        population.push(Plan { turn, value });
    }
}

/// Each order from one parent or the other, by lot.
fn crossed<O: Clone>(one: &[O], other: &[O], random: &mut Random) -> Vec<O> {
    let length = one.len().max(other.len());
    let genes = (0..length).filter_map(|place| {
        let parent = if random.below(2) == 0 { one } else { other };
        parent.get(place).cloned()
    });
    genes.collect()
}

/// Plays the legal ones of some orders, and others by lot up to the wanted length.
fn played<T: Tryout>(
    tryout: &mut T,
    genes: &[T::Order],
    wanted: usize,
    random: &mut Random,
) -> Vec<T::Order> {
    let mut turn: Vec<T::Order> = Vec::with_capacity(wanted);
    for gene in genes {
        if !tryout.is_over() && tryout.play(gene) {
            turn.push(gene.clone());
        }
    }
    // long turns are mended in a few orders only, since each needs a list of all
    for _ in turn.len()..wanted.min(turn.len() + 4) {
        if tryout.is_over() {
            break;
        }
        let orders = tryout.orders();
        if orders.is_empty() {
            break;
        }
        let order = orders[random.below(orders.len())].clone();
        if tryout.play(&order) {
            turn.push(order);
        }
    }
    turn
}
