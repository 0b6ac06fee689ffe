//! A match left in the middle of a turn: the question says what becomes of it, and it comes back.

use std::fs;

use egui::{ViewportCommand, ViewportEvent, ViewportId};

use super::Program;
use crate::model::{BoardCommand, Dialog, LibraryCommand, Page, ShellCommand};

impl Program {
    /// A click on the closing button of the window's frame; true if the window closes.
    fn close_by_frame(&mut self) -> bool {
        let input = self.harness.input_mut();
        let window = input.viewports.entry(ViewportId::ROOT).or_default();
        window.events.push(ViewportEvent::Close);
        self.harness.step();
        let output = self.harness.output();
        let said = &output.viewport_output[&ViewportId::ROOT].commands;
        let closes = !said.contains(&ViewportCommand::CancelClose);
        if closes {
            let app = self.harness.state_mut().as_mut();
            app.expect("it has been shown").close();
        }
        closes
    }
}

fn orders(program: &Program) -> usize {
    let table = program.app().model.table.as_ref();
    let draft = table.and_then(|table| table.open_draft());
    draft.map_or(0, |draft| draft.len())
}

#[test]
fn a_half_made_turn_is_there_again_when_the_match_is_opened_again() {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    program.cell("c4");
    program.cell("c5");
    assert_eq!(orders(&program), 1);
    let file = program.app().model.file_shown().expect("a file");
    program.click("Leave");
    program.until_shown("Your unfinished turn is kept as it is, and not sent.");
    program.give(LibraryCommand::LeaveNow);
    let kept = file.with_extension("unfinished.toml");
    let text = fs::read_to_string(&kept).expect("it is kept");
    assert!(text.contains("c4-c5"), "{text}");
    program.give(LibraryCommand::Resume(file.clone()));
    program.until("the half-made turn", |program| orders(program) == 1);
    // what is sent is no longer half made
    program.give(crate::model::DraftCommand::EndTurnNow);
    program.until("the turns", |program| program.turns() >= 4);
    program.give(LibraryCommand::LeaveNow);
    program.until("nothing is left", |_| !kept.exists());
}

#[test]
fn a_half_made_turn_is_there_again_after_the_window_was_closed_by_its_frame() {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    program.cell("c4");
    program.cell("c5");
    let file = program.app().model.file_shown().expect("a file");
    assert!(
        program.close_by_frame(),
        "nothing is lost, so nothing is asked"
    );
    let text = fs::read_to_string(file.with_extension("unfinished.toml"));
    assert!(text.expect("it is kept").contains("c4-c5"));
    let key = file.with_extension("key");
    program.until("the end of the match", |_| {
        fs::File::open(&key).is_ok_and(|file| file.try_lock().is_ok())
    });
    let mut again = Program::start_in(program.close());
    again.give(LibraryCommand::Resume(file));
    again.until("the half-made turn", |program| orders(program) == 1);
}

#[test]
fn a_half_made_turn_is_there_again_after_the_program_was_killed() {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    program.cell("c4");
    program.cell("c5");
    let file = program.app().model.file_shown().expect("a file");
    let kept = file.with_extension("unfinished.toml");
    let has = |order: &str| fs::read_to_string(&kept).is_ok_and(|text| text.contains(order));
    program.until("the first order on disk", |_| has("c4-c5"));
    program.give(crate::model::DraftCommand::BackTo(0));
    program.until("nothing on disk", |_| !kept.exists());
    program.give(crate::model::DraftCommand::Typed("c4-c5".to_owned()));
    program.until("the order on disk again", |_| has("c4-c5"));
    // as a killed program does: without leaving the match or closing the window
    let folder = program.close();
    let key = file.with_extension("key");
    while fs::File::open(&key).is_ok_and(|file| file.try_lock().is_err()) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let mut again = Program::start_in(folder);
    again.give(LibraryCommand::Resume(file));
    again.until("the half-made turn", |program| orders(program) == 1);
}

#[test]
fn closing_the_window_over_a_changed_set_up_asks_once() {
    let mut program = Program::start();
    program.choose("clash-of-arms", true);
    program.give(crate::model::SetUpCommand::Edit);
    program.frames();
    assert_eq!(program.app().model.page, Page::SetUp);
    let is_asked = |program: &Program| program.app().model.over.dialog == Some(Dialog::SetUp);
    // a unit two ranks further
    let drag = ["b4", "b6"].map(|cell| cell.parse().expect("a cell"));
    program.give(BoardCommand::Drag(drag[0], drag[1]));
    // also while the help lies over it
    program.give(ShellCommand::Go(Page::Help));
    assert!(!program.close_by_frame(), "the changes are kept nowhere");
    assert!(is_asked(&program));
    program.until_shown("Leave without your changes?");
    program.click("Stay");
    assert!(!is_asked(&program) && program.app().model.page == Page::SetUp);
    assert!(!program.close_by_frame());
    // egui gives a request that came to a hidden window once more: it is no answer before the question was seen
    program.frames();
    program.click("Drop the changes");
    assert_eq!(program.app().model.page, Page::Local);
    assert!(program.close_by_frame());
}

#[test]
fn who_closes_the_window_over_the_question_means_it() {
    let mut program = Program::start();
    program.choose("clash-of-arms", true);
    program.give(crate::model::SetUpCommand::Edit);
    let drag = ["b4", "b6"].map(|cell| cell.parse().expect("a cell"));
    program.give(BoardCommand::Drag(drag[0], drag[1]));
    assert!(!program.close_by_frame());
    program.frames();
    assert!(program.close_by_frame());
}
