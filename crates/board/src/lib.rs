//! The geometry of boards: cells, boards of squares or hexes, and values laid out on cells.
//!
//! The crate knows the cells of a board, their neighbors and distances, and the cells on the straight line between two.
//! It is not rules, scenario or picture: the crate knows no units, terrain or sides, measures no points, does no input
//! or output, and counts in whole numbers only.
//!
//! Read first: [`Cell`], a name such as `c4`; [`Board`], which answers every question about cells; [`Grid`], a value
//! for each cell.
//!
//! ```
//! use board::{Board, Cell, Direction, Grid};
//!
//! let board = Board::hex(24, 16)?;
//! let (gun, target): (Cell, Cell) = ("c4".parse()?, "e5".parse()?);
//! assert_eq!(board.distance(gun, target), 2);
//! assert_eq!(board.step(gun, Direction::NorthEast), Some("d5".parse()?));
//!
//! // the line of fire runs between two hexes, and only both together block the line
//! let mut occupied = Grid::filled(board, false);
//! occupied["d4".parse()?] = true;
//! assert!(board.sees(gun, target, |cell| occupied[cell]));
//! occupied["d5".parse()?] = true;
//! assert!(!board.sees(gun, target, |cell| occupied[cell]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(clippy::float_arithmetic)]

mod cell;
mod direction;
mod distance;
mod edge;
mod grid;
mod line;

pub use cell::{Cell, CellError};
pub use direction::Direction;
pub use edge::Edge;
pub use grid::Grid;
pub use line::Passage;

/// The longest side a board may have, in cells. Rules: warlord 8.6.
pub const MAX_SIDE: u8 = 120;

/// The form of a board's cells, which decides their neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Squares, each with eight neighbors.
    Square,
    /// Hexes with a point upward, each with six neighbors. Every second rank, from the second on, lies half a hex
    /// farther to the right, so that left and right edge are ragged (Rules: wargame 2.1).
    Hex,
}

/// A board of `files` by `ranks` cells, all squares or all hexes.
///
/// Every rank has the same number of cells, on hexes too, and every board lies on itself after half a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    files: u8,
    ranks: u8,
}

/// A size that no board can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A side is empty or longer than [`MAX_SIDE`].
    #[error("a board has 1 to {MAX_SIDE} files and ranks, not {files} by {ranks}")]
    Size {
        /// The files asked for.
        files: usize,
        /// The ranks asked for.
        ranks: usize,
    },
    /// With an odd number of ranks of hexes, half a turn would not lay the ragged edges on each other.
    #[error(
        "a board of hexes has an even number of ranks, so that half a turn lays it on itself, not {ranks}"
    )]
    OddRanks {
        /// The ranks asked for.
        ranks: usize,
    },
}

impl Board {
    /// A board of squares, each side 1 to [`MAX_SIDE`] long.
    pub fn new(files: usize, ranks: usize) -> Result<Self, BoardError> {
        Self::of(Shape::Square, files, ranks)
    }

    /// A board of hexes, each side 1 to [`MAX_SIDE`] long, the number of ranks even.
    ///
    /// Rules: wargame 2.1 and W2-10.
    pub fn hex(files: usize, ranks: usize) -> Result<Self, BoardError> {
        Self::of(Shape::Hex, files, ranks)
    }

    /// A board of cells of that shape; the limits are those of [`Board::new`] and [`Board::hex`].
    pub fn of(shape: Shape, files: usize, ranks: usize) -> Result<Self, BoardError> {
        let side = |n: usize| u8::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
        match (shape, side(files), side(ranks)) {
            (Shape::Hex, Some(_), Some(odd)) if odd % 2 == 1 => Err(BoardError::OddRanks { ranks }),
            (_, Some(files), Some(ranks)) => Ok(Self {
                shape,
                files,
                ranks,
            }),
            _ => Err(BoardError::Size { files, ranks }),
        }
    }

    /// The form of the cells.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of files (columns).
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// The number of ranks (rows).
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The number of cells.
    pub const fn len(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Never true: a board has at least one cell.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The cell on that file and rank, both from 0; `None` off the board.
    pub const fn cell(&self, file: u8, rank: u8) -> Option<Cell> {
        let cell = Cell::new(file, rank);
        if self.contains(cell) {
            Some(cell)
        } else {
            None
        }
    }

    /// True if the cell lies on this board.
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.file() < self.files && cell.rank() < self.ranks
    }

    /// True if the rank, counted from 0, lies half a cell farther to the right than the nearest rank.
    ///
    /// Rules: wargame 2.1 (there ranks are counted from 1).
    pub const fn is_shifted(&self, rank: u8) -> bool {
        matches!(self.shape, Shape::Hex) && rank % 2 == 1
    }

    /// The cell whose name is `files` to the right and `ranks` up from the name of `from`, if the board has the cell.
    ///
    /// On hexes an offset leads different ways from different ranks; [`Board::step`] leads the same way from every
    /// rank.
    pub fn offset(&self, from: Cell, files: i8, ranks: i8) -> Option<Cell> {
        let cell = Cell::new(
            from.file().checked_add_signed(files)?,
            from.rank().checked_add_signed(ranks)?,
        );
        self.contains(cell).then_some(cell)
    }

    /// All cells, rank by rank from the near edge, each from the left.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| Cell::new(file, rank)))
    }

    /// The image of the cell after half a turn of the board.
    ///
    /// Rules: wargame 1.13 and 2.1.
    pub const fn half_turn(&self, cell: Cell) -> Cell {
        // right on hexes too: with an even number of ranks a shifted rank always changes places with one that is not
        Cell::new(self.files - 1 - cell.file(), self.ranks - 1 - cell.rank())
    }

    const fn index(&self, cell: Cell) -> usize {
        cell.rank() as usize * self.files as usize + cell.file() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_1_to_120_are_refused() {
        for shape in [Shape::Square, Shape::Hex] {
            for (files, ranks) in [(0, 4), (4, 0), (4, 122), (121, 4), (4, 121), (300, 0)] {
                let error = BoardError::Size { files, ranks };
                assert_eq!(Board::of(shape, files, ranks), Err(error));
            }
            let largest = Board::of(shape, 120, 120);
            assert_eq!(largest.map(|board| board.len()), Ok(14_400));
        }
        assert!(Board::new(1, 1).is_ok());
        assert!(Board::hex(1, 2).is_ok());
    }

    #[test]
    fn an_odd_number_of_ranks_of_hexes_is_refused() {
        let error = Board::hex(24, 15).map_err(|error| error.to_string());
        let text = "a board of hexes has an even number of ranks, so that half a turn lays it on itself, not 15";
        assert_eq!(error, Err(text.to_owned()));
    }

    #[test]
    fn every_second_rank_of_hexes_is_shifted() -> Result<(), BoardError> {
        let (squares, hexes) = (Board::new(3, 4)?, Board::hex(3, 4)?);
        assert!((0..4).all(|rank| !squares.is_shifted(rank)));
        let shifted = (0..4).map(|rank| hexes.is_shifted(rank));
        assert!(shifted.eq([false, true, false, true]));
        Ok(())
    }

    #[test]
    fn offsets_stay_on_the_board() -> Result<(), BoardError> {
        let board = Board::new(4, 3)?;
        assert_eq!(board.offset(Cell::new(3, 2), 1, 0), None);
        assert_eq!(board.offset(Cell::new(0, 0), 0, -1), None);
        assert_eq!(board.offset(Cell::new(1, 1), 2, -1), Some(Cell::new(3, 0)));
        Ok(())
    }

    #[test]
    fn a_half_turn_undoes_itself() -> Result<(), BoardError> {
        for board in [Board::new(5, 4)?, Board::hex(5, 4)?] {
            let back = |cell| board.half_turn(board.half_turn(cell));
            assert!(board.cells().all(|cell| back(cell) == cell));
            assert_eq!(board.half_turn(Cell::new(0, 0)), Cell::new(4, 3));
        }
        Ok(())
    }

    #[test]
    fn each_cell_has_a_value_of_its_own() -> Result<(), BoardError> {
        for board in [Board::new(5, 4)?, Board::hex(5, 4)?] {
            let mut names = Grid::filled(board, Cell::new(119, 119));
            for cell in board.cells() {
                names[cell] = cell;
            }
            assert!(names.iter().all(|(cell, name)| cell == *name));
            assert_eq!(names.iter().count(), board.len());
            assert_eq!(names.get(Cell::new(5, 0)), None);
            assert_eq!(names.get(Cell::new(0, 4)), None);
        }
        Ok(())
    }
}
