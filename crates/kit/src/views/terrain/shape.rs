//! The form of a cell's ground: which neighbors it grows together with, and how deep a point lies in it.
//!
//! Lengths are in widths of a cell, from the middle of the cell, to the right and down as seen. Edge `k` of a cell
//! faces its neighbor `k`, clockwise from the right; corner `k` lies between edges `k` and `k + 1`.

pub(super) type Point = [f32; 2];

/// The outline of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::views) enum Form {
    Square,
    /// A hexagon on its corner.
    Hex,
}

const HALF_ROOT: f32 = 0.866_025_4;
/// From the middle of a hexagon to its corners.
pub(super) const HEX_REACH: f32 = 0.577_350_26;

const SQUARE_NORMALS: [Point; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
const SQUARE_CORNERS: [Point; 4] = [[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]];
const HEX_NORMALS: [Point; 6] = [
    [1.0, 0.0],
    [0.5, HALF_ROOT],
    [-0.5, HALF_ROOT],
    [-1.0, 0.0],
    [-0.5, -HALF_ROOT],
    [0.5, -HALF_ROOT],
];
const HEX_CORNERS: [Point; 6] = [
    [0.5, HEX_REACH / 2.0],
    [0.0, HEX_REACH],
    [-0.5, HEX_REACH / 2.0],
    [-0.5, -HEX_REACH / 2.0],
    [0.0, -HEX_REACH],
    [0.5, -HEX_REACH / 2.0],
];

pub(super) fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Point, b: Point) -> f32 {
    a[0] * b[1] - a[1] * b[0]
}

pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn times(a: Point, by: f32) -> Point {
    [a[0] * by, a[1] * by]
}

pub(super) fn length(a: Point) -> f32 {
    a[0].hypot(a[1])
}

impl Form {
    pub(super) const fn edges(self) -> usize {
        match self {
            Self::Square => 4,
            Self::Hex => 6,
        }
    }

    /// The height of a cell.
    pub(super) const fn height(self) -> f32 {
        match self {
            Self::Square => 1.0,
            Self::Hex => 2.0 * HEX_REACH,
        }
    }

    pub(super) const fn normal(self, edge: usize) -> Point {
        match self {
            Self::Square => SQUARE_NORMALS[edge % 4],
            Self::Hex => HEX_NORMALS[edge % 6],
        }
    }

    pub(super) const fn corner(self, corner: usize) -> Point {
        match self {
            Self::Square => SQUARE_CORNERS[corner % 4],
            Self::Hex => HEX_CORNERS[corner % 6],
        }
    }

    /// The depth from which on nothing depends on the edges any more.
    // a point next to the middle of an edge knows nothing of the edges beyond the two ends of that edge, and those are
    // that far away
    pub(super) const fn deep(self) -> f32 {
        match self {
            Self::Square => 0.5,
            Self::Hex => HEX_REACH / 2.0,
        }
    }

    /// The corner in whose part of the cell a point lies: the part between the middle of the cell and those of both
    /// edges.
    pub(super) fn part(self, at: Point) -> usize {
        match self {
            Self::Square => match (at[0] >= 0.0, at[1] >= 0.0) {
                (true, true) => 0,
                (false, true) => 1,
                (false, false) => 2,
                (true, false) => 3,
            },
            Self::Hex => {
                let turn = at[1].atan2(at[0]) / std::f32::consts::TAU;
                // a point straight to the right may come out a hair below a whole turn
                ((turn.rem_euclid(1.0) * 6.0) as usize).min(5)
            }
        }
    }
}

/// The neighbors that a cell's ground grows together with, a bit an edge, and the corners around which all cells do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::views) struct Joins {
    pub(super) edges: u8,
    pub(super) corners: u8,
}

impl Joins {
    pub(super) const fn has_edge(self, edge: usize) -> bool {
        self.edges >> edge & 1 == 1
    }

    pub(super) const fn has_corner(self, corner: usize) -> bool {
        self.corners >> corner & 1 == 1
    }
}

/// The drawings of a ground that any cell can be put together from, corner by corner. What a cell's corner looks like
/// depends on its two edges and, among squares, on the cell across the corner; each drawing is of a whole cell, so
/// that neighboring corners of one drawing fit each other.
pub(super) const PIECES: usize = 5;

/// The joins of each drawing.
pub(super) const fn piece(form: Form, number: usize) -> Joins {
    let all = match form {
        Form::Square => 0b1111,
        Form::Hex => 0b11_1111,
    };
    let (edges, corners) = match number {
        0 => (0, 0),
        1 => (0b01_0101 & all, 0),
        2 => (0b10_1010 & all, 0),
        3 => (all, 0),
        _ => (all, all),
    };
    Joins { edges, corners }
}

/// The drawing that a corner of a cell is taken from.
pub(super) const fn piece_at(form: Form, joins: Joins, corner: usize) -> usize {
    let next = (corner + 1) % form.edges();
    let is_even = corner.is_multiple_of(2);
    match (joins.has_edge(corner), joins.has_edge(next)) {
        (false, false) => 0,
        // the edge before an even corner is even, and the one after it odd
        (true, false) => {
            if is_even {
                1
            } else {
                2
            }
        }
        (false, true) => {
            if is_even {
                2
            } else {
                1
            }
        }
        (true, true) => {
            if joins.has_corner(corner) {
                4
            } else {
                3
            }
        }
    }
}

/// The depth of a point in the ground of a cell and its joined neighbors: the distance to the border, negative
/// outside, at most [`Form::deep`]. Corners of the border are rounded by `round`.
pub(super) fn depth(form: Form, joins: Joins, round: f32, at: Point) -> f32 {
    let corner = form.part(at);
    let next = (corner + 1) % form.edges();
    let place = form.corner(corner);
    let [before, after] = [corner, next].map(|edge| 0.5 - dot(at, form.normal(edge)));
    let depth = match (joins.has_edge(corner), joins.has_edge(next)) {
        (false, false) => {
            // the middle of the circle that rounds the corner is that far from both edges
            let from = minus(at, times(place, 1.0 - 2.0 * round));
            let is_round =
                cross(form.normal(corner), from) >= 0.0 && cross(from, form.normal(next)) >= 0.0;
            if is_round {
                round - length(from)
            } else {
                before.min(after)
            }
        }
        (true, false) => beside(at, place, form.normal(next), after),
        (false, true) => beside(at, place, form.normal(corner), before),
        (true, true) if joins.has_corner(corner) => form.deep(),
        (true, true) => length(minus(at, place)),
    };
    depth.min(form.deep())
}

/// The distance to an open edge that ends at a corner.
fn beside(at: Point, corner: Point, normal: Point, line: f32) -> f32 {
    let middle = times(normal, 0.5);
    // beyond the end of the edge, in a hexagon, the corner is the nearest of its points
    if dot(minus(at, corner), minus(corner, middle)) > 0.0 {
        length(minus(at, corner)).copysign(line)
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins of a cell of whose neighbors `edges` are of the same ground, and of squares the diagonal ones too.
    fn joined(form: Form, edges: u8, diagonals: u8) -> Joins {
        let count = form.edges();
        let corners = (0..count).filter(|corner| {
            let is_joined = |edge: usize| edges >> (edge % count) & 1 == 1;
            is_joined(*corner)
                && is_joined(corner + 1)
                && (form == Form::Hex || diagonals >> corner & 1 == 1)
        });
        let corners = corners.fold(0, |bits, corner| bits | 1 << corner);
        Joins { edges, corners }
    }

    #[test]
    fn a_cell_put_together_from_pieces_is_the_cell() {
        for form in [Form::Square, Form::Hex] {
            for edges in 0..1 << form.edges() {
                for diagonals in [0, 0b0110, 0b1111] {
                    let joins = joined(form, edges, diagonals);
                    for step in 0..400_u16 {
                        let (x, y) = (f32::from(step % 20), f32::from(step / 20));
                        let at = [x / 20.0 - 0.47, y / 20.0 - 0.47];
                        let taken = piece(form, piece_at(form, joins, form.part(at)));
                        let (there, here) =
                            (depth(form, taken, 0.2, at), depth(form, joins, 0.2, at));
                        assert!((there - here).abs() < 1e-5, "{form:?} {joins:?} {at:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn grounds_of_neighboring_hexes_fit_at_their_common_edge() {
        let form = Form::Hex;
        for edges in 0..0b100_0000_u8 {
            let one = joined(form, edges | 1, 0);
            // the cell to the right; beside the common edge its neighbors are also those of the cell to the left
            let also = |mine: u8, its: u8| (edges >> mine & 1) << its;
            let other = joined(form, 1 << 3 | also(1, 2) | also(5, 4), 0);
            for step in -5..=5_i8 {
                let y = f32::from(step) * 0.05;
                let left = depth(form, one, 0.2, [0.4999, y]);
                let right = depth(form, other, 0.2, [-0.4999, y]);
                assert!(
                    (left - right).abs() < 2e-3,
                    "{edges:b} at {y}: {left} {right}"
                );
            }
        }
    }
}
