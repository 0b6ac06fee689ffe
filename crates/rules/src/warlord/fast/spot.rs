//! Spots: the cells of every board in one guarded grid.

use std::fmt;

use board::Cell;

/// Columns and rows left free below and to the left of the board, so that every window lies inside the grid.
const GUARD: u16 = 3;

/// Columns of the grid: the longest board and a guard on either side, 126, rounded up to a power of two, so that shifts
/// separate file and rank.
const COLUMNS: u16 = 128;

/// Cells of the grid: an upper bound of [`Spot::index`].
pub const SPOTS: usize = 1 << 14;

/// The distance of the lower left corner of a window from its center.
const TO_CORNER: u16 = GUARD * COLUMNS + GUARD;

/// The lowest column of a block or window.
const FILE: u64 = 0x0101_0101_0101_0101;

/// A cell of the board as a place in a guarded grid 128 wide, whatever the board's size.
///
/// Spots of one board are ordered as its cells are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(u16);

/// The lower left corner of a window.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    /// The block of the lower left corner.
    pub(super) block: usize,
    /// The corner's column in that block.
    pub(super) column: u32,
    /// Its row, times 8.
    pub(super) row: u32,
    /// The columns of the first block that belong to the window, after the shift to its left edge.
    pub(super) near: u64,
}

impl Spot {
    /// The spot of a cell.
    pub const fn new(cell: Cell) -> Self {
        Self((cell.rank() as u16 + GUARD) << 7 | (cell.file() as u16 + GUARD))
    }

    /// The cell of a spot.
    pub const fn cell(self) -> Cell {
        Cell::new(
            ((self.0 & 127) - GUARD) as u8,
            ((self.0 >> 7) - GUARD) as u8,
        )
    }

    /// Its place in tables of `SPOTS` entries. The mask changes nothing, but it lets the compiler leave the bounds
    /// check out of every look-up.
    pub const fn index(self) -> usize {
        self.0 as usize & (SPOTS - 1)
    }

    /// The 8x8 block it lies in, and its bit there.
    pub(super) const fn block_and_bit(self) -> (usize, u64) {
        (self.block(), 1 << ((self.0 >> 7 & 7) << 3 | self.0 & 7))
    }

    /// The corner of the window round it.
    pub(super) const fn corner(self) -> Corner {
        // no spot of a board lies below the guard; the release profile checks sums for overflow, and here the check would
        // never fire and cost every window
        let corner = Self(self.0.wrapping_sub(TO_CORNER));
        let column = (corner.0 & 7) as u32;
        Corner {
            block: corner.block(),
            column,
            row: (corner.0 >> 7 & 7) as u32 * 8,
            near: FILE.wrapping_mul(0xff >> column),
        }
    }

    /// The spot of a bit of the window round this one: bit 27 is this spot itself; the next file is one bit higher, the
    /// next rank eight bits higher.
    pub const fn in_window(self, bit: u32) -> Self {
        let (row, column) = (bit as u16 >> 3, bit as u16 & 7);
        // as in `corner`: the sum never leaves the grid, and an overflow check would cost time in every window
        Self(
            self.0
                .wrapping_sub(TO_CORNER)
                .wrapping_add(row << 7 | column),
        )
    }

    /// The bit of another spot in the window round this one; `None` beyond the window.
    pub const fn bit_of(self, other: Self) -> Option<u32> {
        let column = (other.0 & 127) as i32 - (self.0 & 127) as i32 + GUARD as i32;
        let row = (other.0 >> 7) as i32 - (self.0 >> 7) as i32 + GUARD as i32;
        if column < 0 || column > 6 || row < 0 || row > 6 {
            return None;
        }
        Some((row << 3 | column) as u32)
    }

    const fn block(self) -> usize {
        (self.0 >> 10 & 15) as usize * 16 + (self.0 >> 3 & 15) as usize
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.cell(), f)
    }
}

#[cfg(test)]
mod tests {
    use board::MAX_SIDE;

    use super::*;

    #[test]
    fn every_cell_has_its_own_spot_in_board_order() {
        let spots: Vec<Spot> = (0..MAX_SIDE)
            .flat_map(|rank| (0..MAX_SIDE).map(move |file| Cell::new(file, rank)))
            .map(|cell| {
                assert_eq!(Spot::new(cell).cell(), cell);
                Spot::new(cell)
            })
            .collect();
        assert!(spots.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_middle_of_a_window_is_its_center() {
        let spot = Spot::new(Cell::new(8, 119));
        assert_eq!(spot.in_window(27), spot);
        assert_eq!(spot.in_window(0).cell(), Cell::new(5, 116));
        assert_eq!(spot.in_window(9).cell(), Cell::new(6, 117));
    }
}
