//! The list of legal orders. Rules: wargame 1.4, 2.3.

use board::Cell;

use super::moves::LEAP;
use super::search::Search;
use super::{Phase, Position};
use crate::wargame::neighbors::name_key;
use crate::wargame::{Company, Kind, Order, Ruleset, Unit};

impl Position {
    /// The orders of every unit in board order, then the end of the turn.
    pub(super) fn list_orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        self.list_units(&self.able(), |_, listed| orders.append(listed));
        // last, as every family lists the order that closes a turn: random play relies on it
        orders.push(Order::End);
        orders
    }

    /// The legal orders of the unit on that cell, in a fixed order.
    pub fn legal_orders_from(&self, cell: Cell) -> Vec<Order> {
        let mut orders = Vec::new();
        // one check for the unit and its leaders; the ways themselves are legal by the search
        if self.phase == Phase::Playing
            && self.check_actor(cell).is_ok()
            && self.check_order(cell).is_ok()
        {
            self.list_units(&[cell], |_, listed| orders.append(listed));
        }
        orders
    }

    /// Passes the legal orders of each of those units, which must be among [`Position::able`], to `take`, in a fixed
    /// order.
    pub fn list_units(&self, units: &[Cell], mut take: impl FnMut(Cell, &mut Vec<Order>)) {
        let commanded = self.in_command(self.side);
        // one search and one list for all units, so that their memory is allocated once
        let mut search = Search::new(self);
        let mut orders = Vec::new();
        for &cell in units {
            self.list_unit(cell, &commanded, &mut search, &mut orders);
            take(cell, &mut orders);
            orders.clear();
        }
    }

    /// The orders of a unit that may act.
    fn list_unit<'a>(
        &'a self,
        cell: Cell,
        commanded: &[Cell],
        search: &mut Search<'a>,
        orders: &mut Vec<Order>,
    ) {
        let Some(unit) = self.units[cell] else { return };
        search.list(unit, cell, Company::Nobody, orders);
        // in the order of the neighbors' names, as the list of orders wants it
        for step in self.neighbors.steps(cell) {
            if let Some(company) = self.company(unit, step.to, commanded) {
                search.list(unit, cell, company, orders);
            }
        }
        let is_rifle = self.fires_rifles(unit);
        orders.extend(self.targets(cell, unit).map(|at| match is_rifle {
            true => Order::Rifle { from: cell, at },
            false => Order::Fire { from: cell, at },
        }));
        if unit.kind == Kind::Paratroops {
            if self.is_prepared(cell) {
                self.list_leaps(cell, unit, orders);
            } else {
                orders.push(Order::Prepare(cell));
            }
        }
    }

    /// How the unit on a neighbor cell can take part in a move, if it can.
    fn company(&self, unit: Unit, beside: Cell, commanded: &[Cell]) -> Option<Company> {
        let other = self.units[beside]?;
        // Rules: wargame 1.6: neither has acted or moved in this turn
        if other.side != unit.side || self.has_acted(beside) {
            return None;
        }
        match self.game.ruleset {
            Ruleset::One => unit.kind.tows(other.kind).then_some(Company::Towed(beside)),
            Ruleset::Two => {
                let goes_along = other.kind.is_leader()
                    // Rules: wargame 2.3: only combat units are accompanied, by a leader in command
                    && !unit.kind.is_leader()
                    && commanded.binary_search(&beside).is_ok()
                    && self.progress.givers.is_open(beside);
                goes_along.then_some(Company::Leader(beside))
            }
        }
    }

    fn list_leaps(&self, from: Cell, unit: Unit, orders: &mut Vec<Order>) {
        let board = self.board();
        let landings: Vec<Cell> = board
            .within(from, *LEAP.end())
            .filter(|to| self.check_leap(unit, from, *to, None).is_ok())
            .collect();
        let mut moved = Vec::new();
        for to in &landings {
            for step in self.neighbors.steps(*to) {
                let on = step.to;
                // a cell that the leap itself reaches needs no step after it
                if landings.binary_search(&on).is_err()
                    && self.check_leap(unit, from, *to, Some(on)).is_ok()
                {
                    moved.push((on, name_key(*to), *to));
                }
            }
        }
        moved.sort_unstable();
        // one order for one result: of several landings next to a cell the first by name is kept
        moved.dedup_by_key(|(on, ..)| *on);
        let on = None;
        orders.extend(landings.into_iter().map(|to| Order::Leap { from, to, on }));
        orders.extend(moved.into_iter().map(|(on, _, to)| Order::Leap {
            from,
            to,
            on: Some(on),
        }));
    }
}
