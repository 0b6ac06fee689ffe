//! The walk through a turn on the fast position, and the points of the units.

use rules::warlord::fast::FastOrder;
use rules::warlord::{FastPosition, Kind, Position, Side};
use rules::{AnyOrder, Sides};

use crate::exhaust::Walk;

/// The fast position of a moment; `None` if it has none.
pub(crate) fn walk(position: &Position) -> Option<FastPosition> {
    FastPosition::new(position)
}

/// The points of a side's units less those of the other's.
pub(crate) fn balance(position: &Position, side: rules::Side) -> i32 {
    let Ok(own) = Side::try_from(side) else {
        return 0;
    };
    let units = position.units();
    let signed = units.map(|(_, unit)| match unit.side == own {
        true => points(unit.kind),
        false => -points(unit.kind),
    });
    signed.sum()
}

/// The points of a unit: an infantry is 2.
const fn points(kind: Kind) -> i32 {
    match kind {
        Kind::Infantry => 2,
        Kind::LightCavalry
        | Kind::Cannon
        | Kind::Hero
        | Kind::Shaman
        | Kind::Bishopy
        | Kind::Rookish => 4,
        Kind::HeavyCavalry => 5,
        Kind::Promoted => 8,
        Kind::Leader1 => 10,
        Kind::Leader2 => 12,
        Kind::Leader3 => 14,
    }
}

impl Walk for FastPosition {
    type Order = FastOrder;
    type Key = u64;

    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn orders(&self) -> Vec<FastOrder> {
        let mut orders = Vec::new();
        if self.outcome().is_none() {
            Self::orders(self, &mut orders);
            orders.retain(|order| *order != FastOrder::End);
        }
        orders
    }

    fn give(&mut self, order: &FastOrder) -> bool {
        let is_allowed = self.allows(*order);
        if is_allowed {
            self.apply(*order);
        }
        is_allowed
    }

    fn end(&mut self) -> bool {
        Walk::give(self, &FastOrder::End)
    }

    fn back(&mut self) {
        self.undo();
    }

    fn winners(&self) -> Option<Sides> {
        let outcome = self.outcome()?;
        Some(rules::Outcome::from(outcome).winners())
    }

    fn balance(&self, side: rules::Side) -> i32 {
        let Ok(own) = Side::try_from(side) else {
            return 0;
        };
        let sum = |side| -> i32 { self.units(side).map(|(_, kind)| points(kind)).sum() };
        sum(own) - sum(own.opponent())
    }

    fn any(order: &FastOrder) -> AnyOrder {
        AnyOrder::Warlord(order.order())
    }
}
