//! A made-up exercise with one move a turn, in which the fast position can be measured against engines of chess
//! variants.

use std::sync::Arc;

use super::{FastOrder, FastPosition, Landings};
use crate::warlord::Position;

/// An exercise that chess-variant engines can do too, to measure the fast position against them: a turn is one order,
/// every unit may act, and a leader jumps to any of its cells. Nobody plays the exercise.
pub struct SingleMove(FastPosition);

impl SingleMove {
    /// The exercise on a position whose game has CAP 1; `None` if no fast position can be made of the position.
    pub fn new(position: &Position) -> Option<Self> {
        // without command, since the other programs know none
        let landings = Landings::new(position.game().clone())?.without_command();
        FastPosition::on(Arc::new(landings), position).map(Self)
    }

    /// The number of sequences of `depth` moves, the sides taking turns; passing is none.
    pub fn perft(&mut self, depth: u32) -> u64 {
        walk(&mut self.0, depth)
    }
}

fn walk(position: &mut FastPosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // the end of the turn is listed too but is no move here; a finished game lists nothing
        1 => position.count_orders().saturating_sub(1),
        _ => {
            let mut count = 0_u64;
            position.try_each(|next, order| {
                if order != FastOrder::End {
                    next.apply(FastOrder::End);
                    count += walk(next, depth - 1);
                    next.undo();
                }
            });
            count
        }
    }
}
