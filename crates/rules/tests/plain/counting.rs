//! Sequences of orders counted by the plain telling. Orders of a turn given in another order mostly lead to the same
//! position: what follows it is counted once, for all the ways that lead there.

use std::collections::BTreeMap;
use std::thread;

use crate::oracle::{Deed, Plain};

/// A position so many orders away from the start.
struct Reached {
    /// One of the ways there.
    way: Vec<Deed>,
    /// The number of ways there.
    ways: u64,
}

/// The positions so many orders away, by their marks.
type Level = BTreeMap<[u64; 2], Reached>;

/// The number of sequences of `depth` orders.
pub(crate) fn count(start: &Plain, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let way = Vec::new();
    let mut level = Level::from([(start.mark(), Reached { way, ways: 1 })]);
    for _ in 1..depth {
        let reached: Vec<Reached> = level.into_values().collect();
        level = Level::new();
        for part in on_all_cores(&reached, |part| after_each(start, part)) {
            merge(&mut level, part);
        }
    }
    let reached: Vec<Reached> = level.into_values().collect();
    on_all_cores(&reached, |part| count_orders(start, part))
        .iter()
        .sum()
}

/// The positions one order on.
fn after_each(start: &Plain, reached: &[Reached]) -> Level {
    let mut next = Level::new();
    for Reached { way, ways } in reached {
        let position = after(start, way);
        position.for_each_order(|deed| {
            let mut then = position.clone();
            then.perform(deed);
            let reached = next.entry(then.mark()).or_insert_with(|| Reached {
                way: [&way[..], &[deed]].concat(),
                ways: 0,
            });
            reached.ways += ways;
        });
    }
    next
}

fn merge(level: &mut Level, other: Level) {
    for (mark, Reached { way, ways }) in other {
        let reached = level.entry(mark).or_insert(Reached { way, ways: 0 });
        reached.ways += ways;
    }
}

fn count_orders(start: &Plain, reached: &[Reached]) -> u64 {
    let counts = reached.iter().map(|Reached { way, ways }| {
        let mut orders = 0;
        after(start, way).for_each_order(|_| orders += 1);
        ways * orders
    });
    counts.sum()
}

/// The position after those orders.
pub(crate) fn after(start: &Plain, way: &[Deed]) -> Plain {
    let mut position = start.clone();
    for deed in way {
        position.perform(*deed);
    }
    position
}

/// Does the same to as many parts of a list as there are cores.
pub(crate) fn on_all_cores<I: Sync, T: Send>(
    list: &[I],
    task: impl Fn(&[I]) -> T + Sync,
) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let parts = list.chunks(list.len().div_ceil(cores).max(1));
        let running: Vec<_> = parts.map(|part| scope.spawn(|| task(part))).collect();
        let done = running.into_iter().map(thread::ScopedJoinHandle::join);
        done.map(|part| part.expect("counting does not fail"))
            .collect()
    })
}
