use board::{Board, Cell};
use rules::warlord::Side;
use rules::warlord::{Position, Unit};

use crate::random::mix;

/// Every unit of a position and the cells it covers, kept up to date order by order.
#[derive(Debug, Clone)]
pub(super) struct Survey {
    board: Board,
    units: Vec<Placed>,
    /// For each cell, the place of its unit in `units` plus 1; 0 for an empty cell.
    places: Vec<u16>,
}

/// A unit and its cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) cell: Cell,
    pub(super) unit: Unit,
    /// The cells the unit could capture on if an enemy were there, as bits of the 7 by 7 cells around the unit.
    covers: u64,
}

/// The most files or ranks that a unit reaches.
const REACH: u8 = 3;
const WIDTH: u8 = 2 * REACH + 1;

impl Survey {
    pub(super) fn new(position: &Position) -> Self {
        let board = position.board();
        let mut survey = Self {
            board,
            units: Vec::new(),
            places: vec![0; board.len()],
        };
        for (cell, unit) in position.units() {
            survey.put(position, cell, unit);
        }
        survey
    }

    /// Updates the survey on the changed cells.
    pub(super) fn update(&mut self, position: &Position, changed: &[Cell]) {
        for &cell in changed {
            self.remove(cell);
        }
        for &cell in changed {
            if let Some(unit) = position.unit(cell) {
                self.put(position, cell, unit);
            }
        }
        for &cell in changed {
            for near in self.board.within(cell, REACH) {
                if let Some(place) = self.place(near) {
                    self.units[place].covers = covers(position, near);
                }
            }
        }
    }

    pub(super) fn units(&self) -> &[Placed] {
        &self.units
    }

    /// The places in [`Survey::units`] of all units on cells that `placed` covers.
    pub(super) fn covered_by(&self, placed: &Placed) -> impl Iterator<Item = usize> {
        let mut covers = placed.covers;
        let (file, rank) = (placed.cell.file(), placed.cell.rank());
        std::iter::from_fn(move || {
            while covers != 0 {
                let bit = covers.trailing_zeros() as u8;
                covers &= covers - 1;
                let cell = Cell::new(file + bit % WIDTH - REACH, rank + bit / WIDTH - REACH);
                if let Some(place) = self.place(cell) {
                    return Some(place);
                }
            }
            None
        })
    }

    /// Units of `side` and the enemy leaders that they would reach on an empty board.
    pub(super) fn hunters(&self, side: Side) -> Vec<(Cell, Cell)> {
        let mut pairs = Vec::new();
        for prey in &self.units {
            if prey.unit.side == side || !prey.unit.kind.is_leader() {
                continue;
            }
            for near in self.board.within(prey.cell, REACH) {
                if let Some(place) = self.place(near)
                    && self.units[place].unit.side == side
                {
                    pairs.push((near, prey.cell));
                }
            }
        }
        pairs
    }

    /// A number that is equal for the same units on the same cells.
    pub(super) fn key(&self) -> u64 {
        self.units.iter().fold(0, |key, placed| {
            key ^ mix(u64::from(placed.cell.file()) << 24
                | u64::from(placed.cell.rank()) << 16
                | (placed.unit.kind as u64) << 8
                | (placed.unit.side as u64) << 1
                | 1)
        })
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.rank()) * usize::from(self.board.files()) + usize::from(cell.file())
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        usize::from(self.places[self.index(cell)]).checked_sub(1)
    }

    fn put(&mut self, position: &Position, cell: Cell, unit: Unit) {
        self.units.push(Placed {
            cell,
            unit,
            covers: covers(position, cell),
        });
        let index = self.index(cell);
        // A board has at most 14,400 cells.
        self.places[index] = self.units.len() as u16;
    }

    fn remove(&mut self, cell: Cell) {
        if let Some(place) = self.place(cell) {
            let index = self.index(cell);
            self.places[index] = 0;
            self.units.swap_remove(place);
            if let Some(moved) = self.units.get(place) {
                let index = self.index(moved.cell);
                self.places[index] = place as u16 + 1;
            }
        }
    }
}

fn covers(position: &Position, cell: Cell) -> u64 {
    let mut bits = 0;
    position.covered(cell, |covered| {
        let file = covered.file() + REACH - cell.file();
        let rank = covered.rank() + REACH - cell.rank();
        bits |= 1 << (rank * WIDTH + file);
    });
    bits
}
