//! A match left in the middle of a turn: the question says what becomes of it, and it comes back.

use std::fs;

use super::Program;
use crate::model::LibraryCommand;

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
