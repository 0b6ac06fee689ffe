//! What a game fixes: how many moves lie between a square and each Castle Green.

use board::{Cell, Direction, Grid};
use rules::Side;
use rules::tourney::{Game, Kind, Terrain};

/// The moves counted for a square from which no way leads to the Green.
pub(super) const FAR: u8 = 9;

/// The moves from every square to the Greens, without regard to units: for a look ahead, not for legality.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// By the places of the sides whose Green it is; on foot, then riding.
    ways: [Option<[Grid<u8>; 2]>; 4],
}

impl Facts {
    pub(super) fn new(game: &Game) -> Self {
        let ways = [0, 1, 2, 3].map(|place: usize| {
            let castle = game.castles.get(place)?.as_ref()?;
            Some([false, true].map(|rides| distances(game, castle.green, rides)))
        });
        Self { ways }
    }

    /// The moves that a unit of that kind needs to the Green of a side, [`FAR`] at most.
    pub(super) fn moves(&self, kind: Kind, from: Cell, to: Side) -> u8 {
        let ways = self.ways.get(to.index()).and_then(Option::as_ref);
        ways.map_or(FAR, |ways| {
            let grid = &ways[usize::from(kind.rides())];
            grid.get(from).copied().unwrap_or(FAR)
        })
    }
}

/// The moves to a square from all others, nearest first.
fn distances(game: &Game, to: Cell, rides: bool) -> Grid<u8> {
    let board = game.board();
    let mut moves = Grid::filled(board, FAR);
    moves[to] = 0;
    let mut edge = vec![to];
    for count in 1..FAR {
        let mut next = Vec::new();
        for from in edge {
            for direction in board.directions() {
                let line = board.ray(from, *direction).take(stride(rides, *direction));
                for cell in line.take_while(|cell| is_open(game, *cell, rides)) {
                    if moves[cell] > count {
                        moves[cell] = count;
                        next.push(cell);
                    }
                }
            }
        }
        edge = next;
    }
    // a man in a Castle has one step more than one on its Green
    for castle in game.castles.iter().flatten() {
        moves[castle.cell] = (moves[castle.green] + 1).min(FAR);
    }
    moves
}

fn is_open(game: &Game, cell: Cell, rides: bool) -> bool {
    match game.terrain[cell] {
        Terrain::Castle | Terrain::Mountain => false,
        terrain => !rides || terrain.admits_riders(),
    }
}

/// The squares of one move. Sergeants have them the other way round, which makes little difference over some moves.
const fn stride(rides: bool, direction: Direction) -> usize {
    match direction {
        _ if rides => 4,
        Direction::North | Direction::East | Direction::South | Direction::West => 2,
        Direction::NorthEast
        | Direction::SouthEast
        | Direction::SouthWest
        | Direction::NorthWest => 1,
    }
}
