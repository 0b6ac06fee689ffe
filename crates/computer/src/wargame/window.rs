//! Cells around a unit as bits, and the steps between them as shifts.

use board::{Board, Cell, Direction, Shape};

/// Cells of the 11 by 11 around a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Window(u128);

/// The files and ranks from the middle of a window to its edge.
pub(super) const REACH: u8 = 5;
const WIDTH: u8 = 2 * REACH + 1;

const WHOLE: u128 = (1 << (WIDTH * WIDTH)) - 1;

/// A bit for the first cell of each rank, over which shifts east and west must not carry.
const FIRST_FILE: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < WIDTH {
        bits |= 1 << (rank * WIDTH);
        rank += 1;
    }
    bits
};

/// By a distance: the cells at most that many files and ranks from the middle.
const SQUARES: [u128; REACH as usize + 1] = {
    let mut squares = [0; REACH as usize + 1];
    let mut distance = 0;
    while distance <= REACH {
        let row = ((1 << (2 * distance + 1)) - 1) << (REACH - distance);
        let mut rank = REACH - distance;
        while rank <= REACH + distance {
            squares[distance as usize] |= row << (rank * WIDTH);
            rank += 1;
        }
        distance += 1;
    }
    squares
};

impl Window {
    pub(super) const MIDDLE: Self = Self(1 << (REACH * WIDTH + REACH));

    /// The cells at most that many files and ranks from the middle; on every board all cells that many steps away are
    /// among them.
    pub(super) const fn square(distance: u8) -> Self {
        Self(SQUARES[distance as usize])
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn add(&mut self, center: Cell, cell: Cell) {
        self.0 |= 1 << index(center, cell);
    }

    /// True if a cell, which the window must reach, is among the cells.
    pub(super) fn has(self, center: Cell, cell: Cell) -> bool {
        self.0 >> index(center, cell) & 1 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn cells(self, center: Cell) -> impl Iterator<Item = Cell> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            let file = center.file() + bit % WIDTH - REACH;
            Some(Cell::new(file, center.rank() + bit / WIDTH - REACH))
        })
    }

    /// The cells and all their neighbors.
    pub(super) const fn spread(self, grain: Grain) -> Self {
        let sides = self.0 | west(self.0) | east(self.0);
        let ends = self.0 | west(self.0 & grain.even) | east(self.0 & grain.odd);
        Self((sides | ends << WIDTH | ends >> WIDTH) & WHOLE)
    }

    /// The cells one step in that direction.
    pub(super) const fn toward(self, direction: Direction, grain: Grain) -> Self {
        use Direction::*;
        let (even, odd) = match grain.shape {
            Shape::Square => (0, 0),
            Shape::Hex => (self.0 & grain.even, self.0 & grain.odd),
        };
        let across = match (grain.shape, direction) {
            (_, East) => return Self(east(self.0)),
            (_, West) => return Self(west(self.0)),
            (Shape::Square, NorthEast | SouthEast) => east(self.0),
            (Shape::Square, NorthWest | SouthWest) => west(self.0),
            (Shape::Hex, NorthEast | SouthEast) => even | east(odd),
            (Shape::Hex, NorthWest | SouthWest) => west(even) | odd,
            (_, North | South) => self.0,
        };
        Self(match direction {
            North | NorthEast | NorthWest => across << WIDTH & WHOLE,
            _ => across >> WIDTH,
        })
    }
}

const fn east(bits: u128) -> u128 {
    bits << 1 & !FIRST_FILE & WHOLE
}

const fn west(bits: u128) -> u128 {
    (bits & !FIRST_FILE) >> 1
}

fn index(center: Cell, cell: Cell) -> usize {
    let file = usize::from(cell.file() + REACH - center.file());
    let rank = usize::from(cell.rank() + REACH - center.rank());
    rank * usize::from(WIDTH) + file
}

/// How the ranks of a window lie next to each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grain {
    shape: Shape,
    /// The cells from which a step up or down may lead a file to the left: all of squares, of hexes those of the ranks
    /// that are not shifted.
    even: u128,
    /// The cells from which a step up or down may lead a file to the right.
    odd: u128,
}

impl Grain {
    /// The grain of the windows around a cell.
    pub(super) const fn around(board: Board, center: Cell) -> Self {
        const ROW: u128 = (1 << WIDTH) - 1;
        let (mut even, mut odd) = (WHOLE, WHOLE);
        if let Shape::Hex = board.shape() {
            (even, odd) = (0, 0);
            let mut row = 0;
            while row < WIDTH {
                // an odd reach: the lowest rank of the window and the rank of its middle differ in kind
                match (row + center.rank() + REACH) % 2 {
                    0 => even |= ROW << (row * WIDTH),
                    _ => odd |= ROW << (row * WIDTH),
                }
                row += 1;
            }
        }
        Self {
            shape: board.shape(),
            even,
            odd,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cells {
    /// The number of ranks, with as many empty ones at both ends as a window reaches beyond the board.
    ranks: usize,
    /// The files of every rank in words that overlap, the first words of all ranks first: a word begins 32 files after
    /// the word before, so that one word has every file of a window. Before the first file are as many empty bits as a
    /// window reaches beyond the board.
    words: Vec<u64>,
}

/// The files from the beginning of one word to that of the next.
const APART: u8 = 32;

impl Cells {
    pub(super) fn none(board: Board) -> Self {
        let ranks = usize::from(board.ranks() + 2 * REACH);
        let words = usize::from((board.files() - 1) / APART + 1);
        Self {
            ranks,
            words: vec![0; words * ranks],
        }
    }

    /// Adds a cell, or takes out the cell that is there.
    pub(super) fn flip(&mut self, cell: Cell) {
        let rank = usize::from(cell.rank() + REACH);
        let bit = u32::from(cell.file() + REACH);
        let words = self.words[rank..].iter_mut().step_by(self.ranks);
        for (word, first) in words.zip((0..).step_by(APART.into())) {
            // neighboring words overlap, so a file may have a bit in two of them; the others shift it out
            let flipped = bit.checked_sub(first).and_then(|bit| 1u64.checked_shl(bit));
            *word ^= flipped.unwrap_or(0);
        }
    }

    /// Those of the cells that the window around `center` reaches.
    pub(super) fn around(&self, center: Cell) -> Window {
        const ROW: u64 = (1 << WIDTH) - 1;
        /// The ranks of a window whose bits fit into one number.
        const HALF: usize = 5;
        // the margins cancel out: rank 0 of the board is `REACH` rows up, and a window begins `REACH` ranks below its
        // middle
        let lowest = usize::from(center.file() / APART) * self.ranks + usize::from(center.rank());
        let ranks = &self.words[lowest..lowest + usize::from(WIDTH)];
        let row = |rank: &u64| rank >> (center.file() % APART) & ROW;
        let half = |ranks: &[u64]| {
            let rows = ranks.iter().rev().map(row);
            rows.fold(0, |bits, row| bits << WIDTH | row)
        };
        let (low, rest) = ranks.split_at(HALF);
        let (high, last) = rest.split_at(HALF);
        let width = HALF * usize::from(WIDTH);
        Window(
            u128::from(half(low))
                | u128::from(half(high)) << width
                | u128::from(half(last)) << (2 * width),
        )
    }
}
