//! The players beside the board: a line for each side with its forces and its clock, and all of them on demand.

use std::time::Duration;

use egui::{
    Align, Label, Layout, Popup, PopupCloseBehavior, Rect, RichText, Role, Sense, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use home::SeatInfo;
use kit::views::theme::{palette, size};
use kit::views::widgets::{paint_focus, side_chip};
use rules::{AnyPosition, Side, Sides};

use crate::model::Command;
use crate::model::table::Table;
use crate::views::{View, asking, clocks};

/// The height of a side's line.
pub(crate) const LINE: f32 = 26.0;
/// The width of the popup with all of a side's forces.
const ALL: f32 = 320.0;

/// The height of a seat's line, below that of its side.
const SEAT: f32 = 20.0;

/// The sides of the match as the board shows them: those above the turn, and the one below it.
pub(super) fn sides(table: &Table) -> (Vec<Side>, Option<Side>) {
    let seats = table.seen.contract.seats.iter();
    // each once, however many share it
    let sides: Sides = seats.map(|seat| seat.side).collect();
    let mut all: Vec<Side> = sides.iter().collect();
    // those that move after the lowest side come first, and the lowest last, as on the board
    let lowest = table.lowest();
    let lowest = all.iter().position(|side| Some(*side) == lowest);
    all.rotate_left(lowest.map_or(0, |lowest| lowest + 1));
    let below = all.pop();
    (all, below)
}

/// True for a table whose players sit at several machines: each seat has a line of its own there.
fn lists_seats(table: &Table) -> bool {
    let seen = &table.seen;
    seen.has_table() && !table.replay && seen.contract.seats.iter().any(|seat| !seat.mine)
}

/// The height of a side with its seats.
pub(super) fn height(table: &Table, side: Side) -> f32 {
    let seats = match lists_seats(table) {
        true => table.seen.members(side).count(),
        false => 0,
    };
    seats as f32 * SEAT + LINE
}

/// The height of all sides and seats beyond that of two sides.
pub(super) fn more(table: &Table) -> f32 {
    let (above, below) = sides(table);
    let all: f32 = above
        .iter()
        .chain(&below)
        .map(|side| height(table, *side))
        .sum();
    (all - 2.0 * LINE).max(0.0)
}

/// The lines of every side, for pages without a turn between them.
pub(crate) fn all(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let (above, below) = sides(table);
    for side in above.into_iter().chain(below) {
        block(table, side, view, ui, out);
    }
}

/// A side, and its seats where they sit at several machines.
pub(super) fn block(
    table: &Table,
    side: Side,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    line(table, side, view, ui, out);
    if lists_seats(table) {
        for seat in table.seen.members(side) {
            seat_line(table, seat, ui);
        }
    }
}

/// A seat in a line: its player, what is awaited of it, and how it is connected.
fn seat_line(table: &Table, info: &SeatInfo, ui: &mut Ui) {
    let size = vec2(ui.available_width(), SEAT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let mark = table.mark_of(info.seat);
    let name = format!("{mark}{}", info.called);
    let name = match info.mine {
        true => format!("{name} (here)"),
        false => name,
    };
    let awaited = table.awaited_words(info.seat);
    let connection = table.connection_words(info.seat);
    let words: Vec<&str> = [awaited.as_deref(), connection.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    let words = words.join(" \u{00B7} ");
    let label = match words.is_empty() {
        true => name.clone(),
        false => format!("{name}: {words}"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    let inside = rect.shrink2(vec2(8.0, 0.0));
    let right = Layout::right_to_left(Align::Center);
    let mut line = ui.new_child(UiBuilder::new().max_rect(inside).layout(right));
    line.spacing_mut().item_spacing.x = 6.0;
    let color = match table.is_away(info.seat) {
        true => palette(ui).warn,
        false => ui.visuals().weak_text_color(),
    };
    let words = RichText::new(words).size(size::SMALL).color(color);
    let most = inside.width() * 0.62;
    line.scope(|ui| {
        ui.set_max_width(most);
        ui.add(Label::new(words).selectable(false).truncate());
    });
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(18.0);
        let name = RichText::new(name).size(size::SMALL);
        let name = match awaited.is_some() {
            true => name.strong(),
            false => name,
        };
        ui.add(Label::new(name).selectable(false).truncate());
    });
    response.on_hover_text(label);
    if awaited.is_some() {
        // the words count minutes, and nothing else wakes the window meanwhile
        ui.ctx().request_repaint_after(Duration::from_secs(60));
    }
}

/// A side in one line of a fixed height: its player, its forces, its clock. Hovering it, or pressing it, shows all that
/// it has.
pub(super) fn line(
    table: &Table,
    side: Side,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let size = vec2(ui.available_width(), LINE);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let Some(position) = table.position() else {
        return;
    };
    let members = table.seen.members(side);
    let members = members.map(|seat| format!("{}{}", table.mark_of(seat.seat), seat.called));
    let members: Vec<String> = members.collect();
    let name = match members.join(", ") {
        // its seats have their own lines
        name if name.is_empty() || lists_seats(table) => {
            table.seen.side_names().of(side).to_owned()
        }
        name => name,
    };
    let id = ui.scope_id().with(("force", side.index()));
    let response = ui.interact(rect, id, Sense::click());
    let words = families::views::force_words(table, position, side);
    let label = format!("{name}: {words}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    paint_focus(ui, &response, rect);
    parts(table, position, side, &name, rect, view, ui);
    // behind a seal nothing is to be told about what is not open yet
    if table.locked().is_some() {
        return;
    }
    let popup = Popup::from_toggle_button_response(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .width(ALL);
    // also while it is closed: it notes the press that opens it
    let shown = popup.show(|ui| details(table, position, side, &name, view, ui, out));
    if shown.is_none() {
        response.on_hover_ui(|ui| {
            ui.set_max_width(ALL);
            details(table, position, side, &name, view, ui, out);
        });
    }
}

fn details(
    table: &Table,
    position: &AnyPosition,
    side: Side,
    name: &str,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    ui.set_max_width(ALL);
    if table.seen.has_table() {
        // the line cuts the names of many members
        ui.add(Label::new(RichText::new(name).strong()).wrap());
    }
    asking(out, |out| {
        families::views::force(table, position, side, &mut view.canvas, ui, out);
    });
}

/// The parts of the line: the name is cut before any number is.
fn parts(
    table: &Table,
    position: &AnyPosition,
    side: Side,
    name: &str,
    rect: Rect,
    view: &mut View,
    ui: &mut Ui,
) {
    let right = Layout::right_to_left(Align::Center);
    let inside = rect.shrink2(vec2(4.0, 0.0));
    let mut line = ui.new_child(UiBuilder::new().max_rect(inside).layout(right));
    line.spacing_mut().item_spacing.x = 4.0;
    if let Some(seat) = table.seen.seat_of(side) {
        clocks::of_seat(table, seat.seat, &mut line);
    }
    if table.locked().is_none() {
        families::views::force_line(table, position, side, &mut view.canvas, &mut line);
    }
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        side_chip(ui, side, 18.0);
        let name = Label::new(RichText::new(name).strong()).selectable(false);
        ui.add(name.truncate());
    });
}
