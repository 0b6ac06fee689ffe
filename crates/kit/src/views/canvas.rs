//! The things a page needs to draw a board and units, kept between frames.

use std::sync::Arc;

use egui::Pos2;
use picture::{PieceSet, Scene, Token};
use rules::Family;

use super::board::BoardView;
use super::painter::{Atlases, BoardPainter};

/// The state of drawing that disappears with the window.
// none of it belongs to the model: losing it costs nothing, and a test of the model needs no window
#[derive(Default)]
pub struct Canvas {
    pub atlases: Atlases,
    /// The set of drawings chosen in the settings.
    pub set: PieceSet,
    pub board: BoardView,
    /// The small board next to a scene that takes the place of the board.
    pub small: BoardPainter,
    /// The scene made for a revision of the model.
    scene: Option<(u64, Arc<Scene>)>,
    /// The unit dragged from a tray.
    pub dragged: Option<Dragged>,
    /// The name typed for a set-up to be kept.
    pub kept_name: String,
    /// The user wants the odds of what is on the page and the advice for it, where a family has any.
    pub advice: bool,
}

/// A unit on its way from a tray to the board.
#[derive(Debug, Clone, Copy)]
pub struct Dragged {
    pub(super) family: Family,
    pub token: Token,
    pub(super) at: Pos2,
}

impl Canvas {
    /// The scene of a board, made once for each revision of the model: the painter keeps its layers as long as the
    /// scene is the same.
    pub fn scene(&mut self, revision: u64, make: impl FnOnce() -> Scene) -> Arc<Scene> {
        // by the revision and not by the position: the hand and the overlays change a scene too
        let known = self.scene.take().filter(|(of, _)| *of == revision);
        let kept = known.unwrap_or_else(|| (revision, Arc::new(make())));
        self.scene.insert(kept).1.clone()
    }

    /// Prepares for another board: the whole of it comes into sight, and its scene is made again.
    pub fn begin(&mut self) {
        self.board.camera.fit();
        self.scene = None;
    }
}
