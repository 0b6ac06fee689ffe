//! Small pictures of boards for lists.

use egui::{ColorImage, Pos2, Rect, TextureHandle, TextureOptions, Ui, Vec2};
use picture::Scene;

use super::geometry::Camera;
use super::terrain;
use super::theme::{Look, side_color};

/// A picture of a scene whose longer side is about that many pixels long: ground as areas, units as blocks.
pub fn thumbnail(ui: &Ui, scene: &Scene, longest: u16) -> TextureHandle {
    let image = draw(scene, Look::of(ui), longest);
    ui.ctx()
        .load_texture("thumbnail", image, TextureOptions::LINEAR)
}

fn draw(scene: &Scene, look: Look, longest: u16) -> ColorImage {
    let board = scene.ground.board();
    let window = Rect::from_min_size(Pos2::ZERO, Vec2::splat(f32::from(longest)));
    let projection = Camera::default().project(board, window, 1.0);
    let mut image = terrain::picture(&projection, &scene.ground, look);
    let [wide, high] = image.size;
    // blocks that touch would hide how many they are
    let inset = u16::from(projection.pixels >= 4);
    for token in &scene.tokens {
        let rect = projection.rect(token.cell);
        let center = rect.center() - projection.whole().min;
        let side = usize::from(projection.pixels - inset);
        let from = |middle: f32| (middle - side as f32 / 2.0).round().max(0.0) as usize;
        let (left, top) = (from(center.x), from(center.y));
        for y in top..(top + side).min(high) {
            image.pixels[y * wide + left..y * wide + (left + side).min(wide)]
                .fill(side_color(token.side));
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{Board, Grid};
    use picture::{Badges, Figure, Ground, Token};
    use rules::{Family, Side};

    use super::*;

    #[test]
    fn a_thumbnail_shows_ground_and_units_of_boards_of_any_size() {
        for board in [Board::new(8, 8), Board::new(120, 120), Board::hex(24, 16)] {
            let board = board.expect("a board");
            let mut ground = Grid::filled(board, Ground::Open);
            for cell in board.cells().filter(|cell| cell.rank() == 1) {
                ground[cell] = Ground::Water;
            }
            let side = Side::new(0).expect("a side");
            let token = |cell| Token {
                cell,
                side,
                figure: Figure(4),
                pips: None,
                dim: false,
                badges: Badges::NONE,
            };
            let tokens = board.cells().filter(|cell| cell.rank() == 0).map(token);
            let scene = Scene {
                tokens: tokens.collect(),
                ..Scene::bare(Family::ALL[0], Arc::new(ground))
            };
            let image = draw(&scene, Look::Light, 120);
            assert!(
                image.size.iter().all(|side| *side <= 140),
                "{:?}",
                image.size
            );
            let share = |wanted: &dyn Fn(&egui::Color32) -> bool| {
                image.pixels.iter().filter(|pixel| wanted(pixel)).count()
            };
            assert!(share(&|pixel| *pixel == side_color(side)) > 0);
            let is_blue = |pixel: &egui::Color32| pixel.b() > pixel.r().saturating_add(20);
            assert!(share(&|pixel| is_blue(pixel) && *pixel != side_color(side)) > 0);
        }
    }
}
