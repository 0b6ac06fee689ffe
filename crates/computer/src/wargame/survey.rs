use board::{Board, Cell};
use rules::wargame::{Position, Side, Unit};

use super::attacks::{self, Attacks, Window, is_near};
use crate::random::mix;

/// Every unit of a position and the enemies it could kill, kept up to date order by order.
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
    pub(super) attacks: Attacks,
}

impl Survey {
    pub(super) fn new(position: &Position) -> Self {
        let board = position.board();
        let mut survey = Self {
            board,
            units: Vec::new(),
            places: vec![0; board.len()],
        };
        for (cell, unit) in position.units() {
            survey.put(cell, unit);
        }
        for place in 0..survey.units.len() {
            survey.look(position, place);
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
                self.put(cell, unit);
            }
        }
        for place in 0..self.units.len() {
            let placed = &self.units[place];
            let reach = attacks::reach(position.game(), placed.unit.kind);
            if changed
                .iter()
                .any(|cell| is_near(*cell, placed.cell, reach))
            {
                self.look(position, place);
            }
        }
    }

    /// Looks at the attacks of a unit again.
    fn look(&mut self, position: &Position, place: usize) {
        let Placed { cell, unit, .. } = self.units[place];
        let reach = attacks::reach(position.game(), unit.kind);
        let mut prey = Window::default();
        for other in &self.units {
            if other.unit.side != unit.side && is_near(other.cell, cell, reach) {
                prey.add(cell, other.cell);
            }
        }
        self.units[place].attacks = if prey.is_empty() {
            Attacks::default()
        } else {
            Attacks::of(position, cell, unit, prey)
        };
    }

    pub(super) fn units(&self) -> &[Placed] {
        &self.units
    }

    /// The place in [`Survey::units`] of the unit on a cell.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        usize::from(self.places[self.index(cell)]).checked_sub(1)
    }

    /// Units of `side`, each with an enemy it could kill.
    pub(super) fn hunted(&self, side: Side) -> Vec<(Cell, Cell)> {
        let own = self.units.iter().filter(|placed| placed.unit.side == side);
        let pairs = own.flat_map(|placed| {
            let Attacks { fire, charge } = placed.attacks;
            let prey = fire.cells(placed.cell).chain(charge.cells(placed.cell));
            prey.map(|prey| (placed.cell, prey))
        });
        pairs.collect()
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

    fn put(&mut self, cell: Cell, unit: Unit) {
        self.units.push(Placed {
            cell,
            unit,
            attacks: Attacks::default(),
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
