//! The list of legal orders. Rules: wargame 1.4, 2.3.

use board::Cell;

use super::Position;
use crate::wargame::{Company, Order, Path};

impl Position {
    /// The orders of every unit in board order, then the end of the turn.
    pub(super) fn list_orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        for cell in self.able() {
            self.list_unit(cell, &mut orders);
        }
        orders.push(Order::End);
        orders
    }

    /// The legal orders of the unit on that cell, in a fixed order.
    pub fn legal_orders_from(&self, cell: Cell) -> Vec<Order> {
        let mut orders = Vec::new();
        if self.stage == super::Stage::Playing && self.check_actor(cell).is_ok() {
            self.list_unit(cell, &mut orders);
        }
        orders
    }

    fn list_unit(&self, cell: Cell, orders: &mut Vec<Order>) {
        let Some(unit) = self.units[cell] else { return };
        for (to, _) in self.reach(cell) {
            orders.push(Order::Move {
                path: Path::between(cell, to),
                company: Company::Nobody,
            });
        }
        for at in self.targets(cell, unit) {
            orders.push(if self.fires_rifles(unit) {
                Order::Rifle { from: cell, at }
            } else {
                Order::Fire { from: cell, at }
            });
        }
    }
}
