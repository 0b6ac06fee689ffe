//! The deeds of a chosen unit: each cell that a click may name, with the order that the click means there.

use std::collections::{BTreeSet, VecDeque};

use board::Cell;
pub use picture::wargame::DeedKind;
use rules::wargame::{Company, Order, Path, Position, Ruleset, Side};

/// A deed of the chosen unit at a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    pub kind: DeedKind,
    /// The cell that a click names.
    pub cell: Cell,
    pub order: Order,
}

/// A move under way: the unit, the way led so far, and the unit that goes along.
#[derive(Debug, Clone, Copy)]
pub struct Lead<'a> {
    pub from: Cell,
    /// The cells from the chosen unit on, as far as they are led; empty if nothing is led yet.
    pub way: &'a [Cell],
    /// The cell of the unit that goes along.
    pub along: Option<Cell>,
}

impl Lead<'_> {
    /// The unit that goes along, as an order says it.
    pub fn company(&self, position: &Position) -> Company {
        match (self.along, position.game().ruleset) {
            (None, _) => Company::Nobody,
            // only the first rules have towing, and only the second let a leader come along
            (Some(cell), Ruleset::One) => Company::Towed(cell),
            (Some(cell), Ruleset::Two) => Company::Leader(cell),
        }
    }

    /// The order that ends the move at the end of the way; `None` if no move is led.
    pub fn order(&self, position: &Position) -> Option<Order> {
        let path = Path::new(self.way)?;
        let company = self.company(position);
        Some(Order::Move { path, company })
    }

    /// All deeds, at most one of a kind at a cell.
    pub fn deeds(&self, position: &Position) -> Vec<Deed> {
        let mut deeds = if self.way.is_empty() {
            self.listed(position)
        } else {
            self.led(position)
        };
        // of several ways to one deed, the one with the fewest cells is kept: it sorts first
        deeds.sort_by_key(|deed| (deed.cell, deed.kind, self.cells(&deed.order)));
        deeds.dedup_by_key(|deed| (deed.cell, deed.kind));
        deeds
    }

    /// The deeds at one cell, in the order of their kinds.
    pub fn deeds_at(&self, position: &Position, cell: Cell) -> Vec<Deed> {
        let mut deeds = self.deeds(position);
        deeds.retain(|deed| deed.cell == cell);
        deeds
    }

    fn cells(&self, order: &Order) -> usize {
        // only moves have several ways to one cell; a leap with a step after it yields to one that lands there
        match order {
            Order::Move { path, .. } => path.cells().len(),
            Order::Leap { on: Some(_), .. } => 1,
            _ => 0,
        }
    }

    /// The deeds by the legal orders, before anything is led.
    fn listed(&self, position: &Position) -> Vec<Deed> {
        let company = self.company(position);
        let fits = |order: &Order| match order {
            Order::Move { company: with, .. } => *with == company,
            // a unit that takes another one along can only move
            _ => company == Company::Nobody,
        };
        let orders = position.legal_orders_from(self.from).into_iter();
        let orders = orders.filter(fits);
        orders.flat_map(|order| deeds(position, order, 1)).collect()
    }

    /// The deeds beyond the way led so far.
    fn led(&self, position: &Position) -> Vec<Deed> {
        let company = self.company(position);
        let paths = self.onward(position).into_iter();
        let orders = paths.map(|path| Order::Move { path, company });
        let led = self.way.len();
        orders
            .flat_map(|order| deeds(position, order, led))
            .collect()
    }

    /// Legal paths that continue the way led so far, the shortest first.
    pub fn onward(&self, position: &Position) -> Vec<Path> {
        let company = self.company(position);
        let side = position.side();
        let board = position.board();
        // the rules judge every candidate as a whole move: entering, costs, towing and overruns are said nowhere else
        let legal = |cells: &[Cell]| {
            let path = Path::new(cells)?;
            let order = Order::Move { path, company };
            position.check(side, &order).is_ok().then_some(path)
        };
        let mut found = Vec::new();
        let mut known = BTreeSet::new();
        let mut waiting = VecDeque::from([self.way.to_vec()]);
        while let Some(cells) = waiting.pop_front() {
            let Some(end) = cells.last().copied() else {
                break;
            };
            for next in board.neighbors(end) {
                let mut cells = cells.clone();
                let mut before = end;
                let mut cell = next;
                // straight over enemies, as far as they stand in a line
                while stands(position, &cells, side.opponent(), cell) {
                    cells.push(cell);
                    found.extend(legal(&cells));
                    let direction = board.direction(before, cell);
                    let beyond = direction.and_then(|direction| board.step(cell, direction));
                    // no order holds a longer path
                    let Some(beyond) = beyond.filter(|_| cells.len() < Path::MOST) else {
                        break;
                    };
                    (before, cell) = (cell, beyond);
                }
                // the line ended on the last enemy, without a cell beyond to stop on
                if cells.last() == Some(&cell) {
                    continue;
                }
                cells.push(cell);
                // the search is breadth first, so the first way to a cell is the shortest; a way over other numbers of
                // enemies is another deed
                let fallen = cells.iter().filter(|cell| position.unit(**cell).is_some());
                if let Some(path) = legal(&cells)
                    && known.insert((cell, fallen.count()))
                {
                    found.push(path);
                    waiting.push_back(cells);
                }
            }
        }
        found
    }
}

/// True if a unit of a side stands on a cell that was not entered before.
fn stands(position: &Position, entered: &[Cell], side: Side, cell: Cell) -> bool {
    let unit = position.unit(cell);
    unit.is_some_and(|unit| unit.side == side) && !entered.contains(&cell)
}

/// The deeds of an order beyond the cells of its path that are led already.
fn deeds(position: &Position, order: Order, led: usize) -> impl Iterator<Item = Deed> {
    let deeds = picture::wargame::deeds(position, &order, led).into_iter();
    deeds.map(move |(cell, kind)| Deed {
        kind,
        cell,
        order: order.clone(),
    })
}

/// The cells of the units that can go along with the unit on a cell.
pub fn companions(position: &Position, from: Cell) -> BTreeSet<Cell> {
    let orders = position.legal_orders_from(from);
    let companies = orders.iter().filter_map(|order| match order {
        Order::Move { company, .. } => Some(*company),
        _ => None,
    });
    companies.filter_map(cell_of).collect()
}

/// The cell of the unit that goes along.
pub const fn cell_of(company: Company) -> Option<Cell> {
    match company {
        Company::Nobody => None,
        Company::Towed(cell) | Company::Leader(cell) => Some(cell),
    }
}
