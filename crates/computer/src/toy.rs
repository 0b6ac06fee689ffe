//! The toy family, which only tests play: orders by chance, and a panic on purpose.

use rules::testing::toy::{Order, Position};
use rules::{Draft, Rules, Side};

use crate::random::Random;

/// The seed with which the toy's player panics, so that tests see what a panic in a search does.
const PANIC: u64 = u64::MAX;

/// Orders until `side` has nothing to decide, or one card; empty if the side has nothing to decide.
pub(crate) fn choose(position: &Position, side: Side, seed: u64) -> Vec<Order> {
    assert_ne!(seed, PANIC, "a panic on purpose");
    let mut draft = Draft::new(position.clone(), side);
    let mut random = Random::new(seed);
    while !draft.is_whole() {
        let orders = draft.position().legal_orders(side);
        let Some(order) = orders.get(random.below(orders.len())) else {
            break;
        };
        draft.push(*order).expect("a listed order applies");
    }
    draft.orders().copied().collect()
}
