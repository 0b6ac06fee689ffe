use board::{Cell, Grid};
use rules::warlord::fast::{SPOTS, Spot};
use rules::warlord::{Position, Side, Unit};

use super::{FARTHEST, acts_alone, steps};

/// Where towns win: a leader with few units at hand goes to those out of command, and takes the few along.
#[derive(Debug)]
pub(super) struct Campaign {
    /// By side and spot: the steps to the nearest unit to be gathered, or those to the nearest goal and a detour more.
    gathering: [Box<[u8]>; 2],
    /// By side and spot: the company of the leader near.
    company: [Box<[Company]>; 2],
}

/// The units that a leader has at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Company {
    Nobody,
    Few,
    /// As many as go to war, or nobody is out of command.
    Enough,
}

/// The least number of units with which a leader goes to war.
const ENOUGH: usize = 3;
/// A leader with few units goes to a goal only if a unit out of command is this many steps farther.
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
        let mut company = Side::BOTH.map(|_| vec![Company::Enough; SPOTS].into_boxed_slice());
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
            let mut companies: Vec<(Company, Cell)> = leaders
                .iter()
                .map(|leader| {
                    let at_hand = troops.iter().filter(|(cell, _)| in_range(*leader, *cell));
                    let company = match at_hand.count() {
                        0 => Company::Nobody,
                        ENOUGH.. => Company::Enough,
                        _ => Company::Few,
                    };
                    (company, *leader)
                })
                .collect();
            // between two leaders the larger company counts
            companies.sort_unstable();
            for (units, leader) in companies {
                for cell in game.board().within(leader, AROUND) {
                    company[side.index()][Spot::new(cell).index()] = units;
                }
            }
        }
        Self { gathering, company }
    }

    /// The way of a leader, in eighths of a unit's step.
    pub(super) fn leader_way(&self, side: Side, spot: Spot, to_go: i32) -> i32 {
        let gathering = i32::from(self.gathering[side.index()][spot.index()]);
        match self.company[side.index()][spot.index()] {
            Company::Nobody => gathering * 6,
            Company::Few => gathering * 3,
            Company::Enough => to_go * 3,
        }
    }

    /// The way of a unit other than a leader, in steps.
    pub(super) fn way(&self, side: Side, spot: Spot, to_go: i32) -> i32 {
        match self.company[side.index()][spot.index()] {
            Company::Few => self.gathering[side.index()][spot.index()].into(),
            _ => to_go,
        }
    }
}
