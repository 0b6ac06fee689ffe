//! The WarGames' pages, played by the names that screen readers get.

use egui::{Event, Key};
use egui_kittest::kittest::Queryable;
use families::Secret;
use kit::model::army::ArmyEditor as _;
use rules::{AnyPosition, Rules, ToAct};
use scenario::Scenario;

use crate::model::Page;
use crate::model::table::Table;
use crate::views::scene_of;
use crate::window_tests::Program;

/// White's tank shoots the way free and then the only leader of Black.
const DUEL: &str = r#"
format = 1
family = "wargame"
title = "A duel of tanks"

[rules]
game = 1

[board]
files = 8
ranks = 6
home = 1
terrain = """
. . . . . . . .
. . . . . . . .
. H . . . . . .
. . . . . . H .
. . . . . . . .
. . . . . . . .
"""

[army]
both = { SC = 1, T = 1, I = 1 }

[turn]
cap = 2

[set-up]
kind = "fixed"
rows = """
.  .  .  sc .  .  .  .
.  .  .  i  t  .  .  .
.  .  .  .  .  .  .  .
.  .  .  T  .  .  .  .
.  .  .  I  SC .  .  .
.  .  .  .  .  .  .  .
"""
"#;

/// White's Paratroops on a2 can leap upon Black's gun.
const DROP: &str = r#"
format = 1
family = "wargame"
title = "A drop upon a gun"

[rules]
game = 1

[board]
files = 10
ranks = 8
home = 1

[army]
both = { SC = 1, A = 1, I = 2 }

[turn]
cap = 2

[options]
paratroops = true

[set-up]
kind = "fixed"
rows = """
.  .  .  .  .  .  .  .  .  sc
.  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .
.  .  .  .  .  a  i  .  .  .
.  .  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .  .
I  .  i  .  .  .  .  .  .  .
SC A  .  .  .  I  .  .  .  .
"""
"#;

fn table(program: &Program) -> &Table {
    let table = program.app().model.table.as_ref();
    table.expect("an open match")
}

fn shows(program: &Program, label: &str) -> bool {
    let mut found = program.harness.query_all_by_label_contains(label);
    found.next().is_some()
}

/// The texts of the orders in the draft.
fn orders(program: &Program) -> Vec<String> {
    let draft = table(program).turn.draft.as_ref().expect("an open turn");
    let orders = draft.orders().map(families::short);
    orders.collect()
}

fn until_turn(program: &mut Program) {
    program.until("the turn", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
}

/// A game of two people here, of a scenario of this test.
fn game(scenario: &str) -> Program {
    let mut program = Program::start();
    program.frames();
    let scenario = Scenario::parse("test.toml", scenario).expect("a right file");
    let key = scenario.key().to_owned();
    let app = program.harness.state_mut().as_mut();
    app.expect("it has been shown")
        .model
        .library
        .scenarios
        .push(scenario);
    program.choose(&key, false);
    program.click("Start the game");
    until_turn(&mut program);
    program
}

fn end(program: &mut Program, button: &str) {
    let steps = program.turns();
    program.click(button);
    program.key(Key::Enter);
    program.until("the next step", |program| program.turns() > steps);
    program.frames();
}

#[test]
fn two_people_play_a_short_game_of_fire_and_overruns_to_its_end_and_replay_it() {
    let mut program = game(DUEL);
    assert!(shows(&program, "d3, Blue Tank"));
    program.cell("d3");
    program.cell("d5");
    assert!(shows(
        &program,
        "At d5: fire, or overrun, or close assault?"
    ));
    program.click("Fire: d5");
    assert_eq!(orders(&program), ["d3*d5"]);
    assert!(shows(&program, "1. d3*d5  Tank fires at Infantry"));
    program.cell("e2");
    program.cell("e3");
    assert!(shows(&program, "has given its order of this turn"));
    end(&mut program, "End turn");
    assert!(shows(&program, "Lost: 1 Infantry"));

    until_turn(&mut program);
    program.cell("e5");
    program.cell("e4");
    assert_eq!(orders(&program), ["e5-e4"]);
    program.click("Undo");
    for (press, order) in [("Fire: d3", "e5*d3"), ("Close assault: d3", "e5-d3")] {
        program.cell("e5");
        program.cell("d3");
        program.click(press);
        assert_eq!(orders(&program), [order]);
        program.click("Undo");
    }
    program.click("Step by step");
    program.cell("e5");
    program.cell("e4");
    program.cell("e3");
    assert!(orders(&program).is_empty());
    assert!(shows(&program, "Led to e3"));
    program.cell("e2");
    assert_eq!(orders(&program), ["e5-e4-e3-e2"]);
    let draft = table(&program).turn.draft.as_ref().expect("an open turn");
    assert!(matches!(draft.position().to_act(), ToAct::Nobody(_)));
    end(&mut program, "End turn: this ends the game");
    program.until("the verdict", |program| {
        table(program).seen.played.verdict.is_some()
    });
    assert!(shows(&program, "has no leader left"));
    program.click("Judge it");
    program.until("the judge", |program| {
        program.app().model.page == Page::Verdict
    });
    assert!(program.harness.query_by_label("COMPLETE").is_some());
    program.click("Replay it");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    program.click("A turn on");
    program.click("An order on");
}

#[test]
fn paratroops_prepare_by_a_button_and_leap_on_a_later_turn_by_a_click() {
    let mut program = game(DROP);
    assert!(shows(&program, "a2, Blue Paratroops"));
    program.cell("a2");
    program.click("Prepare to leap");
    assert_eq!(orders(&program), ["a2^"]);
    assert!(shows(&program, "Paratroops prepare"));
    program.cell("a2");
    let buttons = program.harness.query_by_label("Prepare to leap");
    assert!(buttons.is_none(), "prepared already");
    end(&mut program, "End turn");

    until_turn(&mut program);
    program.cell("a2");
    assert!(shows(&program, "ready to leap"));
    program.cell("j8");
    program.cell("j7");
    end(&mut program, "End turn");

    until_turn(&mut program);
    program.cell("a2");
    program.cell("b5");
    assert!(shows(&program, "Rules: 1."), "too near for a leap");
    program.cell("f7");
    assert_eq!(orders(&program), ["a2^f7"]);
    program.click("Undo");
    program.cell("a2");
    program.cell("f5");
    assert_eq!(orders(&program), ["a2^f4-f5"]);
    end(&mut program, "End turn");
    until_turn(&mut program);
    assert!(shows(&program, "f5, Blue Paratroops"));
}

#[test]
fn overlays_are_switched_by_names_and_keys_and_cells_say_what_stands_there() {
    let mut program = game(DUEL);
    let lines = |program: &Program| {
        let table = table(program);
        let position = table.position().expect("a position");
        scene_of(table, position).lines.len()
    };
    assert_eq!(lines(&program), 0);
    program.click("Fire lines");
    assert!(lines(&program) > 0);
    program.key(Key::L);
    assert_eq!(lines(&program), 0);
    for (name, key) in [
        ("Command", Key::C),
        ("Supply", Key::S),
        ("Ground", Key::G),
        ("Step by step", Key::W),
    ] {
        program.click(name);
        let on = format!("{:?}", table(&program).board.hands.wargame);
        program.key(key);
        assert_ne!(
            format!("{:?}", table(&program).board.hands.wargame),
            on,
            "{name}"
        );
    }
    program.cell("d3");
    program.cell("h6");
    assert!(shows(&program, "finds no free way"));
    assert!(shows(&program, "Rules: 1.5"));
    program.key(Key::Escape);
    program.cell("d5");
    assert!(shows(&program, "Infantry on d5"), "an enemy is looked at");
}

#[test]
fn a_set_up_of_hexes_is_taken_from_the_book_by_letters_and_locked_against_the_computer() {
    let mut program = Program::start();
    program.choose("wargame-2", true);
    program.click("Start the game");
    program.until_shown("Set up your army");
    // the ground decides where units go well, also for whoever cannot see it
    assert!(shows(&program, ", trees"));
    program.cell("c3");
    for _ in 0..16 {
        program.key(Key::ArrowDown);
    }
    for _ in 0..24 {
        program.key(Key::ArrowLeft);
    }
    program.harness.event(Event::Text("c".to_owned()));
    program.frames();
    let placed = |program: &Program| match &table(program).secrets.choice {
        Some(Secret::WarGame(editor)) => editor.placed().len(),
        other => panic!("an editor is open: {other:?}"),
    };
    assert_eq!(placed(&program), 1);
    assert!(shows(&program, "a1, Commander"));
    program.key(Key::Delete);
    assert_eq!(placed(&program), 0);
    program.click("Fill up");
    assert_eq!(placed(&program), 40);
    program.click("Clear");
    let book = match &table(&program).secrets.choice {
        Some(Secret::WarGame(editor)) => editor.books().next().map(str::to_owned),
        _ => None,
    };
    program.click(&book.expect("a book"));
    program.click("Lock the set-up");
    program.click("Lock");
    program.until("the user's turn", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    let AnyPosition::WarGame(position) = table(&program).position().expect("a position") else {
        panic!("a position of this family");
    };
    assert_eq!(position.army(position.side()).count(), 40);
}
