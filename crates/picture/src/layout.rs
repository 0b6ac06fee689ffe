//! Where cells lie, squares and hexes: the same answer for window and pictures.

use std::collections::BTreeSet;

use board::{Board, Cell, Edge, Shape};

/// A place on the plane that a board lies on: to the right, then down.
pub type Point = (i32, i32);

/// The places of a board's cells on a plane, in whole numbers, with one edge of the board lowest.
///
/// A cell is two units wide. A square is two units high; a hexagon, which stands on a corner, is four units high and
/// shares one unit with the rank above and one with the rank below. Each picture chooses the lengths of both units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    board: Board,
    bottom: Edge,
}

// clockwise, as `around` needs them
const SQUARE: [Point; 4] = [(0, 0), (2, 0), (2, 2), (0, 2)];
const HEXAGON: [Point; 6] = [(1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)];

impl Layout {
    /// The layout of a board, of squares or hexes as its shape says, as the first side sees it: rank 1 lowest.
    pub const fn of(board: Board) -> Self {
        Self {
            board,
            bottom: Edge::South,
        }
    }

    /// The layout of the board with that edge at the bottom. A board of hexes lies on itself after a half turn only: for
    /// it east is south, and west is north.
    #[must_use]
    pub fn seen_from(self, bottom: Edge) -> Self {
        let bottom = match (self.has_hexes(), bottom) {
            (true, Edge::East) => Edge::South,
            (true, Edge::West) => Edge::North,
            (_, bottom) => bottom,
        };
        Self { bottom, ..self }
    }

    /// The edge at the bottom.
    pub const fn bottom(&self) -> Edge {
        self.bottom
    }

    /// The number of cells in a row, and of rows, as seen.
    pub const fn cells(&self) -> (u8, u8) {
        let (files, ranks) = (self.board.files(), self.board.ranks());
        match self.bottom.is_beside() {
            true => (ranks, files),
            false => (files, ranks),
        }
    }

    /// The cell in that column from the left and row from the top, as seen; both are less than [`Layout::cells`].
    pub const fn at_seen(&self, column: u8, row: u8) -> Cell {
        let (file, rank) = (self.board.files() - 1, self.board.ranks() - 1);
        match self.bottom {
            Edge::South => Cell::new(column, rank - row),
            Edge::East => Cell::new(row, column),
            Edge::North => Cell::new(file - column, row),
            Edge::West => Cell::new(file - row, rank - column),
        }
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

    /// The distance between the upper edges of neighboring rows.
    pub fn pitch(&self) -> i32 {
        if self.has_hexes() { 3 } else { 2 }
    }

    /// Width and height of the whole board.
    pub fn size(&self) -> Point {
        let (wide, high) = self.upright();
        match self.bottom.is_beside() {
            true => (high, wide),
            false => (wide, high),
        }
    }

    /// Width and height of the board as the first side sees it.
    fn upright(&self) -> Point {
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
        let x = 2 * i32::from(cell.file()) + i32::from(self.board.is_shifted(cell.rank()));
        let y = self.pitch() * i32::from(from_top);
        // the same box, measured from the corner that is the upper left one as seen
        let ((wide, high), all) = (self.cell_size(), self.upright());
        let (from_right, from_bottom) = (all.0 - x - wide, all.1 - y - high);
        match self.bottom {
            Edge::South => (x, y),
            Edge::East => (from_bottom, x),
            Edge::North => (from_right, from_bottom),
            Edge::West => (y, from_right),
        }
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
    fn a_quarter_turn_lays_rows_along_files() {
        let board = Board::new(4, 3).expect("a board");
        let name = |layout: Layout| {
            let (columns, rows) = layout.cells();
            let row = |row| (0..columns).map(move |column| layout.at_seen(column, row).to_string());
            let rows = (0..rows).map(|at| row(at).collect::<Vec<_>>().join(" "));
            rows.collect::<Vec<_>>().join(" / ")
        };
        let seen = Edge::ALL.map(|edge| name(Layout::of(board).seen_from(edge)));
        assert_eq!(seen[0], "a3 b3 c3 d3 / a2 b2 c2 d2 / a1 b1 c1 d1");
        assert_eq!(seen[1], "a1 a2 a3 / b1 b2 b3 / c1 c2 c3 / d1 d2 d3");
        assert_eq!(seen[2], "d1 c1 b1 a1 / d2 c2 b2 a2 / d3 c3 b3 a3");
        assert_eq!(seen[3], "d3 d2 d1 / c3 c2 c1 / b3 b2 b1 / a3 a2 a1");
    }

    #[test]
    fn every_cell_has_its_place_among_those_seen() {
        for board in [Board::new(4, 3), Board::hex(4, 4)] {
            let board = board.expect("a board");
            for edge in Edge::ALL {
                let layout = Layout::of(board).seen_from(edge);
                let ((columns, rows), (wide, high)) = (layout.cells(), layout.size());
                let mut corners = BTreeSet::new();
                for (column, row) in (0..columns).flat_map(|at| (0..rows).map(move |row| (at, row)))
                {
                    let (x, y) = layout.corner(layout.at_seen(column, row));
                    assert_eq!(y, layout.pitch() * i32::from(row), "{edge:?}");
                    assert!((0..=1).contains(&(x - 2 * i32::from(column))), "{edge:?}");
                    assert!(x + layout.cell_size().0 <= wide && y + layout.cell_size().1 <= high);
                    corners.insert((x, y));
                }
                assert_eq!(corners.len(), board.len());
            }
        }
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
