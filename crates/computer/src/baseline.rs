//! Fixed players to measure others against. What these do is never changed: their search and their judgment are
//! separate code, which stays as it is when the player's is tuned. A better one gets another version and another name.
//!
//! The ladder: random orders, greedy capture, greedy by judgment, a beam of 32 turns, online evolution of turns begun
//! with the greedy one (Justesen, Mahlmann, Togelius 2016), and the same with the opponent's greedy reply.

mod beam;
mod clock;
mod evolution;
mod greedy;
mod reply;
pub(crate) mod tryout;

use rules::{AnyOrder, AnyPosition, Draft, Rules, Side};

use crate::random::Random;
use crate::{Budget, prize};
use clock::Clock;
use tryout::Tryout;

/// A fixed player. A hidden set-up is one of the scenario's ready-made set-ups, by the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Baseline {
    /// Any legal order until the turn is over; `end` is one of them only if no other is left.
    Random,
    /// A capture of the most valuable unit in reach, else a random order.
    Capture,
    /// The best order by the judgment, again and again, as long as the position gets better.
    Greedy,
    /// The best of the turns found by keeping the 32 best beginnings of each length.
    Beam,
    /// The best turn of a population of 32, begun with the greedy turn, crossed and mutated.
    Evolution,
    /// The turn of such a population that stands best after the opponent's greedy reply.
    Reply,
}

impl Baseline {
    /// Every baseline, in the order of the ladder.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Capture,
        Self::Greedy,
        Self::Beam,
        Self::Evolution,
        Self::Reply,
    ];

    /// The name with the version: figures of different days are of the same player only if both agree.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random-1",
            Self::Capture => "capture-1",
            Self::Greedy => "greedy-1",
            Self::Beam => "beam-1",
            Self::Evolution => "evolution-1",
            Self::Reply => "reply-1",
        }
    }

    /// The baseline of a name; without a version the first one.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_meant = |baseline: &Self| {
            baseline.name() == name || baseline.name().strip_suffix("-1") == Some(name)
        };
        Self::ALL.into_iter().find(is_meant)
    }

    /// The decision of `side` in a position: a whole turn, or the side's part of a secret step; empty if the side has
    /// nothing to decide. Beam, evolution and reply use up the budget; the others need none.
    pub fn choose(
        self,
        position: &AnyPosition,
        side: Side,
        budget: Budget,
        seed: u64,
    ) -> Vec<AnyOrder> {
        let draft = Draft::new(position.clone(), side);
        let mut random = Random::new(seed);
        if draft.is_secret() {
            let mut ready = position.legal_orders(side);
            if ready.is_empty() {
                // a scenario without ready-made set-ups: the player's own army drawn by chance is the only set-up there
                // is
                return crate::choose(position, side, Budget::Nodes(0), seed);
            }
            return vec![ready.swap_remove(random.below(ready.len()))];
        }
        match self {
            Self::Random | Self::Capture => self.by_lot(draft, side, &mut random),
            Self::Greedy | Self::Beam | Self::Evolution | Self::Reply => crate::tried_turn(
                position,
                side,
                Effort {
                    of: self,
                    budget,
                    seed,
                },
            )
            // a family without a try-out still needs an opponent, and capturing needs only the rules
            .unwrap_or_else(|| Self::Capture.by_lot(draft, side, &mut random)),
        }
    }

    fn by_lot(
        self,
        mut draft: Draft<AnyPosition>,
        side: Side,
        random: &mut Random,
    ) -> Vec<AnyOrder> {
        while !draft.is_whole() {
            let mut orders = draft.position().legal_orders(side);
            let end = closing(draft.position(), side);
            orders.retain(|order| Some(order) != end.as_ref());
            let order = self.order(draft.position(), orders, random);
            // `end` only if nothing else is left; what a family asks after it has no such order
            let Some(order) = order.or(end) else { break };
            if draft.push(order).is_err() {
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

/// The order that closes the moves of a turn, if it may be given now.
fn closing(position: &AnyPosition, side: Side) -> Option<AnyOrder> {
    let order = position.parse_order(side, "end").ok()?;
    position.check(side, &order).is_ok().then_some(order)
}

/// A baseline that searches, with its budget and seed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    of: Baseline,
    budget: Budget,
    seed: u64,
}

impl Effort {
    /// A whole turn, without `end`; the tryout comes back as it was.
    pub(crate) fn turn<T: Tryout>(self, tryout: &mut T) -> Vec<T::Order> {
        let mut clock = Clock::new(self.budget);
        let mut random = Random::new(self.seed);
        match self.of {
            Baseline::Beam => beam::turn(tryout, &mut clock, &mut random),
            Baseline::Evolution => {
                let plans = evolution::plans(tryout, 1000, &mut clock, &mut random);
                plans
                    .into_iter()
                    .next()
                    .map_or_else(Vec::new, |plan| plan.turn)
            }
            Baseline::Reply => reply::turn(tryout, &mut clock, &mut random),
            Baseline::Random | Baseline::Capture | Baseline::Greedy => {
                let mut turn = Vec::new();
                greedy::extend(tryout, &mut turn, usize::MAX, &mut clock, &mut random);
                tryout::unwind(tryout, turn.len());
                turn
            }
        }
    }
}
