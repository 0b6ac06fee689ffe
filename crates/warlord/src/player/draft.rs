use board::Cell;
use rules::warlord::{Order, Unit};
use rules::{AnyEvent, AnyIllegal, AnyOrder, AnyPosition, Rules, Side, ToAct};

/// The orders of an unfinished turn, or a set-up not yet sealed: tried on a clone, seen by nobody else.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    start: AnyPosition,
    side: Side,
    orders: Vec<AnyOrder>,
    now: AnyPosition,
    events: Vec<AnyEvent>,
}

impl Draft {
    pub(super) fn new(start: &AnyPosition, side: Side) -> Self {
        Self {
            start: start.clone(),
            side,
            orders: Vec::new(),
            now: start.clone(),
            events: Vec::new(),
        }
    }

    pub(super) fn is_for(&self, position: &AnyPosition, side: Side) -> bool {
        self.side == side && self.start == *position
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    /// The position with the draft's orders carried out.
    pub(super) const fn now(&self) -> &AnyPosition {
        &self.now
    }

    /// What the draft's orders do.
    pub(super) fn events(&self) -> &[AnyEvent] {
        &self.events
    }

    pub(super) fn orders(&self) -> &[AnyOrder] {
        &self.orders
    }

    pub(super) fn is_secret(&self) -> bool {
        matches!(self.start.to_act(), ToAct::Secretly(_))
    }

    /// Adds an order; a set-up takes the place of the one before.
    pub(super) fn add(&mut self, order: AnyOrder) -> Result<(), AnyIllegal> {
        if self.is_secret() {
            self.start.check(self.side, &order)?;
            self.orders = vec![order];
        } else {
            self.events.extend(self.now.apply(self.side, &order)?);
            self.orders.push(order);
        }
        Ok(())
    }

    /// Takes the last order back, if there is one.
    pub(super) fn undo(&mut self) -> Option<AnyOrder> {
        let taken = self.orders.pop()?;
        let orders = std::mem::take(&mut self.orders);
        *self = Self::new(&self.start, self.side);
        for order in orders {
            self.add(order).expect("the same orders were legal before");
        }
        Some(taken)
    }

    /// What is sent: the orders closed by `end` unless they end the game, or the set-up, if there is one.
    pub(super) fn whole(&self) -> Result<Option<Vec<AnyOrder>>, AnyIllegal> {
        let mut orders = self.orders.clone();
        if self.is_secret() {
            return Ok((!orders.is_empty()).then_some(orders));
        }
        if self.now.outcome().is_none() {
            let end = self.now.end_order();
            self.now.check(self.side, &end)?;
            orders.push(end);
        }
        Ok(Some(orders))
    }

    /// The units of a set-up that is not sealed yet.
    pub(super) fn placed(&self) -> impl Iterator<Item = (Cell, Unit)> {
        let set_up = self.orders.iter().find_map(|order| match order {
            AnyOrder::Warlord(Order::SetUp(set_up)) => Some(set_up),
            AnyOrder::Warlord(_) => None,
        });
        let placements = set_up.into_iter().flat_map(|set_up| &set_up.0);
        placements.map(|placement| {
            let unit = Unit {
                side: self.side,
                kind: placement.kind,
            };
            (placement.cell, unit)
        })
    }
}
