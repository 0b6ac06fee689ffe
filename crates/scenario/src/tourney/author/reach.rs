//! The ways of units over an empty board.

use std::collections::VecDeque;

use board::{Cell, Grid};
use rules::tourney::{Kind, Terrain};

/// The steps of a unit's move in one direction. Rules: tourney 3.2, 3.10 (7)
const fn steps(kind: Kind, is_diagonal: bool) -> u8 {
    match kind {
        Kind::Knight | Kind::Lady => 4,
        Kind::Sergeant if is_diagonal => 2,
        Kind::Sergeant => 1,
        Kind::Warlord | Kind::Footman | Kind::Bowman | Kind::Bishop if is_diagonal => 1,
        Kind::Warlord | Kind::Footman | Kind::Bowman | Kind::Bishop => 2,
    }
}

/// The number of moves in which a unit of a kind reaches each square of an empty board from one of these cells; `None`
/// for squares that it never reaches. A hill ends a move, a river is entered from the square beside it and ends the move
/// too, and Castles are left out: only their Greens lead there. Rules: tourney 3.2, 3.10 (8)
pub fn moves_from(
    terrain: &Grid<Terrain>,
    kind: Kind,
    from: impl IntoIterator<Item = Cell>,
) -> Grid<Option<u16>> {
    let board = terrain.board();
    let mut moves = Grid::filled(board, None);
    // a queue, so that squares come up in the order of their moves and the first number is the least
    let mut open: VecDeque<Cell> = from.into_iter().collect();
    for cell in &open {
        moves[*cell] = Some(0);
    }
    while let Some(cell) = open.pop_front() {
        // a board of 14,400 squares needs fewer moves; saturating, so that nobody has to prove it here
        let next = moves[cell].map(|moves: u16| moves.saturating_add(1));
        let ways = (-1..=1_i8).flat_map(|files| (-1..=1_i8).map(move |ranks| (files, ranks)));
        for (files, ranks) in ways.filter(|way| *way != (0, 0)) {
            let mut at = cell;
            for step in 0..steps(kind, files != 0 && ranks != 0) {
                let Some(beside) = board.offset(at, files, ranks) else {
                    break;
                };
                at = beside;
                let ground = terrain[at];
                // Rules: tourney 3.10 (8): what ends a move and what closes a square, in one place for plan, advice and
                // check
                let is_closed = match ground {
                    Terrain::Castle | Terrain::Mountain => true,
                    Terrain::River => kind.rides() || step > 0,
                    _ => kind.rides() && !ground.admits_riders(),
                };
                if is_closed {
                    break;
                }
                if moves[at].is_none() {
                    moves[at] = next;
                    open.push_back(at);
                }
                if matches!(ground, Terrain::Hill | Terrain::River) {
                    break;
                }
            }
        }
    }
    moves
}
