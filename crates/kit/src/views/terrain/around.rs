//! The neighbors of a cell as seen, and what its ground grows together with.

use board::{Cell, Direction, Grid};
use egui::{Pos2, vec2};
use picture::Ground;

use super::shape::{Form, Joins};
use super::sheet::{form, joins};
use crate::views::geometry::Projection;

/// The directions of edges and, of squares, of corners, as seen.
const SQUARE_EDGES: [Direction; 4] = [
    Direction::East,
    Direction::South,
    Direction::West,
    Direction::North,
];
const SQUARE_CORNERS: [Direction; 4] = [
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::NorthWest,
    Direction::NorthEast,
];
const HEX_EDGES: [Direction; 6] = [
    Direction::East,
    Direction::SouthEast,
    Direction::SouthWest,
    Direction::West,
    Direction::NorthWest,
    Direction::NorthEast,
];

/// The ground of a neighbor in a direction as seen; `None` beyond the edge of the board.
fn neighbor(
    projection: &Projection,
    ground: &Grid<Ground>,
    cell: Cell,
    direction: Direction,
) -> Option<Ground> {
    let direction = direction.seen_from(projection.bottom());
    let there = projection.board.step(cell, direction)?;
    ground.get(there).copied()
}

/// The sides of a cell beyond which there is no cell, each from corner to corner on the screen.
pub(crate) fn borders(
    projection: &Projection,
    ground: &Grid<Ground>,
    cell: Cell,
) -> impl Iterator<Item = [Pos2; 2]> {
    let form = form(projection.board.shape());
    let center = projection.rect(cell).center();
    let edges = (0..form.edges()).filter(move |edge| {
        let there = neighbor(projection, ground, cell, edge_direction(form, *edge));
        there.is_none_or(|there| there == Ground::Hole)
    });
    edges.map(move |edge| {
        // edge `k` lies between the corners `k - 1` and `k`
        [edge + form.edges() - 1, edge].map(|corner| {
            let [x, y] = form.corner(corner);
            center + vec2(x, y) * projection.cell
        })
    })
}

const fn edge_direction(form: Form, edge: usize) -> Direction {
    match form {
        Form::Square => SQUARE_EDGES[edge % 4],
        Form::Hex => HEX_EDGES[edge % 6],
    }
}

pub(super) fn joins_of(
    projection: &Projection,
    ground: &Grid<Ground>,
    cell: Cell,
    here: Ground,
    form: Form,
) -> Joins {
    let is_same = |direction| {
        // the land continues beyond the edge of the board
        let there = neighbor(projection, ground, cell, direction).unwrap_or(here);
        grows_into(here, there)
    };
    joins(
        form,
        |edge| is_same(edge_direction(form, edge)),
        |corner| match form {
            Form::Square => is_same(SQUARE_CORNERS[corner % 4]),
            Form::Hex => true,
        },
    )
}

/// True if two grounds are one: the water flows on under a bridge.
fn grows_into(one: Ground, other: Ground) -> bool {
    let dry = |ground| match ground {
        Ground::Bridge => Ground::Water,
        ground => ground,
    };
    dry(one) == dry(other)
}

/// The axis of a bridge's deck: the one that has most land at its ends.
pub(super) fn deck_axis(
    projection: &Projection,
    ground: &Grid<Ground>,
    cell: Cell,
    form: Form,
) -> usize {
    let half = form.edges() / 2;
    let is_land = |edge: usize| {
        let there = neighbor(projection, ground, cell, edge_direction(form, edge));
        // a bridge that leads to another bridge is half way on land
        match there {
            Some(Ground::Water) | None => 0,
            Some(Ground::Bridge) => 1,
            Some(_) => 2,
        }
    };
    let land = |axis: &usize| is_land(*axis) + is_land(*axis + half);
    // of equal axes the first
    (0..half).rev().max_by_key(land).unwrap_or(0)
}
