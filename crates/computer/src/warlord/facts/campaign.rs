use board::{Cell, Grid};
use rules::warlord::fast::{SPOTS, Spot};
use rules::warlord::{Position, Side, Unit};

use super::{FARTHEST, acts_alone, steps};

/// Where towns win: a leader with few units at hand goes to those out of command, and takes the few along.
#[derive(Debug)]
pub(super) struct Campaign {
    /// By side and spot: the steps to the nearest unit to be gathered, or those to the nearest goal and a detour more.
    gathering: [Box<[u8]>; 2],
    /// By side and spot: true near a leader that gathers units.
    gathers: [Box<[bool]>; 2],
}

/// The least number of units with which a leader goes to war.
const ENOUGH: usize = 3;
/// A leader with fewer units goes to a goal only if a unit out of command is this many steps farther.
const DETOUR: u8 = 12;
/// The steps from a leader's cell within which it and its units stay in a turn.
const AROUND: u8 = 4;

impl Campaign {
    pub(super) fn new(
        position: &Position,
        land: &Grid<bool>,
        towns: &[Cell],
        leaders: &[Vec<Cell>; 2],
        to_go: &[Box<[u8]>; 2],
    ) -> Self {
        let game = position.game();
        let mut gathering = to_go.clone();
        let mut gathers = Side::BOTH.map(|_| vec![false; SPOTS].into_boxed_slice());
        for side in Side::BOTH {
            let leaders = &leaders[side.index()];
            let in_range =
                |leader: Cell, cell: Cell| game.board().distance(leader, cell) <= game.range;
            // those that hold a town stay there
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
            if idle.is_empty() {
                continue;
            }
            let to_idle = steps(land, &idle, FARTHEST);
            for (steps, to_idle) in gathering[side.index()].iter_mut().zip(to_idle) {
                *steps = to_idle.min(*steps + DETOUR);
            }
            let at_hand = |leader: Cell| {
                troops
                    .iter()
                    .filter(move |(cell, _)| in_range(leader, *cell))
            };
            let (fit, weak): (Vec<Cell>, Vec<Cell>) = leaders
                .iter()
                .partition(|leader| at_hand(**leader).count() >= ENOUGH);
            // between two leaders the one with enough units counts
            for (leaders, gather) in [(weak, true), (fit, false)] {
                for leader in leaders {
                    for cell in game.board().within(leader, AROUND) {
                        gathers[side.index()][Spot::new(cell).index()] = gather;
                    }
                }
            }
        }
        Self { gathering, gathers }
    }

    /// The way of a unit whose nearest goal is so many steps off.
    pub(super) fn way(&self, side: Side, spot: Spot, to_go: i32) -> i32 {
        if self.gathers[side.index()][spot.index()] {
            self.gathering[side.index()][spot.index()].into()
        } else {
            to_go
        }
    }
}
