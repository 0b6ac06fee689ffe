//! If towns win: which leaders go to war, and which gather units first.

use board::{Cell, Grid};
use rules::warlord::fast::Spot;
use rules::warlord::{Position, Side, Unit};

use super::{FARTHEST, acts_alone, steps};

/// The least number of units with which a leader goes to war; no more than its level if a side has as many orders as
/// levels. Then each order belongs to some leader, and a leader that waits for units it cannot order loses them again.
const ENOUGH: usize = 3;
/// A leader without enough units goes to a goal only if the nearest unit out of command is more than this many steps
/// farther.
const DETOUR: u8 = 12;
/// The steps from a leader's cell within which it and its units stay in a turn.
const AROUND: u8 = 4;

/// By side and spot: the steps that a unit there has to go if towns win; `to_go` are the steps to the nearest goal.
///
/// A leader without enough units goes to the nearest unit out of command, and the units near it go with the leader:
/// each going to a goal of its own, they would lose each other.
pub(super) fn ways(
    position: &Position,
    land: &Grid<bool>,
    towns: &[Cell],
    leaders: &[Vec<Cell>; 2],
    to_go: &[Box<[u8]>; 2],
) -> [Box<[u8]>; 2] {
    let game = position.game();
    let mut ways = to_go.clone();
    for side in Side::BOTH {
        let leaders = &leaders[side.index()];
        let in_range = |leader: Cell, cell: Cell| game.board().distance(leader, cell) <= game.range;
        // units that hold towns are not gathered
        let troops: Vec<(Cell, Unit)> = position
            .units()
            .filter(|(cell, unit)| unit.side == side && !towns.contains(cell))
            .filter(|(_, unit)| !unit.kind.is_leader())
            .collect();
        let idle: Vec<Cell> = troops
            .iter()
            .filter(|(_, unit)| !acts_alone(unit.kind, game.options.self_activating))
            .map(|(cell, _)| *cell)
            .filter(|cell| !leaders.iter().any(|leader| in_range(*leader, *cell)))
            .collect();
        // every unit follows some leader: no leader has anyone to gather
        if idle.is_empty() {
            continue;
        }
        let to_idle = steps(land, &idle, FARTHEST);
        let at_hand = |leader: Cell| {
            troops
                .iter()
                .filter(move |(cell, _)| in_range(leader, *cell))
        };
        let level = |leader: &Cell| {
            let unit = position.unit(*leader);
            unit.map_or(0, |unit| usize::from(unit.kind.level()))
        };
        let orders = game.cap(position.turn(), position.leaders_left(side));
        // as on Continent
        let has_orders_for_all = leaders.iter().map(level).sum::<usize>() <= orders.into();
        let enough = |leader: &Cell| match has_orders_for_all {
            true => level(leader).min(ENOUGH),
            false => ENOUGH,
        };
        let (fit, weak): (Vec<Cell>, Vec<Cell>) = leaders
            .iter()
            .partition(|leader| at_hand(**leader).count() >= enough(leader));
        let near = |leaders: Vec<Cell>| {
            let cells = leaders
                .into_iter()
                .flat_map(|leader| game.board().within(leader, AROUND));
            cells
                .map(|cell| Spot::new(cell).index())
                .collect::<Vec<_>>()
        };
        // Leaders of level 1 with two units used to go back and forth between groups of three, and a game had no end
        // after 6,000 turns (docs/computer.md): a leader goes to the goal when gathering is the longer way.
        for spot in near(weak) {
            ways[side.index()][spot] = to_idle[spot].min(to_go[side.index()][spot] + DETOUR);
        }
        // between two leaders the one with enough units counts
        for spot in near(fit) {
            ways[side.index()][spot] = to_go[side.index()][spot];
        }
    }
    ways
}
