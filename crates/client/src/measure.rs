//! A board painted without a window, for the benchmark: one egui pass and its tessellation.

use std::sync::Arc;

use board::{Board, Cell, Grid};
use eframe::egui::{self, Pos2, Rect, vec2};
use eframe::epaint::Primitive;
use rules::Side;
use rules::warlord::{Kind, Terrain, Unit};

use crate::painter::Atlases;
use crate::scene::{Scene, Shown};
use crate::theme;
use crate::views::board::{BoardView, Showing};
use picture::PieceSet;

/// A board in a window of 1280 by 800 points.
pub struct BoardFrame {
    context: egui::Context,
    view: BoardView,
    atlases: Atlases,
    scene: Arc<Scene>,
    board: Board,
}

/// What one frame drew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// Vertices of the meshes that have the texture of the pieces: four for every unit, mark and piece of terrain.
    pub board_vertices: usize,
    /// Triangles in all.
    pub triangles: usize,
    /// How often the layers have been built up to now.
    pub builds: u64,
}

impl BoardFrame {
    /// A board of that size with so many units, spread evenly over it; none of them a leader.
    ///
    /// # Panics
    /// Where there is no such board.
    pub fn new(files: usize, ranks: usize, units: usize) -> Self {
        let board = Board::new(files, ranks).expect("a benchmark names sizes that exist");
        let kinds = [
            Kind::Infantry,
            Kind::HeavyCavalry,
            Kind::Cannon,
            Kind::LightCavalry,
        ];
        let cells: Vec<Cell> = board.cells().collect();
        let shown = (0..units).map(|n| Shown {
            cell: cells[n * cells.len() / units],
            unit: Unit {
                side: Side::BOTH[n % 2],
                kind: kinds[n / 2 % kinds.len()],
            },
            dim: false,
            pips: None,
        });
        let scene = Scene {
            units: shown.collect(),

            ..Scene::bare(Arc::new(Grid::filled(board, Terrain::Open)))
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

    /// Zooms by so many steps around the middle.
    pub fn zoom(&mut self, steps: i32) {
        self.view.zoom_at_center(steps);
    }

    /// Forgets the layers, as after a move.
    pub fn touch(&mut self) {
        self.scene = Arc::new((*self.scene).clone());
    }

    /// One frame.
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
                flipped: false,
                set: PieceSet::Pictures,
                movable: &|_| false,
                name: &|cell| cell.to_string(),
                selected: None,
            };
            view.show(ui, atlases, &showing);
        });
        output.textures_delta.clear();
        let texture = self.view.texture();
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
                if Some(mesh.texture_id) == texture {
                    drawn.board_vertices += mesh.vertices.len();
                }
            }
        }
        drawn
    }
}
