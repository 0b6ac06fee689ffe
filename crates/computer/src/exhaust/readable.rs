//! A walk by the rules as everybody reads them, for families without a faster position.

use rules::{AnyOrder, AnyPosition, Rules as _, Side, Sides, ToAct};

use super::Walk;

/// The positions from the first to the present one.
#[derive(Debug)]
pub(crate) struct Readable {
    now: AnyPosition,
    past: Vec<AnyPosition>,
}

impl Readable {
    pub(crate) const fn new(now: AnyPosition) -> Self {
        Self {
            now,
            past: Vec::new(),
        }
    }

    /// The side that orders its own turn now.
    fn side(&self) -> Option<Side> {
        match self.now.to_act() {
            ToAct::One(side) => (self.now.turn().side == side).then_some(side),
            ToAct::Secretly(_) | ToAct::Lots(_) | ToAct::Nobody(_) => None,
        }
    }

    fn apply(&mut self, order: &AnyOrder) -> bool {
        let Some(side) = self.side() else {
            return false;
        };
        let mut after = self.now.clone();
        if after.apply(side, order).is_err() {
            return false;
        }
        self.past.push(std::mem::replace(&mut self.now, after));
        true
    }
}

impl Walk for Readable {
    type Order = AnyOrder;
    type Key = Vec<u8>;

    fn key(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.now.write_canonical(&mut bytes);
        bytes
    }

    fn orders(&self) -> Vec<AnyOrder> {
        let Some(side) = self.side() else {
            return Vec::new();
        };
        let end = self.now.closing(side);
        let mut orders = self.now.legal_orders(side);
        orders.retain(|order| Some(order) != end.as_ref());
        orders
    }

    fn give(&mut self, order: &AnyOrder) -> bool {
        self.apply(order)
    }

    fn end(&mut self) -> bool {
        let end = self.side().and_then(|side| self.now.closing(side));
        end.is_some_and(|end| self.apply(&end))
    }

    fn back(&mut self) {
        if let Some(before) = self.past.pop() {
            self.now = before;
        }
    }

    fn winners(&self) -> Option<Sides> {
        self.now.outcome().map(rules::Outcome::winners)
    }

    fn balance(&self, side: Side) -> i32 {
        crate::material(&self.now, side)
    }

    fn any(order: &AnyOrder) -> AnyOrder {
        order.clone()
    }
}
