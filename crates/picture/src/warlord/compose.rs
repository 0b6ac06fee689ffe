//! From positions and orders to scenes.

use board::{Cell, Grid};
use rules::warlord::{Order, Position, Side, Start, Terrain};

use super::{bare, token_in};
use crate::{Arrow, Mark, Pips, Range, Scene, Token};

/// A position's ground and units; with `open`, units that have moved in the turn so far are paler.
///
/// The pips of a leader on turn are filled for the activations that one assignment of the turn's orders leaves to it.
pub fn scene(position: &Position, open: bool) -> Scene {
    let tokens = position.units().map(|(cell, unit)| {
        let token = token_in(position, cell, unit);
        let free = position.unused(cell);
        Token {
            dim: open && position.has_moved(cell),
            pips: token.pips.map(|pips| Pips {
                // leaders that are not on turn have no assignment, and all is free
                free: free.unwrap_or(pips.free),
                ..pips
            }),
            ..token
        }
    });
    let terrain = &position.game().terrain;
    let held = position.units().map(|(cell, _)| cell);
    let held = held.filter(|cell| terrain[*cell] == Terrain::Town);
    Scene {
        tokens: tokens.collect(),
        marks: held.map(|cell| (cell, Mark::Held)).collect(),
        ..bare(terrain)
    }
}

/// The start of a game: the units on the board, and the sections of a hidden set-up; if units enter later, the cells
/// they come onto.
pub fn start(position: &Position) -> Scene {
    let mut scene = scene(position, false);
    let mut mark = |number: usize, cells: &[Cell]| {
        // two shades in turn, so that sections that touch can be told apart
        let mark = Mark::Zone(number % 2 == 1);
        scene.marks.extend(cells.iter().map(|cell| (*cell, mark)));
    };
    match (&position.game().start, &position.game().entry) {
        // before a hidden set-up: units that enter later stand on the cells of entry and never on their sections
        (_, Some(entry)) => entry.zones.iter().for_each(|zone| mark(0, zone)),
        (Start::Hidden(hidden), None) => {
            for sections in &hidden.sections {
                let sections = sections.iter().enumerate();
                sections.for_each(|(number, cells)| mark(number, cells));
            }
        }
        (Start::Fixed(_), None) => {}
    }
    scene
}

/// Adds the way of an order with the next number; `captures` is true if the order captures.
pub fn add_order(scene: &mut Scene, order: &Order, captures: bool) {
    let (from, to) = match order {
        Order::Move { from, to } => (*from, *to),
        Order::Swap { leader, cannon } => (*leader, *cannon),
        Order::Enter { cell, .. } => return scene.marks.push((*cell, Mark::Last)),
        Order::Done | Order::Later | Order::End | Order::SetUp(_) => return,
    };
    scene.marks.push((from, Mark::Last));
    scene.marks.push((to, Mark::Last));
    scene.arrows.push(Arrow {
        from,
        to,
        number: scene.arrows.len() + 1,
        captures,
        fires: false,
    });
}

/// Adds the ways of a turn's orders, up to the first illegal order, from the position before the turn.
pub fn add_turn<'a>(
    scene: &mut Scene,
    before: &Position,
    side: Side,
    orders: impl IntoIterator<Item = &'a Order>,
) {
    let mut position = before.clone();
    for order in orders {
        // before the order is carried out, which takes the captured unit off
        let captures = matches!(order, Order::Move { to, .. } if position.unit(*to).is_some());
        if position.apply(side, order).is_err() {
            return;
        }
        add_order(scene, order, captures);
    }
}

/// Marks the cells to which those orders take the unit on `from`.
pub fn add_destinations(scene: &mut Scene, position: &Position, from: Cell, orders: &[Order]) {
    for order in orders {
        let (to, mark) = match order {
            Order::Move { to, .. } if position.unit(*to).is_some() => (*to, Mark::Capture),
            Order::Move { to, .. } => (*to, Mark::Move),
            Order::Swap { leader, cannon } if *leader == from => (*cannon, Mark::Swap),
            Order::Swap { leader, .. } => (*leader, Mark::Swap),
            Order::Enter { .. } | Order::Done | Order::Later | Order::End | Order::SetUp(_) => {
                continue;
            }
        };
        scene.marks.push((to, mark));
    }
}

/// Marks every cell that the side's units reach, as if each unit were activated.
pub fn add_threats(scene: &mut Scene, position: &Position, side: Side) {
    let mut counts = Grid::filled(position.board(), 0_u8);
    for (cell, unit) in position.units() {
        if unit.side == side {
            for to in position.reach(cell) {
                // no cell has 255 enemies in reach, but a made-up position must not make the picture panic
                counts[to] = counts[to].saturating_add(1);
            }
        }
    }
    let threatened = counts.iter().filter(|(_, count)| **count > 0);
    scene
        .marks
        .extend(threatened.map(|(cell, count)| (cell, Mark::Threat(*count))));
}

/// Adds the activation range of the leader on that cell.
pub fn add_range(scene: &mut Scene, position: &Position, center: Cell) {
    scene.ranges.push(Range {
        center,
        distance: position.game().range,
        spent: position
            .leader_status(center)
            .is_some_and(|status| status.free == 0),
    });
}
