//! The search for a win within the turn.

use std::collections::HashSet;

use crate::budget::Meter;
use crate::trial::{Trial, WON};

/// A win within this turn, if `nodes` orders are enough to find one.
pub(crate) fn win<T: Trial>(
    trial: &mut T,
    meter: &mut Meter<'_>,
    nodes: u64,
) -> Option<Vec<T::Order>> {
    let mut search = WinSearch {
        seen: HashSet::new(),
        left: nodes,
    };
    // Shorter wins first: one order, then two, …
    (1..=DEPTH).find_map(|depth| {
        // a position from which too few orders were left may win now, with one more
        search.seen.clear();
        let mut turn = Vec::new();
        search
            .deepen(trial, &mut turn, depth, meter)
            .then_some(turn)
    })
}

/// No win needs more orders than this in practice, and the limit of orders stops the search long before.
const DEPTH: usize = 8;

struct WinSearch {
    seen: HashSet<u64>,
    left: u64,
}

impl WinSearch {
    fn deepen<T: Trial>(
        &mut self,
        trial: &mut T,
        turn: &mut Vec<T::Order>,
        depth: usize,
        meter: &mut Meter<'_>,
    ) -> bool {
        // a turn with fewer orders left than the depth cannot use the rest, and the family lists fewer candidates for
        // fewer orders
        for order in trial.decisive_orders(depth.min(trial.left())) {
            // `left` bounds this search, the meter the whole turn: the search must leave a budget for turns that do not
            // win
            if self.left == 0 || meter.used() >= 1000 {
                return false;
            }
            self.left -= 1;
            meter.count();
            if !trial.play(&order) {
                continue;
            }
            turn.push(order);
            // over is not enough: an order may also draw the game or lose it
            let wins = trial.is_over() && trial.value() >= WON;
            let wins = wins || self.deepens(trial, turn, depth, meter);
            trial.undo();
            if wins {
                return true;
            }
            turn.pop();
        }
        false
    }

    /// True if the turn so far begins a win of at most `depth` orders, the last one included.
    fn deepens<T: Trial>(
        &mut self,
        trial: &mut T,
        turn: &mut Vec<T::Order>,
        depth: usize,
        meter: &mut Meter<'_>,
    ) -> bool {
        if depth == 1 || trial.is_over() {
            return false;
        }
        let key = trial.key();
        // The same units moved in another sequence lead to a position already seen. Without this check n orders would
        // be tried in n! sequences.
        self.seen.insert(key) && self.deepen(trial, turn, depth - 1, meter)
    }
}
