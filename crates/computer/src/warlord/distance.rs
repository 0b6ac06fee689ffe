use std::collections::VecDeque;
use std::sync::OnceLock;

use board::{Board, Cell, Grid};
use rules::warlord::Game;

/// The king-steps over land between two cells; the plain distance on a board without obstacles.
#[derive(Debug)]
pub(super) struct Distances {
    board: Board,
    /// On a board with water or holes: for each cell, computed on demand, the distances from the cell.
    around: Option<Around>,
}

#[derive(Debug)]
struct Around {
    land: Grid<bool>,
    from: Grid<OnceLock<Grid<u8>>>,
}

/// The distance of an unreachable cell.
const FAR: u8 = u8::MAX;

impl Distances {
    pub(super) fn new(game: &Game) -> Self {
        let mut land = Grid::filled(game.board(), true);
        let mut barred = false;
        for (cell, terrain) in game.terrain.iter() {
            land[cell] = terrain.is_land();
            barred |= !land[cell];
        }
        Self {
            board: game.board(),
            around: barred.then(|| Around {
                from: Grid::filled(game.board(), OnceLock::new()),
                land,
            }),
        }
    }

    pub(super) fn between(&self, goal: Cell, from: Cell) -> u8 {
        match &self.around {
            None => self.board.distance(goal, from),
            Some(around) => around.from[goal].get_or_init(|| walk(&around.land, goal))[from],
        }
    }
}

/// The distances of all cells from `start`, over land only.
fn walk(land: &Grid<bool>, start: Cell) -> Grid<u8> {
    let mut steps = Grid::filled(land.board(), FAR);
    let mut next = VecDeque::from([start]);
    steps[start] = 0;
    while let Some(cell) = next.pop_front() {
        for near in land.board().within(cell, 1) {
            if land[near] && steps[near] == FAR {
                steps[near] = steps[cell].saturating_add(1).min(FAR - 1);
                next.push_back(near);
            }
        }
    }
    steps
}
