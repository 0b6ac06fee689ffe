//! The page on which a hidden set-up is made.

use board::{Board, Cell};
use eframe::egui::{RichText, Ui};
use picture::Scene;
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
pub(crate) use crate::shell::views::placing::locked;
use crate::shell::views::placing::{self, InHand, Placing};
use crate::shell::views::sealing::{kept, others};
use crate::shell::views::widgets::{self, card, note, section, sentence, side_chip, wide_primary};
use crate::theme::palette;
use crate::views::tokens::{Tile, tile, tray};

impl Placing for Editor {
    fn board(&self) -> Board {
        self.board()
    }

    fn scene(&self) -> Scene {
        scenes::editor(self)
    }

    fn in_hand(&self) -> InHand {
        match self.picked {
            Some(Pick::Reserve(kind)) => InHand::Reserve(words::a_kind(kind)),
            Some(Pick::Placed(cell)) => InHand::Placed(cell),
            None => InHand::Nothing,
        }
    }

    fn is_home(&self, cell: Cell) -> bool {
        self.is_home(cell)
    }

    fn placed(&self, cell: Cell) -> Option<&'static str> {
        self.placed().get(&cell).map(|kind| kind.name())
    }

    fn typed(&self, letter: &str, cell: Cell) -> Option<Command> {
        let kind = lettered(self, &letter.to_uppercase())?;
        Some(EditorCommand::Place(kind, cell).into())
    }

    fn remove(&self, cell: Cell) -> Command {
        EditorCommand::Remove(cell).into()
    }
}

pub(crate) fn show(
    model: &Model,
    editor: &Editor,
    table: &Table,
    view: &mut View,
    ui: &mut Ui,
    out: &mut Vec<Command>,
) {
    placing::show(model, editor, table, view, ui, out, |view, ui, out| {
        panel(model, table, editor, view, ui, out);
    });
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
    let content = table.seen.contract.scenario.as_ref().and_then(Content::of);
    let about = content.map(Content::books);
    let about = |number: usize| Some(about?.get(number)?.about.as_str());
    let books = editor.books().enumerate();
    let books = books.map(|(number, name)| (name, about(number)));
    let taken = placing::books(ui, books);
    out.extend(taken.map(|number| EditorCommand::TakeBook(number).into()));
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
