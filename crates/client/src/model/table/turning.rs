//! The edge of the board that is at the bottom: the edge of the user's own side, until the user turns the board.

use board::Edge;
use families::{Secret, edge};
use rules::{Rules as _, Side};

use super::Table;

impl Table {
    /// The edge of the board at the bottom.
    pub(crate) fn bottom(&self) -> Edge {
        self.board.turned.unwrap_or_else(|| {
            let own = self.seen.played.position.as_deref().zip(self.looking());
            own.map_or(Edge::South, |(position, side)| edge(position, side))
        })
    }

    /// The side nearest to the bottom of the board, as the sides are listed beside it.
    pub(crate) fn lowest(&self) -> Option<Side> {
        let own = self.looking().filter(|_| self.board.turned.is_none());
        own.or_else(|| {
            let position = self.position()?;
            let bottom = self.bottom();
            let mut sides = position.sides().iter();
            sides.find(|side| edge(position, *side) == bottom)
        })
    }

    /// Turns the board: by a half, or by a quarter where a side begins at the left or right edge.
    pub(crate) fn turn_board(&mut self) {
        let Some(position) = self.position() else {
            return;
        };
        let mut edges = position.sides().iter().map(|side| edge(position, side));
        let has_quarters = edges.any(Edge::is_beside);
        let bottom = self.bottom();
        self.board.turned = Some(match has_quarters {
            true => bottom.next(),
            false => bottom.opposite(),
        });
    }

    /// The side whose choice is made in secret at this screen, else that of all people at this screen, if it is one.
    fn looking(&self) -> Option<Side> {
        self.secrets.choice.as_ref().map(Secret::side).or_else(|| {
            let mut sides = self.people().filter_map(|seat| self.seen.side_of(seat));
            let first = sides.next()?;
            sides.all(|side| side == first).then_some(first)
        })
    }
}
