use super::FastPosition;

impl FastPosition {
    /// The number of legal sequences of exactly `depth` orders from here, as [`crate::perft()`] counts them. The last
    /// orders are counted without being made.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_orders(),
            _ => {
                let mut orders = Vec::with_capacity(128);
                self.walk(depth, &mut orders)
            }
        }
    }

    /// The same number, every last order made and unmade.
    pub fn perft_making_all(&mut self, depth: u32) -> u64 {
        let mut orders = Vec::with_capacity(128);
        self.walk_all(depth, &mut orders)
    }

    /// Counts with the orders on the way kept on one stack.
    fn walk(&mut self, depth: u32, orders: &mut Vec<super::FastOrder>) -> u64 {
        if depth == 1 {
            return self.count_orders();
        }
        let first = orders.len();
        self.orders(orders);
        let mut count = 0_u64;
        while orders.len() > first
            && let Some(order) = orders.pop()
        {
            self.apply(order);
            count += self.walk(depth - 1, orders);
            self.undo();
        }
        count
    }

    fn walk_all(&mut self, depth: u32, orders: &mut Vec<super::FastOrder>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let first = orders.len();
        self.orders(orders);
        let mut count = 0_u64;
        while orders.len() > first
            && let Some(order) = orders.pop()
        {
            self.apply(order);
            count += self.walk_all(depth - 1, orders);
            self.undo();
        }
        count
    }
}
