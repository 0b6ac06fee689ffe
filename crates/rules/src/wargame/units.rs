//! The units on the board.

use std::ops::Index;

use board::{Cell, Grid};

use super::{Kind, Side, Unit};

/// The unit of each cell, and again as a list for each side, so that nobody has to walk the whole board for an army.
#[derive(Debug)]
pub(super) struct Units {
    on: Grid<Option<Unit>>,
    /// By side: its units in board order, so that lists made from them are the same on every machine.
    armies: [Vec<(Cell, Kind)>; 2],
}

impl Units {
    pub(super) fn new(on: Grid<Option<Unit>>) -> Self {
        let armies = Side::BOTH.map(|side| {
            let units = on.iter().filter_map(|(cell, unit)| Some((cell, (*unit)?)));
            let own = units.filter(|(_, unit)| unit.side == side);
            own.map(|(cell, unit)| (cell, unit.kind)).collect()
        });
        Self { on, armies }
    }

    /// The unit on a cell; none for a cell off the board.
    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Option<Unit> {
        self.on.get(cell).copied().flatten()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, Unit)> {
        let units = self.on.iter();
        units.filter_map(|(cell, unit)| Some((cell, (*unit)?)))
    }

    /// The units of a side, in board order.
    pub(super) fn army(&self, side: Side) -> &[(Cell, Kind)] {
        &self.armies[side.index()]
    }

    pub(super) fn put(&mut self, cell: Cell, unit: Unit) {
        // a unit put on another would vanish from the grid and stay on its army's list
        debug_assert_eq!(self.on[cell], None, "{cell} is empty");
        self.on[cell] = Some(unit);
        let army = &mut self.armies[unit.side.index()];
        let place = army.partition_point(|(other, _)| *other < cell);
        army.insert(place, (cell, unit.kind));
    }

    /// Removes and returns the unit on a cell.
    pub(super) fn take(&mut self, cell: Cell) -> Option<Unit> {
        let unit = self.on[cell].take()?;
        let army = &mut self.armies[unit.side.index()];
        if let Ok(place) = army.binary_search_by_key(&cell, |(other, _)| *other) {
            army.remove(place);
        }
        Some(unit)
    }
}

impl Clone for Units {
    fn clone(&self) -> Self {
        Self {
            on: self.on.clone(),
            armies: self.armies.clone(),
        }
    }

    // into memory already there: the computer copies a position for every order it tries, and a derived `clone_from`
    // would allocate
    fn clone_from(&mut self, source: &Self) {
        self.on.clone_from(&source.on);
        self.armies.clone_from(&source.armies);
    }
}

impl Index<Cell> for Units {
    type Output = Option<Unit>;

    /// # Panics
    /// Panics for a cell off the board.
    #[inline]
    fn index(&self, cell: Cell) -> &Self::Output {
        &self.on[cell]
    }
}
