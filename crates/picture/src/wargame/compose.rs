//! From positions and orders to scenes.

use board::Cell;
use rules::wargame::{Event, Kind, Order, Position, Side, Start, Terrain};

use super::{bare, token};
use crate::{Arrow, Line, LineKind, Mark, Pips, Scene, Token};

/// A position's ground and units, and the tows; with `open`, units that have acted in the turn so far are paler.
///
/// The pips of a leader are its level: filled while it can still give an order this turn. Paratroops have a pip too,
/// filled once they are ready to leap.
pub fn scene(position: &Position, open: bool) -> Scene {
    let tokens = position.units().map(|(cell, unit)| {
        let token = token(cell, unit);
        let is_on_turn = unit.side == position.side();
        let pips = match token.pips {
            Some(Pips { level, .. }) => {
                // of a leader that is not on turn the next order is free
                let free = !(open && is_on_turn) || position.can_give(cell) == Some(true);
                let free = if free { level } else { 0 };
                Some(Pips { level, free })
            }
            None => (unit.kind == Kind::Paratroops).then(|| Pips {
                level: 1,
                free: position.is_prepared(cell).into(),
            }),
        };
        Token {
            pips,
            dim: open && position.has_acted(cell),
            ..token
        }
    });
    let terrain = &position.game().terrain;
    let held = position.units().map(|(cell, _)| cell);
    let held = held.filter(|cell| terrain[*cell] == Terrain::Town);
    let tows = position.tows().iter().map(|tow| Line {
        from: tow.towed,
        to: tow.tower,
        kind: LineKind::Tow,
    });
    Scene {
        tokens: tokens.collect(),
        lines: tows.collect(),
        marks: held.map(|cell| (cell, Mark::Held)).collect(),
        ..bare(terrain)
    }
}

/// The start of a game: the units on the board, and the zones of a hidden set-up.
pub fn start(position: &Position) -> Scene {
    let mut scene = scene(position, false);
    if let Start::Hidden(hidden) = &position.game().start {
        for (zone, dark) in hidden.zones.iter().zip([false, true]) {
            let marks = zone.iter().map(|cell| (*cell, Mark::Zone(dark)));
            scene.marks.extend(marks);
        }
    }
    scene
}

/// Adds the way of an order with the next number, and marks what came of it.
pub fn add_order(scene: &mut Scene, order: &Order, events: &[Event]) {
    let number = scene.arrows.len() + 1;
    let arrow = |from, to, fires| Arrow {
        from,
        to,
        number,
        captures: false,
        fires,
    };
    match order {
        Order::Move { path, .. } => {
            let cells = path.cells();
            if let [from @ .., last] = cells {
                // each leg before the last is a line, so that one arrow stands for one order
                add_legs(scene, from);
                let before = from.last().copied().unwrap_or(*last);
                scene.arrows.push(arrow(before, *last, false));
            }
        }
        Order::Fire { from, at } | Order::Rifle { from, at } => {
            scene.arrows.push(arrow(*from, *at, true));
        }
        Order::Leap { from, to, on } => {
            let last = on.unwrap_or(*to);
            // with a step after the leap, the arrow is the step and the leap a line before it
            let before = if on.is_some() { *to } else { *from };
            // the two are the same without a step, and then there is no leg
            add_legs(scene, &[*from, before]);
            scene.arrows.push(arrow(before, last, false));
        }
        Order::Prepare(cell) => scene.marks.push((*cell, Mark::Last)),
        Order::End | Order::SetUp(_) => {}
    }
    for event in events {
        match event {
            Event::Moved { from, to, .. }
            | Event::Towed { from, to, .. }
            | Event::Accompanied { from, to, .. }
            | Event::Leapt { from, to, .. } => {
                scene.marks.push((*from, Mark::Last));
                scene.marks.push((*to, Mark::Last));
            }
            Event::Fired { from, .. } => scene.marks.push((*from, Mark::Last)),
            Event::Removed { cell, .. } => scene.marks.push((*cell, Mark::Fallen)),
            // all others leave no trace on a cell
            _ => {}
        }
    }
}

/// Adds the legs of a way before its last one.
fn add_legs(scene: &mut Scene, cells: &[Cell]) {
    let legs = cells.windows(2).filter(|leg| leg[0] != leg[1]);
    scene.lines.extend(legs.map(|leg| Line {
        from: leg[0],
        to: leg[1],
        kind: LineKind::Way,
    }));
}

/// Adds the ways of a turn's orders, up to the first illegal order, from the position before the turn.
pub fn add_turn<'a>(
    scene: &mut Scene,
    before: &Position,
    side: Side,
    orders: impl IntoIterator<Item = &'a Order>,
) {
    // the orders are carried out again, since only the rules know which units fall
    let mut position = before.clone();
    for order in orders {
        // a made-up order, as in a file that is not judged yet: the rest would be of another position
        let Ok(events) = position.apply(side, order) else {
            return;
        };
        add_order(scene, order, &events);
    }
}
