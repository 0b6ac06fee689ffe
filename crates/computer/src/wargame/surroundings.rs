//! What stands around each unit, as a number: equal surroundings have equal orders and attacks.

use board::Cell;
use rules::wargame::Position;

use super::facts::Facts;
use crate::random::mix;

/// A number for what stands on each cell, with the numbers of any square of cells summed up fast.
#[derive(Debug)]
pub(super) struct Surroundings {
    /// By cell: the number of the cell, 0 of an empty one.
    numbers: Vec<u64>,
    /// By rank, and by the number of its first files that are summed up: their numbers, by exclusive or, which takes a
    /// number out as it puts it in. So the numbers of a square are two look-ups a rank, whatever its width.
    sums: Vec<u64>,
    /// The cells changed with their numbers before, to be taken back from the last on.
    changes: Vec<(Cell, u64)>,
}

impl Surroundings {
    pub(super) fn new(position: &Position, facts: &Facts) -> Self {
        let board = facts.board;
        let mut surroundings = Self {
            numbers: vec![0; board.len()],
            sums: vec![0; board.len() + usize::from(board.ranks())],
            changes: Vec::new(),
        };
        for (cell, _) in position.units() {
            surroundings.update(position, facts, cell);
        }
        surroundings
    }

    /// The number of changes made, for [`Surroundings::undo`].
    pub(super) const fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Works out the number of a cell again.
    pub(super) fn update(&mut self, position: &Position, facts: &Facts, cell: Cell) {
        let (before, now) = (
            self.numbers[facts.index(cell)],
            number(position, facts, cell),
        );
        // no journal entry without a change: most cells named by an order's events keep their number
        if now != before {
            self.changes.push((cell, before));
            self.set(facts, cell, now);
        }
    }

    /// Takes back the changes made since the mark.
    pub(super) fn undo(&mut self, facts: &Facts, mark: usize) {
        while self.changes.len() > mark
            && let Some((cell, before)) = self.changes.pop()
        {
            self.set(facts, cell, before);
        }
    }

    /// A mixed number that is equal for the same cells within that distance of the same `center`.
    pub(super) fn key(&self, facts: &Facts, center: Cell, reach: u8) -> u64 {
        let middle = (facts.index(center) as u64) << 8 | u64::from(reach);
        mix(self.around(facts, center, reach) ^ mix(1 << 61 | middle))
    }

    /// The sum of the cells within that distance of `center`.
    fn around(&self, facts: &Facts, center: Cell, reach: u8) -> u64 {
        let board = facts.board;
        let left = usize::from(center.file().saturating_sub(reach));
        let end = usize::from((center.file() + reach + 1).min(board.files()));
        let ranks =
            center.rank().saturating_sub(reach)..(center.rank() + reach + 1).min(board.ranks());
        let width = usize::from(board.files()) + 1;
        let sums = &self.sums[usize::from(ranks.start) * width..usize::from(ranks.end) * width];
        let ranks = sums.chunks_exact(width);
        // two sums of the same rank cancel out all files before the square
        ranks.fold(0, |sum, rank| sum ^ rank[left] ^ rank[end])
    }

    fn set(&mut self, facts: &Facts, cell: Cell, number: u64) {
        let index = facts.index(cell);
        let change = std::mem::replace(&mut self.numbers[index], number) ^ number;
        let width = usize::from(facts.board.files()) + 1;
        let rank = usize::from(cell.rank()) * width;
        let sums = &mut self.sums[rank + usize::from(cell.file()) + 1..rank + width];
        sums.iter_mut().for_each(|sum| *sum ^= change);
    }
}

/// The number of a cell: other units, and units that have acted, are prepared or are towed, have other numbers.
fn number(position: &Position, facts: &Facts, cell: Cell) -> u64 {
    let Some(unit) = position.unit(cell) else {
        return 0;
    };
    let tow = position.tows().iter().find(|tow| tow.towed == cell);
    let state = u64::from(position.has_acted(cell)) << 1 | u64::from(position.is_prepared(cell));
    let tower = tow.map_or(0, |tow| 1 + facts.index(tow.tower));
    let what = (unit.kind as u64) << 3 | (unit.side as u64) << 2 | state;
    mix(1 << 60 | (tower as u64) << 40 | (facts.index(cell) as u64) << 16 | what)
}

#[cfg(test)]
impl Surroundings {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.numbers == other.numbers && self.sums == other.sums
    }
}
