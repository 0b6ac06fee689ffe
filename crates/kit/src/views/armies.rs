//! Both armies beside and on a board: the parts that every family with two armies shows alike.

use board::{Cell, Edge};
use egui::{
    Align, Label, Layout, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2,
};
use rules::Side;

use super::canvas::Canvas;
use super::theme::{palette, size};
use super::widgets::side_chip;
use crate::model::ask::Ask;
use crate::model::family::Commands;
use crate::model::tabletop::Tabletop;
use crate::model::touch::BoardCommand;
use crate::model::words::count;

/// Writes on the picture of a start, whose board fills `whole`, that armies are set up there in secret: for each side
/// at that part of the height.
pub fn unseen(ui: &mut Ui, whole: Rect, parts: [f32; 2]) {
    for (side, part) in (0..).filter_map(Side::new).zip(parts) {
        let center = whole.min + whole.size() * vec2(0.5, part);
        let place = Rect::from_center_size(center, vec2(190.0, 30.0));
        ui.painter()
            .rect_filled(place, 8.0, palette(ui).card.gamma_multiply(0.92));
        let layout = Layout::left_to_right(Align::Center);
        let mut label = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
        label.add_space(14.0);
        side_chip(&mut label, side, 18.0);
        label.label("sets up here, unseen");
    }
}

/// Both sides, that of the upper edge of the board first.
pub fn from_the_top(table: &dyn Tabletop) -> impl Iterator<Item = Side> {
    // as on the board, so that nobody reads one army's list for the other's
    let order = match table.bottom() {
        Edge::North => [0, 1],
        _ => [1, 0],
    };
    order.into_iter().filter_map(Side::new)
}

/// The name of the player who leads an army, or of its side, and the number of its units.
pub fn head(ui: &mut Ui, table: &dyn Tabletop, side: Side, units: usize) {
    let name = match table.name_of(side) {
        "" => table.side_names().of(side),
        name => name,
    };
    ui.horizontal(|ui| {
        // the number first, so that a long name is cut and not the number
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.weak(count(units, "unit", "units"));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                side_chip(ui, side, 18.0);
                ui.add(Label::new(RichText::new(name).strong()).truncate());
            });
        });
    });
}

/// A number in the line of a side, at the left of what stands there already.
pub fn number(ui: &mut Ui, text: impl Into<String>) {
    let text = RichText::new(text).size(size::SMALL);
    // not selectable: the line is one button
    ui.add(Label::new(text).selectable(false));
    ui.add_space(2.0);
}

/// Makes the drawing of a unit on a cell a way to it: a click shows where it stands.
pub fn leads_to<F: Commands>(
    chip: &Response,
    name: &str,
    cell: Cell,
    canvas: &mut Canvas,
    out: &mut Vec<Ask<F>>,
) {
    let chip = chip.interact(Sense::click());
    chip.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if chip.on_hover_text(name).clicked() {
        canvas.board.show_cell(cell);
        out.push(BoardCommand::Cursor(cell).into());
    }
}
