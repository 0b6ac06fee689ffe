use board::Cell;

/// On which lines of the file the parts stand that advice is given on.
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
    /// Where that cell of the set-up is drawn.
    pub(crate) fn set_up(&self, cell: Cell) -> usize {
        let row = self.rows.get(usize::from(cell.rank()));
        row.copied().unwrap_or(self.board)
    }
}
