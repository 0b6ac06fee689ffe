//! The search for every result of a unit's moves, and for the way to each that is written with the fewest cells, of
//! these the bytewise smallest.
//!
//! Ways grow breadth first, each by its next cells in the order of their names. Thus they come with the fewest cells
//! first and, of the same number, in the order of their texts. A way is dropped if an earlier one came to the same
//! state for no more points: the earlier way leads to every result of the later one, with a text that comes first.

use board::Cell;

use super::Position;
use super::moves::{Traveler, WINDOW, in_window};
use crate::wargame::neighbors::Step;
use crate::wargame::{Company, Order, Path, Terrain, Unit};

/// The different ways of coming to a cell. The direction matters if something follows behind, since it stands where the
/// unit was last, and if the cell is a victim's, since it must be left straight ahead.
const ENTRIES: usize = 16;
// above the eight directions, with room for eight more
const OVER_VICTIM: u8 = 8;

/// The mark of no way in a layer.
// no `Option`, which would double the memory that is cleared for every unit
const NONE: u32 = u32::MAX;

pub(super) struct Search<'a> {
    position: &'a Position,
    // kept with their paths, because the order that is listed must be the one with the fewest cells
    ways: Vec<Way>,
    /// For each set of removed units the ways last found to each cell and entry.
    layers: Vec<Layer>,
    /// The number of layers in use.
    used: usize,
    /// By terrain: what the unit pays for a cell.
    prices: [Option<u8>; Terrain::ALL.len()],
}

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
    /// The number of the layer of the units removed.
    layer: usize,
    /// The way found to the same state before.
    before: u32,
}

/// The ways on which some units were removed.
#[derive(Debug, Clone)]
struct Layer {
    /// The cells cleared, in board order.
    cleared: Vec<Cell>,
    last: Vec<u32>,
    listed: Vec<bool>,
    /// The places written to in `last` and `listed`: the next unit clears these, and not the `WINDOW * ENTRIES` places of
    /// the whole layer.
    written: Vec<usize>,
}

impl<'a> Search<'a> {
    pub(super) const fn new(position: &'a Position) -> Self {
        Self {
            position,
            ways: Vec::new(),
            layers: Vec::new(),
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
        // a tow that begins off the road is none (wargame 1.6)
        if !position.keeps_to_road(&traveler, from) {
            return;
        }
        self.ways.clear();
        // the layers stay allocated for the next unit
        self.used = 0;
        self.prices = Terrain::ALL.map(|terrain| position.game.cost(unit.kind, terrain));
        let layer = self.layer(Vec::new());
        let behind = traveler.company.map(|(cell, _)| cell);
        let entry = behind.map_or(0, |behind| self.way_between(behind, from));
        let start = Way {
            path: Path::start(from),
            spent: 0,
            company_spent: 0,
            behind,
            over: None,
            layer,
            before: NONE,
        };
        self.layers[layer].put(in_window(from, from) * ENTRIES + usize::from(entry), 0);
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
        // a gun's tow ends after two cells (wargame 1.6), which no price of the ground would tell
        if way.path.cells().len() > usize::from(traveler.steps) {
            return;
        }
        let mut company_spent = way.company_spent;
        // a leader that goes along comes to each cell that the unit leaves, and pays for it out of its own points
        if let Some((_, leader)) = traveler.company.filter(|_| traveler.is_accompanied) {
            let price = game.cost(leader.kind, game.terrain[cell]);
            let spent = price.map(|price| price + company_spent);
            match spent.filter(|spent| *spent <= game.points(leader.kind)) {
                Some(spent) => company_spent = spent,
                None => return,
            }
        }
        let origin = traveler.company.map(|(cell, _)| cell);
        for step in position.neighbors.steps(cell) {
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
            // the cells on which the unit and its company stood at first are free once they have gone
            let is_left = to == from || origin == Some(to);
            let occupant = position.units[to]
                .filter(|_| !is_left && !self.layers[way.layer].cleared.contains(&to));
            let spent = way.spent + price;
            let Some(enemy) = occupant else {
                let entry = way.behind.map_or(0, |_| step.way);
                let place = in_window(from, to) * ENTRIES + usize::from(entry);
                if self.is_cheaper(way.layer, place, [spent, company_spent]) {
                    let next = way.on_to(step, [spent, company_spent]);
                    self.keep(place, next);
                    // back at its start, a unit has made a move only if it removed something on the way
                    if to != from || way.layer > 0 {
                        self.write(company, &next, step.way, way.layer > 0, orders);
                    }
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
            let mut next = way.on_to(step, [spent, company_spent]);
            next.layer = self.layer_without(way.layer, to);
            // an assault ends the way, so nothing grows from it
            if kills.by_assault() {
                self.write(company, &next, step.way, way.layer > 0, orders);
            }
            // an overrun continues straight across: the victim's cell is not an end of the way but a separate state for
            // each direction
            if kills.by_overrun() {
                next.over = Some(step.way);
                let place = in_window(from, to) * ENTRIES + usize::from(OVER_VICTIM + step.way);
                if self.is_cheaper(next.layer, place, [spent, company_spent]) {
                    self.keep(place, next);
                }
            }
        }
    }

    /// True if a way comes to a new state, or to a known one for fewer points than every way before. The points of the
    /// unit and of the leader that goes along are compared separately: a way dearer for one and cheaper for the other
    /// may lead where no earlier way does.
    fn is_cheaper(&self, layer: usize, place: usize, [spent, company_spent]: [u8; 2]) -> bool {
        let mut known = self.layers[layer].last[place];
        // `NONE` lies beyond every list, so the walk back ends there
        while let Some(other) = self.ways.get(known as usize) {
            if other.spent <= spent && other.company_spent <= company_spent {
                return false;
            }
            known = other.before;
        }
        true
    }

    /// Keeps a way that comes to the state of a place.
    fn keep(&mut self, place: usize, mut way: Way) {
        let layer = &mut self.layers[way.layer];
        way.before = layer.last[place];
        layer.put(place, self.ways.len() as u32);
        self.ways.push(way);
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
        let layer = &mut self.layers[way.layer];
        if std::mem::replace(&mut layer.listed[place], true) {
            return;
        }
        layer.written.push(place);
        // an order without overruns and company names no cells between: any way will do that the points allow
        let path = if company == Company::Nobody && !has_overrun {
            Path::between(from, to)
        } else {
            way.path
        };
        orders.push(Order::Move { path, company });
    }

    /// The layer of the units removed on a way and the one on a cell with the unit it tows.
    fn layer_without(&mut self, layer: usize, victim: Cell) -> usize {
        let mut cleared = self.layers[layer].cleared.clone();
        cleared.push(victim);
        cleared.extend(self.position.towed_by(victim));
        cleared.sort_unstable();
        self.layer(cleared)
    }

    /// The layer of a set of cleared cells.
    fn layer(&mut self, cleared: Vec<Cell>) -> usize {
        // few enough to look through: a way removes two or three units at most
        let mut layers = self.layers[..self.used].iter();
        if let Some(known) = layers.position(|layer| layer.cleared == cleared) {
            return known;
        }
        let number = self.used;
        self.used += 1;
        match self.layers.get_mut(number) {
            Some(layer) => {
                layer.cleared = cleared;
                for place in layer.written.drain(..) {
                    (layer.last[place], layer.listed[place]) = (NONE, false);
                }
            }
            None => self.layers.push(Layer {
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
        let steps = self.position.neighbors.steps(from).iter();
        let found = steps.into_iter().find(|step| step.to == to);
        found.map_or(0, |step| step.way)
    }
}

impl Way {
    /// The way one step on, with the points spent by the unit and by the leader that goes along.
    fn on_to(&self, step: &Step, [spent, company_spent]: [u8; 2]) -> Self {
        let mut path = self.path;
        path.push(step.to);
        Self {
            path,
            spent,
            company_spent,
            behind: self.behind.map(|_| self.path.to()),
            over: None,
            layer: self.layer,
            before: NONE,
        }
    }
}

impl Layer {
    /// Notes the way last found to a place.
    fn put(&mut self, place: usize, way: u32) {
        self.last[place] = way;
        self.written.push(place);
    }
}
