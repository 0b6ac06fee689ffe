//! Keys alone, typed orders, drawings, and the words for events.

use board::Cell;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;

use super::Program;
use crate::model::Page;
use crate::model::settings::Theme;
use crate::model::table::Table;

impl Program {
    /// Presses Tab until something of that name has the focus.
    pub(super) fn tab_to(&mut self, label: &str) {
        for _ in 0..300 {
            let is_there = {
                let mut nodes = self.harness.query_all_by_label(label);
                nodes.any(|node| node.is_focused())
            };
            if is_there {
                return;
            }
            self.harness.key_press(Key::Tab);
            self.harness.run_steps(2);
        }
        panic!("{label} is never reached by Tab");
    }

    /// Goes to something by Tab and presses it.
    pub(super) fn press(&mut self, label: &str) {
        self.tab_to(label);
        self.key(Key::Enter);
    }

    pub(super) fn keys(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frames();
    }

    pub(super) fn table(&self) -> &Table {
        self.app().model.table.as_ref().expect("a match")
    }

    fn is_shown(&self, words: &str) -> bool {
        let mut nodes = self.harness.query_all_by_label_contains(words);
        nodes.next().is_some()
    }
}

#[test]
fn a_dragged_unit_shows_where_it_may_go() {
    let mut program = Program::playing();
    let is_b4 = |label: String| label.starts_with("b4, ");
    let b4 = program
        .harness
        .get_by(|node| node.label().is_some_and(is_b4));
    let at = b4.rect().center();
    assert!(!program.is_shown(", a destination"));
    let pressed = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for event in [
        Event::PointerMoved(at),
        pressed(true),
        Event::PointerMoved(at + vec2(0.0, -14.0)),
        Event::PointerMoved(at + vec2(0.0, -28.0)),
    ] {
        program.harness.event(event);
        program.harness.step();
    }
    program.frames();
    assert!(program.is_shown(", a destination"));
    assert_eq!(program.table().board.selected, "b4".parse().ok());
}

#[test]
fn keys_alone_play_from_a_fresh_window_to_the_computers_answer() {
    let mut program = Program::start();
    program.press("Play here");
    program.press("Start the game");
    program.until_my_turn();
    let b4: Cell = "b4".parse().expect("a cell");
    for _ in 0..program.table().turn.ready.units.len() {
        program.key(Key::N);
        assert_eq!(program.table().board.cursor, program.table().board.selected);
        if program.table().board.selected == Some(b4) {
            break;
        }
    }
    assert_eq!(program.table().board.selected, Some(b4));
    // no click has been on the board
    program.key(Key::ArrowUp);
    program.key(Key::Space);
    assert_eq!(
        program.table().turn.draft.as_ref().map(|draft| draft.len()),
        Some(1)
    );
    program.key(Key::Enter);
    assert!(program.is_shown("End the turn?"));
    program.key(Key::Enter);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.until_my_turn();
}

#[test]
fn enter_twice_never_passes_a_turn() {
    let mut program = Program::playing();
    program.key(Key::Enter);
    assert!(program.is_shown("this is a pass"));
    program.key(Key::Enter);
    assert_eq!(program.app().model.over.dialog, None);
    assert_eq!(program.turns(), 0);
    program.key(Key::Enter);
    program.key(Key::P);
    program.until("the pass", |program| program.turns() >= 1);
    assert_eq!(program.table().told(0)[0].text, "You passed");
}

#[test]
fn a_hidden_set_up_is_made_with_keys_alone() {
    let mut program = Program::start();
    program.choose("test-of-wills", true);
    program.press("Start the game");
    program.until("the editor", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.secrets.choice.is_some())
    });
    program.frames();
    program.press("Fill up");
    program.press("Lock the set-up");
    program.press("Lock");
    program.until("both armies", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.secrets.choice.is_none() && !table.turn.sent)
    });
    let table = program.table();
    let told = (0..table.history().len()).flat_map(|at| table.told(at));
    let texts: Vec<String> = told.map(|told| told.text).collect();
    assert!(
        texts.iter().any(|text| text == "Both armies are open"),
        "{texts:?}"
    );
}

#[test]
fn a_command_is_found_by_its_name_and_an_order_by_its_beginning() {
    let mut program = Program::playing();
    program.keys(Modifiers::COMMAND, Key::K);
    program.button("Find a command").type_text("b4-b5");
    program.frames();
    assert!(program.is_shown("Order b4-b5"));
    program.key(Key::Enter);
    assert_eq!(program.app().model.over.typed, None);
    assert_eq!(
        program.table().turn.draft.as_ref().map(|draft| draft.len()),
        Some(1)
    );
    program.key(Key::Slash);
    program.button("Find a command").type_text("the rules");
    program.frames();
    program.key(Key::Enter);
    assert_eq!(program.app().model.page, Page::Rules);
}

#[test]
fn tab_brings_into_sight_what_it_reaches() {
    let mut program = Program::start();
    program.harness.set_size(egui::vec2(900.0, 560.0));
    program.frames();
    program.press("Settings");
    program.tab_to("Reset the settings");
    program.harness.run_steps(40);
    let place = program.button("Reset the settings").rect();
    assert!(place.max.y <= 560.0, "{place}");
}

#[test]
fn the_settings_are_reset_but_for_the_name() {
    let mut program = Program::start();
    program.press("Settings");
    program.press("Dark");
    assert_eq!(program.app().model.settings.theme, Theme::Dark);
    program.scroll_to("Reset the settings");
    program.click("Reset the settings");
    let settings = &program.app().model.settings;
    assert_eq!(settings.theme, Theme::System);
    assert_eq!((settings.name.as_str(), settings.step_ms), ("Ada", 220));
}

#[test]
fn the_last_unfinished_match_is_offered_at_the_next_start() {
    let mut program = Program::playing();
    program.first_turn();
    let folder = program.close();
    let mut program = Program::start_in(folder);
    program.until_shown("Continue it");
    // the files are released a moment after the window is closed
    program.until("the match", |program| {
        program.app().model.table.is_some() || program.app().model.to_resume().is_some()
    });
    program.click("Continue it");
    program.until("the match", |program| program.app().model.table.is_some());
}

#[test]
fn a_report_of_a_mistake_is_shown_at_the_next_start_and_can_be_forgotten() {
    let program = Program::start();
    let folder = program.close();
    let file = folder.path().join("mistake.txt");
    std::fs::write(&file, "panicked at somewhere\nand so on\n").expect("a report");
    let mut program = Program::start_in(folder);
    program.until_shown("panicked at somewhere");
    program.click("Copy the report");
    program.click("Forget it");
    assert!(!file.exists() && program.app().model.machine.report.is_none());
}

#[test]
fn events_stand_above_the_board_and_lead_to_their_place_which_looks_like_the_past() {
    let mut program = Program::playing();
    program.first_turn();
    program.until_my_turn();
    program.click("Events");
    let first = "Blue's turn 1: You gave 1 order; no losses";
    program.click(first);
    assert!(program.table().spot().is_some());
    assert!(program.is_shown("The past: Blue's turn 1, 1 of 1 order"));
    program.key(Key::End);
    assert!(program.table().spot().is_none());
}

#[test]
fn the_ways_to_end_a_game_stand_apart_and_in_sight() {
    let mut program = Program::start();
    program.harness.set_size(egui::vec2(1280.0, 800.0));
    program.press("Play here");
    program.press("Easy");
    program.press("Start the game");
    program.until_my_turn();
    program.first_turn();
    program.until_my_turn();
    let names = [
        "Request takeback\u{2026}",
        "Offer a draw\u{2026}",
        "Resign\u{2026}",
    ];
    let places = names.map(|name| program.button(name).rect());
    for (number, place) in places.iter().enumerate() {
        assert!(place.max.x <= 1280.0 && place.max.y <= 800.0, "{place}");
        for other in &places[number + 1..] {
            assert!(!place.intersects(*other), "{place} {other}");
        }
    }
}
