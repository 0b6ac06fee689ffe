use crate::budget::Meter;
use crate::trial::{Trial, WON};

/// A way to win within this turn, if `nodes` orders are enough to find a way.
pub(crate) fn win<T: Trial>(trial: &T, meter: &mut Meter, nodes: u64) -> Option<Vec<T::Order>> {
    let mut search = Search {
        seen: Vec::new(),
        left: nodes,
    };
    // Shorter wins first: one order, then two, …
    (1..=DEPTH).find_map(|depth| {
        search.seen.clear();
        let mut turn = Vec::new();
        search
            .deepen(trial, &mut turn, depth, meter)
            .then_some(turn)
    })
}

/// No win needs more orders than this in practice, and the node limit bites long before.
const DEPTH: usize = 8;

struct Search {
    seen: Vec<u64>,
    left: u64,
}

impl Search {
    fn deepen<T: Trial>(
        &mut self,
        trial: &T,
        turn: &mut Vec<T::Order>,
        depth: usize,
        meter: &mut Meter,
    ) -> bool {
        for order in trial.decisive_orders() {
            if self.left == 0 || meter.used() >= 1000 {
                return false;
            }
            self.left -= 1;
            meter.count();
            let mut tried = trial.clone();
            if !tried.play(&order) {
                continue;
            }
            turn.push(order);
            if tried.is_over() && tried.value() >= WON {
                return true;
            }
            if depth > 1 && !tried.is_over() {
                let key = tried.key();
                // The units moved in another order lead to a position already seen.
                if !self.seen.contains(&key) {
                    self.seen.push(key);
                    if self.deepen(&tried, turn, depth - 1, meter) {
                        return true;
                    }
                }
            }
            turn.pop();
        }
        false
    }
}
