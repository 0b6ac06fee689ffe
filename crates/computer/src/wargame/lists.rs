use std::collections::HashMap;

use board::Cell;
use rules::wargame::{Class, Kind, Order, Position, Ruleset};

use super::facts::Facts;
use super::surroundings::Surroundings;
use super::survey::Survey;
use crate::random::mix;

/// The orders of units listed before, by all that decides about them.
#[derive(Debug, Default)]
pub(super) struct Lists {
    known: HashMap<u64, Box<[Order]>>,
    /// The number of orders in `known`.
    orders: usize,
}

/// The most orders remembered, of some 24 bytes each.
const MOST: usize = 400_000;

impl Lists {
    /// The legal orders of the side with the turn, without `end`, as the rules list them.
    pub(super) fn orders(
        &mut self,
        position: &Position,
        facts: &Facts,
        survey: &Survey,
        surroundings: &Surroundings,
    ) -> Vec<Order> {
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
        let mut orders = Vec::new();
        for cell in position.able() {
            let Some(unit) = position.unit(cell) else {
                continue;
            };
            // leaps reach farther than all else
            if unit.kind == Kind::Paratroops && position.is_prepared(cell) {
                orders.extend(position.legal_orders_from(cell));
                continue;
            }
            let near = companions.iter().filter(|companion| {
                facts.of(unit.kind).class != Class::Leader
                    && facts.board.distance(**companion, cell) == 1
            });
            let number = |cell: Cell| mix(1 << 61 | facts.index(cell) as u64);
            let around = surroundings.around(facts, cell, facts.of(unit.kind).order_reach);
            let key = near.fold(around, |key, companion| key ^ number(*companion));
            let list = self
                .known
                .entry(mix(key ^ number(cell)))
                .or_insert_with(|| {
                    let list = position.legal_orders_from(cell).into_boxed_slice();
                    self.orders += list.len();
                    list
                });
            orders.extend_from_slice(list);
        }
        orders
    }
}
