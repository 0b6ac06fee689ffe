//! One step of a match on its way over the board.

use std::sync::Arc;

use picture::Scene;

use crate::model::scene::MovingToken;

/// One unit on its way, and everything else; or a part of a moment in which no unit moves.
#[derive(Clone)]
pub struct Step {
    pub scene: Arc<Scene>,
    pub moving: Option<MovingToken>,
    /// The words of a moment.
    pub moment: Option<Arc<str>>,
}
