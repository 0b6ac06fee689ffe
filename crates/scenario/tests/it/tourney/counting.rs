//! Numbers of legal sequences of orders from the start of every Tourney scenario, by two paths: the orders that the rules
//! list, and every order that can be written, tried.

use std::collections::BTreeSet;

use rules::testing::Seeded;
use rules::testing::tourney::{begun, writable};
use rules::tourney::{Order, Position};
use rules::{Rules as _, ToAct};

use super::{KEYS, load};

/// The sequences of one, two and three orders from each start, White with the first turn.
const COUNTS: [(&str, [u64; 3]); KEYS.len()] = [
    ("tourney-small", [44, 87, 1924]),
    ("tourney", [49, 97, 2449]),
    ("tourney-grand", [107, 213, 11_555]),
    ("tourney-hills", [53, 105, 2861]),
    ("tourney-4", [37, 73, 1367]),
];

fn start(key: &str) -> Position {
    let start = load(key).start(&[]).expect("its options have defaults");
    begun(start.try_into().expect("a Tourney position"))
}

/// The sequences found by trying every order that can be written, each once.
fn tried(position: &Position, depth: u32) -> u64 {
    let ToAct::One(side) = position.to_act() else {
        return u64::from(depth == 0);
    };
    if depth == 0 {
        return 1;
    }
    let orders: BTreeSet<Order> = writable(position, &mut Seeded(1)).into_iter().collect();
    let after = orders.iter().filter_map(|order| {
        let mut after = position.clone();
        after.apply(side, order).is_ok().then_some(after)
    });
    after.map(|after| tried(&after, depth - 1)).sum()
}

#[test]
fn the_starts_have_these_counts_by_both_paths() {
    for (key, (named, counts)) in KEYS.into_iter().zip(COUNTS) {
        assert_eq!(key, named);
        let start = start(key);
        let listed = [1, 2, 3].map(|depth| start.perft(depth));
        assert_eq!(listed, counts, "{key}");
        // a third order would try some hundred thousand that nobody can give
        assert_eq!(
            [1, 2].map(|depth| tried(&start, depth)),
            counts[..2],
            "{key}"
        );
    }
}
