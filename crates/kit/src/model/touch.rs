//! The inputs on a board.

use board::Cell;

use super::meaning::Pick;

/// An input on the board shown: of a match, a secret choice or a fixed set-up being changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardCommand {
    Click(Cell),
    /// One of the things beside the cells is chosen.
    Pick(Pick),
    /// Choose the next of the things beside the cells.
    NextPick,
    /// A unit is taken up to be dragged: it becomes the chosen one, so that the board shows where it may go.
    Lift(Cell),
    /// A unit dragged from one cell to another.
    Drag(Cell, Cell),
    /// The keyboard's cell moved.
    Cursor(Cell),
    Deselect,
    /// Take one order, or one change of a set-up, back.
    Undo,
    /// Give the order undone last once more, or make the change again.
    Redo,
    Flip,
    /// Draw a private arrow, or a private mark on one cell; or take it away.
    Sketch(Cell, Cell),
    /// Choose the next unit that may still act.
    NextUnit,
    /// Go to the next order of the other side's last turn.
    NextEnemyOrder,
    /// Choose the next leader that may still give an order.
    NextLeader,
}
