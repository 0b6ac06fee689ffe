//! The toy family, which only tests play: orders by chance.

use rules::testing::toy::{Order, Position};
use rules::{Rules, Side};

use crate::random::Random;

/// Orders until `side` has nothing to decide, or one card; empty where the side has nothing to decide.
pub(crate) fn choose(position: &Position, side: Side, seed: u64) -> Vec<Order> {
    let mut random = Random::new(seed);
    let mut position = position.clone();
    let mut turn = Vec::new();
    loop {
        let orders = position.legal_orders(side);
        let Some(order) = orders.get(random.below(orders.len())) else {
            return turn;
        };
        position.apply(side, order).expect("a listed order applies");
        turn.push(*order);
    }
}
