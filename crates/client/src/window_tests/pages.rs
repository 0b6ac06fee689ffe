//! The pages by names and keys: starting, leaving, settings, rules.

use super::*;

#[test]
fn from_the_start_page_to_the_computers_answer_by_names_alone() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    program.click("Start the game");
    program.until_my_turn();
    program.cell("b4");
    program.cell("b5");
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_some()
    );
    program.key(Key::Enter);
    assert!(program.harness.query_by_label("End the turn?").is_some());
    program.key(Key::Enter);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.until_my_turn();
    program.click("An order back");
    assert!(program.harness.query_by_label("Back to now").is_some());
    program.click("Back to now");
    assert!(program.harness.query_by_label("End turn").is_some());
}

#[test]
fn the_keyboard_alone_moves_a_unit_and_takes_it_back() {
    let mut program = Program::playing();
    program.cell("b4");
    program.key(Key::ArrowUp);
    program.key(Key::ArrowUp);
    program.key(Key::Space);
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_some()
    );
    program
        .harness
        .key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    program.harness.step();
    program.harness.step();
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_none()
    );
}

#[test]
fn a_bad_code_shows_what_is_wrong_with_it_and_stays_where_it_is() {
    let mut program = Program::start();
    program.click("Join");
    program.give(ShellCommand::Code("warlord1abc".to_owned()));
    program.click("Look at the invitation");
    program.until("the complaint", |program| {
        program.app().model.opening.trouble.is_some()
    });
    let trouble = program
        .app()
        .model
        .opening
        .trouble
        .clone()
        .expect("a complaint");
    assert!(program.harness.query_by_label(&trouble.what).is_some());
    assert_eq!(program.app().model.forms.code, "warlord1abc");
    assert_eq!(program.app().model.page, Page::Join);
}

#[test]
fn every_page_names_its_inputs_and_finds_its_glyphs() {
    let mut program = Program::start();
    for page in [
        Page::Start,
        Page::Local,
        Page::Host,
        Page::Join,
        Page::Help,
        Page::Rules,
        Page::Settings,
        Page::People,
        Page::Lessons,
    ] {
        program.give(ShellCommand::Go(page));
        program.frames();
    }
    for topic in [
        "Units",
        "Terrain",
        "How it ends",
        "Network and files",
        "Mouse and keys",
        "About",
    ] {
        program.give(ShellCommand::Go(Page::Help));
        program.click(topic);
    }
}

#[test]
fn the_about_page_copies_the_facts_of_a_report_and_shows_every_license() {
    let mut program = Program::start();
    program.give(ShellCommand::Go(Page::Help));
    program.click("About");
    program.click("Copy for a report");
    let folder = program.folder.path().display().to_string();
    let model = &program.app().model;
    assert!(model.machine.facts.contains(&folder));
    let notice = model.over.notice.clone().expect("a notice");
    assert_eq!(notice.what, "The facts are copied.");
    program.click("Show the licenses of libraries and fonts");
    let first = about::notices();
    let first = first.lines().next().expect("a line");
    program.until_shown(first);
}

#[test]
fn a_refusal_leads_to_the_paragraph_it_names_and_back() {
    let mut program = Program::playing();
    program.cell("b4");
    program.cell("b9");
    program.click("Rules: 1.6");
    assert_eq!(program.app().model.page, Page::Rules);
    let diagram = "Infantry beside a friend and an enemy";
    assert!(program.harness.query_by_label(diagram).is_some());
    let node = program.button("Search the rules");
    node.focus();
    node.type_text("never swapped onto");
    program.frames();
    let found = program
        .harness
        .query_all_by_label_contains("2.9  Switch swap");
    assert_eq!(found.count(), 1);
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Table);
}

#[test]
fn a_saved_match_is_deleted_once_the_question_is_answered() {
    let mut program = Program::playing();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.give(LibraryCommand::LeaveNow);
    let saved = |program: &Program| program.app().model.files.saved.len();
    program.until("the list", |program| saved(program) == 1);
    let name = format!("Delete {}", program.app().model.files.saved[0].name());
    program.click(&name);
    program.click("Keep it");
    assert_eq!(saved(&program), 1);
    // the files are released a moment after the match is left
    program.until("the end of the match", |program| {
        let file = &program.app().model.files.saved[0].file;
        let private = std::fs::File::open(file.with_extension("key")).expect("a private file");
        private.try_lock().is_ok()
    });
    program.click(&name);
    program.click("Delete");
    program.until("the shorter list", |program| saved(program) == 0);
}

#[test]
fn what_is_said_below_the_board_never_moves_it() {
    for width in [1280.0, 800.0] {
        let mut program = Program::playing();
        program.harness.set_size(vec2(width, 800.0));
        program.harness.run();
        let place = |program: &Program| {
            let b4 = |label: String| label.starts_with("b4, ");
            let node = program.harness.get_by(|node| node.label().is_some_and(b4));
            node.rect()
        };
        let before = place(&program);
        program.cell("b4");
        program.harness.run();
        assert_eq!(place(&program), before, "what the unit is, at {width}");
        program.cell("b9");
        program.until_shown("Rules: 1.6");
        program.harness.run();
        assert_eq!(place(&program), before, "why not, at {width}");
    }
}

#[test]
fn a_game_resigned_is_judged_and_replayed_from_the_window() {
    let mut program = Program::playing();
    program.first_turn();
    program.give(MatchCommand::Resign);
    program.give(MatchCommand::ResignNow);
    program.until("the verdict", |program| {
        program
            .app()
            .model
            .table
            .as_ref()
            .is_some_and(|table| table.seen.played.verdict.is_some())
    });
    assert!(program.harness.query_by_label("Amber wins").is_some());
    program.click("Judge it");
    program.until("the judge", |program| {
        program.app().model.page == Page::Verdict
    });
    assert!(program.harness.query_by_label("COMPLETE").is_some());
    program.click("Replay it");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    assert_eq!(
        program.app().model.shown().and_then(|table| table.spot()),
        Some(Spot::BEGINNING)
    );
    program.harness.run();
}

#[test]
fn a_match_left_is_found_again_and_gone_on_with() {
    let mut program = Program::playing();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.click("Leave");
    assert!(program.harness.query_by_label("Leave the match?").is_some());
    program.give(LibraryCommand::LeaveNow);
    program.until_shown("Continue");
    program.click("Continue");
    program.until("the match", |program| {
        assert_eq!(program.app().model.opening.trouble, None);
        program.turns() == 2
    });
    program.until_my_turn();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's next turn", |program| program.turns() == 4);
}
