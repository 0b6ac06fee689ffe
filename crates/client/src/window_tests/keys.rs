//! Keys that the user has chosen, settings taken from a file, and what screen readers hear by themselves.

use egui::Key;
use egui::accesskit::{Live, Role};
use egui_kittest::kittest::{NodeT, Queryable};

use super::Program;
use crate::model::{Page, ShellCommand};

impl Program {
    /// True if screen readers say words like these by themselves.
    fn is_said(&self, part: &str, live: Live) -> bool {
        let mut said = self.harness.query_all_by(|node| {
            node.role() == Role::Status
                && node.live() == live
                && node.label().is_some_and(|label| label.contains(part))
        });
        said.next().is_some()
    }
}

#[test]
fn a_key_is_changed_a_clash_is_refused_with_its_name_and_the_new_key_acts() {
    let mut program = Program::playing();
    program.give(ShellCommand::Go(Page::Settings));
    program.frames();
    program.scroll_to("The keys of all commands");
    program.click("The keys of all commands");
    program.harness.run_steps(30);
    for (key, chosen) in [(Key::X, None), (Key::M, Some("M"))] {
        program.scroll_to("Change the key of Next unit");
        program.click("Change the key of Next unit");
        program.key(key);
        let keys = &program.app().model.settings.keys;
        let now = keys.0.get("Next unit").copied().flatten();
        assert_eq!(now.map(|key| key.to_string()).as_deref(), chosen);
        let told = "X is the key of two commands: Next unit and The next capture";
        let refused = program.harness.query_all_by_label_contains(told).count();
        assert_eq!(refused > 0, chosen.is_none(), "{key:?}");
    }
    program.give(ShellCommand::Back);
    program.frames();
    let chosen = |program: &Program| {
        let table = program.app().model.table.as_ref().expect("a match");
        table.board.selected
    };
    program.key(Key::N);
    assert_eq!(chosen(&program), None, "the usual key is free");
    program.key(Key::M);
    assert!(chosen(&program).is_some());
    // every place that names the key names the new one
    let next = |program: &Program| {
        let labels = program.harness.query_all_by(|node| {
            // plain text has its words as its value
            let words = node.value().unwrap_or_default();
            words.starts_with("The next unit that may still act")
        });
        let labels = labels.filter_map(|node| node.accesskit_node().value());
        labels.collect::<Vec<String>>()
    };
    program
        .harness
        .get_by(|node| {
            let label = node.label().unwrap_or_default();
            label.starts_with("Next unit")
        })
        .hover();
    program.harness.run_steps(8);
    let new = "The next unit that may still act (M)";
    assert_eq!(next(&program), [new]);
    program.key(Key::Slash);
    program.button("Find a command").type_text("next unit");
    program.frames();
    // in the list, and perhaps still at the button under the pointer
    let named = next(&program);
    assert!(
        !named.is_empty() && named.iter().all(|name| name == new),
        "{named:?}"
    );
    program.key(Key::Escape);
    program.give(ShellCommand::Go(Page::Help));
    program.frames();
    program.click("Mouse and keys");
    assert!(program.harness.query_by_label("Next unit: M").is_some());
    program.give(ShellCommand::Back);
    program.frames();
    // kept: the next start has the key too
    let again = Program::start_in(program.close());
    assert!(again.app().model.settings.keys.0.contains_key("Next unit"));
}

#[test]
fn settings_go_to_another_window_by_a_file_and_a_bad_one_changes_nothing() {
    let mut program = Program::start();
    let file = program.folder.path().join("mine.toml");
    let mut settings = program.app().model.settings.clone();
    settings.volume = 30;
    program.give(ShellCommand::Settings(settings));
    program.give(ShellCommand::ExportSettings(file.clone()));
    program.until("the file", |_| file.exists());
    let text = std::fs::read_to_string(&file).expect("written");
    let mut other = Program::start();
    for bad in [
        "volume = 30\ntheme = \"pink\"\n",
        "nonsense",
        // two commands with one key
        "volume = 30\nkeys = [\"Flip board: N\"]\n",
    ] {
        std::fs::write(&file, bad).expect("written");
        let before = other.app().model.settings.clone();
        other.give(ShellCommand::ImportSettings(file.clone()));
        other.until("the refusal", |other| {
            other.app().model.over.notice.is_some()
        });
        let told = other.app().model.over.notice.clone().expect("a notice");
        assert!(told.advice.contains("nothing is changed"), "{told:?}");
        assert_eq!(other.app().model.settings, before);
        other.give(ShellCommand::CloseNotice);
    }
    std::fs::write(&file, text).expect("written");
    other.give(ShellCommand::ImportSettings(file));
    other.until("the settings", |other| {
        other.app().model.settings.volume == 30
    });
}

#[test]
fn screen_readers_hear_refusals_answers_and_the_end_and_know_dialogs_by_name() {
    let mut program = Program::playing();
    program.cell("b4");
    program.cell("b9");
    let hint = |program: &Program| {
        let table = program.app().model.table.as_ref().expect("a match");
        table.board.hint.as_ref().map(|hint| hint.what.clone())
    };
    let what = hint(&program).expect("too far");
    assert!(program.is_said(&what, Live::Assertive), "{what}");
    // the board is read out on demand
    program
        .harness
        .key_press_modifiers(egui::Modifiers::ALT, Key::L);
    program.frames();
    assert!(program.is_said("Your leaders: ", Live::Polite));
    program.give(crate::model::MatchCommand::Resign);
    program.frames();
    let mut dialogs = program.harness.query_all_by(|node| {
        let label = node.label().unwrap_or_default();
        node.role() == Role::Dialog && label.starts_with("Resign as ")
    });
    let named = dialogs.next().is_some();
    drop(dialogs);
    assert!(named);
    program.give(crate::model::MatchCommand::ResignNow);
    program.until("the end", |program| {
        program.is_said("The game is over. ", Live::Polite)
    });
    assert!(program.is_said("resigned", Live::Polite));
}
