//! Units and signs beside a board.

use board::Cell;
use egui::{Color32, Rect, Response, Sense, Ui, Vec2};
use kit::views::canvas::Canvas;
use kit::views::theme::{Look, palette};
use kit::views::tokens;
use picture::wargame::token;
use picture::{Mark, PICTURES_FROM, Sprite, Token};
use rules::Family;
use rules::wargame::Unit;

/// A unit's token on no cell in particular.
pub(super) fn anywhere(unit: Unit) -> Token {
    token(Cell::new(0, 0), unit)
}

pub(super) fn unit_chip(ui: &mut Ui, canvas: &mut Canvas, unit: Unit, size: f32) -> Response {
    tokens::chip(ui, canvas, Family::WarGame, anywhere(unit), size)
}

/// The drawing of a mark, as large as a line of text.
pub(super) fn mark_chip(ui: &mut Ui, canvas: &mut Canvas, mark: Mark, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint_mark(ui, canvas, mark, rect);
    response
}

/// Draws a mark in the colors of a board.
pub(super) fn paint_mark(ui: &Ui, canvas: &mut Canvas, mark: Mark, rect: Rect) {
    let palette = palette(ui);
    let (sprite, color) = match mark {
        Mark::Move => (Sprite::Dot, palette.board.legal),
        Mark::Capture => (Sprite::Ring, palette.board.legal),
        Mark::Blocked => (Sprite::Cross, palette.board.threat),
        other => match other.sign() {
            Some(sign) => (sign, Color32::WHITE),
            None => return,
        },
    };
    let pixels = (rect.height() * ui.pixels_per_point()).round();
    let pixels = (pixels as u16).max(PICTURES_FROM);
    let atlas = canvas
        .atlases
        .at(ui.ctx(), Family::WarGame, canvas.set, pixels);
    // boards are pale in either theme, and so are marks made to be seen on them
    let ground = Look::of(ui).colors().cells[0];
    ui.painter()
        .rect_filled(rect, 3.0, kit::views::theme::rgb(ground));
    ui.painter()
        .image(atlas.texture(), rect, atlas.uv(sprite), color);
}
