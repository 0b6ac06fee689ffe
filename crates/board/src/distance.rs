use std::ops::RangeInclusive;

use crate::{Board, Cell, Shape};

impl Board {
    /// The least number of steps from neighbor to neighbor that lead from `a` to `b`.
    ///
    /// Rules: wargame 1.1 and 2.1.
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        let up = a.rank().abs_diff(b.rank());
        match self.shape {
            Shape::Square => a.file().abs_diff(b.file()).max(up),
            Shape::Hex => {
                let across = self.half_hexes(a).abs_diff(self.half_hexes(b));
                // each step up or down also leads half a hex across
                up + (across.saturating_sub(up.into()) / 2) as u8
            }
        }
    }

    /// The cells at most `distance` steps from `center`, rank by rank from the near edge, `center` included.
    pub fn within(&self, center: Cell, distance: u8) -> impl Iterator<Item = Cell> + use<> {
        let board = *self;
        let ranks = center.rank().saturating_sub(distance)
            ..=center.rank().saturating_add(distance).min(self.ranks - 1);
        ranks.flat_map(move |rank| {
            let files = board.files_within(center, distance, rank);
            files.map(move |file| Cell::new(file, rank))
        })
    }

    /// The files within that distance on a rank within that distance.
    fn files_within(&self, center: Cell, distance: u8, rank: u8) -> RangeInclusive<u8> {
        let (left, right) = match self.shape {
            Shape::Square => (
                center.file().saturating_sub(distance),
                center.file().saturating_add(distance),
            ),
            Shape::Hex => {
                let up = u16::from(rank.abs_diff(center.rank()));
                let across = 2 * u16::from(distance) - up;
                let middle = self.half_hexes(center);
                let shift = u16::from(self.is_shifted(rank));
                // at most (2 * 255 + 1 + 2 * 255) / 2, cut to 255
                let right = ((middle + across - shift) / 2).min(u8::MAX.into());
                (
                    (middle.saturating_sub(across + shift) / 2) as u8,
                    right as u8,
                )
            }
        };
        left..=right.min(self.files - 1)
    }

    /// How many halves of a hex the center of a hex lies to the right of that of the first hex.
    fn half_hexes(&self, cell: Cell) -> u16 {
        2 * u16::from(cell.file()) + u16::from(self.is_shifted(cell.rank()))
    }
}
