//! The search for every result of a unit's moves, and for the way to each that is written with the fewest cells, of
//! these the bytewise smallest.
//!
//! Ways grow breadth first, each by its next cells in the order of their names. Thus they come with the fewest cells
//! first and, of the same number, in the order of their texts. A way is dropped where an earlier one came to the same
//! state for no more points: the earlier way leads to every result of the later way, by a text that comes before.

use board::Cell;

use super::Position;
use super::moves::{Traveler, WINDOW, in_window};
use crate::wargame::{Company, Order, Path, Terrain, Unit};

/// The ways of coming to a cell that are told apart: by the direction where something follows behind, which stands where
/// the unit was last, and by the direction where the cell is a victim's, which must be left straight on.
const ENTRIES: usize = 16;
const OVER_VICTIM: u8 = 8;

/// The mark of no way in a table.
const NONE: u32 = u32::MAX;

pub(super) struct Search<'a> {
    position: &'a Position,
    ways: Vec<Way>,
    /// For each set of removed units the ways last found to each cell and entry.
    tables: Vec<Table>,
    /// The number of tables in use.
    used: usize,
    /// By terrain: what the unit pays for a cell.
    prices: [Option<u8>; Terrain::ALL.len()],
}

/// A way so far.
#[derive(Debug, Clone, Copy)]
struct Way {
    path: Path,
    spent: u8,
    /// The points that the leader that goes along has spent.
    company_spent: u8,
    /// The cell of the unit that goes along.
    behind: Option<Cell>,
    /// The direction in which a victim's cell was entered, while the unit is there.
    over: Option<u8>,
    /// The number of the table of the units removed.
    table: usize,
    /// The way found to the same state before.
    before: u32,
}

/// The ways on which some units were removed.
#[derive(Debug, Clone)]
struct Table {
    /// The cells cleared, in board order.
    cleared: Vec<Cell>,
    last: Vec<u32>,
    listed: Vec<bool>,
    /// The places written to in `last` and `listed`.
    written: Vec<usize>,
}

impl<'a> Search<'a> {
    pub(super) const fn new(position: &'a Position) -> Self {
        Self {
            position,
            ways: Vec::new(),
            tables: Vec::new(),
            used: 0,
            prices: [None; Terrain::ALL.len()],
        }
    }

    /// Lists a unit's moves with that company.
    pub(super) fn list(
        &mut self,
        unit: Unit,
        from: Cell,
        company: Company,
        orders: &mut Vec<Order>,
    ) {
        let position = self.position;
        let Ok(traveler) = position.traveler(unit, from, company) else {
            return;
        };
        if !position.keeps_to_road(&traveler, from) {
            return;
        }
        self.ways.clear();
        self.used = 0;
        self.prices = Terrain::ALL.map(|terrain| position.game.cost(unit.kind, terrain));
        let table = self.table(Vec::new());
        let behind = traveler.company.map(|(cell, _)| cell);
        let entry = behind.map_or(0, |behind| self.way_between(behind, from));
        let start = Way {
            path: Path::start(from),
            spent: 0,
            company_spent: 0,
            behind,
            over: None,
            table,
            before: NONE,
        };
        self.tables[table].put(in_window(from, from) * ENTRIES + usize::from(entry), 0);
        self.ways.push(start);
        let mut next = 0;
        while let Some(way) = self.ways.get(next).copied() {
            next += 1;
            self.go_on(&traveler, company, way, orders);
        }
    }

    /// Extends a way by every next cell.
    fn go_on(&mut self, traveler: &Traveler, company: Company, way: Way, orders: &mut Vec<Order>) {
        let position = self.position;
        let game = &position.game;
        let from = traveler.from;
        let cell = way.path.to();
        if way.path.cells().len() > usize::from(traveler.steps) {
            return;
        }
        let mut company_spent = way.company_spent;
        if let Some((_, leader)) = traveler.company.filter(|_| traveler.is_accompanied) {
            let price = game.cost(leader.kind, game.terrain[cell]);
            let spent = price.map(|price| price + company_spent);
            match spent.filter(|spent| *spent <= game.points(leader.kind)) {
                Some(spent) => company_spent = spent,
                None => return,
            }
        }
        let origin = traveler.company.map(|(cell, _)| cell);
        for step in position.ground.steps(cell) {
            let to = step.to;
            if way.over.is_some_and(|over| over != step.way)
                || way.behind == Some(to)
                || !position.keeps_to_road(traveler, to)
            {
                continue;
            }
            let Some(price) = self.prices[game.terrain[to] as usize] else {
                continue;
            };
            if way.spent + price > traveler.points {
                continue;
            }
            let is_left = to == from || origin == Some(to);
            let occupant = position.units[to]
                .filter(|_| !is_left && !self.tables[way.table].cleared.contains(&to));
            let mut next = Way {
                spent: way.spent + price,
                company_spent,
                behind: way.behind.map(|_| cell),
                over: None,
                ..way
            };
            let Some(enemy) = occupant else {
                if self.arrive(from, to, next, step.way) && (to != from || way.table > 0) {
                    next.path.push(to);
                    self.write(company, &next, step.way, way.table > 0, orders);
                }
                continue;
            };
            if enemy.side == traveler.unit.side || position.is_towed(to) {
                continue;
            }
            let kills = game.kills(traveler.unit.kind, enemy.kind, game.terrain[to]);
            if kills.is_none() {
                continue;
            }
            next.table = self.table_without(way.table, to);
            if kills.by_overrun() {
                next.over = Some(step.way);
                self.arrive(from, to, next, step.way);
            }
            if kills.by_assault() {
                next.path.push(to);
                self.write(company, &next, step.way, way.table > 0, orders);
            }
        }
    }

    /// Keeps a way that goes on to a cell, where it comes to a new state, or to a known one for fewer points than every way
    /// before.
    fn arrive(&mut self, from: Cell, to: Cell, mut way: Way, direction: u8) -> bool {
        let entry = match (way.over, way.behind) {
            (Some(over), _) => OVER_VICTIM + over,
            (None, Some(_)) => direction,
            (None, None) => 0,
        };
        let place = in_window(from, to) * ENTRIES + usize::from(entry);
        let last = self.tables[way.table].last[place];
        let mut known = last;
        while let Some(other) = self.ways.get(known as usize) {
            if other.spent <= way.spent && other.company_spent <= way.company_spent {
                return false;
            }
            known = other.before;
        }
        way.before = last;
        way.path.push(to);
        self.tables[way.table].put(place, self.ways.len() as u32);
        self.ways.push(way);
        true
    }

    /// Lists the move by a way unless a way before has the same result.
    fn write(
        &mut self,
        company: Company,
        way: &Way,
        direction: u8,
        has_overrun: bool,
        orders: &mut Vec<Order>,
    ) {
        let (from, to) = (way.path.from(), way.path.to());
        let entry = way.behind.map_or(0, |_| direction);
        let place = in_window(from, to) * ENTRIES + usize::from(entry);
        let table = &mut self.tables[way.table];
        if std::mem::replace(&mut table.listed[place], true) {
            return;
        }
        table.written.push(place);
        let path = if company == Company::Nobody && !has_overrun {
            Path::between(from, to)
        } else {
            way.path
        };
        orders.push(Order::Move { path, company });
    }

    /// The table of the units removed on a way and the one on a cell with the unit it tows.
    fn table_without(&mut self, table: usize, victim: Cell) -> usize {
        let mut cleared = self.tables[table].cleared.clone();
        cleared.push(victim);
        cleared.extend(self.position.towed_by(victim));
        cleared.sort_unstable();
        self.table(cleared)
    }

    /// The table of a set of cleared cells.
    fn table(&mut self, cleared: Vec<Cell>) -> usize {
        let mut tables = self.tables[..self.used].iter();
        if let Some(known) = tables.position(|table| table.cleared == cleared) {
            return known;
        }
        let number = self.used;
        self.used += 1;
        match self.tables.get_mut(number) {
            Some(table) => {
                table.cleared = cleared;
                for place in table.written.drain(..) {
                    (table.last[place], table.listed[place]) = (NONE, false);
                }
            }
            None => self.tables.push(Table {
                cleared,
                last: vec![NONE; WINDOW * ENTRIES],
                listed: vec![false; WINDOW * ENTRIES],
                written: Vec::new(),
            }),
        }
        number
    }

    /// The direction that leads from a cell to a neighbor.
    fn way_between(&self, from: Cell, to: Cell) -> u8 {
        let steps = self.position.ground.steps(from).iter();
        let found = steps.into_iter().find(|step| step.to == to);
        found.map_or(0, |step| step.way)
    }
}

impl Table {
    /// Notes the way last found to a place.
    fn put(&mut self, place: usize, way: u32) {
        self.last[place] = way;
        self.written.push(place);
    }
}
