//! Counting sequences of orders with the fast position.

use std::sync::atomic::{AtomicBool, Ordering};

use super::FastPosition;
use crate::warlord::Position;

impl Position {
    /// The number of legal sequences of exactly `depth` orders from here, as [`crate::perft()`] counts them.
    pub fn perft(&self, depth: u32) -> u64 {
        let never = AtomicBool::new(false);
        self.perft_until(depth, &never).expect("nobody stops it")
    }

    /// The count of [`Position::perft`]: by the fast position where there is one and no draw by repetition comes in between.
    /// `None` soon after `stop` is set.
    pub fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        // a draw by repetition ends sequences, and the fast position does not know it
        let fast = (depth <= self.orders_before_repetition()).then(|| FastPosition::new(self));
        match fast.flatten() {
            Some(mut fast) => fast.perft_until(depth, stop),
            None => crate::perft_until(self, depth, stop),
        }
    }
}

impl FastPosition {
    /// The number of legal sequences of exactly `depth` orders from here, as [`crate::perft()`] counts them. The last
    /// orders are counted without being made.
    pub fn perft(&mut self, depth: u32) -> u64 {
        let never = AtomicBool::new(false);
        self.perft_until(depth, &never).expect("nobody stops it")
    }

    /// The count of [`FastPosition::perft`]; `None` soon after `stop` is set.
    pub fn perft_until(&mut self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => Some(self.count_orders()),
            // one order before the end the last orders are counted without being made, which is where nearly all the
            // time would go
            _ => {
                let mut count = Some(0_u64);
                self.try_each(|next, _| {
                    if let Some(so_far) = count {
                        // a flag alone, with no data behind it that another thread wrote, so no stronger ordering is
                        // needed
                        count = match stop.load(Ordering::Relaxed) {
                            true => None,
                            false => next.perft_until(depth - 1, stop).map(|more| so_far + more),
                        };
                    }
                });
                count
            }
        }
    }

    /// The number of [`Position::perft`], with the last orders made and unmade too.
    pub fn perft_making_all(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0_u64;
        self.try_each(|next, _| count += next.perft_making_all(depth - 1));
        count
    }
}
