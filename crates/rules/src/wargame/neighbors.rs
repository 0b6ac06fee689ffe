//! The neighbors of every cell in the order of their names, worked out once for each game.

use std::fmt;

use board::{Board, Cell, Grid};

#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) to: Cell,
    /// The direction, as a number below 8.
    pub(super) way: u8,
}

/// The steps from every cell.
pub(super) struct Neighbors {
    steps: Grid<Steps>,
}

#[derive(Debug, Clone, Copy)]
struct Steps {
    len: u8,
    // an array and not a `Vec`: the steps of all cells lie in one piece of memory
    list: [Step; 8],
}

impl fmt::Debug for Neighbors {
    /// The table follows from the board, so the board is enough.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.board().fmt(f)
    }
}

impl Neighbors {
    pub(super) fn new(board: Board) -> Self {
        let nowhere = Step {
            to: Cell::new(0, 0),
            way: 0,
        };
        let none = Steps {
            len: 0,
            list: [nowhere; 8],
        };
        let mut steps = Grid::filled(board, none);
        for cell in board.cells() {
            let ways = (0..).zip(board.directions());
            let mut found: Vec<Step> = ways
                .filter_map(|(way, direction)| {
                    let to = board.step(cell, *direction)?;
                    Some(Step { to, way })
                })
                .collect();
            // sorted once here, so that the search for moves finds paths in the order of their texts
            found.sort_unstable_by_key(|step| name_key(step.to));
            let here = &mut steps[cell];
            here.len = found.len() as u8;
            here.list[..found.len()].copy_from_slice(&found);
        }
        Self { steps }
    }

    /// The steps from a cell, sorted bytewise by the names of the neighbors.
    pub(super) fn steps(&self, cell: Cell) -> &[Step] {
        let steps = &self.steps[cell];
        &steps.list[..usize::from(steps.len)]
    }
}

/// The name of a cell with the hyphen that follows it in an order. Sorting by these keys sorts the texts of paths
/// bytewise, without writing them.
pub(super) fn name_key(cell: Cell) -> [u8; 6] {
    // six bytes hold the longest name: two letters, three digits and the hyphen
    let mut key = [0; 6];
    let (file, rank) = (cell.file(), u16::from(cell.rank()) + 1);
    let letters = [file / 26, file % 26];
    let digits = [rank / 100, rank / 10 % 10, rank % 10].map(|digit| b'0' + digit as u8);
    // leading zeros are not part of a name; the last digit always is
    let leading = digits.iter().take(2).take_while(|digit| **digit == b'0');
    let leading = leading.count();
    let first = (letters[0] > 0).then(|| b'a' + letters[0] - 1);
    let name = first
        .into_iter()
        .chain([b'a' + letters[1]])
        .chain(digits.into_iter().skip(leading))
        .chain([b'-']);
    for (place, byte) in key.iter_mut().zip(name) {
        *place = byte;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_as_the_texts_of_paths_do() {
        let board = Board::new(120, 120).expect("a size");
        for cell in board.cells() {
            let text = format!("{cell}-");
            let mut expected = [0; 6];
            expected[..text.len()].copy_from_slice(text.as_bytes());
            assert_eq!(name_key(cell), expected);
        }
    }

    #[test]
    fn steps_lead_to_all_neighbors() {
        for board in [Board::new(5, 4), Board::hex(5, 4)] {
            let board = board.expect("a size");
            let neighbors = Neighbors::new(board);
            for cell in board.cells() {
                let mut there: Vec<Cell> =
                    neighbors.steps(cell).iter().map(|step| step.to).collect();
                let by_name = |cell: &Cell| format!("{cell}-");
                assert!(there.is_sorted_by_key(by_name));
                there.sort_unstable();
                let mut expected: Vec<Cell> = board.neighbors(cell).collect();
                expected.sort_unstable();
                assert_eq!(there, expected);
                for step in neighbors.steps(cell) {
                    let direction = board.directions()[usize::from(step.way)];
                    assert_eq!(board.step(cell, direction), Some(step.to));
                }
            }
        }
    }
}
