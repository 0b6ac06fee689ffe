//! Units beside a board.

use board::Cell;
use eframe::egui::{Rect, Response, Ui};
use picture::warlord::token;
use rules::Family;
use rules::warlord::Unit;

use kit::views::canvas::Canvas;
use kit::views::tokens;

pub(super) fn unit_chip(ui: &mut Ui, canvas: &mut Canvas, unit: Unit, size: f32) -> Response {
    tokens::chip(ui, canvas, Family::Warlord, anywhere(unit), size)
}

/// Draws a unit, a leader with all pips.
pub(super) fn paint_unit(ui: &Ui, canvas: &mut Canvas, unit: Unit, rect: Rect) {
    tokens::paint(ui, canvas, Family::Warlord, anywhere(unit), rect);
}

fn anywhere(unit: Unit) -> picture::Token {
    token(Cell::new(0, 0), unit)
}

pub(super) struct Tile<'a> {
    pub unit: Unit,
    pub text: &'a str,
    /// The name of the tile for screen readers.
    pub name: &'a str,
    /// It is in the hand.
    pub picked: bool,
    /// It can be taken.
    pub enabled: bool,
}

/// Shows one kind of a tray: to be clicked, or dragged to the board; the cell it was dropped on comes back.
pub(super) fn tile(ui: &mut Ui, canvas: &mut Canvas, tile: &Tile<'_>) -> (Response, Option<Cell>) {
    let shown = tokens::Tile {
        family: Family::Warlord,
        token: anywhere(tile.unit),
        text: tile.text,
        name: tile.name,
        picked: tile.picked,
        enabled: tile.enabled,
    };
    tokens::tile(ui, canvas, &shown)
}
