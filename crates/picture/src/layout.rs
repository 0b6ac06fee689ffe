//! Where cells lie, squares and hexes: the same answer for window and pictures.

use std::collections::BTreeSet;

use board::{Board, Cell, Shape};

/// A place on the plane that a board lies on: to the right, then down.
pub type Point = (i32, i32);

/// The places of a board's cells on a plane, in whole numbers, as the first side sees the board: rank 1 lowest.
///
/// A cell is two units wide. A square is two units high; a hexagon, which stands on a corner, is four units high and
/// shares one unit with the rank above and one with the rank below. Each picture chooses the lengths of both units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    board: Board,
}

// clockwise, as `around` needs them
const SQUARE: [Point; 4] = [(0, 0), (2, 0), (2, 2), (0, 2)];
const HEXAGON: [Point; 6] = [(1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)];

impl Layout {
    /// The layout of a board, of squares or hexes as its shape says.
    pub const fn of(board: Board) -> Self {
        Self { board }
    }

    /// True if the cells are hexagons.
    pub const fn has_hexes(&self) -> bool {
        matches!(self.board.shape(), Shape::Hex)
    }

    /// The corners of a cell clockwise, seen from the upper left corner of the cell's box.
    pub fn outline(&self) -> &'static [Point] {
        if self.has_hexes() { &HEXAGON } else { &SQUARE }
    }

    /// Width and height of a cell's box.
    pub fn cell_size(&self) -> Point {
        (2, if self.has_hexes() { 4 } else { 2 })
    }

    /// The distance between the upper edges of neighboring ranks.
    pub fn pitch(&self) -> i32 {
        if self.has_hexes() { 3 } else { 2 }
    }

    /// The distance by which a rank is moved to the right: half a cell for every second rank of hexes.
    pub fn shift(&self, rank: u8) -> i32 {
        i32::from(self.board.is_shifted(rank))
    }

    /// Width and height of the whole board.
    pub fn size(&self) -> Point {
        let (files, ranks) = (i32::from(self.board.files()), i32::from(self.board.ranks()));
        // a board of hexes is half a cell wider, since every second rank is moved
        let ragged = i32::from(self.has_hexes());
        let (wide, high) = self.cell_size();
        (wide * files + ragged, self.pitch() * (ranks - 1) + high)
    }

    /// The upper left corner of a cell's box.
    pub fn corner(&self, cell: Cell) -> Point {
        // the plane runs down, and ranks run up
        let from_top = self.board.ranks() - 1 - cell.rank();
        (
            2 * i32::from(cell.file()) + self.shift(cell.rank()),
            self.pitch() * i32::from(from_top),
        )
    }

    /// The lines around an area, each closed and clockwise; the lines around holes run the other way round.
    pub fn around(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<Point>> {
        let outline = self.outline();
        // a set in order: the lines begin at the same point on every machine
        let mut edges = BTreeSet::new();
        for cell in cells {
            let (x, y) = self.corner(cell);
            let corners = outline.iter().map(|(right, down)| (x + right, y + down));
            let next = corners.clone().cycle().skip(1);
            for (from, to) in corners.zip(next) {
                // the edge between two cells of the area is met in both directions and is no border
                if !edges.remove(&(to, from)) {
                    edges.insert((from, to));
                }
            }
        }
        let mut lines = Vec::new();
        while let Some((first, _)) = edges.first().copied() {
            let (mut line, mut at) = (Vec::new(), first);
            // if two cells touch only at a corner, two edges begin there, and either continues the line
            while let Some(edge) = edges.range((at, FIRST)..).next().copied()
                && edge.0 == at
            {
                edges.remove(&edge);
                line.push(at);
                at = edge.1;
            }
            lines.push(line);
        }
        lines
    }
}

/// The least of all points.
const FIRST: Point = (i32::MIN, i32::MIN);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_around_squares_passes_each_corner_of_their_border() {
        let layout = Layout::of(Board::new(4, 4).expect("a board"));
        let cells = [Cell::new(1, 1), Cell::new(2, 1)];
        let around = [(2, 4), (4, 4), (6, 4), (6, 6), (4, 6), (2, 6)];
        assert_eq!(layout.around(cells), [around]);
        let board = Board::new(3, 3).expect("a board");
        let ring = board.cells().filter(|cell| *cell != Cell::new(1, 1));
        let lengths: Vec<usize> = Layout::of(board)
            .around(ring)
            .iter()
            .map(Vec::len)
            .collect();
        assert_eq!(lengths, [12, 4]);
    }

    #[test]
    fn hexes_share_their_slanted_sides_with_the_ranks_above_and_below() {
        let board = Board::hex(4, 4).expect("a board");
        let layout = Layout::of(board);
        assert_eq!(layout.size(), (9, 13));
        assert_eq!(layout.corner(Cell::new(0, 0)), (0, 9));
        assert_eq!(layout.corner(Cell::new(3, 3)), (7, 0));
        let inner = Cell::new(1, 1);
        let lines = layout.around(board.within(inner, 1));
        // seven hexes have eighteen outer sides
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [18]);
        let turned = |(x, y): Point| (layout.size().0 - x, layout.size().1 - y);
        let all = |cell| {
            let (x, y) = layout.corner(cell);
            let corners = layout.outline().iter();
            corners
                .map(move |(right, down)| (x + right, y + down))
                .collect::<BTreeSet<_>>()
        };
        for cell in board.cells() {
            let half_turn: BTreeSet<_> = all(cell).into_iter().map(turned).collect();
            assert_eq!(half_turn, all(board.half_turn(cell)));
        }
    }
}
