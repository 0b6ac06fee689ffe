//! Planes: a bit for every spot, and the windows cut from them.

use super::spot::{Corner, Spot};

/// Blocks in the guarded grid: 16 by 16.
const BLOCKS: usize = 256;

/// A bit for every spot, in blocks of 8x8, so that the neighborhood of any spot is cut from four words.
///
/// A *window* is the 7x7 neighborhood of a spot as one word: a row is a byte, the lowest first; a column is a bit of
/// each byte, the left one first; the center is bit 27. Its eighth row and column hold what lies beyond and must be
/// masked off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plane(Box<[u64; BLOCKS]>);

impl Plane {
    pub(super) fn empty() -> Self {
        Self(Box::new([0; BLOCKS]))
    }

    /// A plane with every bit set, also beyond the board.
    pub(super) fn full() -> Self {
        Self(Box::new([u64::MAX; BLOCKS]))
    }

    #[inline]
    pub(super) fn has(&self, spot: Spot) -> bool {
        let (block, bit) = spot.block_and_bit();
        self.0[block] & bit != 0
    }

    #[inline]
    pub(super) fn set(&mut self, spot: Spot) {
        let (block, bit) = spot.block_and_bit();
        self.0[block] |= bit;
    }

    #[inline]
    pub(super) fn clear(&mut self, spot: Spot) {
        let (block, bit) = spot.block_and_bit();
        self.0[block] &= !bit;
    }

    /// Turns over the bits of two different spots: a unit going from one to the other, or back.
    #[inline]
    pub(super) fn flip(&mut self, one: (usize, u64), other: (usize, u64)) {
        self.0[one.0 & (BLOCKS - 1)] ^= one.1;
        self.0[other.0 & (BLOCKS - 1)] ^= other.1;
    }

    /// The window that begins at a corner. As in [`Spot::index`], the masks only spare the checks of bounds.
    #[inline]
    pub(super) fn window(&self, corner: Corner) -> u64 {
        window(corner, |block| self.0[block & (BLOCKS - 1)])
    }

    /// The window of the bits that are set in this plane or the other one.
    #[inline]
    pub(super) fn window_of_both(&self, other: &Self, corner: Corner) -> u64 {
        window(corner, |block| {
            self.0[block & (BLOCKS - 1)] | other.0[block & (BLOCKS - 1)]
        })
    }
}

/// The window that begins at a corner, of a plane of those blocks.
#[inline(always)]
fn window(corner: Corner, block_at: impl Fn(usize) -> u64) -> u64 {
    let Corner {
        block,
        column,
        row,
        near,
    } = corner;
    // A window reaches over two blocks in each direction at most. Two neighbors in a row, shifted so that the window's first
    // column comes first in each byte, make a strip of eight columns: `near` has the columns that the left one gives.
    // Two strips, shifted by rows, make the window.
    let strip = |block: usize| {
        let left = block_at(block) >> (column & 7);
        let right = block_at(block + 1) << (8 - (column & 7));
        left & near | right & !near
    };
    // the second shift is made in two steps, since a shift by all 64 bits of a word would not clear it
    strip(block) >> (row & 56) | strip(block + 16) << (56 - (row & 56)) << 8
}

#[cfg(test)]
mod tests {
    use board::{Board, BoardError};

    use super::*;

    #[test]
    fn a_window_shows_each_set_spot_in_its_place_and_no_other() -> Result<(), BoardError> {
        let board = Board::new(120, 120)?;
        let mut plane = Plane::empty();
        let is_set = |file: u8, rank: u8| (u32::from(file) * 7 + u32::from(rank) * 11) % 5 < 2;
        for cell in board.cells() {
            if is_set(cell.file(), cell.rank()) {
                plane.set(Spot::new(cell));
            }
        }
        for cell in board.cells() {
            let window = plane.window(Spot::new(cell).corner());
            for bit in (0..64).filter(|bit| bit % 8 < 7 && bit / 8 < 7) {
                let at = board.offset(cell, bit % 8 - 3, bit / 8 - 3);
                let expected = at.is_some_and(|at| is_set(at.file(), at.rank()));
                assert_eq!(window >> bit & 1 == 1, expected, "bit {bit} round {cell}");
            }
        }
        Ok(())
    }
}
