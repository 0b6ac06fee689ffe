//! The orders of a WarGame position, most of which are known from the position before.

use board::Cell;
use rules::wargame::{Order, Position, Ruleset};

use super::facts::Facts;
use super::memory::Memory;
use super::surroundings::Surroundings;
use super::survey::Survey;
use crate::random::mix;

/// The orders of units listed before, by all that decides about them.
#[derive(Debug, Default)]
pub(super) struct Lists {
    known: Memory<Box<[Order]>>,
    /// The number of orders in all lists of `known`, which bounds its memory.
    orders: usize,
}

/// The most orders remembered, of some 24 bytes each.
const MOST: usize = 50_000;

impl Lists {
    /// The legal orders of the side with the turn, without `end`, as the rules list them.
    pub(super) fn orders(
        &mut self,
        position: &Position,
        facts: &Facts,
        survey: &Survey,
        surroundings: &Surroundings,
    ) -> Vec<Order> {
        // all at once: to find the oldest would take longer than to list a position again
        if self.orders > MOST {
            *self = Self::default();
        }
        let side = position.side();
        let leaders = survey.leaders(side).iter().map(|(cell, _)| *cell);
        let companions: Vec<Cell> = match position.game().ruleset {
            Ruleset::One => Vec::new(),
            Ruleset::Two => leaders
                .filter(|cell| {
                    survey.is_in_command(side, *cell) && position.can_give(*cell) == Some(true)
                })
                .collect(),
        };
        let number = |cell: Cell| 1 + facts.index(cell) as u64;
        // a leader beside a unit may go along with it, so the leaders beside are part of what decides its orders
        let key = |cell: Cell| {
            let kind = position.unit(cell).map(|unit| facts.of(unit.kind))?;
            let key = surroundings.key(facts, cell, kind.order_reach);
            let near = companions.iter().filter(|companion| {
                kind.level == 0 && facts.board.distance(**companion, cell) == 1
            });
            Some((
                cell,
                near.fold(key, |key, companion| mix(key ^ number(*companion))),
            ))
        };
        // which units may be ordered at all depends on leaders far away, so the rules are asked for that every time
        let units: Vec<(Cell, u64)> = position.able().into_iter().filter_map(key).collect();
        let is_new = |(_, key): &(Cell, u64)| !self.known.contains_key(key);
        let (cells, keys): (Vec<Cell>, Vec<u64>) = units.iter().copied().filter(is_new).unzip();
        // the rules call back once for each cell, in the order of the cells, so keys and lists stay in step
        let mut keys = keys.into_iter();
        position.list_units(&cells, |_, orders| {
            self.orders += orders.len();
            self.known
                .extend(keys.next().map(|key| (key, orders.drain(..).collect())));
        });
        let lists = units.iter().filter_map(|(_, key)| self.known.get(key));
        let lists: Vec<&[Order]> = lists.map(|list| &**list).collect();
        lists.concat()
    }
}
