//! Where things can stand: cells, square boards and values laid out on them.
//!
//! It knows nothing of units, sides or rules, does no input or output, and counts in whole numbers only.
//! Read first: [`Cell`], [`Board`], [`Grid`].

#![deny(clippy::float_arithmetic)]

mod cell;
mod grid;

pub use cell::{Cell, CellError};
pub use grid::Grid;

/// The longest side a board may have, in cells.
pub const MAX_SIDE: u8 = 120;

/// A square board of `files` by `ranks` cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    files: u8,
    ranks: u8,
}

/// A size no board can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a board has 1 to {MAX_SIDE} files and ranks, not {files} by {ranks}")]
pub struct BoardError {
    /// Files asked for.
    pub files: usize,
    /// Ranks asked for.
    pub ranks: usize,
}

impl Board {
    /// A board of that size, each side 1 to [`MAX_SIDE`].
    pub fn new(files: usize, ranks: usize) -> Result<Self, BoardError> {
        let side = |n: usize| u8::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
        match (side(files), side(ranks)) {
            (Some(files), Some(ranks)) => Ok(Self { files, ranks }),
            _ => Err(BoardError { files, ranks }),
        }
    }

    /// Number of files (columns).
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks (rows).
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Number of cells.
    pub const fn len(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Never true: a board has at least one cell.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Whether the cell lies on this board.
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.file() < self.files && cell.rank() < self.ranks
    }

    /// The cell `files` to the right and `ranks` up from `from`, if the board has it.
    pub fn offset(&self, from: Cell, files: i8, ranks: i8) -> Option<Cell> {
        let cell = Cell::new(
            from.file().checked_add_signed(files)?,
            from.rank().checked_add_signed(ranks)?,
        );
        self.contains(cell).then_some(cell)
    }

    /// All cells, rank by rank from White's edge, each from the left.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| Cell::new(file, rank)))
    }

    /// The cells within `distance` king-steps of `center`, rank by rank, `center` included.
    pub fn within(&self, center: Cell, distance: u8) -> impl Iterator<Item = Cell> + use<> {
        let ranks = center.rank().saturating_sub(distance)
            ..=center.rank().saturating_add(distance).min(self.ranks - 1);
        let (left, right) = (
            center.file().saturating_sub(distance),
            center.file().saturating_add(distance).min(self.files - 1),
        );
        ranks.flat_map(move |rank| (left..=right).map(move |file| Cell::new(file, rank)))
    }

    /// The cell's place after the board is turned by half a turn.
    pub const fn half_turn(&self, cell: Cell) -> Cell {
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
        assert!(Board::new(0, 4).is_err());
        assert!(Board::new(4, 121).is_err());
        assert_eq!(Board::new(120, 120).map(|board| board.len()), Ok(14_400));
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
    fn cells_within_two_of_a_corner_are_nine() -> Result<(), BoardError> {
        let board = Board::new(8, 8)?;
        assert_eq!(board.within(Cell::new(0, 0), 2).count(), 9);
        assert_eq!(board.within(Cell::new(4, 4), 2).count(), 25);
        assert!(
            board
                .within(Cell::new(7, 1), 2)
                .all(|cell| cell.distance(Cell::new(7, 1)) <= 2)
        );
        Ok(())
    }

    #[test]
    fn a_half_turn_undoes_itself() -> Result<(), BoardError> {
        let board = Board::new(5, 4)?;
        assert!(
            board
                .cells()
                .all(|cell| board.half_turn(board.half_turn(cell)) == cell)
        );
        assert_eq!(board.half_turn(Cell::new(0, 0)), Cell::new(4, 3));
        Ok(())
    }
}
