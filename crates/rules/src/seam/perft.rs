//! Counting legal sequences of orders.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Rules, ToAct};

/// The number of legal sequences of exactly `depth` orders from here, whichever side gives each. The end of a turn
/// counts if it is an order. No sequence continues after the game is over, nor past a secret step or a lot.
pub fn perft<P: Rules>(position: &P, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    perft_until(position, depth, &never).expect("nobody stops it")
}

/// The count of [`perft()`]; `None` soon after `stop` is set.
pub fn perft_until<P: Rules>(position: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let ToAct::One(side) = position.to_act() else {
        // a secret step or a lot has no list of orders that could be counted
        return Some(0);
    };
    let orders = position.legal_orders(side);
    // the last orders are counted without being made, which is where nearly all the time would go
    if depth == 1 {
        return Some(orders.len() as u64);
    }
    let counts = orders.iter().map(|order| {
        if stop.load(Ordering::Relaxed) {
            // looked at between orders: a search that nobody waits for any more must not hold its core
            return None;
        }
        // positions in general cannot unmake orders; the fast position of Warlord can
        let mut next = position.clone();
        next.apply(side, order).expect("a listed order applies");
        perft_until(&next, depth - 1, stop)
    });
    counts.sum()
}
