use std::sync::Arc;

use super::{FastOrder, FastPosition, Ground};
use crate::warlord::Position;

/// An exercise that chess-variant engines can do too, to measure this one beside them: a turn is one order, every unit
/// may act, and a leader jumps to any of its cells. Nobody plays it.
pub struct SingleMove(FastPosition);

impl SingleMove {
    /// The exercise on a position whose game has CAP 1; nothing if no fast position can be made of it.
    pub fn new(position: &Position) -> Option<Self> {
        let ground = Ground::new(position.game().clone())?.without_command();
        FastPosition::on(Arc::new(ground), position).map(Self)
    }

    /// The number of sequences of `depth` moves, the sides taking turns; passing is none.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.walk(depth, &mut Vec::new()),
        }
    }

    fn walk(&mut self, depth: u32, orders: &mut Vec<FastOrder>) -> u64 {
        if depth == 1 {
            return self.0.count_orders().saturating_sub(1);
        }
        let first = orders.len();
        self.0.orders(orders);
        let mut count = 0_u64;
        while orders.len() > first
            && let Some(order) = orders.pop()
        {
            if order == FastOrder::End {
                continue;
            }
            self.0.apply(order);
            self.0.apply(FastOrder::End);
            count += self.walk(depth - 1, orders);
            self.0.undo();
            self.0.undo();
        }
        count
    }
}
