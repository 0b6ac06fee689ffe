//! Warlord's pages, played by the names that screen readers get.

use std::collections::BTreeMap;

use board::Cell;
use egui::{Key, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use families::warlord::model::editor::EditorCommand;
use families::warlord::model::set_up::SetUpEditor;
use families::{Secret, SetUp};
use kit::model::army::ArmyEditor as _;
use rules::warlord::{Kind, Position, Unit};
use rules::{AnyPosition, Rules, Side, ToAct};

use crate::model::{DraftCommand, LibraryCommand, Page, ShellCommand};
use crate::window_tests::Program;

/// The steps of all units of a side to the enemy leader, plus 100 for each enemy unit that still stands: so that a
/// capture always counts for more than a step.
pub(crate) fn steps_to_the_enemy_leader(position: &AnyPosition, side: Side) -> u32 {
    let AnyPosition::Warlord(position) = position else {
        panic!("a game of Warlord")
    };
    let enemy = |unit: &Unit| Side::from(unit.side) != side;
    let leader = position
        .units()
        .find(|(_, unit)| enemy(unit) && unit.kind.is_leader());
    let Some((leader, _)) = leader else {
        return 0;
    };
    let steps = position.units().map(|(cell, unit)| match enemy(&unit) {
        true => 100,
        false => u32::from(
            cell.file()
                .abs_diff(leader.file())
                .max(cell.rank().abs_diff(leader.rank())),
        ),
    });
    steps.sum()
}

fn position(program: &Program) -> Option<&Position> {
    match program.app().model.shown()?.position() {
        Some(AnyPosition::Warlord(position)) => Some(position),
        _ => None,
    }
}

fn placed(program: &Program) -> &BTreeMap<Cell, Kind> {
    let table = program.app().model.table.as_ref().expect("a match");
    match &table.secrets.choice {
        Some(Secret::Warlord(editor)) => editor.placed(),
        other => panic!("an editor is open: {other:?}"),
    }
}

/// True once set-ups and lots are over.
fn has_begun(program: &Program) -> bool {
    let table = program.app().model.table.as_ref();
    let now = table.and_then(|table| table.seen.played.position.as_ref());
    now.is_some_and(|now| matches!(now.to_act(), ToAct::One(_)))
}

fn set_up(program: &Program) -> Option<&SetUpEditor> {
    match &program.app().model.forms.set_up {
        Some(SetUp::Warlord(editor)) => Some(editor),
        _ => None,
    }
}

#[test]
fn a_set_up_is_taken_from_the_book_changed_and_locked() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    let test_of_wills = program
        .app()
        .model
        .library
        .scenarios
        .iter()
        .position(|choice| choice.key() == "test-of-wills");
    let mut form = program.app().model.forms.local.clone();
    form.setting.scenario = test_of_wills.expect("it is built in");
    program.give(ShellCommand::Local(form));
    program.click("Start the game");
    program.until_shown("Set up your army");
    assert!(
        program
            .button("Lock the set-up")
            .accesskit_node()
            .is_disabled()
    );
    program.click("Shield Wall");
    program.click("Mirror");
    program.click("Lock the set-up");
    program.click("Lock");
    program.until("the first turn", has_begun);
    program.until_my_turn();
}

#[test]
fn an_army_is_chosen_filled_up_and_locked_on_terrain_whose_lot_is_told() {
    let mut program = Program::start();
    program.choose("border-war", false);
    program.click("Start the game");
    for name in ["Ada", "Second player"] {
        program.until_shown(&format!("I am {name}: show my side"));
        program.click(&format!("I am {name}: show my side"));
        program.click("6-3-3");
        program.click("One Cannon more");
        program.click("One Cannon less");
        program.click("Fill up");
        program.click("Half-turn");
        let seed = position(&program)
            .and_then(|now| now.game().scatter?.seed)
            .expect("the terrain is laid");
        let words = rules::warlord::words(seed).replace('-', " ");
        assert!(program.harness.query_by_label(&words).is_some(), "{words}");
        program.click("Lock the set-up");
        program.click("Lock");
    }
    program.until("the first turn", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let table = program.app().model.table.as_ref().expect("a match");
    assert_eq!(position(&program).map(|now| now.units().count()), Some(96));
    assert!(
        table.bottom() == board::Edge::South,
        "White's edge is at the bottom for two people"
    );
}

#[test]
fn reinforcements_come_in_by_names_alone() {
    let mut program = Program::start();
    program.choose("valley-war", false);
    program.click("Start the game");
    for name in ["Ada", "Second player"] {
        program.until_shown(&format!("I am {name}: show my side"));
        program.click(&format!("I am {name}: show my side"));
        program.click("Horse First");
        program.click("The block of turn 6 later: it changes places with the next");
        program.click("Lock the set-up");
        program.click("Lock");
    }
    program.until_shown("Reinforcements");
    let units = |program: &Program| position(program).map(|now| now.units().count());
    assert_eq!(units(&program), Some(0));
    program.click("Light Cavalry: 8 due to enter");
    program.click("Light Cavalry: 8 due to enter");
    program.click("Enter all");
    assert_eq!(units(&program), Some(16));
    program.click("Undo");
    assert_eq!(units(&program), Some(15));
    program.click("Undo all");
    assert_eq!(units(&program), Some(0));
    program.click("Enter all");
    program.click("End turn");
    assert!(program.harness.query_by_label("16 units enter.").is_some());
    program.key(Key::Enter);
    program.until("the turn", |program| program.turns() == 1);
}

#[test]
fn a_pasted_set_up_replaces_the_scenarios_own_and_a_bad_one_says_why() {
    let mut program = Program::start();
    program.choose("clash-of-arms", false);
    let paste = |program: &mut Program, text: &str| {
        let mut form = program.app().model.forms.local.clone();
        form.setting.set_up = text.to_owned();
        program.give(ShellCommand::Local(form));
        program.frames();
    };
    paste(&mut program, "16/16/nonsense");
    program.until_shown("Found");
    program.click("Start the game");
    let model = &program.app().model;
    assert!(model.opening.trouble.is_some() && !model.opening.is_under_way);
    program.scroll_to("More: options and set-up (1 changed)");
    program.click("More: options and set-up (1 changed)");
    program.scroll_to("Reset");
    program.click("Reset");
    assert_eq!(program.app().model.forms.local.setting.set_up, "");
    program.scroll_to("Write out the scenario's own");
    program.click("Write out the scenario's own");
    let own = program.app().model.forms.local.setting.set_up.clone();
    assert_eq!(own.matches('/').count(), 11, "{own}");
    let bare = "3lll10/3i12/16/16/16/16/16/16/16/16/3I12/3LLL10";
    paste(&mut program, bare);
    assert_eq!(program.app().model.opening.trouble, None);
    program.click("Start the game");
    program.until("the game", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let table = program.app().model.table.as_ref().expect("a match");
    assert_eq!(position(&program).map(|now| now.units().count()), Some(8));
    assert!(table.seen.title().contains("own set-up"));
}

#[test]
fn a_set_up_is_changed_on_the_board_and_played() {
    let mut program = Program::start();
    program.choose("chieftain", false);
    program.click("Change the set-up\u{2026}");
    program.until_shown("No problems found.");
    let units = |program: &Program| set_up(program).map(|editor| editor.units().len());
    let before = units(&program).expect("the editor is open");
    program
        .harness
        .get_by(|node| {
            let label = node.label();
            label.is_some_and(|label| label.starts_with("Blue Infantry: "))
        })
        .click();
    program.frames();
    program.cell("e7");
    program.until_shown("Blue has units out of command");
    assert_eq!(units(&program), Some(before + 2), "one for each side");
    program.key(Key::Escape);
    program.key(Key::ArrowUp);
    program.harness.event(egui::Event::Text("n".to_owned()));
    program.frames();
    // a letter typed into the list of commands is no unit
    let typed = units(&program);
    program.give(ShellCommand::Type(Some(String::new())));
    program.frames();
    program.harness.event(egui::Event::Text("n".to_owned()));
    program.frames();
    assert_eq!(program.app().model.over.typed.as_deref(), Some("n"));
    assert_eq!(units(&program), typed);
    program.give(ShellCommand::Type(None));
    program.frames();
    program.click("Both sides alike");
    program.key(Key::Delete);
    program.click("Undo");
    program.click("Redo");
    assert_eq!(units(&program), Some(before + 1), "White has one less");
    program.click("Copy FEN");
    program.until_shown("The set-up is copied.");
    let fen = set_up(&program).map(SetUpEditor::fen);
    program.click("Clear");
    program.until_shown("an army without leaders");
    let pasted = egui::Event::Paste(fen.clone().expect("a set-up"));
    program.harness.event(pasted);
    program.frames();
    program.click("Back");
    assert!(
        program
            .harness
            .query_by_label("Leave without your changes?")
            .is_some()
    );
    program.click("Stay");
    program.click("Use this set-up");
    assert_eq!(program.app().model.page, Page::Local);
    assert_eq!(
        Some(&program.app().model.forms.local.setting.set_up),
        fen.as_ref()
    );
    program.click("Start the game");
    program.until("the game", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let table = program.app().model.table.as_ref().expect("a match");
    assert!(table.seen.title().contains("own set-up"));
    let played = position(&program).map(|now| now.units().count());
    assert_eq!(played, Some(before + 1));
    program.cell("b5");
    program.cell("b6");
    program.give(DraftCommand::EndTurnNow);
    program.until("the turn", |program| program.turns() == 1);
}

#[test]
fn the_keyboard_alone_places_units_of_a_hidden_set_up() {
    let mut program = Program::start();
    program.choose("test-of-wills", true);
    program.click("Start the game");
    program.until_shown("Set up your army");
    program.cell("c3");
    program.key(Key::ArrowUp);
    let typed = |program: &mut Program, letter: &str| {
        let text = egui::Event::Text(letter.to_owned());
        program.harness.event(text);
        program.frames();
        let table = program.app().model.table.as_ref().expect("a match");
        let hand = table.board.hands.warlord;
        let units = placed(program).iter();
        let units: Vec<String> = units
            .map(|(cell, kind)| format!("{}{cell}", kind.symbol()))
            .collect();
        (units.join(" "), hand.ranges || hand.threats)
    };
    // it does not matter where the cursor begins: it goes to the home rows
    for _ in 0..12 {
        program.key(Key::ArrowDown);
    }
    for _ in 0..20 {
        program.key(Key::ArrowLeft);
    }
    program.key(Key::R);
    assert_eq!(typed(&mut program, "t"), ("Ta1".to_owned(), false));
    program.key(Key::ArrowRight);
    assert_eq!(typed(&mut program, "I"), ("Ta1 Ib1".to_owned(), false));
    assert_eq!(
        typed(&mut program, "?").0,
        "Ta1 Ib1",
        "no unit is called so"
    );
    program.key(Key::Delete);
    assert_eq!(typed(&mut program, "x").0, "Ta1");

    for width in [1280.0, 800.0] {
        program.harness.set_size(vec2(width, 800.0));
        program.harness.run_steps(4);
        let a1 = |program: &Program| {
            let name = |label: String| label.starts_with("a1, ");
            let node = program
                .harness
                .get_by(|node| node.label().is_some_and(name));
            node.rect()
        };
        let before = a1(&program);
        program.give(EditorCommand::Pick(Kind::Infantry));
        program.harness.run_steps(4);
        assert_eq!(a1(&program), before, "what is said moves nothing");
        program.key(Key::Escape);
    }
}

/// Takes a book set-up and locks it.
fn lock(program: &mut Program) {
    program.until_shown("Set up your army");
    program.click("Two Horns");
    program.click("Lock the set-up");
    program.click("Lock");
    program.until("the seal", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.secrets.choice.is_none())
    });
}

#[test]
fn a_locked_set_up_stays_in_sight_and_a_long_name_in_its_place() {
    let mut host = Program::start();
    host.click("Host");
    let choices = &host.app().model.library.scenarios;
    let number = choices
        .iter()
        .position(|choice| choice.key() == "test-of-wills");
    let mut form = host.app().model.forms.host.clone();
    form.setting.scenario = number.expect("it is built in");
    host.give(ShellCommand::Host(form));
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    host.click("Copy the code");
    host.until_shown("The code is copied.");
    let table = host.app().model.table.as_ref();
    let invitation = table.and_then(|table| table.seen.meeting.invitation.clone());

    let mut guest = Program::start_as("Bartholomew Featherstonehaugh of Bath");
    guest.click("Join");
    let code = invitation.expect("an invitation").code();
    guest.give(ShellCommand::Code(code));
    guest.click("Look at the invitation");
    guest.until_shown("Accept and play");
    guest.click("Accept and play");
    lock(&mut host);
    assert_eq!(
        host.app().model.over.notice,
        None,
        "the match has begun since"
    );
    host.until_shown("to set up.");
    host.until_shown(", Infantry");
    host.give(LibraryCommand::LeaveNow);
    host.until_shown("Continue");
    host.click("Continue");
    host.until_shown("Your set-up is locked");
    host.until_shown(", Infantry");
    lock(&mut guest);
    host.until("both set-ups", has_begun);
    let table = host.app().model.table.as_ref().expect("a match");
    assert!(table.locked().is_none());
    if table.actor().is_some() {
        host.until_my_turn();
        host.give(DraftCommand::EndTurnNow);
    }
    host.until_shown("has 8 orders this turn.");
    let below_the_board = host.button("Whole board").rect();
    let panel = host.button("Record").rect();
    assert!(
        below_the_board.right() < panel.left() && panel.left() > 1280.0 - 340.0,
        "the panel is as wide as ever: {below_the_board} {panel}"
    );
}

#[test]
fn a_set_up_is_kept_under_a_name_and_taken_again() {
    let mut program = Program::start();
    program.choose("test-of-wills", true);
    program.click("Start the game");
    program.until_shown("Set up your army");
    let field = program.button("A name for this set-up");
    field.focus();
    field.type_text("Till it");
    program.frames();
    assert!(
        placed(&program).is_empty(),
        "the letters of a name are no units"
    );
    program.click("Two Horns");
    let horns = placed(&program).clone();
    program.click("Keep it");
    program.until_shown("Till it");
    program.click("Clear");
    assert!(placed(&program).is_empty());
    program.click("Till it");
    assert_eq!(placed(&program), &horns);
    let file = program.folder.path().join("set-ups.toml");
    let kept = std::fs::read_to_string(&file).expect("they are in a file");
    std::fs::write(&file, "nothing of the kind").expect("written");
    program.click("Forget Till it");
    program.until_shown("cannot be read");
    program.until_shown("Mend the file");
    std::fs::write(&file, kept).expect("written");
    program.click("Forget Till it");
    program.until("it is forgotten", |program| {
        program.harness.query_by_label("Till it").is_none()
    });
}
