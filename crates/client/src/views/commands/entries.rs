//! The commands of the shell, each with its name, its hover text and its usual keys.

use egui::{Key, Modifiers};
use kit::views::commands as names;
use lesson::Attempt;

use super::{Entry, Gives, NONE, at_board, has_panel};
use crate::model::table::{Readout, Spot, Table};
use crate::model::{
    BoardCommand, Command, DraftCommand, LessonCommand, LibraryCommand, MatchCommand, Model, Page,
    RecordCommand, ReplayCommand, ShellCommand,
};

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
    gives: Gives::Shell(|model, _| has_panel(model).then_some(ShellCommand::Panel.into())),
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

/// A command that moves through the record, with its name, its hover text, its keys and its target.
const fn through(
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

/// To the beginning of the record.
pub(crate) const TO_BEGINNING: Entry =
    through("To the beginning", "To the beginning", &[], |model, _| {
        look(model, |_| Some(Spot::BEGINNING))
    });
pub(crate) const TURN_BACK: Entry = through(
    "A turn back",
    "A turn back (Page Up)",
    &[(NONE, Key::PageUp)],
    |model, _| at_board(model).map(|_| ReplayCommand::StepTurn(false).into()),
);
pub(crate) const ORDER_BACK: Entry = through(
    "An order back",
    "An order back (,)",
    &[(NONE, Key::Comma)],
    |model, _| at_board(model).map(|_| ReplayCommand::Step(false).into()),
);
pub(crate) const ORDER_ON: Entry = through(
    "An order on",
    "An order on (.)",
    &[(NONE, Key::Period)],
    |model, _| at_board(model).map(|_| ReplayCommand::Step(true).into()),
);
pub(crate) const TURN_ON: Entry = through(
    "A turn on",
    "A turn on (Page Down)",
    &[(NONE, Key::PageDown)],
    |model, _| at_board(model).map(|_| ReplayCommand::StepTurn(true).into()),
);
/// To the end of a match file.
pub(crate) const TO_END: Entry = through("To the end", "To the end", &[], |model, _| {
    look(model, |table| {
        let last = table.seen.record().len().checked_sub(1);
        last.map(|last| table.end_of(last))
    })
});
pub(crate) const TO_NOW: Entry =
    through("To now", "To now (End)", &[(NONE, Key::End)], |model, _| {
        look(model, |_| None)
    });

/// To the previous order that took a unit.
pub(crate) const CAPTURE_BACK: Entry = through(
    "The capture before",
    "The capture before (Shift+X)",
    &[(Modifiers::SHIFT, Key::X)],
    |model, _| at_board(model).map(|_| ReplayCommand::Capture(false).into()),
);
/// To the next order that took a unit.
pub(crate) const CAPTURE_ON: Entry = through(
    "The next capture",
    "The next capture (X)",
    &[(NONE, Key::X)],
    |model, _| at_board(model).map(|_| ReplayCommand::Capture(true).into()),
);
/// Plays the record order by order, or stops.
pub(crate) const PLAY: Entry = through(
    "Play the record",
    "Play the record (P)",
    &[(NONE, Key::P)],
    |model, _| at_board(model).map(|table| ReplayCommand::Play(!table.reading.is_playing).into()),
);

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
pub(super) const FIND_ANYWHERE: Entry = Entry {
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

pub(super) const READ_RANK: Entry = read(
    "Read the rank",
    "The units on the cursor's rank (Alt+R)",
    &[(Modifiers::ALT, Key::R)],
    |model, _| reads(model, Readout::Rank),
);
pub(super) const READ_FILE: Entry = read(
    "Read the file",
    "The units on the cursor's file (Alt+F)",
    &[(Modifiers::ALT, Key::F)],
    |model, _| reads(model, Readout::File),
);
pub(super) const READ_LEADERS: Entry = read(
    "Read my leaders",
    "Where your leaders are (Alt+L)",
    &[(Modifiers::ALT, Key::L)],
    |model, _| reads(model, Readout::Leaders),
);
pub(super) const READ_THREATS: Entry = read(
    "Read the threats on this cell",
    "The enemies that reach the cursor's cell (Alt+T)",
    &[(Modifiers::ALT, Key::T)],
    |model, _| reads(model, Readout::Threats),
);
pub(super) const READ_HAPPENED: Entry = read(
    "Read what happened",
    "The events of the last turn (Alt+H)",
    &[(Modifiers::ALT, Key::H)],
    |model, _| reads(model, Readout::Happened),
);

pub(crate) const UNDO_ALL: Entry = by_name("Undo all", "Takes the whole turn back", |model, _| {
    to_play(model).map(|_| DraftCommand::BackTo(0).into())
});
pub(super) const OFFER_DRAW: Entry = by_name("Offer a draw", "After a question", |model, _| {
    in_match(model).map(|_| MatchCommand::OfferDraw.into())
});
pub(super) const RESIGN: Entry = by_name("Resign", "After a question", |model, _| {
    in_match(model)
        .filter(|table| table.may_resign())
        .map(|_| MatchCommand::Resign.into())
});
pub(super) const TAKEBACK: Entry = by_name("Request takeback", "After a question", |model, _| {
    let table = at_board(model).filter(|_| model.page == Page::Table)?;
    let may_ask = table.asks_back().is_some() && !table.seen.played.differs;
    may_ask.then(|| MatchCommand::AskTakeback.into())
});
pub(super) const TRY_OUT: Entry = by_name(
    "Try out",
    "Play on from the board shown; nothing of it reaches the match",
    |model, _| {
        let is_match = matches!(model.page, Page::Table | Page::Replay);
        at_board(model)
            .filter(|_| is_match)
            .map(|_| RecordCommand::TryOut.into())
    },
);
pub(super) const EXPORT: Entry = by_name("Export", "As text, PNG, SVG, HTML or GIF", |model, _| {
    at_board(model)?;
    model.file_shown().map(|_| RecordCommand::Export.into())
});

fn from_start(model: &Model, page: Page) -> Option<Command> {
    (model.page == Page::Start).then(|| ShellCommand::Go(page).into())
}

pub(super) const PLAY_HERE: Entry = by_name(
    "Play here",
    "Against the computer, or two at this screen",
    |model, _| from_start(model, Page::Local),
);
pub(super) const HOST: Entry = by_name("Host", "Invite somebody", |model, _| {
    from_start(model, Page::Host)
});
pub(super) const JOIN: Entry = by_name("Join", "With a code or a letter", |model, _| {
    from_start(model, Page::Join)
});
/// True on pages from which a lesson or a puzzle takes nothing away.
const fn is_free(model: &Model) -> bool {
    matches!(
        model.page,
        Page::Start | Page::Lessons | Page::Puzzles | Page::Lesson
    )
}

pub(super) const LEARN: Entry = by_name("Learn", "Short lessons that you play", |model, _| {
    is_free(model).then(|| ShellCommand::Go(Page::Lessons).into())
});
pub(super) const PUZZLES: Entry =
    by_name("Puzzles", "Positions with one right turn", |model, _| {
        is_free(model).then(|| ShellCommand::Go(Page::Puzzles).into())
    });
pub(super) const OF_TODAY: Entry = by_name(
    "Puzzle of the day",
    "The same for everybody today",
    |model, _| {
        let puzzle = model.lessons.of_today().filter(|_| is_free(model));
        puzzle.map(|puzzle| LessonCommand::Open(puzzle).into())
    },
);
pub(super) const PEOPLE: Entry = by_name("People", "The players you have met", |model, _| {
    from_start(model, Page::People)
});
pub(super) const LEAVE: Entry = by_name("Leave the match", "It stays saved", |model, _| {
    let is_open = model.page == Page::Table && model.table.is_some();
    is_open.then(|| LibraryCommand::Leave.into())
});
pub(super) const SETTINGS: Entry = by_name("Settings", "The page of the settings", |_, _| {
    Some(ShellCommand::Go(Page::Settings).into())
});
pub(super) const RULES: Entry = by_name("The rules", "The rules text with its diagrams", |_, _| {
    Some(ShellCommand::Go(Page::Rules).into())
});

fn look(model: &Model, at: impl FnOnce(&Table) -> Option<Spot>) -> Option<Command> {
    at_board(model).map(|table| ReplayCommand::Look(at(table)).into())
}
