//! The ways of a turn, the token on its way over the board, and the drawings of the user: what a board shows in addition
//! to its units.

use std::collections::BTreeSet;

use board::Cell;
use picture::{Scene, Token};
use rules::AnyOrder;

use super::tabletop::Tabletop;

/// Adds the ways of the unfinished turn or, before its first order, those of the last turn.
pub fn add_ways(scene: &mut Scene, table: &dyn Tabletop) {
    // an empty draft has nothing to show, and the other side's last turn stays in sight until it has
    if let Some(draft) = table.open_draft().filter(|draft| draft.can_undo()) {
        let orders: Vec<AnyOrder> = draft.orders().cloned().collect();
        scene.add_turn(draft.base(), draft.side(), &orders);
    } else if let Some(last) = table.last_turn() {
        let orders: Vec<AnyOrder> = last.orders.iter().map(|done| done.order.clone()).collect();
        scene.add_turn(&last.before, last.by, &orders);
    }
}

/// A token between its cell and another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingToken {
    /// The token, on the cell that it leaves.
    pub token: Token,
    /// The cell that it goes to.
    pub to: Cell,
    /// The part of the way that is done, 0 to 1.
    pub done: f32,
}

/// Arrows and marks that users draw on a board for themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sketch {
    pub marks: BTreeSet<Cell>,
    /// The arrows, from cell to cell.
    pub arrows: BTreeSet<(Cell, Cell)>,
}

impl Sketch {
    /// Draws an arrow, or a mark if both cells are the same; a second time takes it away.
    pub fn draw(&mut self, from: Cell, to: Cell) {
        let is_there = if from == to {
            self.marks.remove(&from)
        } else {
            self.arrows.remove(&(from, to))
        };
        if is_there {
            return;
        }
        if from == to {
            self.marks.insert(from);
        } else {
            self.arrows.insert((from, to));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.arrows.is_empty()
    }
}
