//! Games of more than two sides in the form for inviting; and options that do not go together, there, in the form for a
//! letter and in that for playing here.

use egui_kittest::kittest::Queryable;

use super::Program;
use crate::model::ShellCommand;
use crate::model::forms::Setting;

/// A scenario of the program with those options changed.
fn setting(program: &Program, scenario: &str, options: &[(&str, &str)]) -> Setting {
    let choices = &program.app().model.library.scenarios;
    let number = choices.iter().position(|choice| choice.key() == scenario);
    let options = options.iter();
    Setting {
        scenario: number.expect("it is built in"),
        options: options
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        set_up: String::new(),
    }
}

/// The refusals that the window shows when the button is pressed that begins such a game: live, by mail, and here.
fn refused(scenario: &str, options: &[(&str, &str)]) -> Vec<String> {
    let mut program = Program::start();
    let setting = setting(&program, scenario, options);
    let mut told = Vec::new();
    for (way, by_mail) in [("Make the invitation", false), ("Write the offer", true)] {
        program.click("Host");
        let mut form = program.app().model.forms.host.clone();
        form.setting = setting.clone();
        form.by_mail = by_mail;
        program.give(ShellCommand::Host(form));
        program.frames();
        told.push(pressed(&mut program, way));
        program.give(ShellCommand::Go(crate::model::Page::Start));
        program.frames();
    }
    program.click("Play here");
    let mut form = program.app().model.forms.local.clone();
    form.setting = setting;
    program.give(ShellCommand::Local(form));
    program.frames();
    told.push(pressed(&mut program, "Start the game"));
    let matches = program.folder.path().join("matches");
    let left = std::fs::read_dir(matches).map_or(0, Iterator::count);
    assert_eq!(left, 0, "no match is left behind");
    let invitations = program.folder.path().join("invitations");
    let left = std::fs::read_dir(invitations).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nobody is invited");
    told
}

/// Presses a button, and gives the trouble that the form then shows.
fn pressed(program: &mut Program, button: &str) -> String {
    program.click(button);
    program.until("a refusal", |program| {
        program.app().model.opening.trouble.is_some()
    });
    let trouble = program.app().model.opening.trouble.clone();
    let trouble = trouble.expect("a refusal");
    assert!(program.app().model.table.is_none(), "no match is opened");
    let shown = program.harness.query_all_by_label_contains(&trouble.what);
    assert!(shown.count() > 0, "the form shows: {}", trouble.what);
    format!("{} {}", trouble.what, trouble.advice)
}

#[test]
fn a_game_of_more_than_two_sides_leads_to_a_table_and_to_no_letter() {
    for (scenario, options) in [
        ("tourney-4", &[][..]),
        ("tourney", &[("wizard", "on")]),
        ("tourney", &[("seats", "4"), ("teams", "on")]),
    ] {
        let mut program = Program::start();
        let setting = setting(&program, scenario, options);
        program.click("Host");
        let mut form = program.app().model.forms.host.clone();
        form.setting = setting;
        // chosen for a game of two sides before
        form.by_mail = true;
        program.give(ShellCommand::Host(form));
        program.frames();
        program.button("Open the table");
        assert!(program.harness.query_by_label("By mail").is_none());
        assert!(program.harness.query_by_label("Write the offer").is_none());
    }
}

#[test]
fn options_that_do_not_go_together_are_named() {
    for (options, named) in [
        (&[("bishop", "on")][..], ["`bishop`", "`wizard`"]),
        (&[("teams", "on")], ["`teams`", "`seats`"]),
        (&[("seats", "4"), ("wizard", "on")], ["`seats`", "`wizard`"]),
        (
            &[("seats", "3"), ("winding-knights", "on")],
            ["`seats`", "`winding-knights`"],
        ),
    ] {
        for told in refused("tourney", options) {
            for name in named {
                assert!(told.contains(name), "{options:?}: {told}");
            }
        }
    }
}
