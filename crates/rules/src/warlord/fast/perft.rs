use super::FastPosition;
use crate::warlord::Position;

impl Position {
    /// The number of legal sequences of exactly `depth` orders from here, as [`crate::perft()`] counts them: by the fast
    /// position where there is one and no draw by repetition comes in between.
    pub fn perft(&self, depth: u32) -> u64 {
        let fast = (depth <= self.orders_before_repetition()).then(|| FastPosition::new(self));
        fast.flatten()
            .map_or_else(|| crate::perft(self, depth), |mut fast| fast.perft(depth))
    }
}

impl FastPosition {
    /// The number of legal sequences of exactly `depth` orders from here, as [`crate::perft()`] counts them. The last
    /// orders are counted without being made.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_orders(),
            _ => {
                let mut count = 0_u64;
                self.try_each(|next, _| count += next.perft(depth - 1));
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
