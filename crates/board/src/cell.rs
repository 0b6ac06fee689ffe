//! Cells and their names: `a1`, `b12`, `ab7`.

use std::fmt;
use std::str::FromStr;

use crate::MAX_SIDE;

/// A place on a board, written `c4` or `aa12`: file letters a…z, aa…, then the rank counted from 1.
///
/// A cell is a name only: the [`Board`](crate::Board) knows if the cell exists, its neighbors and its distances. Cells
/// are ordered rank by rank from the near edge, each rank from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    // before the file: the derived order is then rank by rank, which is the order of cells everywhere
    rank: u8,
    file: u8,
}

/// A text that names no cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` names no cell: file letters and a rank number were expected, as in c4 or aa12")]
pub struct CellError {
    /// The text, cut to 16 characters, since it may be any length of somebody else's input.
    pub found: String,
}

impl Cell {
    /// The cell of a file and a rank, both counted from 0.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self { rank, file }
    }

    /// The file, counted from 0 at the left.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank, counted from 0 at the near edge.
    pub const fn rank(self) -> u8 {
        self.rank
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: u8| char::from(b'a' + n);
        if self.file >= 26 {
            // boards have at most 120 files, so two letters are always enough
            write!(f, "{}", letter(self.file / 26 - 1))?;
        }
        write!(f, "{}{}", letter(self.file % 26), u16::from(self.rank) + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let error = || CellError {
            found: text.chars().take(16).collect(),
        };
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, digits) = text.split_at(letters);
        // each cell has one spelling: `a04` or `a+4`, which `parse` accepts, would be a second text for the same order
        let canonical = !digits.is_empty()
            && digits.len() <= 3
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !digits.starts_with('0');
        let file = match letters.as_bytes() {
            [a] => usize::from(a - b'a'),
            [a, b] => (usize::from(a - b'a') + 1) * 26 + usize::from(b - b'a'),
            _ => return Err(error()),
        };
        let rank = digits
            .parse::<usize>()
            .ok()
            .filter(|_| canonical)
            .ok_or_else(error)?;
        // limited here and not only by the board: `zz9` would be file 701, which a `u8` cannot hold
        let narrow = |n: usize| {
            u8::try_from(n)
                .ok()
                .filter(|n| *n < MAX_SIDE)
                .ok_or_else(error)
        };
        Ok(Self::new(narrow(file)?, narrow(rank - 1)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for file in 0..MAX_SIDE {
            for rank in 0..MAX_SIDE {
                let cell = Cell::new(file, rank);
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        assert_eq!(Cell::new(26, 11).to_string(), "aa12");
        assert_eq!(Cell::new(119, 119).to_string(), "dp120");
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "a",
            "4",
            "a0",
            "a04",
            "A4",
            "a4 ",
            "aaa1",
            "a121",
            "dq1",
            "ä1",
            "a+4",
            "zz9",
            "a4294967297",
        ] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
