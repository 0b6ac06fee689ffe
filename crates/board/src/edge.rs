//! The edges of a board, one of which is nearest to who looks at it.

use std::ops::Neg;

/// An edge of a board. A board is seen with one of its edges at the bottom, which turns it by quarters.
///
/// Edges are ordered as they come to the bottom when the board is turned clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Edge {
    /// The edge of rank 1.
    #[default]
    South,
    /// The edge of the last file.
    East,
    /// The edge of the last rank.
    North,
    /// The edge of file a.
    West,
}

impl Edge {
    /// All edges, as they come to the bottom.
    pub const ALL: [Self; 4] = [Self::South, Self::East, Self::North, Self::West];

    /// The edge at the bottom after a quarter turn clockwise.
    pub const fn next(self) -> Self {
        match self {
            Self::South => Self::East,
            Self::East => Self::North,
            Self::North => Self::West,
            Self::West => Self::South,
        }
    }

    /// The edge on the other side of the board, which a half turn brings to the bottom.
    pub const fn opposite(self) -> Self {
        self.next().next()
    }

    /// True for the edges that only a quarter turn brings to the bottom.
    pub const fn is_beside(self) -> bool {
        matches!(self, Self::East | Self::West)
    }

    /// With this edge at the bottom, a way to the right and down as seen becomes a way to the right and up on the board,
    /// and the other way round.
    pub fn across<T: Neg<Output = T>>(self, (x, y): (T, T)) -> (T, T) {
        match self {
            Self::South => (x, -y),
            Self::East => (y, x),
            Self::North => (-x, y),
            Self::West => (-y, -x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_at_the_bottom_is_the_way_down() {
        let down = Edge::ALL.map(|edge| edge.across((0, 1)));
        assert_eq!(down, [(0, -1), (1, 0), (0, 1), (-1, 0)]);
    }

    #[test]
    fn a_way_is_the_same_there_and_back() {
        for edge in Edge::ALL {
            assert_eq!(edge.across(edge.across((3, 5))), (3, 5));
            assert_eq!(edge.next().next(), edge.opposite());
            assert_eq!(edge.opposite().opposite(), edge);
        }
    }
}
