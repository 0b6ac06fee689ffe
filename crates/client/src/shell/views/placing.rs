//! The page on which a hidden set-up is placed by hand, unit by unit.

use board::{Board, Cell};
use eframe::egui::{
    CentralPanel, Event, Frame, Key, Margin, Modifiers, Panel, ScrollArea, Ui, vec2,
};
use picture::Scene;

use super::View;
use super::sealing::locked_board;
use super::widgets::{edge, keep_focus_in_sight, prose, sentence, side_column};
use crate::shell::model::table::Table;
use crate::shell::model::{BoardCommand, Command, Model};
use crate::theme::palette;
use crate::views::board::{Showing, Touch};
use crate::views::tokens::paint_dragged;

const WIDTH: f32 = 366.0;

/// A hidden set-up in the making, as its page asks about it.
pub(crate) trait Placing {
    /// The board.
    fn board(&self) -> Board;
    /// The picture of the units placed so far.
    fn scene(&self) -> Scene;
    /// The unit that the next click puts down.
    fn in_hand(&self) -> InHand;
    /// True on the cells that may be used.
    fn is_home(&self, cell: Cell) -> bool;
    /// The name of the unit placed on a cell.
    fn placed(&self, cell: Cell) -> Option<&'static str>;
    /// The change that puts the unit of a typed letter on a cell.
    fn typed(&self, letter: &str, cell: Cell) -> Option<Command>;
    /// The change that sends the unit on a cell back.
    fn remove(&self, cell: Cell) -> Command;
}

/// The unit that the next click puts down.
pub(crate) enum InHand {
    /// No unit.
    Nothing,
    /// A unit of the reserve, named with its article.
    Reserve(String),
    /// The unit on that cell.
    Placed(Cell),
}

/// Shows the page; `panel` fills the column beside the board.
pub(crate) fn show(
    model: &Model,
    made: &impl Placing,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
    panel: impl FnOnce(&mut View, &mut Ui, &mut Vec<Command>),
) {
    side_column(ui, "set-up", WIDTH, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                panel(view, ui, out);
                keep_focus_in_sight(ui);
            });
    });
    let strip = edge(ui, Margin::symmetric(16, 7));
    Panel::bottom("set-up status").frame(strip).show(ui, |ui| {
        // room for two lines, so that the board does not move
        ui.set_min_height(40.0);
        if let Some(notice) = &model.notice {
            ui.label(&notice.what);
            ui.weak(sentence(&notice.advice));
            return;
        }
        ui.weak(match made.in_hand() {
            InHand::Reserve(unit) => format!("Click a green cell to place {unit}. Esc puts it back."),
            InHand::Placed(cell) => format!("Click where the unit of {cell} goes; on another unit they change places."),
            InHand::Nothing => "Click a unit below Reserve, then cells; or drag, or type the letter of a unit. Right-click or Delete sends one back.".to_owned(),
        });
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(model, made, table, view, ui, out));
}

fn board(
    model: &Model,
    made: &impl Placing,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let scene = view.scene(model.revision, || made.scene());
    let selected = match made.in_hand() {
        InHand::Placed(cell) => Some(cell),
        InHand::Nothing | InHand::Reserve(_) => None,
    };
    let showing = Showing {
        board: made.board(),
        scene: &scene,
        moving: None,
        cursor: table.cursor,
        flipped: table.flipped,
        set: view.set,
        movable: &|cell| made.placed(cell).is_some(),
        name: &|cell| name(made, cell),
        selected,
        sketch: None,
    };
    for touch in view.board.show(ui, &mut view.atlases, &showing) {
        match touch {
            Touch::Click(cell) => out.push(BoardCommand::Click(cell).into()),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => out.push(made.remove(cell)),
            Touch::Drag(from, to) if made.is_home(to) => {
                out.push(BoardCommand::Drag(from, to).into());
            }
            Touch::Drag(from, _) => out.push(made.remove(from)),
            Touch::Cursor(cell) => out.push(BoardCommand::Cursor(cell).into()),
            Touch::SecondDrag(..) | Touch::Pressed => {}
        }
    }
    paint_dragged(ui, view);
    if model.dialog.is_none() && !ui.ctx().text_edit_focused() {
        keys(made, table, view, ui, out);
    }
}

/// A letter puts a unit on the cell of the cursor or pointer, Delete sends the one there back.
fn keys(made: &impl Placing, table: &Table, view: &View, ui: &Ui, out: &mut Vec<Command>) {
    let Some(cell) = table.cursor.or(view.board.pointed) else {
        return;
    };
    ui.input_mut(|input| {
        for event in &input.events {
            if let Event::Text(text) = event {
                out.extend(made.typed(text, cell));
            }
        }
        for key in [Key::Delete, Key::Backspace] {
            if input.consume_key(Modifiers::NONE, key) {
                out.push(made.remove(cell));
            }
        }
    });
}

/// The board while the locked set-up waits to be opened: the set-up can be looked at.
pub(crate) fn locked(
    model: &Model,
    made: &impl Placing,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let scene = view.scene(model.revision, || made.scene());
    let name = |cell| name(made, cell);
    locked_board(made.board(), &scene, &name, table, view, ui, out);
}

/// The name of a cell for screen readers.
fn name(made: &impl Placing, cell: Cell) -> String {
    let home = if made.is_home(cell) {
        ""
    } else {
        ", not yours"
    };
    let unit = made.placed(cell).unwrap_or("empty");
    format!("{cell}, {unit}{home}")
}

/// Offers the ready-made set-ups, each a name and what is to be said of it; the number of the one taken comes back.
pub(crate) fn books<'a>(
    ui: &mut Ui,
    books: impl Iterator<Item = (&'a str, Option<&'a str>)>,
) -> Option<usize> {
    let mut taken = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for (number, (name, about)) in books.enumerate() {
            let mut button = ui.button(name);
            if let Some(about) = about.filter(|about| !about.is_empty()) {
                button = button.on_hover_text(prose(about));
            }
            if button.clicked() {
                taken = Some(number);
            }
        }
    });
    taken
}
