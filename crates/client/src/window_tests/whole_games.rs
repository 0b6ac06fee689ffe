//! Whole games with a hidden set-up: by keys alone from a fresh window, and of two windows over a real line.

use std::fs;
use std::time::{Duration, Instant};

use board::Cell;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use rules::{Rules, ToAct};

use super::{PATIENCE, Program};
use crate::family_tests::steps_to_the_enemy_leader;
use crate::model::export::Format;
use crate::model::table::{Spot, Table};
use crate::model::target::Target;
use crate::model::{DraftCommand, LibraryCommand, MatchCommand, Page, RecordCommand, ShellCommand};

/// The most turns of both sides together; a game between these players takes far fewer.
const MOST_TURNS: usize = 120;
/// From this turn on the second player waits.
const WAITS_FROM: usize = 4;

impl Program {
    fn at_table(&self) -> &Table {
        self.app().model.table.as_ref().expect("a match")
    }

    fn is_over(&self) -> bool {
        self.at_table().seen.played.verdict.is_some()
    }

    /// The orders of the side on turn, as text; none for a pass. The first player goes for the enemy leader; the second
    /// keeps away for two turns and then waits, so that somebody wins.
    fn advised(&self) -> Vec<String> {
        let draft = self.at_table().open_draft().expect("an own turn");
        let (now, side) = (draft.position(), draft.side());
        let turns = self.turns();
        let mut now = now.clone();
        let mut written = Vec::new();
        let is_first = turns.is_multiple_of(2);
        if turns >= WAITS_FROM && !is_first {
            return written;
        }
        loop {
            let tried = now.legal_orders(side).into_iter().filter_map(|order| {
                let mut then = now.clone();
                then.apply(side, &order).ok()?;
                let text = now.order_text(side, &order);
                let steps = steps_to_the_enemy_leader(&then, side);
                let badness = if is_first { steps } else { u32::MAX - steps };
                (text != "end").then_some((badness, text, then))
            });
            let best = tried.min_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            let Some((_, text, then)) = best else {
                break;
            };
            written.push(text);
            now = then;
            if matches!(now.to_act(), ToAct::Nobody(_)) {
                break;
            }
        }
        written
    }

    fn until_turn_or_end(&mut self) {
        self.until("a turn or the end", |program| {
            program.at_table().open_draft().is_some() || program.is_over()
        });
    }

    /// Moves the cursor to a cell with the arrow keys.
    fn arrows_to(&mut self, cell: Cell) {
        for _ in 0..40 {
            let at = self.at_table().board.cursor;
            let Some(at) = at.filter(|at| *at != cell) else {
                if at.is_some() {
                    return;
                }
                // the first arrow shows the cursor
                self.key(Key::ArrowUp);
                continue;
            };
            assert_eq!(
                self.at_table().bottom(),
                board::Edge::South,
                "the first side sits below"
            );
            self.key(if at.file() < cell.file() {
                Key::ArrowRight
            } else if at.file() > cell.file() {
                Key::ArrowLeft
            } else if at.rank() < cell.rank() {
                Key::ArrowUp
            } else {
                Key::ArrowDown
            });
        }
        panic!("the arrows do not lead to {cell}");
    }

    /// Goes to a field by Tab and writes into it.
    fn write_into(&mut self, label: &str, text: &str) {
        self.tab_to(label);
        self.harness.event(Event::Text(text.to_owned()));
        self.frames();
    }

    /// Writes into the list of commands and takes its first line.
    pub(super) fn command(&mut self, text: &str) {
        self.keys(Modifiers::COMMAND, Key::K);
        self.harness.event(Event::Text(text.to_owned()));
        self.frames();
        self.key(Key::Enter);
        self.frames();
    }
}

/// The cells of an order such as `b1-c2`.
fn cells(order: &str) -> [Cell; 2] {
    let (from, to) = order.split_once('-').expect("a move");
    [from, to].map(|cell| cell.parse().expect("a cell"))
}

#[test]
fn a_whole_game_with_hidden_set_ups_is_played_from_a_fresh_window_with_keys_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = folder.path().join("skirmish.toml");
    fs::write(&scenario, include_str!("skirmish.toml")).expect("written");
    let mut program = Program::start_in(folder);
    program.frames();
    program.write_into("What should other players call you?", "Ann");
    program.press("Continue");
    program.press("Continue");
    program.press("To the start page");
    let path = scenario.display().to_string();
    program.write_into("Path or invitation to open", &path);
    program.key(Key::Enter);
    program.until("the form", |program| {
        program.app().model.page == Page::Local
    });
    program.press("Somebody at this screen");
    program.write_into("The second player's name", "Bea");
    program.press("Start the game");

    // one player puts unit by unit, the other has the army filled up
    program.until_shown("I am Ann: show my side");
    program.press("I am Ann: show my side");
    program.until_shown("Set up your army");
    for (cell, letter) in [("a1", "L"), ("b1", "n"), ("c1", "i"), ("d1", "i")] {
        program.arrows_to(cell.parse().expect("a cell"));
        program.harness.event(Event::Text(letter.to_owned()));
        program.frames();
    }
    program.press("Lock the set-up");
    program.press("Lock");
    program.until_shown("I am Bea: show my side");
    program.press("I am Bea: show my side");
    program.until_shown("Set up your army");
    program.press("Fill up");
    program.press("Lock the set-up");
    program.press("Lock");

    // alternately with the cursor and in writing
    loop {
        program.until_turn_or_end();
        if program.is_over() {
            break;
        }
        let turns = program.turns();
        assert!(turns < MOST_TURNS, "nobody wins");
        let orders = program.advised();
        for (number, order) in orders.iter().enumerate() {
            if (turns + number).is_multiple_of(2) {
                let [from, to] = cells(order);
                program.arrows_to(from);
                program.key(Key::Space);
                assert_eq!(program.at_table().board.selected, Some(from));
                program.arrows_to(to);
                program.key(Key::Space);
            } else {
                program.command(order);
            }
            let table = program.at_table();
            let given = table.turn.draft.as_ref().map_or(0, |draft| draft.len());
            let is_over = table.open_draft().is_none();
            assert!(given == number + 1 || is_over, "{order}");
        }
        program.key(Key::Enter);
        program.key(if orders.is_empty() {
            Key::P
        } else {
            Key::Enter
        });
        program.until("the turn", |program| program.turns() > turns);
    }

    let outcome = program.at_table().seen.played.outcome.expect("an outcome");
    assert!(!outcome.winners().is_empty(), "somebody wins");
    program.press("Judge it");
    program.until_shown("COMPLETE");
    program.press("Replay it");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    let spot = |program: &Program| program.app().model.shown().and_then(Table::spot);
    assert_eq!(spot(&program), Some(Spot::BEGINNING));
    program.key(Key::PageDown);
    program.key(Key::Period);
    assert_ne!(spot(&program), Some(Spot::BEGINNING));
    let turns = program
        .app()
        .model
        .shown()
        .map(|table| table.seen.record().len());
    assert!(turns.is_some_and(|turns| turns > 2));
}

/// A host and a guest who have agreed on a game with a hidden set-up, of which the guest's program learns from the
/// offer.
fn met() -> [Program; 2] {
    let mut host = Program::start_as("Ann");
    let scenario = host.folder.path().join("skirmish.toml");
    fs::write(&scenario, include_str!("skirmish.toml")).expect("written");
    host.give(ShellCommand::Go(Page::Host));
    host.give(LibraryCommand::OpenTarget(Target::Scenario(scenario)));
    host.until_shown("A Skirmish");
    host.click("Make the invitation");
    let code = host.invitation().code();
    let mut guest = Program::start_as("Bea");
    guest.open_code(&code);
    guest.until_shown("Accept and play");
    guest.click("Accept and play");
    for program in [&mut host, &mut guest] {
        program.until_shown("Set up your army");
    }
    [host, guest]
}

/// The two of [`met`], whose set-ups are locked and opened.
fn opened() -> [Program; 2] {
    let mut programs = met();
    for program in &mut programs {
        program.click("Fill up");
        program.click("Lock the set-up");
        program.click("Lock");
    }
    for program in &mut programs {
        program.until("both armies", has_begun);
    }
    programs
}

/// True once both armies are open.
fn has_begun(program: &Program) -> bool {
    let now = program.at_table().seen.played.position.as_ref();
    now.is_some_and(|now| matches!(now.to_act(), ToAct::One(_)))
}

/// Plays turn by turn until the match is closed in both windows, or that many turns are made.
fn play_on(programs: &mut [Program; 2], turns: usize) {
    let is_over = |program: &Program| program.is_over();
    let is_on_turn = |program: &Program| program.at_table().open_draft().is_some();
    while !programs.iter().all(is_over) && programs[0].turns() < turns {
        for program in programs.iter_mut() {
            std::thread::sleep(Duration::from_millis(5));
            program.harness.step();
            if !is_on_turn(program) {
                continue;
            }
            let made = program.turns();
            let orders = program.advised().join(" ");
            program.give(DraftCommand::Typed(orders));
            program.give(DraftCommand::EndTurnNow);
            program.until("the turn", |program| program.turns() > made);
        }
    }
}

#[test]
fn a_resignation_without_a_line_is_signed_at_once_and_reaches_the_other_later() {
    let programs = opened();
    let [mut host, mut guest] = programs;
    guest.give(LibraryCommand::LeaveNow);
    host.until("no line", |host| {
        host.at_table().seen.line != net::LineState::Up
    });
    host.click("Resign\u{2026}");
    host.click("Resign");
    host.until("the result", |host| {
        host.at_table().seen.played.outcome.is_some()
    });
    guest.until_shown("Continue it");
    guest.click("Continue it");
    let mut programs = [host, guest];
    both_until(&mut programs, "the end", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.seen.played.verdict.is_some())
    });
    let files = programs
        .each_ref()
        .map(|program| fs::read(&program.at_table().seen.file).expect("a match file"));
    assert_eq!(files[0], files[1], "both hold the same bytes");
}

#[test]
fn a_hidden_game_of_two_windows_goes_over_the_line_to_its_end_and_is_replayed_and_exported() {
    let mut programs = opened();
    play_on(&mut programs, 2);

    // the guest's program ends in the middle, and continues from its files
    let [host, guest] = programs;
    assert_eq!(
        guest.at_table().seen.played.outcome,
        None,
        "the game continues"
    );
    let key = guest.at_table().seen.file.with_extension("key");
    let mut guest = Program::start_in(guest.close());
    guest.until("the file is let go of", |_| {
        fs::File::open(&key).is_ok_and(|file| file.try_lock().is_ok())
    });
    guest.until_shown("Continue it");
    guest.click("Continue it");
    guest.until("the match", |program| {
        program.app().model.table.is_some() && program.turns() >= 2
    });
    let mut programs = [host, guest];
    play_on(&mut programs, MOST_TURNS);

    let files = programs.each_ref().map(|program| {
        let table = program.at_table();
        assert_eq!(table.seen.played.verdict.as_deref(), Some("COMPLETE"));
        let outcome = table.seen.played.outcome.expect("an outcome");
        assert!(!outcome.winners().is_empty(), "somebody wins");
        fs::read(&table.seen.file).expect("a match file")
    });
    assert_eq!(files[0], files[1], "both hold the same bytes");
    for program in &mut programs {
        let turns = program.turns();
        let file = program.at_table().seen.file.clone();
        program.give(LibraryCommand::Open(file));
        program.until("the replay", |program| {
            program.app().model.page == Page::Replay
        });
        let shown = |program: &Program| {
            program
                .app()
                .model
                .shown()
                .map(|table| table.seen.record().len())
        };
        assert_eq!(shown(program), Some(turns));
        // from the opened armies to the last order, each place with its board
        let mut places = 0;
        loop {
            let at = program.app().model.shown().and_then(Table::spot);
            program.key(Key::Period);
            if program.app().model.shown().and_then(Table::spot) == at {
                break;
            }
            places += 1;
        }
        assert!(places >= turns, "{places} places in {turns} turns");
        for (format, start) in [
            (Format::Text, &b"A Skirmish"[..]),
            (Format::Html, b"<!doctype html>"),
            (Format::Gif, b"GIF89a"),
        ] {
            program.give(RecordCommand::Export);
            let mut form = program.app().model.forms.export.clone().expect("a form");
            form.set_format(format);
            let path = form.path.clone();
            program.give(RecordCommand::ExportForm(form));
            program.give(RecordCommand::ExportNow);
            program.until("the file", |program| {
                let notice = program.app().model.over.notice.as_ref();
                notice.is_some_and(|notice| notice.what.contains(&path))
            });
            let bytes = fs::read(&path).expect("it is written");
            assert!(bytes.starts_with(start), "{format:?}");
        }
    }
}

/// A host and a guest whose game has ended in both windows.
fn played() -> [Program; 2] {
    let mut programs = opened();
    let acts = |program: &Program| program.at_table().actor().is_some();
    until(&mut programs, "who begins", |programs| {
        programs.iter().any(acts)
    });
    let on_turn = programs.iter_mut().find(|program| acts(program));
    let on_turn = on_turn.expect("somebody begins");
    on_turn.give(MatchCommand::ResignNow);
    for program in &mut programs {
        program.until("the end", Program::is_over);
    }
    programs
}

/// Runs frames of both windows until something holds for each.
fn both_until(programs: &mut [Program; 2], what: &str, holds: impl Fn(&Program) -> bool) {
    until(programs, what, |programs| programs.iter().all(&holds));
}

/// Runs frames of both windows until something holds for both together.
fn until(programs: &mut [Program; 2], what: &str, holds: impl Fn(&[Program; 2]) -> bool) {
    let begin = Instant::now();
    while !holds(programs) {
        assert!(begin.elapsed() < PATIENCE, "waited for {what} in vain");
        std::thread::sleep(Duration::from_millis(5));
        programs
            .iter_mut()
            .for_each(|program| program.harness.step());
    }
}

/// True in the editor of a rematch.
fn sets_up_again(program: &Program) -> bool {
    let table = program.app().model.table.as_ref();
    table.is_some_and(|table| table.secrets.choice.is_some())
}

fn sides(program: &Program) -> Vec<(String, rules::Side)> {
    let seats = program.at_table().seen.contract.seats.iter();
    let mut sides: Vec<_> = seats.map(|seat| (seat.name.clone(), seat.side)).collect();
    sides.sort();
    sides
}

#[test]
fn a_rematch_is_offered_over_the_line_and_taken_by_one_click() {
    // the guest offers as the host does
    for offers in [0, 1] {
        let mut programs = played();
        let before = sides(&programs[0]);
        let files = programs
            .each_ref()
            .map(|program| program.at_table().seen.file.clone());
        programs[offers].click("Look at the board");
        programs[offers].click("Rematch");
        programs[offers].until_shown("You offer a rematch");
        programs[1 - offers].until_shown("offers a rematch, sides changed");
        programs[1 - offers].click("Play the rematch");
        both_until(&mut programs, "the rematch", sets_up_again);
        for (program, file) in programs.iter().zip(&files) {
            assert_ne!(&program.at_table().seen.file, file, "another match");
            assert_eq!(program.at_table().seen.title(), "A Skirmish");
            let after = sides(program);
            assert!(
                before
                    .iter()
                    .zip(&after)
                    .all(|(old, new)| old.0 == new.0 && old.1 != new.1)
            );
            assert!(
                program.at_table().talk.lines.is_empty(),
                "a code is no talk"
            );
        }
    }
}

#[test]
fn a_rematch_is_declined_and_two_offers_make_one_game() {
    let mut programs = played();
    programs[0].click("Look at the board");
    programs[0].click("Rematch");
    programs[0].until_shown("You offer a rematch");
    programs[1].until_shown("offers a rematch, sides changed");
    programs[1].click("Decline");
    assert!(
        programs[1]
            .harness
            .query_by_label("Play the rematch")
            .is_none()
    );
    programs[0].until("the answer", |program| {
        !program.at_table().talk.lines.is_empty()
    });

    let mut programs = played();
    // at once, before either program has heard of the other's offer
    for program in &mut programs {
        program.give(LibraryCommand::Rematch);
    }
    both_until(&mut programs, "the rematch", sets_up_again);
    let games = programs
        .each_ref()
        .map(|program| program.at_table().seen.meeting.game);
    assert_eq!(games[0], games[1]);
}
