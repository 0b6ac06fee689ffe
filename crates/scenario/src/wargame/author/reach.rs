//! The moves of a unit alone on the board.

use board::{Cell, Grid};
use rules::wargame::{Game, Kind};

/// The least points that a unit alone on the board pays on the way to each cell; `None` for cells beyond `points`.
pub(super) fn reach(game: &Game, kind: Kind, from: Cell, points: u8) -> Grid<Option<u8>> {
    let board = game.board();
    let mut spent = Grid::filled(board, None);
    spent[from] = Some(0);
    // a stack and not a sorted queue: a move has at most six points, so that few cells come up twice
    let mut open = vec![(0, from)];
    while let Some((so_far, cell)) = open.pop() {
        for next in board.neighbors(cell) {
            let Some(cost) = game.cost(kind, game.terrain[next]) else {
                continue;
            };
            let total = so_far + cost;
            // a cell comes up again when a cheaper way to it is found, since cells are not taken in the order of their
            // cost
            if total <= points && spent[next].is_none_or(|before| total < before) {
                spent[next] = Some(total);
                open.push((total, next));
            }
        }
    }
    spent
}
