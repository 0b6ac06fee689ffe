//! The table of the commands that have names: buttons, keys and help read it.

mod entries;

use std::sync::LazyLock;

use egui::{Key, Modifiers, Popup, Ui};
use families::AnyGives;
use kit::views::commands::{Group, row};

use super::{View, shortcuts};
use crate::model::table::Table;
use crate::model::{Command, Model, Page};
pub(crate) use entries::{
    CAPTURE_BACK, CAPTURE_ON, END_TURN, FIND, FLIP, HELP, HINT, NEXT_ENEMY_ORDER, NEXT_LEADER,
    NEXT_PICK, NEXT_UNIT, ORDER_BACK, ORDER_ON, PANEL, PLAY, PUT_DOWN, REDO, TO_BEGINNING, TO_END,
    TO_NOW, TURN_BACK, TURN_ON, UNDO, UNDO_ALL, WHY_NOT,
};
use entries::{
    EXPORT, FIND_ANYWHERE, HOST, JOIN, LEARN, LEAVE, OF_TODAY, OFFER_DRAW, PEOPLE, PLAY_HERE,
    PUZZLES, READ_FILE, READ_HAPPENED, READ_LEADERS, READ_RANK, READ_THREATS, RESIGN, RULES,
    SETTINGS, TAKEBACK, TRY_OUT,
};

/// The command that an entry gives at this moment, on or off again; none if it cannot be given.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gives {
    Shell(fn(&Model, bool) -> Option<Command>),
    Family(AnyGives),
}

pub(crate) type Entry = kit::views::commands::Entry<Gives>;

pub(crate) type Row = kit::views::commands::Row<Gives>;

const NONE: Modifiers = Modifiers::NONE;

/// The lines that every family shares.
const ROWS: [Row; 22] = [
    row(
        Group::Turn,
        "Click, or drag",
        "choose a unit, then where it goes",
        &[],
    ),
    row(
        Group::Turn,
        "Enter",
        "end the turn; again to confirm",
        &[END_TURN],
    ),
    // redo first: Ctrl+Shift+Z would also match the keys of undo
    row(
        Group::Turn,
        "Ctrl+Z, Ctrl+Y",
        "undo, redo within your turn",
        &[REDO, UNDO],
    ),
    // the leader first: Shift+N would also match the key of the next unit
    row(
        Group::Turn,
        "N, Shift+N",
        "the next unit, or leader, that may still act",
        &[NEXT_LEADER, NEXT_UNIT],
    ),
    row(
        Group::Turn,
        "J",
        "the next unit of a cell, or thing without a cell, in the list",
        &[NEXT_PICK],
    ),
    row(
        Group::Turn,
        "H",
        "a hint, in a lesson, in a try-out and against the computer",
        &[HINT],
    ),
    row(
        Group::Turn,
        "Y",
        "why a unit cannot go somewhere, in the same places: click the unit, then the cell",
        &[WHY_NOT],
    ),
    row(
        Group::Turn,
        "Esc",
        "clear the selection, close a question",
        &[PUT_DOWN],
    ),
    row(Group::Board, "F", "turn the board", &[FLIP]),
    row(
        Group::Board,
        "B",
        "show or hide the panel beside the board",
        &[PANEL],
    ),
    row(
        Group::Board,
        "Arrows, Space",
        "move a cursor over the board, click with it",
        &[],
    ),
    row(Group::Board, "Shift+Arrows", "move the board", &[]),
    row(Group::Board, "Wheel, + and -", "zoom", &[]),
    row(Group::Board, "Home", "the whole board", &[]),
    row(
        Group::Board,
        "Alt+R F L T H",
        "read out: rank, file, my leaders, threats on the cell, what happened",
        &[
            READ_RANK,
            READ_FILE,
            READ_LEADERS,
            READ_THREATS,
            READ_HAPPENED,
        ],
    ),
    row(
        Group::Record,
        ", and .",
        "an order back or on in the record",
        &[ORDER_BACK, ORDER_ON],
    ),
    row(
        Group::Record,
        "O",
        "go to the other side's orders of its last turn, one after the other",
        &[NEXT_ENEMY_ORDER],
    ),
    row(
        Group::Record,
        "Page Up, Page Down",
        "a turn back or on; End is now",
        &[TURN_BACK, TURN_ON, TO_NOW, TO_BEGINNING, TO_END],
    ),
    // the previous capture first: Shift+X would also match the key of the next one
    row(
        Group::Record,
        "X, Shift+X",
        "the next capture, the capture before",
        &[CAPTURE_BACK, CAPTURE_ON],
    ),
    row(
        Group::Record,
        "P",
        "play the record by itself, or pause",
        &[PLAY],
    ),
    row(
        Group::Program,
        "F1",
        "this page; with a unit chosen, its paragraph of the rules",
        &[HELP],
    ),
    row(
        Group::Program,
        "Ctrl+K, /",
        "find any command by its name, or write an order such as e2-e4",
        &[
            FIND, UNDO_ALL, OFFER_DRAW, TAKEBACK, RESIGN, TRY_OUT, EXPORT, LEAVE, PLAY_HERE, HOST,
            JOIN, LEARN, PUZZLES, OF_TODAY, PEOPLE, SETTINGS, RULES,
        ],
    ),
];

/// Everything that has a name, in the order of the help.
pub(crate) fn rows() -> &'static [Row] {
    static ALL: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let families = families::views::rows(families::shown(cfg!(test)));
        let families = families
            .iter()
            .map(|row| row.given_by(|gives| Gives::Family(*gives)));
        let mut rows: Vec<Row> = ROWS.into_iter().chain(families).collect();
        rows.sort_by_key(|row| row.group);
        rows
    });
    &ALL
}

/// The match on a page that shows its board.
pub(crate) fn at_board(model: &Model) -> Option<&Table> {
    let has_board = matches!(
        model.page,
        Page::Table | Page::Replay | Page::TryOut | Page::Lesson
    );
    model.shown().filter(|_| has_board)
}

/// A page with a board and the panel beside it.
pub(crate) fn has_panel(model: &Model) -> bool {
    let is_beside = matches!(model.page, Page::Table | Page::Replay | Page::TryOut);
    is_beside && at_board(model).is_some_and(|table| !table.is_invitation())
}

/// True if the panel can stand beside the board now: a hidden set-up fills the page, and a curtain hides it.
pub(crate) fn shows_panel(model: &Model) -> bool {
    let is_open = |table: &Table| {
        let chooses = table.secrets.choice.is_some() && !table.turn.sent;
        !chooses && table.secrets.curtain.is_none()
    };
    has_panel(model) && at_board(model).is_some_and(is_open)
}

impl Gives {
    fn give(self, model: &Model, on: bool) -> Option<Command> {
        match self {
            Self::Shell(gives) => gives(model, on),
            Self::Family(gives) => {
                // in a hidden set-up the letters place units
                let table = at_board(model).filter(|table| table.secrets.choice.is_none())?;
                let given = gives.give(table.position()?, &table.board.hands, on);
                given.map(Command::from)
            }
        }
    }
}

/// The command of an entry at this moment; none if it cannot be given.
pub(crate) fn command(entry: &Entry, model: &Model) -> Option<Command> {
    entry.gives.give(model, true)
}

fn pressed_one(
    entry: &Entry,
    keys: &[(Modifiers, Key)],
    model: &Model,
    ui: &Ui,
) -> Option<Command> {
    if !entry.held {
        // before the key is consumed: a key whose command cannot be given stays for the widgets
        let command = command(entry, model)?;
        let pressed = |(modifiers, key): &(Modifiers, Key)| {
            ui.input_mut(|input| input.consume_key(*modifiers, *key))
        };
        return keys.iter().any(pressed).then_some(command);
    }
    let (held, key) = keys.first()?;
    let (down, released) = ui.input(|input| {
        // with other keys held the key belongs to another command
        let down = input.key_down(*key) && input.modifiers.matches_exact(*held);
        (down, input.key_released(*key))
    });
    (down || released)
        .then(|| entry.gives.give(model, down))
        .flatten()
}

/// The commands whose keys are pressed.
pub(crate) fn pressed(model: &Model, view: &View, ui: &Ui, out: &mut Vec<Command>) {
    // before the list of commands, which takes every other key, and before a question: help must always be reachable
    out.extend(pressed_one(&HELP, HELP.keys, model, ui));
    // the next key is a setting
    if view.choosing_key.is_open() && model.page == Page::Settings {
        return;
    }
    // the list of commands takes the keys while it is open; only help stays in reach
    if model.over.typed.is_some() {
        return;
    }
    // behind a question nothing else may happen
    if model.over.dialog.is_some() {
        return;
    }
    // a letter typed into a field is no command
    if ui.ctx().text_edit_focused() {
        // from the chat too: otherwise the order typed for the list would be sent to the other player
        out.extend(pressed_one(&FIND_ANYWHERE, FIND_ANYWHERE.keys, model, ui));
        return;
    }
    // a focused button takes Enter for itself
    let free = ui.memory(|memory| memory.focused().is_none_or(|id| view.canvas.board.is(id)));
    let entries = rows().iter().flat_map(|row| row.commands.iter());
    let mut entries: Vec<(&Entry, Vec<_>)> = entries
        .map(|entry| (entry, shortcuts::of(entry, &model.settings.keys)))
        .collect();
    // Shift+N is also a press of N, and Ctrl+Shift+Z one of Ctrl+Z: what needs more keys comes first
    let held = |(modifiers, _): &(Modifiers, Key)| {
        [modifiers.command, modifiers.alt, modifiers.shift]
            .map(u8::from)
            .iter()
            .sum::<u8>()
    };
    entries.sort_by_key(|(_, keys)| std::cmp::Reverse(keys.iter().map(held).max()));
    // an open menu or list takes Esc for itself
    let is_menu = Popup::is_any_open(ui.ctx());
    for (entry, keys) in entries {
        if is_menu && entry.label == PUT_DOWN.label {
            continue;
        }
        if free || entry.label != END_TURN.label {
            out.extend(pressed_one(entry, &keys, model, ui));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::{Match, start};
    use rules::{Lots, Rules as _, ToAct};

    fn entries() -> impl Iterator<Item = (&'static Row, &'static Entry)> {
        let rows = rows().iter();
        rows.flat_map(|row| row.commands.iter().map(move |entry| (row, entry)))
    }

    #[test]
    fn every_command_has_a_name_and_keys_of_its_own() {
        let (mut labels, mut keys) = (Vec::new(), Vec::new());
        for (_, entry) in entries() {
            assert!(!labels.contains(&entry.label), "{}", entry.label);
            labels.push(entry.label);
            for shortcut in entry.keys {
                assert!(!keys.contains(shortcut), "{}: {shortcut:?}", entry.label);
                keys.push(*shortcut);
            }
        }
        assert!(labels.len() > 10);
    }

    #[test]
    fn the_help_names_a_key_of_every_command_that_has_one() {
        for (row, entry) in entries() {
            let named = |(_, key): &(Modifiers, Key)| {
                let name = match key {
                    Key::PageUp => "Page Up",
                    Key::PageDown => "Page Down",
                    Key::Escape => "Esc",
                    key => key.symbol_or_name(),
                };
                row.keys.contains(name) || row.text.contains(name)
            };
            let told = entry.keys.is_empty() || entry.keys.iter().any(named);
            assert!(told, "{} in {}", entry.label, row.keys);
        }
    }

    #[test]
    fn every_command_can_be_given_at_a_table_and_is_carried_out() {
        let ways_in = [PLAY_HERE, HOST, JOIN, PEOPLE, LEARN, PUZZLES, OF_TODAY];
        let ways_in = ways_in.map(|entry| entry.label);
        // a list to choose from is there in some families only; a takeback needs another player, an export a
        // file, and hints a lesson: their own tests give these
        let elsewhere = [
            "Next choice",
            "Hint",
            WHY_NOT.label,
            TAKEBACK.label,
            EXPORT.label,
        ];
        for (_, entry) in entries().filter(|(_, entry)| !elsewhere.contains(&entry.label)) {
            // each family gives its own commands at its own tables only
            let scenario = match entry.gives {
                Gives::Family(AnyGives::WarGame(_)) => "wargame-small",
                Gives::Family(AnyGives::Tourney(_)) => "tourney-small",
                Gives::Shell(_) | Gives::Family(_) => "clash-of-arms",
            };
            let mut position = start(scenario);
            if let ToAct::Lots(_) = position.to_act() {
                position.resolve(Lots(0)).expect("a lot is due");
            }
            let mut game = Match::of(position, Match::PEOPLE);
            game.click_something();
            if game.orders() > 0 {
                game.end_turn();
            }
            if ways_in.contains(&entry.label) {
                game.model.page = Page::Start;
            }
            let command = command(entry, &game.model);
            let command = command.unwrap_or_else(|| panic!("{} is given", entry.label));
            let before = game.model.revision;
            game.model.update(command);
            assert!(game.model.revision > before);
        }
    }
}
