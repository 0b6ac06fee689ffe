//! The ways of Knights over an empty board.

use std::collections::VecDeque;

use board::{Cell, Grid};
use rules::tourney::Terrain;

/// The most squares of a Knight's move. Rules: tourney 3.2
const RIDE: u8 = 4;

/// The number of moves in which a Knight reaches each square of an empty board, straight and up to four squares a move;
/// a hill ends the move. It passes Castles nowhere: their walls are open toward the Green alone. Rules: tourney 3.2,
/// 3.10
pub(in crate::tourney) fn rides_from(terrain: &Grid<Terrain>, from: Cell) -> Grid<Option<u16>> {
    let board = terrain.board();
    let mut moves = Grid::filled(board, None);
    moves[from] = Some(0);
    let mut open = VecDeque::from([from]);
    while let Some(cell) = open.pop_front() {
        let next = moves[cell].map(|moves: u16| moves.saturating_add(1));
        let ways = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        for (files, ranks) in ways.filter(|way| *way != (0, 0)) {
            let mut at = cell;
            for _ in 0..RIDE {
                let Some(step) = board.offset(at, files, ranks) else {
                    break;
                };
                at = step;
                let ground = terrain[at];
                if !ground.admits_riders() || ground == Terrain::Castle {
                    break;
                }
                if moves[at].is_none() {
                    moves[at] = next;
                    open.push_back(at);
                }
                if ground == Terrain::Hill {
                    break;
                }
            }
        }
    }
    moves
}
