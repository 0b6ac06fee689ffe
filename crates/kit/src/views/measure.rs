//! A board painted without a window, for the benchmark: one egui pass and its tessellation.

use std::sync::Arc;

use board::{Board, Cell, Edge, Grid};
use egui::epaint::Primitive;
use egui::{Pos2, Rect, vec2};
use picture::{Badges, Figure, Ground, PieceSet, Scene, Token};
use rules::{Family, Side};

use crate::views::board::{BoardView, Showing};
use crate::views::painter::Atlases;
use crate::views::terrain;
use crate::views::theme::{self, Look};

/// A board in a window of 1280 by 800 points.
pub struct BoardFrame {
    context: egui::Context,
    view: BoardView,
    atlases: Atlases,
    scene: Arc<Scene>,
    board: Board,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// Vertices of the meshes that have the textures of the sprites and of the ground: four for every token and mark,
    /// and six for every hex.
    pub board_vertices: usize,
    pub triangles: usize,
    /// The number of times that the layers have been built up to now.
    pub builds: u64,
}

/// Draws the ground of all kinds for squares or hexes of that many pixels; the number of pixels drawn.
pub fn draw_ground(board: Board, pixels: u16) -> usize {
    let mut ground = Grid::filled(board, Ground::Open);
    for (cell, kind) in board.cells().zip(Ground::ALL) {
        ground[cell] = kind;
    }
    terrain::drawn_pixels(&ground, Look::Light, pixels)
}

impl BoardFrame {
    /// A board with that many tokens of two sides and four figures, spread evenly over it.
    pub fn new(board: Board, tokens: usize) -> Self {
        let cells: Vec<Cell> = board.cells().collect();
        let sides: Vec<Side> = (0..2).filter_map(Side::new).collect();
        let token = |n: usize| Token {
            cell: cells[n * cells.len() / tokens],
            side: sides[n % 2],
            figure: Figure((4 + n / 2 % 4) as u8),
            pips: None,
            dim: false,
            badges: Badges::NONE,
        };
        let ground = Grid::filled(board, Ground::Open);
        let scene = Scene {
            tokens: (0..tokens).map(token).collect(),
            // any family serves: the cost is that of the meshes, whatever is drawn on them
            ..Scene::bare(Family::ALL[0], Arc::new(ground))
        };
        let context = egui::Context::default();
        theme::install(&context);
        Self {
            context,
            view: BoardView::default(),
            atlases: Atlases::default(),
            scene: Arc::new(scene),
            board,
        }
    }

    /// Covers a third of the cells with woods, hills, water and towns, in patches as they lie on maps.
    pub fn cover(&mut self) {
        let mut ground = Grid::filled(self.board, Ground::Open);
        for cell in self.board.cells() {
            let (file, rank) = (u32::from(cell.file()), u32::from(cell.rank()));
            // patches of three by two cells
            let patch = (file / 3 * 7 + rank / 2 * 11) % 12;
            ground[cell] = match patch {
                0 => Ground::Trees,
                1 => Ground::Hill,
                2 => Ground::Water,
                3 => Ground::Town,
                _ => Ground::Open,
            };
        }
        let mut scene = (*self.scene).clone();
        scene.ground = Arc::new(ground);
        self.scene = Arc::new(scene);
    }

    /// Zooms by that many steps around the middle.
    pub fn zoom(&mut self, steps: i32) {
        self.view.zoom_at_center(steps);
    }

    /// Forgets the layers, as after a move.
    pub fn touch(&mut self) {
        // the painter compares scenes by their address, so that an equal copy is another scene
        self.scene = Arc::new((*self.scene).clone());
    }

    pub fn draw(&mut self) -> Drawn {
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))),
            ..egui::RawInput::default()
        };
        let (view, atlases, scene, board) =
            (&mut self.view, &mut self.atlases, &self.scene, self.board);
        let mut output = self.context.run_ui(input, |ui| {
            let showing = Showing {
                board,
                scene,
                moving: None,
                cursor: None,
                bottom: Edge::South,
                set: PieceSet::Pictures,
                movable: &|_| false,
                name: &|cell| cell.to_string(),
                selected: None,
                sketch: None,
                pointers: None,
            };
            view.show(ui, atlases, &showing);
        });
        // there is no screen to load textures onto
        output.textures_delta.clear();
        let textures = [self.view.texture(), self.view.land()];
        let primitives = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        let mut drawn = Drawn {
            board_vertices: 0,
            triangles: 0,
            builds: self.view.builds(),
        };
        for primitive in primitives {
            if let Primitive::Mesh(mesh) = primitive.primitive {
                drawn.triangles += mesh.indices.len() / 3;
                if textures.contains(&Some(mesh.texture_id)) {
                    drawn.board_vertices += mesh.vertices.len();
                }
            }
        }
        drawn
    }
}
