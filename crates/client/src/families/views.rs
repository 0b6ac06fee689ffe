//! The questions of the pages to the families.

use board::Cell;
use eframe::egui::{Rect, Ui};
use picture::Scene;
use rules::{AnyOrder, AnyPosition, Family, Side};

use super::wargame::views::WarGameView;
use super::warlord::views::{self as of_warlord, WarlordView};
use super::{Hands, Secret, SetUp, ask};
use crate::shell::model::table::Table;
use crate::shell::model::{Command, Model};
use crate::shell::views::View;
use crate::shell::views::commands::Row;
use crate::shell::views::stepping::Step;

/// The families' own state that disappears with the window.
#[derive(Default)]
pub(crate) struct Views {
    pub(crate) warlord: WarlordView,
    pub(crate) wargame: WarGameView,
}

/// The families' own commands with keys.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    let of = |family: Family| ask!(views, family => family::ROWS);
    super::shown().flat_map(of)
}

/// The scene of a board; own units that may not act any more in the turn are pale.
pub(crate) fn scene(table: &Table, position: &AnyPosition) -> Scene {
    let mut scene = ask!(views, position, AnyPosition(now) => family::scenes::table(table, now));
    if let Some(side) = table.drafting() {
        let own = scene.tokens.iter_mut().filter(|token| token.side == side);
        own.for_each(|token| token.dim |= table.ready.units.binary_search(&token.cell).is_err());
    }
    scene
}

/// An order on its way over the board.
pub(crate) fn step(position: &AnyPosition, order: &AnyOrder) -> Option<Step> {
    ask!(views, (position, order), AnyPosition(now), AnyOrder(order) => family::scenes::step(now, order), None)
}

/// True where a side may drag the unit on a cell.
pub(crate) fn is_movable(position: &AnyPosition, side: Side, cell: Cell) -> bool {
    ask!(views, position, AnyPosition(now) => family::scenes::is_movable(now, side, cell))
}

/// The description of a cell for somebody who cannot see the board.
pub(crate) fn cell_name(position: &AnyPosition, side: Option<Side>, cell: Cell) -> String {
    ask!(views, position, AnyPosition(now) => family::scenes::cell_name(now, side, cell))
}

/// Describes the cell pointed at in the line below the board.
pub(crate) fn pointed(table: &Table, position: &AnyPosition, cell: Cell, ui: &mut Ui) {
    ask!(views, position, AnyPosition(now) => family::pointed(table, now, cell, ui));
}

/// The buttons of the family's overlays.
pub(crate) fn tools(hands: &Hands, position: &AnyPosition, ui: &mut Ui, out: &mut Vec<Command>) {
    ask!(views, position, AnyPosition(_) => family::tools(hands, ui, out));
}

/// The family's part of the panel beside the board of a match.
pub(crate) fn beside(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    if let Some(position) = table.position() {
        ask!(views, position, AnyPosition(now) => family::beside(table, now, view, ui, out));
    }
}

/// The results of lots, in words that both players can compare.
pub(crate) fn lots_drawn(position: &AnyPosition, ui: &mut Ui) {
    ask!(views, position, AnyPosition(now) => family::lots_drawn(now, ui));
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
    ask!(views, secret, Secret(choice) => family::secret::show(model, choice, table, view, ui, out));
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
    ask!(views, secret, Secret(choice) => family::secret::locked(model, choice, table, view, ui, out));
}

/// The page on which a fixed set-up is changed.
pub(crate) fn set_up(
    model: &Model,
    set_up: &SetUp,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let SetUp::Warlord(editor) = set_up;
    of_warlord::set_up::show(model, editor, view, ui, out);
}

/// The picture of a start.
pub(crate) fn opening(start: &AnyPosition) -> Scene {
    ask!(views, start, AnyPosition(start) => family::opening(start))
}

/// Writes on the picture of a start, whose board fills `whole`.
pub(crate) fn over_start(start: &AnyPosition, whole: Rect, ui: &mut Ui) {
    ask!(views, start, AnyPosition(start) => family::over_start(start, whole, ui));
}

/// A row of a family's sample units.
pub(crate) fn samples(family: Family, view: &mut View, ui: &mut Ui) {
    ask!(views, family => family::samples(view, ui));
}

/// The drawing on a button of the start page, by the button's place: units of the family that gave the program its name.
pub(crate) fn paint_way_in(place: usize, view: &mut View, ui: &Ui, rect: Rect) {
    of_warlord::paint_way_in(place, view, ui, rect);
}

/// A family's topics of the help.
pub(crate) fn topics(family: Family) -> &'static [&'static str] {
    ask!(views, family => family::help::TOPICS)
}

/// Tells of a family's topic, by the topic's place.
pub(crate) fn help_of(family: Family, topic: usize, model: &Model, view: &mut View, ui: &mut Ui) {
    ask!(views, family => family::help::show(topic, model, view, ui));
}
