//! Units, badges and cards beside a board.

use board::Cell;
use egui::{Rect, Response, Sense, Ui, Vec2};
use kit::views::canvas::Canvas;
use kit::views::painter::paint_sprite;
use kit::views::tokens;
use picture::tourney::{figure, token};
use picture::{Badge, Badges, PICTURES_FROM, Sprite, Token};
use rules::Family;
use rules::tourney::{Man, Position, Unit};

/// A fresh unit's token on no cell in particular.
pub(super) fn anywhere(unit: Unit) -> Token {
    on(unit, Cell::new(0, 0))
}

/// A fresh unit's token on a cell.
pub(super) const fn on(unit: Unit, cell: Cell) -> Token {
    Token {
        cell,
        side: unit.owner,
        figure: figure(unit.kind),
        pips: None,
        dim: false,
        badges: Badges::NONE,
    }
}

pub(super) fn unit_chip(ui: &mut Ui, canvas: &mut Canvas, unit: Unit, size: f32) -> Response {
    tokens::chip(ui, canvas, Family::Tourney, anywhere(unit), size)
}

/// A man with the marks he bears now.
pub(super) fn man_chip(
    ui: &mut Ui,
    canvas: &mut Canvas,
    position: &Position,
    man: &Man,
    size: f32,
) -> Response {
    let shown = token(position.game(), Cell::new(0, 0), man);
    tokens::chip(ui, canvas, Family::Tourney, shown, size)
}

pub(super) fn badge_chip(ui: &mut Ui, canvas: &mut Canvas, badge: Badge, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint_badge(ui, canvas, badge, rect);
    response
}

/// Draws a badge, such as a card.
pub(super) fn paint_badge(ui: &Ui, canvas: &mut Canvas, badge: Badge, rect: Rect) {
    let pixels = (rect.height() * ui.pixels_per_point()).round();
    // smaller cards are drawn from the larger sheet, so that blow and parry stay apart
    let pixels = (pixels.clamp(1.0, 400.0) as u16).max(PICTURES_FROM);
    let atlas = canvas
        .atlases
        .at(ui.ctx(), Family::Tourney, canvas.set, pixels);
    paint_sprite(ui.painter(), &atlas, rect, Sprite::Badge(badge));
}
