//! Text that is pasted into a field, however long it is.

use egui::Event;
use egui_kittest::kittest::Queryable;
use home::limits::LONGEST_PASTE;

use super::Program;
use crate::model::{Page, ShellCommand};

const FIELD: &str = "Path or invitation to open";

fn in_field(program: &Program, field: &str) -> String {
    program.button(field).value().unwrap_or_default()
}

#[test]
fn a_huge_pasted_text_is_shortened_and_the_window_says_so() {
    // letters of two bytes: the limit would cut one in half
    let huge = format!("x{}", "\u{e9}".repeat(LONGEST_PASTE));
    for event in [Event::Paste, Event::Text] {
        let mut program = Program::start();
        program.button(FIELD).focus();
        program.frames();
        program.harness.event(event(huge.clone()));
        program.frames();
        let taken = in_field(&program, FIELD);
        assert_eq!(taken.len(), LONGEST_PASTE - 1, "cut at a whole letter");
        assert!(huge.starts_with(&taken));
        program.until_shown("only its first 256 kB were inserted");
    }
}

#[test]
fn the_longest_scenario_and_code_are_pasted_whole_without_a_notice() {
    let mut program = Program::start();
    program.give(ShellCommand::Go(Page::Join));
    program.frames();
    let field = "Invitation code";
    program.button(field).focus();
    program.frames();
    let longest = "x".repeat(scenario::MAX_BYTES.max(home::limits::LONGEST_CODE));
    program.harness.event(Event::Paste(longest.clone()));
    program.frames();
    assert_eq!(program.app().model.forms.code, longest);
    let notice = program.harness.query_by_label_contains("were inserted");
    assert!(notice.is_none());
}
