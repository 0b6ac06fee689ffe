use board::Cell;

/// The lines of the parts of a file on which advice is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) board: usize,
    pub(super) army: usize,
    pub(super) cap: usize,
    /// The lines of the drawn rows of a fixed set-up, or of the sections, the lowest rank first.
    pub(super) rows: Vec<usize>,
    pub(super) books: Vec<usize>,
}

impl Lines {
    /// The line on which a cell of the set-up is drawn.
    pub(super) fn set_up(&self, cell: Cell) -> usize {
        let row = self.rows.get(usize::from(cell.rank()));
        row.copied().unwrap_or(self.board)
    }
}
