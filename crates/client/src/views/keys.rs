//! The keys that work on every page.

use eframe::egui::{Key, Modifiers, Ui};

use super::View;
use crate::model::{Command, Model, Page};

/// What the keys do, for the help page.
pub(crate) const KEYS: [(&str, &str); 15] = [
    ("Click, or drag", "choose a unit, then where it goes"),
    ("Enter", "end the turn; again to confirm"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo within your turn"),
    ("Esc", "choose nothing, close a question"),
    ("T (hold)", "show every cell the other side threatens"),
    ("R", "show the range of all your leaders"),
    ("F", "turn the board"),
    (
        "Arrows, Space",
        "move a cursor over the board, click with it",
    ),
    ("Shift+Arrows", "move the board"),
    ("Wheel, + and -", "zoom"),
    ("Home", "the whole board"),
    (", and .", "an order back or on in the record"),
    ("Page Up, Page Down", "a turn back or on; End is now"),
    (
        "Letters, Delete",
        "in a set-up: a unit at the cursor, or none",
    ),
    ("F1", "this page"),
];

pub(crate) fn global(model: &Model, view: &View, ui: &mut Ui, out: &mut Vec<Command>) {
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::NONE, Key::F1) {
        out.push(if matches!(model.page, Page::Help | Page::Rules) {
            Command::Back
        } else {
            Command::Go(Page::Help)
        });
    }
    if model.dialog.is_some() || ui.ctx().text_edit_focused() {
        return;
    }
    if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y)
    {
        out.push(Command::Redo);
    }
    if pressed(Modifiers::COMMAND, Key::Z) {
        out.push(Command::Undo);
    }
    if pressed(Modifiers::NONE, Key::Escape) {
        out.push(match model.page {
            Page::Help | Page::Rules | Page::Settings | Page::Verdict => Command::Back,
            _ if model.notice.is_some() => Command::CloseNotice,
            _ => Command::Deselect,
        });
    }
    if !matches!(model.page, Page::Table | Page::Replay) {
        return;
    }
    let Some(table) = model.shown() else {
        return;
    };
    // in a set-up these letters are units
    let letters_are_units = table.editor.is_some();
    // a focused button takes Enter for itself
    let free = ui.memory(|memory| memory.focused().is_none_or(|id| view.board.is(id)));
    if free && table.open_draft().is_some() && pressed(Modifiers::NONE, Key::Enter) {
        out.push(Command::EndTurn);
    }
    let threats =
        !letters_are_units && ui.input(|input| input.key_down(Key::T) && !input.modifiers.command);
    if threats != table.threats && (threats || ui.input(|input| input.key_released(Key::T))) {
        out.push(Command::Threats(threats));
    }
    if !letters_are_units && pressed(Modifiers::NONE, Key::R) {
        out.push(Command::Ranges(!table.ranges));
    }
    for (key, command) in [
        (Key::F, Command::Flip),
        (Key::Comma, Command::Step(false)),
        (Key::Period, Command::Step(true)),
        (Key::PageUp, Command::StepTurn(false)),
        (Key::PageDown, Command::StepTurn(true)),
        (Key::End, Command::Look(None)),
    ] {
        if pressed(Modifiers::NONE, key) {
            out.push(command);
        }
    }
}
