//! The straight line between two cells, and the cells that block it.

use crate::{Board, Cell, Shape};

/// A cell, or a pair of cells, that a straight line from center to center meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passage {
    /// The line crosses the inside of the cell.
    Through(Cell),
    /// The line touches two cells, left and right, and enters neither: at the corner of four squares, or along the side
    /// that two hexes share. The lower cell, in the order of cells, comes first; on the ragged edge of a board of hexes
    /// the second cell may be missing.
    Between(Cell, Option<Cell>),
}

impl Passage {
    /// True if the passage blocks the line: a cell crossed blocks alone, two cells touched block only together, and a
    /// cell touched at the edge of the board, with no cell across, does not block.
    ///
    /// Rules: wargame 1.8, 2.5 and 4.6.
    pub fn is_blocked(self, blocks: impl Fn(Cell) -> bool) -> bool {
        match self {
            Self::Through(cell) => blocks(cell),
            Self::Between(one, other) => blocks(one) && other.is_some_and(blocks),
        }
    }
}

impl Board {
    /// The passages of the straight line between the centers of two cells, in order from `from` to `to`, both ends left
    /// out.
    ///
    /// The line does not meet a hex by touching a single corner of the hex. The line back has the same passages in the
    /// opposite order.
    ///
    /// Rules: wargame 1.8 and 2.5.
    pub fn line(&self, from: Cell, to: Cell) -> impl Iterator<Item = Passage> + use<> {
        Walk::new(*self, from, to)
    }

    /// True if the straight line between the centers of two cells is free; the two cells themselves never block.
    ///
    /// The caller decides which cells block, by their ground or by their units. The first passage of [`Board::line`]
    /// that [is blocked](Passage::is_blocked) gives the blocking cells.
    ///
    /// Rules: wargame 1.8 and 2.5.
    pub fn sees(&self, from: Cell, to: Cell, blocks: impl Fn(Cell) -> bool) -> bool {
        !self
            .line(from, to)
            .any(|passage| passage.is_blocked(&blocks))
    }
}

/// A straight line from center to center, walked cell by cell, counted in steps of two kinds.
///
/// On squares the steps lead along files and along ranks; on hexes they lead to the two neighbors between which the
/// line begins, the nearer of the two first.
struct Walk {
    board: Board,
    start: Point,
    steps: [Point; 2],
    whole: Point,
    done: Point,
    is_between: bool,
}

type Point = (i32, i32);

impl Walk {
    fn new(board: Board, from: Cell, to: Cell) -> Self {
        let (start, end) = (board.place(from), board.place(to));
        let (right, up) = (end.0 - start.0, end.1 - start.1);
        let toward = |(x, y): Point| {
            let mirrored = |n: i32, way: i32| if way < 0 { -n } else { n };
            (mirrored(x, right), mirrored(y, up))
        };
        let (x, y) = (right.abs(), up.abs());
        // on hexes `x` counts half hexes: a steep line begins between the two neighbors above, a flatter one between
        // the slanted neighbor and the one at the side, of which the slanted one is the nearer up to three half hexes a
        // rank
        let [first, second] = match board.shape() {
            Shape::Square => [(x, (1, 0)), (y, (0, 1))],
            Shape::Hex if x < y => [((y + x) / 2, (1, 1)), ((y - x) / 2, (-1, 1))],
            Shape::Hex if x < 3 * y => [(y, (1, 1)), ((x - y) / 2, (2, 0))],
            Shape::Hex => [((x - y) / 2, (2, 0)), (y, (1, 1))],
        };
        Self {
            board,
            start,
            steps: [toward(first.1), toward(second.1)],
            whole: (first.0, second.0),
            done: (0, 0),
            is_between: false,
        }
    }

    /// The steps from the cell reached to the next cell, or `None` if the line leaves at the corner between the two
    /// neighbors one step of each kind away.
    ///
    /// The line meets each side of a cell, or the straight line that the side lies on, after a fraction of the whole
    /// line, and leaves by the side met first; fractions are compared by multiplying across, since rounded ones would
    /// not find the corners.
    fn exit(&self) -> Option<Point> {
        let ((x, y), (a, b)) = (self.done, self.whole);
        let is_sooner = |one: Point, other: Point| one.0 * other.1 < other.0 * one.1;
        match self.board.shape() {
            Shape::Square => {
                let (first, second) = ((2 * x + 1, 2 * a), (2 * y + 1, 2 * b));
                if is_sooner(first, second) {
                    Some((1, 0))
                } else {
                    is_sooner(second, first).then_some((0, 1))
                }
            }
            // halfway between two directions, the line goes from hex to shared side to hex
            Shape::Hex if a == b => None,
            Shape::Hex => {
                let first = (2 * x + y + 1, 2 * a + b);
                let second = (x + 2 * y + 1, a + 2 * b);
                let third = (x - y + 1, a - b);
                // at a corner the line continues into the first of the two neighbors, which lies nearer to the line's
                // direction
                if !is_sooner(second, first) && !is_sooner(third, first) {
                    Some((1, 0))
                } else if is_sooner(second, third) {
                    Some((0, 1))
                } else {
                    Some((1, -1))
                }
            }
        }
    }

    fn cell(&self, (x, y): Point) -> Option<Cell> {
        let [first, second] = self.steps;
        self.board.cell_at((
            self.start.0 + x * first.0 + y * second.0,
            self.start.1 + x * first.1 + y * second.1,
        ))
    }
}

impl Iterator for Walk {
    type Item = Passage;

    fn next(&mut self) -> Option<Passage> {
        if self.done == self.whole {
            return None;
        }
        let (x, y) = self.done;
        let exit = if self.is_between {
            // from the corner or the shared side into the cell across
            Some((1, 1))
        } else {
            self.exit()
        };
        self.is_between = exit.is_none();
        let Some((first, second)) = exit else {
            return match (self.cell((x + 1, y)), self.cell((x, y + 1))) {
                (Some(one), Some(other)) => {
                    Some(Passage::Between(one.min(other), Some(one.max(other))))
                }
                (flank, None) | (None, flank) => Some(Passage::Between(flank?, None)),
            };
        };
        self.done = (x + first, y + second);
        if self.done == self.whole {
            return None;
        }
        self.cell(self.done).map(Passage::Through)
    }
}
