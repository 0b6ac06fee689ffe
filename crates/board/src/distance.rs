//! Distances between cells, and the cells within a distance.

use std::iter;
use std::ops::Range;

use crate::{Board, Cell, Shape};

impl Board {
    /// The least number of steps from neighbor to neighbor that lead from `a` to `b`.
    ///
    /// Rules: wargame 1.1 and 2.1.
    #[inline]
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        let up = a.rank().abs_diff(b.rank());
        match self.shape {
            Shape::Square => a.file().abs_diff(b.file()).max(up),
            Shape::Hex => {
                let across = self.place(a).0.abs_diff(self.place(b).0);
                // each step up or down also leads half a hex across
                up + (across.saturating_sub(up.into()) / 2) as u8
            }
        }
    }

    /// The cells at most `distance` steps from `center`, rank by rank from the near edge, `center` included.
    pub fn within(&self, center: Cell, distance: u8) -> impl Iterator<Item = Cell> + use<> {
        let board = *self;
        let reach = |middle: u8, end: u8| {
            middle.saturating_sub(distance)..middle.saturating_add(distance).min(end - 1) + 1
        };
        let mut ranks = reach(center.rank(), self.ranks);
        let squares = reach(center.file(), self.files);
        let (mut rank, mut files) = (0, 0..0);
        // written as one loop: for squares a `flat_map` over the ranks takes twice as long
        iter::from_fn(move || {
            loop {
                if let Some(file) = files.next() {
                    return Some(Cell::new(file, rank));
                }
                rank = ranks.next()?;
                files = match board.shape {
                    Shape::Square => squares.clone(),
                    Shape::Hex => board.hexes_within(center, distance, rank),
                };
            }
        })
    }

    /// The files of the cells on that rank that lie within the distance of the center; the rank must lie within it too.
    fn hexes_within(&self, center: Cell, distance: u8, rank: u8) -> Range<u8> {
        let across = 2 * i32::from(distance) - i32::from(rank.abs_diff(center.rank()));
        let (middle, _) = self.place(center);
        // cut off at 0 before halving, since division rounds negative numbers up
        let (left, right) = ((middle - across).max(0) / 2, (middle + across) / 2);
        left as u8..(right + 1).min(self.files.into()) as u8
    }
}
