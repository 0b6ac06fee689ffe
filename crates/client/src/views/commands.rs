//! The table of the commands that have names: buttons, keys and help read it.

use std::sync::LazyLock;

use eframe::egui::{Key, Modifiers, Ui};
use families::AnyGives;
use kit::views::commands::{self as names, Group, row};
use lesson::Attempt;

use super::{View, shortcuts};
use crate::model::table::{Readout, Spot, Table};
use crate::model::{
    BoardCommand, Command, DraftCommand, LessonCommand, LibraryCommand, MatchCommand, Model, Page,
    RecordCommand, ReplayCommand, ShellCommand,
};

/// The command that an entry gives at this moment, on or off again; none if it cannot be given.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gives {
    Shell(fn(&Model, bool) -> Option<Command>),
    Family(AnyGives),
}

pub(crate) type Entry = kit::views::commands::Entry<Gives>;

type Row = kit::views::commands::Row<Gives>;

const NONE: Modifiers = Modifiers::NONE;

pub(crate) const END_TURN: Entry = Entry {
    label: "End turn",
    hover: "Enter",
    keys: &[(NONE, Key::Enter)],
    held: false,
    gives: Gives::Shell(|model, _| {
        // in a lesson that is over the key leads on
        at_board(model)
            .filter(|_| !is_lesson_over(model))?
            .open_draft()
            .and_then(families::ending)?;
        Some(DraftCommand::EndTurn.into())
    }),
};

/// True on the page of a lesson that is done or missed.
fn is_lesson_over(model: &Model) -> bool {
    let open = model.lessons.open.as_ref();
    model.page == Page::Lesson && open.is_some_and(|open| open.stands != Attempt::Open)
}

/// Shows the next order that leads to the aim of a lesson, or what the computer would order, if it is the only opponent.
pub(crate) const HINT: Entry = Entry {
    label: "Hint",
    hover: "What to order next (H)",
    keys: &[(NONE, Key::H)],
    held: false,
    gives: Gives::Shell(|model, _| match model.page {
        Page::Lesson if is_lesson_over(model) => None,
        Page::Lesson => Some(LessonCommand::Hint.into()),
        _ => to_play(model)
            .filter(|table| model.page == Page::TryOut || table.is_against_computer())
            .map(|_| DraftCommand::Hint.into()),
    }),
};

/// Asks why an order is not possible, where hints are given too.
pub(crate) const WHY_NOT: Entry = Entry {
    label: "Why not?",
    hover: "Why a unit cannot go to a cell or take an enemy: click the unit, then the cell (Y)",
    keys: &[(NONE, Key::Y)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let is_alone = matches!(model.page, Page::TryOut | Page::Lesson);
        to_play(model)
            .filter(|_| !is_lesson_over(model))
            .filter(|table| is_alone || table.is_against_computer())
            .map(|_| DraftCommand::WhyNot.into())
    }),
};

/// Takes the last order, or change of a set-up, back.
pub(crate) const UNDO: Entry = Entry {
    label: names::UNDO.label,
    hover: names::UNDO.hover,
    keys: &[(Modifiers::COMMAND, Key::Z)],
    held: false,
    gives: Gives::Shell(|_, _| Some(BoardCommand::Undo.into())),
};

/// Gives the order, or makes the change, undone last again.
pub(crate) const REDO: Entry = Entry {
    label: names::REDO.label,
    hover: names::REDO.hover,
    keys: &[
        (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z),
        (Modifiers::COMMAND, Key::Y),
    ],
    held: false,
    gives: Gives::Shell(|_, _| Some(BoardCommand::Redo.into())),
};

pub(crate) const PUT_DOWN: Entry = Entry {
    label: "Clear selection",
    hover: "Esc",
    keys: &[(NONE, Key::Escape)],
    held: false,
    gives: Gives::Shell(|model, _| {
        Some(match model.page {
            // these pages have nothing to put down, so Esc leads away from them
            Page::Help | Page::Rules | Page::Settings | Page::Verdict => ShellCommand::Back.into(),
            // one press closes the notice and keeps what is chosen; the next one puts that down
            _ if model.over.notice.is_some() || is_staged(model) => {
                ShellCommand::CloseNotice.into()
            }
            _ => BoardCommand::Deselect.into(),
        })
    }),
};

pub(crate) const FLIP: Entry = Entry {
    label: "Flip board",
    hover: "Shows the board from the other side (F)",
    keys: &[(NONE, Key::F)],
    held: false,
    gives: Gives::Shell(|model, _| at_board(model).map(|_| BoardCommand::Flip.into())),
};

/// Shows the panel beside the board, or hides it.
pub(crate) const PANEL: Entry = Entry {
    label: "Panel",
    hover: "Shows or hides the panel beside the board (B)",
    keys: &[(NONE, Key::B)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let has_panel = matches!(model.page, Page::Table | Page::Replay | Page::TryOut);
        at_board(model)
            .filter(|_| has_panel)
            .map(|_| ShellCommand::Panel.into())
    }),
};

/// Chooses the next unit that may still act.
pub(crate) const NEXT_UNIT: Entry = Entry {
    label: "Next unit",
    hover: "The next unit that may still act (N)",
    keys: &[(NONE, Key::N)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let is_any = !to_play(model)?.turn.ready.units.is_empty();
        is_any.then(|| BoardCommand::NextUnit.into())
    }),
};

/// Chooses the next leader that may still give an order.
pub(crate) const NEXT_LEADER: Entry = Entry {
    label: "Next leader",
    hover: "The next leader that can still give an order (Shift+N)",
    keys: &[(Modifiers::SHIFT, Key::N)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let is_any = !to_play(model)?.turn.ready.leaders.is_empty();
        is_any.then(|| BoardCommand::NextLeader.into())
    }),
};

/// Chooses the next of the things beside the cells.
pub(crate) const NEXT_PICK: Entry = Entry {
    label: "Next choice",
    hover: "The next unit of the cell, or thing without a cell, in the list beside the board (J)",
    keys: &[(NONE, Key::J)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let is_any = to_play(model)?.choices().iter().any(|choice| choice.can);
        is_any.then(|| BoardCommand::NextPick.into())
    }),
};

/// Goes to the next order of the other side's last turn.
pub(crate) const NEXT_ENEMY_ORDER: Entry = Entry {
    label: "Their next order",
    hover: "The next order of the other side's last turn (O)",
    keys: &[(NONE, Key::O)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let table = at_board(model).filter(|table| table.secrets.choice.is_none())?;
        table
            .has_enemy_orders()
            .then(|| BoardCommand::NextEnemyOrder.into())
    }),
};

/// True while a moment of the match is staged over its board.
fn is_staged(model: &Model) -> bool {
    let table = model.table.as_ref().filter(|_| model.page == Page::Table);
    table.is_some_and(|table| table.moment.is_some())
}

/// The table whose unfinished turn is on the board.
fn to_play(model: &Model) -> Option<&Table> {
    at_board(model).filter(|table| table.open_draft().is_some())
}

/// The match whose unfinished turn is on the board: a lesson is none, and another match may be open behind it.
fn in_match(model: &Model) -> Option<&Table> {
    to_play(model).filter(|_| model.page != Page::Lesson)
}

/// A command that moves through the record, with its name, its keys and its target.
const fn through(
    label: &'static str,
    keys: &'static [(Modifiers, Key)],
    gives: fn(&Model, bool) -> Option<Command>,
) -> Entry {
    Entry {
        label,
        hover: label,
        keys,
        held: false,
        gives: Gives::Shell(gives),
    }
}

/// To the beginning of the record.
pub(crate) const TO_BEGINNING: Entry = through("To the beginning", &[], |model, _| {
    look(model, |_| Some(Spot::BEGINNING))
});
pub(crate) const TURN_BACK: Entry = through("A turn back", &[(NONE, Key::PageUp)], |model, _| {
    at_board(model).map(|_| ReplayCommand::StepTurn(false).into())
});
pub(crate) const ORDER_BACK: Entry = through("An order back", &[(NONE, Key::Comma)], |model, _| {
    at_board(model).map(|_| ReplayCommand::Step(false).into())
});
pub(crate) const ORDER_ON: Entry = through("An order on", &[(NONE, Key::Period)], |model, _| {
    at_board(model).map(|_| ReplayCommand::Step(true).into())
});
pub(crate) const TURN_ON: Entry = through("A turn on", &[(NONE, Key::PageDown)], |model, _| {
    at_board(model).map(|_| ReplayCommand::StepTurn(true).into())
});
/// To the end of a match file.
pub(crate) const TO_END: Entry = through("To the end", &[], |model, _| {
    look(model, |table| {
        let last = table.seen.record().len().checked_sub(1);
        last.map(|last| table.end_of(last))
    })
});
pub(crate) const TO_NOW: Entry = through("To now", &[(NONE, Key::End)], |model, _| {
    look(model, |_| None)
});

/// To the previous order that took a unit.
pub(crate) const CAPTURE_BACK: Entry = through(
    "The capture before (Shift+X)",
    &[(Modifiers::SHIFT, Key::X)],
    |model, _| at_board(model).map(|_| ReplayCommand::Capture(false).into()),
);
/// To the next order that took a unit.
pub(crate) const CAPTURE_ON: Entry =
    through("The next capture (X)", &[(NONE, Key::X)], |model, _| {
        at_board(model).map(|_| ReplayCommand::Capture(true).into())
    });
/// Plays the record order by order, or stops.
pub(crate) const PLAY: Entry = through("Play the record (P)", &[(NONE, Key::P)], |model, _| {
    at_board(model).map(|table| ReplayCommand::Play(!table.reading.is_playing).into())
});

pub(crate) const HELP: Entry = Entry {
    label: "Help",
    hover: "F1",
    keys: &[(NONE, Key::F1)],
    held: false,
    gives: Gives::Shell(|model, _| {
        Some(match model.page {
            Page::Help | Page::Rules => ShellCommand::Back.into(),
            _ => match chosen_paragraph(model) {
                Some(paragraph) => ShellCommand::Paragraph(paragraph).into(),
                None => ShellCommand::Go(Page::Help).into(),
            },
        })
    }),
};

/// The paragraph of the rules on the chosen unit, or on the ground under the keyboard's cell.
fn chosen_paragraph(model: &Model) -> Option<&'static str> {
    let table = at_board(model).filter(|_| model.over.dialog.is_none())?;
    let cell = table.board.selected.or(table.board.cursor)?;
    families::paragraph(table.position()?, cell)
}

/// Opens the list of commands, or closes it.
pub(crate) const FIND: Entry = Entry {
    label: "Find a command",
    hover: "Ctrl+K",
    keys: &[(Modifiers::COMMAND, Key::K), (NONE, Key::Slash)],
    held: false,
    gives: Gives::Shell(|model, _| {
        let typed = model.over.typed.is_none().then(String::new);
        Some(ShellCommand::Type(typed).into())
    }),
};

/// Opens the list of commands from a text field, where the key `/` writes a letter.
const FIND_ANYWHERE: Entry = Entry {
    keys: &[(Modifiers::COMMAND, Key::K)],
    ..FIND
};

/// A command without keys.
const fn by_name(
    label: &'static str,
    hover: &'static str,
    gives: fn(&Model, bool) -> Option<Command>,
) -> Entry {
    Entry {
        label,
        hover,
        keys: &[],
        held: false,
        gives: Gives::Shell(gives),
    }
}

/// A command that answers a question about the board in words.
const fn read(
    label: &'static str,
    hover: &'static str,
    keys: &'static [(Modifiers, Key)],
    gives: fn(&Model, bool) -> Option<Command>,
) -> Entry {
    Entry {
        label,
        hover,
        keys,
        held: false,
        gives: Gives::Shell(gives),
    }
}

// cheap: every command is asked in every frame whether it can be given, and the words are made when it is
fn reads(model: &Model, what: Readout) -> Option<Command> {
    at_board(model).map(|_| ReplayCommand::Read(what).into())
}

const READ_RANK: Entry = read(
    "Read the rank",
    "The units on the cursor's rank (Alt+R)",
    &[(Modifiers::ALT, Key::R)],
    |model, _| reads(model, Readout::Rank),
);
const READ_FILE: Entry = read(
    "Read the file",
    "The units on the cursor's file (Alt+F)",
    &[(Modifiers::ALT, Key::F)],
    |model, _| reads(model, Readout::File),
);
const READ_LEADERS: Entry = read(
    "Read my leaders",
    "Where your leaders are (Alt+L)",
    &[(Modifiers::ALT, Key::L)],
    |model, _| reads(model, Readout::Leaders),
);
const READ_THREATS: Entry = read(
    "Read the threats on this cell",
    "The enemies that reach the cursor's cell (Alt+T)",
    &[(Modifiers::ALT, Key::T)],
    |model, _| reads(model, Readout::Threats),
);
const READ_HAPPENED: Entry = read(
    "Read what happened",
    "The events of the last turn (Alt+H)",
    &[(Modifiers::ALT, Key::H)],
    |model, _| reads(model, Readout::Happened),
);

pub(crate) const UNDO_ALL: Entry = by_name("Undo all", "Takes the whole turn back", |model, _| {
    to_play(model).map(|_| DraftCommand::BackTo(0).into())
});
const OFFER_DRAW: Entry = by_name("Offer a draw", "After a question", |model, _| {
    in_match(model).map(|_| MatchCommand::OfferDraw.into())
});
const RESIGN: Entry = by_name("Resign", "After a question", |model, _| {
    in_match(model).map(|_| MatchCommand::Resign.into())
});
const TAKEBACK: Entry = by_name("Request takeback", "After a question", |model, _| {
    let table = at_board(model).filter(|_| model.page == Page::Table)?;
    let may_ask = table.asks_back().is_some() && !table.seen.played.differs;
    may_ask.then(|| MatchCommand::AskTakeback.into())
});
const TRY_OUT: Entry = by_name(
    "Try out",
    "Play on from the board shown; nothing of it reaches the match",
    |model, _| {
        let is_match = matches!(model.page, Page::Table | Page::Replay);
        at_board(model)
            .filter(|_| is_match)
            .map(|_| RecordCommand::TryOut.into())
    },
);
const EXPORT: Entry = by_name("Export", "As text, PNG, SVG, HTML or GIF", |model, _| {
    at_board(model)?;
    model.file_shown().map(|_| RecordCommand::Export.into())
});

fn from_start(model: &Model, page: Page) -> Option<Command> {
    (model.page == Page::Start).then(|| ShellCommand::Go(page).into())
}

const PLAY_HERE: Entry = by_name(
    "Play here",
    "Against the computer, or two at this screen",
    |model, _| from_start(model, Page::Local),
);
const HOST: Entry = by_name("Host", "Invite somebody", |model, _| {
    from_start(model, Page::Host)
});
const JOIN: Entry = by_name("Join", "With a code or a letter", |model, _| {
    from_start(model, Page::Join)
});
/// True on pages from which a lesson or a puzzle takes nothing away.
const fn is_free(model: &Model) -> bool {
    matches!(
        model.page,
        Page::Start | Page::Lessons | Page::Puzzles | Page::Lesson
    )
}

const LEARN: Entry = by_name("Learn", "Short lessons that you play", |model, _| {
    is_free(model).then(|| ShellCommand::Go(Page::Lessons).into())
});
const PUZZLES: Entry = by_name("Puzzles", "Positions with one right turn", |model, _| {
    is_free(model).then(|| ShellCommand::Go(Page::Puzzles).into())
});
const OF_TODAY: Entry = by_name(
    "Puzzle of the day",
    "The same for everybody today",
    |model, _| {
        let puzzle = model.lessons.of_today().filter(|_| is_free(model));
        puzzle.map(|puzzle| LessonCommand::Open(puzzle).into())
    },
);
const PEOPLE: Entry = by_name("People", "The players you have met", |model, _| {
    from_start(model, Page::People)
});
const LEAVE: Entry = by_name("Leave the match", "It stays saved", |model, _| {
    let is_open = model.page == Page::Table && model.table.is_some();
    is_open.then(|| LibraryCommand::Leave.into())
});
const SETTINGS: Entry = by_name("Settings", "The page of the settings", |_, _| {
    Some(ShellCommand::Go(Page::Settings).into())
});
const RULES: Entry = by_name("The rules", "The rules text with its diagrams", |_, _| {
    Some(ShellCommand::Go(Page::Rules).into())
});

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

fn look(model: &Model, at: impl FnOnce(&Table) -> Option<Spot>) -> Option<Command> {
    at_board(model).map(|table| ReplayCommand::Look(at(table)).into())
}

impl Gives {
    fn give(self, model: &Model, on: bool) -> Option<Command> {
        match self {
            Self::Shell(gives) => gives(model, on),
            Self::Family(gives) => {
                // in a hidden set-up the letters place units
                let table = at_board(model).filter(|table| table.secrets.choice.is_none())?;
                gives.give(&table.board.hands, on).map(Command::from)
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
    for (entry, keys) in entries {
        if free || entry.label != END_TURN.label {
            out.extend(pressed_one(entry, &keys, model, ui));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::Match;

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
            let mut game = Match::new("clash-of-arms", Match::PEOPLE);
            game.click_something();
            game.end_turn();
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
