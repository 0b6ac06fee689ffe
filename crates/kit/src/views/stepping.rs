//! One step of a match on its way over the board.

use std::sync::Arc;

use board::Cell;
use picture::{Scene, Token};

use crate::model::scene::MovingToken;

/// One unit on its way, and everything else; or a part of a moment in which no unit moves.
#[derive(Clone)]
pub struct Step {
    pub scene: Arc<Scene>,
    pub moving: Option<MovingToken>,
    /// The words of a moment.
    pub moment: Option<Arc<str>>,
}

impl Step {
    /// A unit on its way to a cell, over a board on which all others stand still. `token` is on the cell that it leaves.
    pub fn of_unit(board: Scene, token: Token, to: Cell) -> Self {
        Self {
            scene: Arc::new(board),
            moving: Some(MovingToken {
                token,
                to,
                done: 0.0,
            }),
            moment: None,
        }
    }
}
