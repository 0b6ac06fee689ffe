//! *Why not?* and F1, by clicks, keys and the list of commands.

use egui::Key;
use kit::model::scene::Sketch;

use super::Program;
use crate::model::lessons::of_family;
use crate::model::table::Why;
use crate::model::{BoardCommand, DraftCommand, LessonCommand, Page, RecordCommand};

impl Program {
    fn board(&self) -> &crate::model::table::OnBoard {
        &self.app().model.shown().expect("a table").board
    }

    fn pointers(&self) -> Sketch {
        let table = self.app().model.shown().expect("a table");
        table.pointers().cloned().unwrap_or_default()
    }
}

#[test]
fn a_unit_and_a_cell_are_clicked_and_the_rules_say_why_not() {
    let mut program = Program::playing();
    program.click("Why not?");
    assert_eq!(program.board().why, Some(Why::Unit));
    assert!(program.shows("Click a unit"));
    program.cell("b4");
    program.cell("b9");
    let hint = program.board().hint.clone().expect("a reason");
    assert_eq!(hint.rule, "1.6");
    assert!(program.shows(&hint.what));
    assert_eq!(program.board().why, None, "asked and answered");
    // what is possible is said to be
    program.key(Key::Y);
    program.cell("b5");
    assert!(program.shows("That is possible"));
    // nothing was ordered by all that
    let table = program.app().model.table.as_ref().expect("a match");
    assert!(!table.open_draft().expect("an own turn").can_undo());
    // the enemy's unit, and an empty cell
    program.key(Key::Escape);
    program.key(Key::Y);
    program.cell("b7");
    assert!(program.shows("No unit stands on b7"));
    program.key(Key::Escape);
    assert_eq!(program.board().why, None);
    program.write_order("why b9 b8");
    let hint = program.board().hint.clone().expect("a reason");
    assert!(hint.what.contains("enemy"), "{}", hint.what);
    program.write_order("why b4 b3");
    assert_eq!(program.pointers().arrows.len(), 1);
}

#[test]
fn what_stands_in_the_way_is_marked() {
    let mut program = Program::playing();
    let cell = |name: &str| name.parse().expect("a cell");
    // the leader on e2 walks over an empty cell, and infantry stands on d3 and on e3
    program.give(DraftCommand::WhyPair(cell("e2"), cell("d4")));
    program.frames();
    let board = program.board();
    let hint = board.hint.clone().expect("a reason");
    assert_eq!(hint.rule, "1.1", "{}", hint.what);
    let pointers = program.pointers();
    let marks: Vec<String> = pointers.marks.iter().map(ToString::to_string).collect();
    assert!(marks == ["d3"] || marks == ["e3"], "{marks:?}");
    assert!(hint.what.contains(&marks[0]), "{}", hint.what);
    assert_eq!(pointers.arrows.len(), 1);
    assert!(program.shows(&hint.what));
}

#[test]
fn nobody_explains_orders_in_a_match_with_a_person() {
    use crate::model::tests::Match;
    for people in [Match::PEOPLE, Match::REMOTE] {
        let mut game = Match::new("clash-of-arms", people);
        assert!(game.give(DraftCommand::WhyNot).is_empty());
        assert!(game.model.over.notice.is_some(), "the user reads why");
        assert_eq!(game.table().board.why, None);
        let [from, to] = ["b4", "b9"].map(|name| name.parse().expect("a cell"));
        game.give(DraftCommand::WhyPair(from, to));
        assert_eq!(game.table().board.hint, None);
    }
    let mut game = Match::new("clash-of-arms", Match::REMOTE);
    game.give(RecordCommand::TryOut);
    game.give(DraftCommand::WhyNot);
    let table = game.model.try_out.as_ref().expect("a try-out");
    assert_eq!(table.board.why, Some(Why::Unit));
}

#[test]
fn f1_opens_the_paragraph_of_the_chosen_unit_or_of_the_ground_and_else_the_help() {
    let mut program = Program::playing();
    program.cell("b4");
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Rules);
    assert!(program.shows("Infantry beside a friend and an enemy"));
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Table);
    program.key(Key::Escape);
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Help);
    program.key(Key::F1);
    // a board with terrain: the keyboard's cell is enough
    let ground = of_family(rules::Family::ALL[0]);
    let lesson = ground
        .into_iter()
        .find(|one| one.key() == "ground")
        .expect("a lesson");
    program.give(LessonCommand::Open(lesson));
    program.frames();
    let start = lesson.start();
    let cells = rules::Rules::board(start).cells();
    let units = picture::symbols(start);
    let mut bare = cells
        .into_iter()
        .filter(|cell| !units.iter().any(|(on, ..)| on == cell));
    let cell = bare
        .find(|cell| families::paragraph(start, *cell).is_some())
        .expect("terrain");
    program.give(BoardCommand::Cursor(cell));
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Rules);
}
