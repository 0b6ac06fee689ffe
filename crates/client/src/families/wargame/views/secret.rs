//! The page on which a hidden set-up is made.

use board::Cell;
use eframe::egui::{
    CentralPanel, Event, Frame, Key, Margin, Modifiers, Panel, RichText, ScrollArea, Ui, vec2,
};
use rules::Family;
use rules::wargame::{Kind, Unit};
use scenario::wargame::Content;

use super::scenes;
use super::units::anywhere;
use crate::families::wargame::model::editor::{Editor, EditorCommand, Pick, Reserve};
use crate::families::wargame::model::words;
use crate::shell::model::table::Table;
use crate::shell::model::words::count;
use crate::shell::model::{BoardCommand, Command, Model, SecretCommand};
use crate::shell::views::View;
use crate::shell::views::commands::{REDO, UNDO};
use crate::shell::views::sealing::{kept, locked_board, others};
use crate::shell::views::widgets::{
    self, card, edge, note, prose, section, sentence, side_chip, side_column, wide_primary,
};
use crate::theme::palette;
use crate::views::board::{Showing, Touch};
use crate::views::tokens::{Tile, paint_dragged, tile, tray};

const WIDTH: f32 = 366.0;

pub(crate) fn show(
    model: &Model,
    editor: &Editor,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    side_column(ui, "set-up", WIDTH, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| panel(model, table, editor, view, ui, out));
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
        ui.weak(match editor.picked {
            Some(Pick::Reserve(kind)) => format!("Click a green cell to place {}. Esc puts it back.", words::a_kind(kind)),
            Some(Pick::Placed(cell)) => format!("Click where the unit of {cell} goes; on another unit they change places."),
            None => "Click a unit below Reserve, then cells; or drag, or type the letter of a unit. Right-click or Delete sends one back.".to_owned(),
        });
    });
    CentralPanel::no_frame()
        .frame(Frame::new().fill(palette(ui).table))
        .show(ui, |ui| board(model, editor, table, view, ui, out));
}

fn panel(
    model: &Model,
    table: &Table,
    editor: &Editor,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    card(ui, |ui| {
        ui.horizontal(|ui| {
            side_chip(ui, editor.side().into(), 24.0);
            ui.label(RichText::new("Set up your army").size(19.0));
        });
        let army = editor.game().army(editor.side()).len();
        note(
            ui,
            format!(
                "In secret: place all {} anywhere in your home zone, the green cells. Lines show who keeps whom in command.",
                count(army, "unit", "units")
            ),
        );
        ui.add_space(4.0);
        lock(editor, table, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Book set-ups, and help with your own");
        books(editor, table, ui, out);
        let may_take = |rows: &str| editor.may_take_rows(rows);
        let is_whole = editor.order().is_ok();
        kept(model, table, may_take, is_whole, view, ui, out);
        tools(editor, ui, out);
    });
    ui.add_space(8.0);
    card(ui, |ui| {
        section(ui, "Reserve");
        tray(ui, &editor.reserve(), |ui, line| {
            reserve(editor, *line, view, ui, out);
        });
    });
    if words::terrain_lot(editor.game()).is_some()
        && let Some(rules::AnyPosition::WarGame(position)) = table.position()
    {
        ui.add_space(8.0);
        card(ui, |ui| {
            section(ui, "The terrain");
            super::lots_drawn(position, ui);
        });
    }
}

/// Tells the units missing and the units badly placed, above the button that locks the set-up.
fn lock(editor: &Editor, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let ready = editor.order();
    if let Err(illegal) = &ready {
        let left: usize = editor.reserve().iter().map(|line| line.left).sum();
        if left > 0 {
            note(
                ui,
                format!("Still {} in reserve.", count(left, "unit", "units")),
            );
        } else {
            let refusal = words::refusal(illegal.clone());
            ui.colored_label(palette(ui).warn, refusal.what);
            note(
                ui,
                format!("{} Rules: {}.", sentence(refusal.advice), refusal.rule),
            );
        }
    }
    worries(editor, ui);
    if wide_primary(ui, "Lock the set-up", ready.is_ok()).clicked() {
        out.push(SecretCommand::Lock.into());
    }
    others(editor.side().into(), table, ui);
}

/// The units that could do nothing as they stand; they are struck on the board.
fn worries(editor: &Editor, ui: &mut Ui) {
    let worries = &editor.worries;
    let named = |cells: &[Cell]| {
        let names: Vec<String> = cells.iter().take(6).map(Cell::to_string).collect();
        let more = if cells.len() > names.len() {
            ", \u{2026}"
        } else {
            ""
        };
        format!("{}{more}", names.join(", "))
    };
    for (cells, one, many) in [
        (
            &worries.cut_off,
            "leader is out of command",
            "leaders are out of command",
        ),
        (
            &worries.unheard,
            "unit is too far from every leader to get an order",
            "units are too far from every leader to get an order",
        ),
    ] {
        if !cells.is_empty() {
            let text = format!("{}: {}.", count(cells.len(), one, many), named(cells));
            ui.colored_label(palette(ui).warn, text);
        }
    }
}

fn books(editor: &Editor, table: &Table, ui: &mut Ui, out: &mut Vec<Command>) {
    let content = table.seen.scenario.as_ref().and_then(Content::of);
    let about = content.map(Content::books);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for (number, name) in editor.books().enumerate() {
            let text = about
                .and_then(|books| books.get(number))
                .map_or(String::new(), |book| prose(&book.about));
            let mut button = ui.button(name);
            if !text.is_empty() {
                button = button.on_hover_text(text);
            }
            if button.clicked() {
                out.push(EditorCommand::TakeBook(number).into());
            }
        }
    });
}

fn tools(editor: &Editor, ui: &mut Ui, out: &mut Vec<Command>) {
    ui.add_space(4.0);
    let placed = !editor.placed().is_empty();
    let tools = [
        (
            "Fill up",
            true,
            EditorCommand::Fill.into(),
            "Places what is missing, as the first book has it or near a leader",
        ),
        (
            "Mirror",
            placed && editor.can_mirror(),
            EditorCommand::Mirror.into(),
            "Left and right exchanged",
        ),
        (
            "Clear",
            placed,
            EditorCommand::Clear.into(),
            "Everything back to the reserve",
        ),
        (
            UNDO.label,
            editor.can_undo(),
            BoardCommand::Undo.into(),
            UNDO.hover,
        ),
        (
            REDO.label,
            editor.can_redo(),
            BoardCommand::Redo.into(),
            REDO.hover,
        ),
    ];
    widgets::tools(ui, tools, out);
}

/// One kind of the reserve: click to take it into the hand, drag it to the board.
fn reserve(editor: &Editor, line: Reserve, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let side = editor.side();
    let kind = line.kind;
    let name = format!(
        "{}: {} of {} in reserve",
        kind.name(),
        line.left,
        line.total
    );
    let symbol = kind.symbol().trim_matches(['(', ')']);
    let text = format!("{symbol} {}/{}", line.left, line.total);
    let shown = Tile {
        family: Family::WarGame,
        token: anywhere(Unit { side, kind }),
        text: &text,
        name: &name,
        picked: editor.picked == Some(Pick::Reserve(kind)),
        enabled: line.left > 0,
    };
    let (response, dropped) = tile(ui, view, &shown);
    if line.left > 0 && response.clicked() {
        out.push(EditorCommand::Pick(kind).into());
    }
    if let Some(cell) = dropped {
        out.push(EditorCommand::Place(kind, cell).into());
    }
    let powers = words::powers(editor.game(), kind);
    response.on_hover_text(format!("{name}\n{powers}"));
}

fn board(
    model: &Model,
    editor: &Editor,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let scene = view.scene(model.revision, || scenes::editor(editor));
    let selected = match editor.picked {
        Some(Pick::Placed(cell)) => Some(cell),
        _ => None,
    };
    let showing = Showing {
        board: editor.board(),
        scene: &scene,
        moving: None,
        cursor: table.cursor,
        flipped: table.flipped,
        set: view.set,
        movable: &|cell| editor.placed().contains_key(&cell),
        name: &|cell| name(editor, cell),
        selected,
    };
    for touch in view.board.show(ui, &mut view.atlases, &showing) {
        match touch {
            Touch::Click(cell) => out.push(BoardCommand::Click(cell).into()),
            Touch::SecondClick(cell) | Touch::DragOff(cell) => {
                out.push(EditorCommand::Remove(cell).into());
            }
            Touch::Drag(from, to) if editor.is_home(to) => {
                out.push(BoardCommand::Drag(from, to).into());
            }
            Touch::Drag(from, _) => out.push(EditorCommand::Remove(from).into()),
            Touch::Cursor(cell) => out.push(BoardCommand::Cursor(cell).into()),
            Touch::Pressed => {}
        }
    }
    paint_dragged(ui, view);
    if model.dialog.is_none() && !ui.ctx().text_edit_focused() {
        keys(editor, table, view, ui, out);
    }
}

/// A letter puts a unit on the cell of the cursor or pointer, Delete sends the one there back.
fn keys(editor: &Editor, table: &Table, view: &View, ui: &Ui, out: &mut Vec<Command>) {
    let Some(cell) = table.cursor.or(view.board.pointed) else {
        return;
    };
    ui.input_mut(|input| {
        for event in &input.events {
            if let Event::Text(text) = event {
                let kind = lettered(editor, &text.to_uppercase());
                out.extend(kind.map(|kind| EditorCommand::Place(kind, cell).into()));
            }
        }
        for key in [Key::Delete, Key::Backspace] {
            if input.consume_key(Modifiers::NONE, key) {
                out.push(EditorCommand::Remove(cell).into());
            }
        }
    });
}

/// The kind that a letter stands for: of the units still in reserve the first whose symbol is the letter, or begins with
/// it.
fn lettered(editor: &Editor, letter: &str) -> Option<Kind> {
    let lines = editor.reserve();
    let left = || lines.iter().filter(|line| line.left > 0);
    let symbol = |kind: Kind| kind.symbol().trim_matches(['(', ')']);
    let exact = left().find(|line| symbol(line.kind) == letter);
    let begins = || left().find(|line| symbol(line.kind).starts_with(letter));
    let line = exact.or_else(begins).filter(|_| !letter.is_empty());
    line.map(|line| line.kind)
}

/// The board while the locked set-up waits to be opened: it can be looked at.
pub(crate) fn locked(
    model: &Model,
    editor: &Editor,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    let scene = view.scene(model.revision, || scenes::editor(editor));
    let name = |cell| name(editor, cell);
    locked_board(editor.board(), &scene, &name, table, view, ui, out);
}

fn name(editor: &Editor, cell: Cell) -> String {
    let home = if editor.is_home(cell) {
        ""
    } else {
        ", not yours"
    };
    match editor.placed().get(&cell) {
        Some(kind) => format!("{cell}, {}{home}", kind.name()),
        None => format!("{cell}, empty{home}"),
    }
}
