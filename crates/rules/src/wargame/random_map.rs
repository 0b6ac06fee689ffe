//! Terrain laid by lot: as much as on the scenario's map, in small clusters, the same for both sides.
//!
//! Rules: wargame 1.13

use board::{Cell, Grid};

use super::{Game, Terrain};
use crate::numbers::Numbers;

/// The tries to lay terrain; after the last one the scenario's map stays. Without a bound, a map on which nothing fits
/// would keep both programs busy forever.
const TRIES: usize = 1_000;

/// The cells drawn for one town or cluster before a try is given up.
const PICKS: usize = 200;

/// The most cells of a cluster.
const CLUSTER: usize = 3;

impl Game {
    /// The game with its terrain laid by that lot, the same for the same lot on every machine.
    ///
    /// The nearer half of the disputed ranks gets half the towns, trees and hills that the scenario's map has there, the
    /// farther half the image after half a turn: towns alone, trees and hills in clusters of one to three cells, nothing
    /// beside a town. Open ground and towns stay connected.
    #[must_use]
    pub fn mapped(&self, lot: u64) -> Self {
        let mut game = self.clone();
        game.map_lot = Some(lot);
        // all chance comes from these numbers, which run on from try to try: both machines lay the terrain from the lot
        // they share
        let mut numbers = Numbers(lot);
        let laid = (0..TRIES).find_map(|_| self.lay(&mut numbers));
        if let Some(terrain) = laid {
            game.terrain = terrain;
        }
        game
    }

    /// One try; `None` if it got stuck or cut ground off.
    fn lay(&self, numbers: &mut Numbers) -> Option<Grid<Terrain>> {
        let middle = &self.middle;
        // half of the ranks: the other half are the images, so that neither side has the better map
        let near = middle.start..middle.start + middle.len() as u8 / 2;
        let cells: Vec<Cell> = self.board().cells().collect();
        let half: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|cell| near.contains(&cell.rank()))
            .collect();
        let mut laying = Laying {
            terrain: self.terrain.clone(),
            half,
            numbers,
        };
        for cell in cells.iter().filter(|cell| middle.contains(&cell.rank())) {
            laying.terrain[*cell] = Terrain::Open;
        }
        // towns first, since everything else keeps away from them
        let laid = Terrain::ALL.into_iter();
        for kind in laid.filter(|kind| *kind != Terrain::Open) {
            let is_due =
                |cell: &&Cell| middle.contains(&cell.rank()) && self.terrain[**cell] == kind;
            // half: the other half are the images
            let mut due = cells.iter().filter(is_due).count() / 2;
            let most = if kind == Terrain::Town { 1 } else { CLUSTER };
            while due > 0 {
                let size = 1 + laying.numbers.below(most.min(due));
                // a try that gets stuck is given up whole: going on would lay less terrain than the scenario has
                due -= laying.cluster(kind, size)?;
            }
        }
        // units that keep to roads could otherwise be shut in for the whole game
        is_connected(&laying.terrain).then_some(laying.terrain)
    }
}

struct Laying<'a> {
    terrain: Grid<Terrain>,
    /// The cells laid on; their images follow.
    half: Vec<Cell>,
    numbers: &'a mut Numbers,
}

impl Laying<'_> {
    /// Lays a cluster of about that size, at least one cell. Returns the number of cells.
    fn cluster(&mut self, kind: Terrain, size: usize) -> Option<usize> {
        let mut cluster = Vec::new();
        for _ in 0..PICKS {
            let cell = if cluster.is_empty() {
                self.half[self.numbers.below(self.half.len())]
            } else {
                let grown = cluster[self.numbers.below(cluster.len())];
                let beside: Vec<Cell> = self.terrain.board().neighbors(grown).collect();
                beside[self.numbers.below(beside.len())]
            };
            if self.may_lie(kind, cell, &cluster) {
                // both cells at once, so that what is laid next sees either
                let image = self.terrain.board().half_turn(cell);
                self.terrain[cell] = kind;
                self.terrain[image] = kind;
                cluster.push(cell);
                if cluster.len() == size {
                    break;
                }
            }
        }
        // a smaller cluster is as good, since the caller counts cells
        (!cluster.is_empty()).then_some(cluster.len())
    }

    /// True if a piece of a cluster may lie there: on open ground of the half, apart from other clusters of its kind,
    /// and, if there is a town, apart from everything.
    fn may_lie(&self, kind: Terrain, cell: Cell, cluster: &[Cell]) -> bool {
        let image = self.terrain.board().half_turn(cell);
        let keeps_apart = |beside: Cell| {
            let there = self.terrain[beside];
            let is_near_town =
                (kind == Terrain::Town || there == Terrain::Town) && there != Terrain::Open;
            let joins = there == kind && !cluster.contains(&beside);
            // beside its own image a cluster would become larger than drawn
            !is_near_town && !joins && beside != image
        };
        self.half.contains(&cell)
            && self.terrain[cell] == Terrain::Open
            && self.terrain.board().neighbors(cell).all(keeps_apart)
    }
}

/// True if every cell of open ground and towns is joined to every other by such cells.
fn is_connected(terrain: &Grid<Terrain>) -> bool {
    let board = terrain.board();
    let is_road = |cell: &Cell| terrain[*cell].is_road();
    let mut roads = board.cells().filter(is_road);
    let Some(first) = roads.next() else {
        return true;
    };
    let all = 1 + roads.count();
    let mut seen = Grid::filled(board, false);
    seen[first] = true;
    let mut found = vec![first];
    let mut next = 0;
    while let Some(cell) = found.get(next).copied() {
        next += 1;
        for beside in board.neighbors(cell).filter(is_road) {
            if !std::mem::replace(&mut seen[beside], true) {
                found.push(beside);
            }
        }
    }
    found.len() == all
}
