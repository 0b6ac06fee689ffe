//! Units beside a board.

use board::Cell;
use eframe::egui::{Rect, Response, Ui};
use picture::warlord::token;
use rules::Family;
use rules::warlord::{Kind, Unit};

use crate::shell::views::View;
use crate::views::tokens;
pub(super) use crate::views::tokens::tray;

/// A unit's drawing.
pub(crate) fn unit_chip(ui: &mut Ui, view: &mut View, unit: Unit, size: f32) -> Response {
    tokens::chip(ui, view, Family::Warlord, anywhere(unit), size)
}

/// Draws a unit, a leader with all pips.
pub(crate) fn paint_unit(ui: &Ui, view: &mut View, unit: Unit, rect: Rect) {
    tokens::paint(ui, view, Family::Warlord, anywhere(unit), rect);
}

fn anywhere(unit: Unit) -> picture::Token {
    token(Cell::new(0, 0), unit)
}

/// The unit that is dragged from a tray.
pub(super) fn dragged(view: &View) -> Option<Unit> {
    let token = view.dragged?.token;
    let kind = *Kind::ALL.get(usize::from(token.figure.0))?;
    let side = token.side.try_into().ok()?;
    Some(Unit { side, kind })
}

/// One kind in a tray.
pub(crate) struct Tile<'a> {
    /// The unit drawn.
    pub(crate) unit: Unit,
    /// The text below the unit.
    pub(crate) text: &'a str,
    /// The name of the tile for screen readers.
    pub(crate) name: &'a str,
    /// It is in the hand.
    pub(crate) picked: bool,
    /// It can be taken.
    pub(crate) enabled: bool,
}

/// Shows one kind of a tray: to be clicked, or dragged to the board; the cell it was dropped on comes back.
pub(crate) fn tile(ui: &mut Ui, view: &mut View, tile: &Tile<'_>) -> (Response, Option<Cell>) {
    let shown = tokens::Tile {
        family: Family::Warlord,
        token: anywhere(tile.unit),
        text: tile.text,
        name: tile.name,
        picked: tile.picked,
        enabled: tile.enabled,
    };
    tokens::tile(ui, view, &shown)
}
