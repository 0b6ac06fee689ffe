//! The lines of a file.

use board::Cell;

/// The lines of the parts of a file on which advice is given.
// kept because advice comes after reading, when the document is gone
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) board: usize,
    pub(crate) army: usize,
    pub(crate) cap: usize,
    /// The lines of the drawn rows of a fixed set-up, or of the sections, the lowest rank first.
    pub(crate) rows: Vec<usize>,
    pub(crate) books: Vec<usize>,
}

impl Lines {
    /// The line on which a cell of the set-up is drawn.
    pub(crate) fn set_up(&self, cell: Cell) -> usize {
        let row = self.rows.get(usize::from(cell.rank()));
        // a pasted set-up has no rows of its own
        row.copied().unwrap_or(self.board)
    }
}
