//! Overlays: the chain of command, lines of fire, supply, the costs of the ground.

use std::collections::BTreeSet;

use board::Cell;
use rules::wargame::{Position, Side};

use crate::{Line, LineKind, Mark, Scene};

/// Adds a side's chain of command: a line from each leader to those it keeps in command, dashed between leaders of the
/// same level; leaders out of command, and units that no leader reaches with an order, are struck.
///
/// Rules: wargame 1.3, 2.3
pub fn add_chain(scene: &mut Scene, position: &Position, side: Side) {
    let level = |cell| position.unit(cell).map(|unit| unit.kind.level());
    let links = position.chain(side).into_iter().map(|link| Line {
        from: link.from,
        to: link.to,
        // equal levels pass the command on; otherwise the higher one commands
        kind: if level(link.from) == level(link.to) {
            LineKind::Relay
        } else {
            LineKind::Command
        },
    });
    scene.lines.extend(links);
    let (board, game) = (position.board(), position.game());
    let leaders: Vec<(Cell, u8)> = position
        .army(side)
        .filter(|(_, kind)| kind.is_leader())
        .map(|(cell, kind)| (cell, game.order_range(kind)))
        .collect();
    let is_reached = |cell| {
        let mut leaders = leaders.iter();
        leaders.any(|(leader, range)| board.distance(*leader, cell) <= *range)
    };
    // one sign for both reasons, which mean the same to the player: the unit gets no order
    let struck = position.army(side).filter(|(cell, kind)| {
        position.is_in_command(*cell) == Some(false)
            // a unit without points, such as the Command Post, is moved by others
            || (game.points(*kind) > 0 && !is_reached(*cell))
    });
    let struck = struck.map(|(cell, _)| (cell, Mark::Struck));
    scene.marks.extend(struck);
}

/// Adds the lines of fire of the unit on a cell: dotted to what fire would kill, thin to what it would not, with crosses
/// on the cells that block.
///
/// Rules: wargame 1.8, 2.5
pub fn add_fire_lines(scene: &mut Scene, position: &Position, from: Cell) {
    // a set, since one cell may block several lines
    let mut blocking = BTreeSet::new();
    for line in position.fire_lines(from) {
        blocking.extend(line.blocked_by);
        scene.lines.push(Line {
            from,
            to: line.target,
            kind: if line.kills {
                LineKind::Fire
            } else {
                LineKind::Blocked
            },
        });
    }
    let crosses = blocking.into_iter().map(|cell| (cell, Mark::Blocked));
    scene.marks.extend(crosses);
}

/// Marks the units of a side that the supply check would remove if the other side's turn ended now.
///
/// Rules: wargame 1.11, 2.7
pub fn add_danger(scene: &mut Scene, position: &Position, side: Side) {
    let falling = position.out_of_supply(side).into_iter();
    scene.marks.extend(falling.map(|cell| (cell, Mark::Danger)));
}

/// Writes on the cells near a unit the points it pays to enter them, and crosses those it never enters.
///
/// Rules: wargame 1.5, 2.4
pub fn add_costs(scene: &mut Scene, position: &Position, from: Cell) {
    let Some(unit) = position.unit(from) else {
        return;
    };
    let game = position.game();
    // no farther than all points lead on open ground
    let near = position.board().within(from, game.points(unit.kind));
    let marks = near.filter(|cell| *cell != from).map(|cell| {
        let cost = game.cost(unit.kind, game.terrain[cell]);
        (cell, cost.map_or(Mark::Blocked, Mark::Cost))
    });
    scene.marks.extend(marks);
}
