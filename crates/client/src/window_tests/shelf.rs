//! The list of the matches, and what is opened beside it.

use egui_kittest::kittest::Queryable;

use super::Program;
use crate::model::{DraftCommand, LibraryCommand, News, Page, Shelf};

#[test]
fn a_match_in_which_nothing_happened_is_not_kept() {
    let mut program = Program::playing();
    let file = program.app().model.file_shown().expect("a file");
    program.give(LibraryCommand::LeaveNow);
    program.until("the end of the file", |_| !file.exists());
    assert!(program.app().model.files.saved.is_empty());
}

#[test]
fn matches_that_are_still_being_read_are_not_reported_as_missing() {
    // what the reading thread finds does not arrive
    let mut program = Program::start_listening(Program::folder_of("Ada"), false);
    program.frames();
    let is_shown = |program: &Program, label| {
        let mut shown = program.harness.query_all_by_label_contains(label);
        shown.next().is_some()
    };
    let [reading, none] = ["Reading your matches", "There is none yet"];
    assert!(is_shown(&program, reading) && !is_shown(&program, none));
    program.give(News::Saved(Vec::new()));
    program.frames();
    assert!(is_shown(&program, none) && !is_shown(&program, reading));
}

#[test]
fn the_list_shows_whose_turn_it_is_and_opens_what_is_typed() {
    let mut program = Program::playing();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    let file = program.app().model.file_shown().expect("a file");
    program.give(LibraryCommand::LeaveNow);
    program.until("the list", |program| {
        program.app().model.files.saved.len() == 1
    });
    let saved = program.app().model.files.saved[0].clone();
    assert_eq!(saved.shelf, Shelf::MyTurn);
    assert!(saved.size.starts_with("16 by 12, "), "{}", saved.size);
    assert!(saved.standing.contains("2 turns"), "{}", saved.standing);
    program.until_shown(&saved.name());
    let field = program.button("Path or invitation to open");
    field.focus();
    field.type_text(&file.display().to_string());
    program.frames();
    program.click("Open");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
}

#[test]
fn a_scenario_file_of_the_user_is_opened_played_and_found_again() {
    let mut program = Program::start();
    let file = program.folder.path().join("mine.toml");
    let river = scenario::find("river").expect("built in");
    let text = river
        .text
        .replacen("title = \"River\"", "title = \"My River\"", 1);
    std::fs::write(&file, text).expect("written");
    let field = program.button("Path or invitation to open");
    field.focus();
    field.type_text(&file.display().to_string());
    program.frames();
    program.click("Open");
    program.until("the form", |program| {
        program.app().model.page == Page::Local
    });
    program.until_shown("Your own files");
    let model = &program.app().model;
    let chosen = &model.library.scenarios[model.forms.local.setting.scenario];
    assert_eq!(chosen.title(), "My River");
    // the last row of a long list: it is brought into view
    program.frames();
    let mut rows = program.harness.query_all_by_label_contains("My River");
    let row = rows.next().expect("a row").rect();
    let window = program.harness.ctx.content_rect();
    assert!(window.contains_rect(row), "{row} in {window}");
    drop(rows);
    program.click("Start the game");
    program.until("the match", |program| program.app().model.table.is_some());
    let again = Program::start_in(program.close());
    let titles: Vec<&str> = again
        .app()
        .model
        .library
        .scenarios
        .iter()
        .map(scenario::Scenario::title)
        .collect();
    assert_eq!(titles.last(), Some(&"My River"));
}

#[test]
fn a_damaged_match_file_says_so_in_the_list_and_when_it_is_opened() {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    let file = program.app().model.file_shown().expect("a file");
    let mut program = Program::start_in(program.close());
    let whole = std::fs::read(&file).expect("a match");
    std::fs::write(&file, &whole[..whole.len() - 5]).expect("written");
    std::fs::write(file.with_file_name("other.fpm"), &whole[..30]).expect("written");
    program.give(crate::model::ShellCommand::Go(Page::Start));
    program.until("the list", |program| {
        let saved = &program.app().model.files.saved;
        let says = |words: &str| saved.iter().any(|game| game.standing.contains(words));
        saved.len() == 2 && says("not whole: the last entry is cut short")
    });
    let broken = program
        .app()
        .model
        .files
        .saved
        .iter()
        .find(|game| game.title == "other.fpm");
    let broken = broken.expect("it is listed").clone();
    assert!(broken.players.contains("shows no match") && !broken.is_unfinished());
    assert!(
        !broken.is_empty(),
        "it is not deleted with the matches without a turn"
    );
    program.give(crate::model::LibraryCommand::Open(file));
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    let told = program.app().model.over.notice.clone().expect("a notice");
    assert!(
        told.what.contains("the last entry is cut short"),
        "{}",
        told.what
    );
    // the notice goes with the next command; that the file is not whole stays over its record
    program.give(crate::model::ReplayCommand::Step(false));
    assert_eq!(program.app().model.over.notice, None);
    program.until_shown("This file is not whole: the last entry is cut short");
    program.click("What the judge found");
    program.until("the verdict", |program| {
        program.app().model.page == Page::Verdict
    });
    program.give(crate::model::LibraryCommand::Open("/dev/zero".into()));
    program.until("the refusal", |program| {
        let notice = program.app().model.over.notice.as_ref();
        notice.is_some_and(|notice| notice.what.contains("cannot be read"))
    });
}
