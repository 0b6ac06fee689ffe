//! The first start by clicks and by keys, and what comes of a name that was not given.

use egui::Key;
use egui_kittest::kittest::Queryable;

use super::Program;
use crate::model::settings::Theme;
use crate::model::welcome::Stage;
use crate::model::{Dialog, Page, ShellCommand};

impl Program {
    /// The very first start, in an empty data folder.
    fn first() -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"))
    }

    fn stage(&self) -> Stage {
        self.app().model.welcome.stage
    }
}

#[test]
fn the_first_start_goes_by_clicks_from_name_and_look_to_the_first_lesson() {
    let mut program = Program::first();
    program.frames();
    assert_eq!(program.app().model.page, Page::Welcome);
    let field = program
        .harness
        .get_by_label("What should other players call you?");
    field.focus();
    field.type_text("Ada");
    program.frames();
    program.click("Continue");
    assert_eq!(program.stage(), Stage::Look);
    program.click("High contrast");
    assert_eq!(program.app().model.settings.theme, Theme::Contrast);
    program.click("Light");
    assert_eq!(program.app().model.settings.theme, Theme::Light);
    program.click("Continue");
    assert!(program.shows("Welcome, Ada."));
    program.click("Learn");
    assert_eq!(program.app().model.page, Page::Lesson);
    assert_eq!(program.lesson().lesson.key(), "first-capture");
    // once: the next start is an ordinary one
    let mut program = Program::start_in(program.close());
    program.frames();
    assert_eq!(program.app().model.page, Page::Start);
    assert_eq!(program.app().model.settings.name, "Ada");
}

#[test]
fn keys_alone_go_through_the_first_start_to_a_game_against_the_novice() {
    let mut program = Program::first();
    program.frames();
    // the field has the focus from the beginning
    program.harness.event(egui::Event::Text("Bo".to_owned()));
    program.frames();
    program.key(Key::Enter);
    assert_eq!(program.stage(), Stage::Look);
    program.press("Dark");
    assert_eq!(program.app().model.settings.theme, Theme::Dark);
    program.press("Continue");
    assert_eq!(program.stage(), Stage::Ways);
    program.press("Play here");
    program.until_my_turn();
    let table = program.app().model.table.as_ref().expect("a match");
    let names: Vec<&str> = table
        .seen
        .contract
        .seats
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    assert!(names.contains(&"Bo"), "{names:?}");
    assert!(
        names
            .iter()
            .any(|name| name.to_lowercase().contains("novice")),
        "{names:?}"
    );
}

#[test]
fn nobody_is_called_player_and_a_name_not_given_is_asked_for_before_hosting() {
    let mut program = Program::first();
    program.frames();
    program.click("Later");
    program.click("Continue");
    program.click("To the start page");
    assert_eq!(program.app().model.page, Page::Start);
    assert!(!program.shows("Player"));
    let mut program = Program::start_in(program.close());
    program.frames();
    assert_eq!(program.app().model.page, Page::Start, "it was gone through");
    program.click("Host");
    program.click("Make the invitation");
    assert_eq!(program.app().model.over.dialog, Some(Dialog::Name));
    assert!(program.app().model.table.is_none());
    let field = program.button("Your name");
    field.focus();
    field.type_text("Cy");
    program.frames();
    program.click("Continue");
    program.invitation();
    assert_eq!(program.app().model.settings.name, "Cy");
}

#[test]
fn the_board_behind_plays_and_stands_still_with_reduced_motion() {
    let mut program = Program::first();
    program.frames();
    let shown = |program: &Program| {
        program
            .app()
            .model
            .welcome
            .board()
            .map_or(0, |(_, shown)| shown)
    };
    program.until("the first order behind", |program| shown(program) > 0);
    let mut settings = program.app().model.settings.clone();
    settings.still = true;
    program.give(ShellCommand::Settings(settings));
    let before = shown(&program);
    program.harness.run_steps(400);
    assert_eq!(shown(&program), before);
}
