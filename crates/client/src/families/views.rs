//! What the pages ask of the families, one `match` a question.

use board::Cell;
use eframe::egui::{Rect, Ui};
use picture::Scene;
use rules::{AnyOrder, AnyPosition, Side};

use super::warlord::model::side as own;
use super::warlord::views as of_warlord;
use super::{Hands, Secret, SetUp};
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model};
use crate::shell::views::View;
use crate::shell::views::commands::Row;
use crate::shell::views::stepping::Step;

/// What of the families' pages disappears with the window.
#[derive(Default)]
pub(crate) struct Views {
    pub(crate) warlord: of_warlord::WarlordView,
}

/// What has keys at the tables of the families.
pub(crate) fn rows() -> &'static [Row] {
    &of_warlord::ROWS
}

/// What a board shows.
pub(crate) fn scene(table: &Table, position: &AnyPosition) -> Scene {
    match position {
        AnyPosition::Warlord(position) => of_warlord::scenes::table(table, position),
    }
}

/// An order on its way over the board.
pub(crate) fn step(position: &AnyPosition, order: &AnyOrder) -> Option<Step> {
    match (position, order) {
        (AnyPosition::Warlord(position), AnyOrder::Warlord(order)) => {
            of_warlord::scenes::step(position, order)
        }
    }
}

/// Whether what stands on a cell may be dragged by the side to move.
pub(crate) fn is_movable(position: &AnyPosition, side: Side, cell: Cell) -> bool {
    match position {
        AnyPosition::Warlord(position) => position
            .unit(cell)
            .is_some_and(|unit| Side::from(unit.side) == side),
    }
}

/// What a cell is to somebody who cannot see it.
pub(crate) fn cell_name(position: &AnyPosition, side: Option<Side>, cell: Cell) -> String {
    match position {
        AnyPosition::Warlord(position) => of_warlord::scenes::cell_name(position, own(side), cell),
    }
}

/// What is pointed at, for the line below the board.
pub(crate) fn pointed(position: &AnyPosition, side: Option<Side>, cell: Cell, ui: &mut Ui) {
    match position {
        AnyPosition::Warlord(position) => of_warlord::pointed(position, own(side), cell, ui),
    }
}

/// What the board can show besides.
pub(crate) fn tools(hands: &Hands, position: &AnyPosition, ui: &mut Ui, out: &mut Vec<Command>) {
    match position {
        AnyPosition::Warlord(_) => of_warlord::tools(&hands.warlord, ui, out),
    }
}

/// What is dragged from beside the board, over everything else.
pub(crate) fn paint_dragged(position: &AnyPosition, view: &mut View, ui: &mut Ui) {
    match position {
        AnyPosition::Warlord(_) => of_warlord::paint_dragged(ui, view),
    }
}

/// What stands beside the board of a match.
pub(crate) fn beside(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    match table.position() {
        Some(AnyPosition::Warlord(position)) => {
            of_warlord::beside(table, position, view, ui, out);
        }
        None => {}
    }
}

/// What lots have given, in words that both players can compare.
pub(crate) fn lots_drawn(position: &AnyPosition, ui: &mut Ui) {
    match position {
        AnyPosition::Warlord(position) => of_warlord::lots_drawn(position, ui),
    }
}

/// The page on which a secret choice is made.
pub(crate) fn secret(
    model: &Model,
    secret: &Secret,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    match secret {
        Secret::Warlord(editor) => of_warlord::secret::show(model, editor, table, view, ui, out),
    }
}

/// The board while a sealed choice waits to be opened.
pub(crate) fn locked(
    model: &Model,
    secret: &Secret,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    match secret {
        Secret::Warlord(editor) => of_warlord::secret::locked(model, editor, table, view, ui, out),
    }
}

/// The page on which a fixed set-up is changed.
pub(crate) fn set_up(
    model: &Model,
    set_up: &SetUp,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    match set_up {
        SetUp::Warlord(editor) => of_warlord::set_up::show(model, editor, view, ui, out),
    }
}

/// The picture of a start.
pub(crate) fn opening(start: &AnyPosition) -> Scene {
    match start {
        AnyPosition::Warlord(start) => of_warlord::opening(start),
    }
}

/// What is said on the picture of a start, whose board fills `whole`.
pub(crate) fn over_start(start: &AnyPosition, whole: Rect, ui: &mut Ui) {
    match start {
        AnyPosition::Warlord(start) => of_warlord::over_start(start, whole, ui),
    }
}

/// How units look.
pub(crate) fn samples(view: &mut View, ui: &mut Ui) {
    of_warlord::samples(view, ui);
}

/// The drawing on a button of the start page, by the button's place.
pub(crate) fn paint_way_in(place: usize, view: &mut View, ui: &Ui, rect: Rect) {
    of_warlord::paint_way_in(place, view, ui, rect);
}

/// What the help tells of the families.
pub(crate) fn topics() -> &'static [&'static str] {
    &of_warlord::help::TOPICS
}

/// Tells of a topic, by its place.
pub(crate) fn help_of(topic: usize, model: &Model, view: &mut View, ui: &mut Ui) {
    of_warlord::help::show(topic, model, view, ui);
}
