//! Faults that were seen once, each by what a player saw of it.

use std::sync::Arc;

use egui::accesskit::{Live, Role};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use kit::views::commands::Row;
use net::ChatLine;
use protocol::{Seat, Stage};
use rules::{Lots, Outcome, Rules, Side, ToAct};

use super::Program;
use super::moments::{played, with_a_claim_against_us};
use crate::model::export::{ExportForm, Format};
use crate::model::tests::Match;
use crate::model::{Dialog, RecordCommand, ShellCommand};
use crate::views::side_panel::Tab;

impl Program {
    /// A match with another player, at the user's turn, with the chat open and its field focused.
    fn chatting() -> Self {
        let mut program = Self::start();
        program.watch(&Match::new("clash-of-arms", Match::REMOTE).snapshot);
        let app = program.harness.state_mut().as_mut();
        app.expect("it is shown").view.panel.tab = Tab::Chat;
        program.frames();
        program.button("Say something").focus();
        program.frames();
        program
    }

    /// The orders of the unfinished turn.
    fn drafted(&self) -> usize {
        let table = self.app().model.table.as_ref().expect("a match");
        let draft = table.turn.draft.as_ref().expect("an open turn");
        draft.len()
    }

    /// True if screen readers say exactly these words by themselves.
    fn says(&self, words: &str) -> bool {
        let mut said = self.harness.query_all_by(|node| {
            node.role() == Role::Status
                && node.live() == Live::Polite
                && node.label().as_deref() == Some(words)
        });
        said.next().is_some()
    }
}

#[test]
fn the_list_of_commands_opens_over_the_chat_and_what_is_typed_there_is_not_said() {
    let mut program = Program::chatting();
    program
        .harness
        .key_press_modifiers(Modifiers::COMMAND, Key::K);
    program.frames();
    assert!(program.app().model.over.typed.is_some(), "the list is open");
    program.button("Find a command").type_text("b4-b5");
    program.frames();
    program.key(Key::Enter);
    assert_eq!(program.drafted(), 1);
    let table = program.app().model.table.as_ref().expect("a match");
    assert_eq!(table.writing.chat, "");
}

#[test]
fn a_line_of_chat_that_reads_as_orders_asks_first() {
    let mut program = Program::chatting();
    program.button("Say something").type_text("b4-b5");
    program.frames();
    program.key(Key::Enter);
    assert_eq!(program.app().model.over.dialog, Some(Dialog::SayOrders));
    program.click("Give the order");
    assert_eq!(program.drafted(), 1);
    // any other line is said at once
    program.button("Say something").focus();
    program.frames();
    program.button("Say something").type_text("b4 was bold");
    program.frames();
    program.key(Key::Enter);
    assert_eq!(program.app().model.over.dialog, None);
    let table = program.app().model.table.as_ref().expect("a match");
    assert_eq!(table.writing.chat, "", "it is sent");
}

#[test]
fn after_the_end_no_event_of_an_older_turn_stands_above_the_board() {
    let mut program = Program::start();
    let (_, after) = with_a_claim_against_us();
    program.watch(&after);
    let old = "Blue's turn 1: Your Leader on e6 was captured: 1 of 1; Blue claims the win, 1 to 0: you have one turn to answer";
    assert!(program.says(old));
    let mut over = after;
    let winner = Side::new(0).expect("a side");
    over.played.outcome = Some(Outcome::Won(winner.into(), rules::RESIGN));
    over.stage = Stage::Over;
    over.deciding.awaited = Vec::new();
    program.see(&over);
    program.give(ShellCommand::CloseNotice);
    program.frames();
    assert!(!program.says(old));
    let table = program.app().model.table.as_ref().expect("a match");
    let end = table.end_words().expect("it is over");
    assert!(program.says(&end), "{end}");
}

#[test]
fn the_panel_has_one_number_of_captured_leaders() {
    let mut program = Program::start();
    let (_, after) = with_a_claim_against_us();
    program.watch(&after);
    let label = |part: &str| {
        let found = program.harness.query_all_by(|node| {
            let label = node.label().unwrap_or_default();
            label.contains("left") && label.contains(part)
        });
        found.count()
    };
    assert_eq!(label("captured: 1 Leader"), 1, "of the side that captured");
    assert_eq!(label("captured 0"), 0);
}

#[test]
fn screen_readers_hear_what_the_other_player_says_and_offers() {
    let mut program = Program::start();
    let mut before = Match::new("clash-of-arms", Match::REMOTE).snapshot;
    // what is said is kept beside the file
    before.file = program.folder.path().join("match.fpm");
    program.watch(&before);
    let mut after = before;
    Arc::make_mut(&mut after.messages.chat).push(ChatLine {
        seat: Seat(1),
        to: protocol::Audience::All,
        text: "Hello, Ada".to_owned(),
    });
    after.proposals.draw_offer = Some(Seat(1));
    program.see(&after);
    assert!(program.says("Bo says: Hello, Ada"));
    assert!(program.says("Bo offers a draw."));
    // the frame has a name
    let title = program.app().model.title();
    let frame = program.harness.root().accesskit_node().label();
    assert_eq!(frame, Some(title));
}

#[test]
fn the_page_of_a_game_has_letters_and_captures_and_lines_that_tab_reaches() {
    let mut program = Program::start();
    let (_, after) = played();
    program.watch(&after);
    program.give(RecordCommand::Export);
    let mut form: ExportForm = program.app().model.forms.export.clone().expect("a form");
    form.set_format(Format::Html);
    let file = program.folder.path().join("game.html");
    form.path = file.display().to_string();
    program.give(RecordCommand::ExportForm(form));
    program.give(RecordCommand::ExportNow);
    program.until("the file", |_| file.exists());
    let page = std::fs::read_to_string(&file).expect("text");
    assert!(
        page.contains("<li tabindex=\"0\">Blue's turn 1: He5xLe6</li>"),
        "{page}"
    );
}

/// The names of the commands in some lines of the help.
fn labels<G: Clone>(rows: &[Row<G>]) -> Vec<&'static str> {
    let entries = rows.iter().flat_map(|row| row.commands.iter());
    entries.map(|entry| entry.label).collect()
}

#[test]
fn the_list_of_commands_has_those_of_the_page_and_none_of_another_family() {
    let of = |family| labels(&families::views::rows([family].into_iter()));
    let starts = ["clash-of-arms", "wargame-small", "tourney-small"].map(|scenario| {
        let mut position = crate::model::tests::start(scenario);
        if let ToAct::Lots(_) = position.to_act() {
            position.resolve(Lots(0)).expect("a lot is due");
        }
        position
    });
    let families = starts.each_ref().map(Rules::family);
    for (family, position) in families.into_iter().zip(starts) {
        let scenario = family.name();
        let game = Match::of(position, Match::PEOPLE);
        let found = crate::views::found(&game.model, "");
        let texts: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
        for wanted in [
            "End turn",
            "Undo all",
            "Resign",
            "Try out",
            "Settings",
            "The rules",
        ] {
            assert!(texts.contains(&wanted), "{scenario}: {wanted}");
        }
        // those held are no commands of a list
        let own = families::views::rows([family].into_iter());
        let own = own.iter().flat_map(|row| row.commands.iter());
        for entry in own.filter(|entry| !entry.held) {
            assert!(texts.contains(&entry.label), "{scenario}: {}", entry.label);
        }
        for other in families.into_iter().filter(|other| *other != family) {
            for label in of(other) {
                let is_own = of(family).contains(&label);
                assert!(is_own || !texts.contains(&label), "{scenario}: {label}");
            }
        }
    }
}

#[test]
fn the_distance_that_makes_a_drag_is_a_setting() {
    let mut program = Program::start();
    let distance = |program: &Program| {
        let context = &program.harness.ctx;
        context.options(|options| options.input_options.max_click_dist)
    };
    for drag in [3, 20] {
        let mut settings = program.app().model.settings.clone();
        settings.drag = drag;
        program.give(ShellCommand::Settings(settings));
        assert_eq!(distance(&program), f32::from(drag));
    }
}
