//! A value for every cell of a board.

use std::ops::{Index, IndexMut};

use crate::{Board, Cell};

/// A value for each cell of a board.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    board: Board,
    values: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid with `value` on every cell.
    pub fn filled(board: Board, value: T) -> Self {
        Self {
            board,
            values: vec![value; board.len()],
        }
    }
}

impl<T: Clone> Clone for Grid<T> {
    fn clone(&self) -> Self {
        Self {
            board: self.board,
            values: self.values.clone(),
        }
    }

    // the derived one would allocate again; the searches copy positions into memory they already have
    fn clone_from(&mut self, source: &Self) {
        self.board = source.board;
        self.values.clone_from(&source.values);
    }
}

impl<T> Grid<T> {
    /// The board of the grid.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The value on a cell; `None` for a cell off the board.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.board
            .contains(cell)
            .then(|| &self.values[self.board.index(cell)])
    }

    /// Cells and values, rank by rank from the near edge.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.board.cells().zip(&self.values)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    /// # Panics
    /// Panics for a cell off the board.
    fn index(&self, cell: Cell) -> &T {
        assert!(self.board.contains(cell), "{cell} is not on this board");
        &self.values[self.board.index(cell)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.board.contains(cell), "{cell} is not on this board");
        &mut self.values[self.board.index(cell)]
    }
}
