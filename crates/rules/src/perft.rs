//! Counting legal sequences of orders.

use crate::{Rules, ToAct};

/// The number of legal sequences of exactly `depth` orders from here, whichever side gives each. The end of a turn
/// counts where an order gives it. No sequence goes on after the game is over, nor past a secret step or a lot.
pub fn perft<P: Rules>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let ToAct::One(side) = position.to_act() else {
        return 0;
    };
    let orders = position.legal_orders(side);
    if depth == 1 {
        return orders.len() as u64;
    }
    orders
        .iter()
        .map(|order| {
            let mut next = position.clone();
            next.apply(side, order).expect("a listed order applies");
            perft(&next, depth - 1)
        })
        .sum()
}
