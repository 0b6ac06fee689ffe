//! Units beside a board.

use board::Cell;
use egui::{Rect, Response, Ui};
use kit::views::canvas::Canvas;
use kit::views::tokens;
use picture::warlord::token;
use rules::Family;
use rules::warlord::Unit;

pub(super) fn unit_chip(ui: &mut Ui, canvas: &mut Canvas, unit: Unit, size: f32) -> Response {
    tokens::chip(ui, canvas, Family::Warlord, anywhere(unit), size)
}

/// Draws a unit, a leader with all pips.
pub(super) fn paint_unit(ui: &Ui, canvas: &mut Canvas, unit: Unit, rect: Rect) {
    tokens::paint(ui, canvas, Family::Warlord, anywhere(unit), rect);
}

/// A unit's token on no cell in particular.
pub(super) fn anywhere(unit: Unit) -> picture::Token {
    token(Cell::new(0, 0), unit)
}
