//! The directions from a cell to its neighbors.

use crate::{Board, Cell, Edge, Shape};

/// A direction from a cell to a neighbor: eight on squares; on hexes six, without north and south.
///
/// North is away from the near edge, east to the right. Directions are ordered clockwise from north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "compass points need no more words")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// The direction back: a step in this direction and one in the other end where they began.
    pub const fn opposite(self) -> Self {
        match self {
            North => South,
            NorthEast => SouthWest,
            East => West,
            SouthEast => NorthWest,
            South => North,
            SouthWest => NorthEast,
            West => East,
            NorthWest => SouthEast,
        }
    }

    /// The direction on a board seen with that edge at the bottom, where this is the direction as seen. East and West at
    /// the bottom turn the eight directions of squares; the six of hexes have no quarter turns.
    pub const fn seen_from(self, bottom: Edge) -> Self {
        let quarter = match self {
            North => West,
            NorthEast => NorthWest,
            East => North,
            SouthEast => NorthEast,
            South => East,
            SouthWest => SouthEast,
            West => South,
            NorthWest => SouthWest,
        };
        match bottom {
            Edge::South => self,
            Edge::East => quarter,
            Edge::North => self.opposite(),
            Edge::West => quarter.opposite(),
        }
    }

    /// The step to the neighbor, in squares across and up.
    const fn vector(self) -> (i32, i32) {
        match self {
            North => (0, 1),
            NorthEast => (1, 1),
            East => (1, 0),
            SouthEast => (1, -1),
            South => (0, -1),
            SouthWest => (-1, -1),
            West => (-1, 0),
            NorthWest => (-1, 1),
        }
    }
}

impl Board {
    /// The directions of this board's cells, clockwise from north: eight on squares, six on hexes.
    pub const fn directions(&self) -> &'static [Direction] {
        match self.shape {
            Shape::Square => &[
                North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
            ],
            Shape::Hex => &[NorthEast, East, SouthEast, SouthWest, West, NorthWest],
        }
    }

    /// The neighbor of `from` in that direction; `None` beyond the edge, and north or south of a hex.
    pub fn step(&self, from: Cell, direction: Direction) -> Option<Cell> {
        let (x, y) = self.place(from);
        let (right, up) = self.vector(direction)?;
        self.cell_at((x + right, y + up))
    }

    /// The cells next to `cell`, clockwise from north: at most eight on squares, six on hexes.
    ///
    /// Rules: wargame 1.1 and 2.1.
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let board = *self;
        let directions = self.directions().iter();
        directions.filter_map(move |direction| board.step(cell, *direction))
    }

    /// The cells in that direction from `from`, nearest first, up to the edge; `from` is not among them.
    pub fn ray(&self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let board = *self;
        std::iter::successors(board.step(from, direction), move |cell| {
            board.step(*cell, direction)
        })
    }

    /// The direction whose [`Board::ray`] leads from `from` to `to`, if there is such a direction.
    pub fn direction(&self, from: Cell, to: Cell) -> Option<Direction> {
        let leads = |direction: &&Direction| self.ray(from, **direction).any(|cell| cell == to);
        self.directions().iter().find(leads).copied()
    }

    /// The center of a cell, across and up: squares are counted in squares, hexes in half hexes across and ranks up, so
    /// that the same way is the same vector from every cell, on shifted ranks too.
    pub(crate) fn place(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = (i32::from(cell.file()), i32::from(cell.rank()));
        match self.shape {
            Shape::Square => (x, y),
            Shape::Hex => (2 * x + i32::from(self.is_shifted(cell.rank())), y),
        }
    }

    /// The cell whose center is the point, if the board has such a cell.
    pub(crate) fn cell_at(&self, (x, y): (i32, i32)) -> Option<Cell> {
        let x = match self.shape {
            Shape::Square => x,
            // rounded down: half a hex to the left of the first cell is -1, which must be off the board and not the
            // first cell
            Shape::Hex => x.div_euclid(2),
        };
        let cell = Cell::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        self.contains(cell).then_some(cell)
    }

    /// The vector from a center to the next in that direction; `None` if cells have no such neighbor.
    pub(crate) const fn vector(&self, direction: Direction) -> Option<(i32, i32)> {
        match (self.shape, direction.vector()) {
            (Shape::Square, vector) => Some(vector),
            (Shape::Hex, (0, _)) => None,
            (Shape::Hex, (x, 0)) => Some((2 * x, 0)),
            (Shape::Hex, diagonal) => Some(diagonal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_as_seen_lead_where_ways_as_seen_lead() {
        let board = Board::new(3, 3).expect("a board");
        for direction in board.directions() {
            for bottom in Edge::ALL {
                let (right, up) = direction.vector();
                let way = bottom.across((right, -up));
                assert_eq!(direction.seen_from(bottom).vector(), way, "{direction:?}");
            }
        }
    }
}
