//! The players beside the board: a line for each side with its forces and its clock, and all of them on demand.

use eframe::egui::{
    Align, Label, Layout, Popup, PopupCloseBehavior, Rect, RichText, Role, Sense, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use kit::views::widgets::{paint_focus, side_chip};
use rules::{AnyPosition, Side, Sides};

use crate::model::Command;
use crate::model::table::Table;
use crate::views::{View, asking, clocks};

/// The height of a side's line.
pub(crate) const LINE: f32 = 26.0;
/// The width of the popup with all of a side's forces.
const ALL: f32 = 320.0;

/// The sides of the match as the board shows them: those above the turn, and the one below it.
pub(super) fn sides(table: &Table) -> (Vec<Side>, Option<Side>) {
    let seats = table.seen.contract.seats.iter();
    // each once, however many share it
    let sides: Sides = seats.map(|seat| seat.side).collect();
    let mut sides: Vec<Side> = sides.iter().collect();
    if !table.board.flipped {
        sides.reverse();
    }
    let below = sides.pop();
    (sides, below)
}

/// The lines of every side, for pages without a turn between them.
pub(crate) fn all(table: &Table, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let (above, below) = sides(table);
    for side in above.into_iter().chain(below) {
        line(table, side, view, ui, out);
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
    let members: Vec<&str> = table
        .seen
        .members(side)
        .map(|seat| seat.called.as_str())
        .collect();
    let name = match members.join(", ") {
        name if name.is_empty() => table.seen.side_names().of(side).to_owned(),
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
    let shown = popup.show(|ui| details(table, position, side, view, ui, out));
    if shown.is_none() {
        response.on_hover_ui(|ui| {
            ui.set_max_width(ALL);
            details(table, position, side, view, ui, out);
        });
    }
}

fn details(
    table: &Table,
    position: &AnyPosition,
    side: Side,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    ui.set_max_width(ALL);
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
