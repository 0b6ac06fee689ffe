//! Fixed weak players, to measure others against. Nobody changes what these do.

use rules::{AnyOrder, AnyPosition, Draft, Rules, Side};

use crate::random::Random;
use crate::{Budget, prize};

/// A fixed weak player. Set-ups are the computer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Baseline {
    /// Any legal order until the turn is over; `end` is one of them only where no other is left.
    Random,
    /// A capture of the most valuable unit there is, else a random order.
    Capture,
    /// The best order by the judgment, again and again, as long as the position gets better.
    Greedy,
}

impl Baseline {
    /// The decision of `side` in a position: a whole turn, or the side's part of a secret step; empty where the side has
    /// nothing to decide.
    pub fn choose(self, position: &AnyPosition, side: Side, seed: u64) -> Vec<AnyOrder> {
        let mut draft = Draft::new(position.clone(), side);
        if draft.is_secret() {
            return crate::choose(position, side, Budget::Nodes(0), seed);
        }
        if self == Self::Greedy {
            return crate::greedy_turn(position, side, seed);
        }
        let mut random = Random::new(seed);
        while !draft.is_whole() {
            let mut orders = draft.position().legal_orders(side);
            // families list the order that closes a turn last
            let Some(end) = orders.pop() else { break };
            let order = self.order(draft.position(), orders, &mut random);
            if draft.push(order.unwrap_or(end)).is_err() {
                break;
            }
        }
        draft.orders().cloned().collect()
    }

    fn order(
        self,
        position: &AnyPosition,
        mut orders: Vec<AnyOrder>,
        random: &mut Random,
    ) -> Option<AnyOrder> {
        if self == Self::Capture {
            let best = orders.iter().map(|order| prize(position, order)).max();
            if let Some(best) = best.filter(|best| *best > 0) {
                orders.retain(|order| prize(position, order) == best);
            }
        }
        if orders.is_empty() {
            return None;
        }
        Some(orders.swap_remove(random.below(orders.len())))
    }
}
