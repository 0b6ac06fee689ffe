use super::FastPosition;

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

    /// The same number, every last order made and unmade.
    pub fn perft_making_all(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0_u64;
        self.try_each(|next, _| count += next.perft_making_all(depth - 1));
        count
    }
}
