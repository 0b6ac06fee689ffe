//! A game of the toy family in the window, played by names.

use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};
use protocol::Deed;
use rules::testing::toy::Order;
use rules::{AnyOrder, AnyPosition, Rules, Side};
use scenario::Scenario;

use super::toy::{SCENARIO, with_camp};
use crate::model::Page;
use crate::model::table::{Spot, Table};
use crate::views::scene_of;
use crate::window_tests::Program;

fn table(program: &Program) -> &Table {
    let table = program.app().model.table.as_ref();
    table.expect("an open match")
}

fn shows(program: &Program, label: &str) -> bool {
    let mut found = program.harness.query_all_by_label_contains(label);
    found.next().is_some()
}

fn at_table(computer: bool) -> Program {
    at_table_of(SCENARIO, computer)
}

fn at_table_of(text: &str, computer: bool) -> Program {
    let mut program = Program::start();
    program.frames();
    scenario::toy::accept();
    let scenario = Scenario::parse("toy.toml", text).expect("a right file");
    let key = scenario.key().to_owned();
    let app = program.harness.state_mut().as_mut();
    app.expect("it has been shown")
        .model
        .library
        .scenarios
        .push(scenario);
    program.choose(&key, computer);
    assert!(shows(&program, "A side wins with a unit on d4."));
    program.click("Start the game");
    program.until("the first turn", |program| {
        let table = program.app().model.table.as_ref();
        table.is_some_and(|table| table.open_draft().is_some())
    });
    program
}

/// Ends the draft with the button of that name.
fn end(program: &mut Program, button: &str) {
    let steps = program.turns();
    program.click(button);
    program.key(Key::Enter);
    program.until("the next step", |program| program.turns() > steps);
    program.frames();
}

fn choose_card(program: &mut Program, card: u8) {
    program.click(&format!("Card {card}"));
    program.click("Lock the card");
    program.click("Lock");
}

/// Both people choose a card, each behind a curtain, until both are shown.
fn fight(program: &mut Program, cards: [u8; 2]) {
    let steps = program.turns();
    for card in cards {
        program.until("the curtain", |program| {
            table(program).secrets.curtain.is_some()
        });
        assert!(!shows(program, "Card 1"), "nothing behind the curtain");
        let seat = table(program).secrets.curtain.expect("a seat");
        let name = table(program).seen.seat(seat).expect("a seat").name.clone();
        program.click(&format!("I am {name}: show my side"));
        choose_card(program, card);
    }
    until_loser(program, steps);
}

fn until_loser(program: &mut Program, steps: usize) {
    program.until("the loser", |program| {
        program.turns() > steps && fight_of(table(program)).is_some_and(|loser| loser.is_some())
    });
    program.frames();
}

/// The loser of a fight not yet over, once there is one.
fn fight_of(table: &Table) -> Option<Option<Side>> {
    let AnyPosition::Toy(position) = table.position()? else {
        return None;
    };
    position.fight().map(|fight| fight.loser)
}

/// The rows of a position's text; a record leaves out the order that closes a turn.
fn units(position: &AnyPosition) -> String {
    let text = position.to_text();
    text.split(' ').next().unwrap_or_default().to_owned()
}

fn tokens(table: &Table, cell: &str) -> usize {
    let position = table.position().expect("a position");
    let scene = scene_of(table, position);
    let cell = cell.parse().expect("a cell");
    let there = scene.tokens.iter().filter(|token| token.cell == cell);
    there.count()
}

#[test]
fn two_people_play_a_game_of_hexes_with_cards_a_lot_and_a_retreat_to_its_end() {
    let mut program = at_table(false);
    assert_eq!(tokens(table(&program), "a4"), 2);
    assert!(shows(&program, "a4, 2 of north"));
    program.cell("b3");
    program.cell("b2");
    assert!(shows(&program, "1. b3-b2  attacks"));
    end(&mut program, "Fight");
    fight(&mut program, [3, 2]);
    // south, which is not on turn, decides
    assert!(shows(&program, "South to decide") && shows(&program, "North's turn 1"));
    let retreat = program.button("Retreat");
    assert!(retreat.accesskit_node().is_disabled());
    program.cell("b1");
    end(&mut program, "Retreat");
    assert!(shows(&program, "North to move"));
    program.cell("a4");
    program.cell("a3");
    end(&mut program, "End turn");

    // equal cards: a lot decides who lost
    assert!(shows(&program, "South to move"));
    program.cell("b1");
    program.cell("b2");
    end(&mut program, "Fight");
    fight(&mut program, [1, 1]);
    let lots = |program: &Program| {
        let steps = table(program).seen.record().iter();
        steps
            .filter(|step| matches!(step.deed, Deed::Lots { .. }))
            .count()
    };
    assert_eq!(lots(&program), 1);
    let south = Side::new(1).expect("a side");
    let on_turn = table(&program).drafting() == Some(south);
    program.click("Give the unit up");
    if !on_turn {
        end(&mut program, "Retreat");
        assert!(shows(&program, "South to move"));
    }
    end(&mut program, "End turn");

    program.cell("c4");
    program.cell("d4");
    end(&mut program, "End turn: this ends the game");
    program.until("the verdict", |program| {
        table(program).seen.played.verdict.is_some()
    });
    assert!(shows(&program, "North wins: goal."));
    let record = table(&program).seen.record();
    assert_eq!(record.len(), if on_turn { 9 } else { 10 });
    assert!(record.iter().all(|step| step.events().next().is_some()));
    assert!(shows(&program, "North shows card 3; South shows card 2"));
    let after: Vec<AnyPosition> = (1..=record.len())
        .filter_map(|step| table(&program).seen.position_before(step))
        .collect();

    program.click("Judge it");
    program.until("the judge", |program| {
        program.app().model.page == Page::Verdict
    });
    assert!(program.harness.query_by_label("COMPLETE").is_some());
    program.click("Replay it");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    let shown = |program: &Program| {
        let table = program.app().model.shown().expect("a file is looked at");
        let position = table.position().expect("a position");
        (table.spot(), units(position))
    };
    assert_eq!(shown(&program).0, Some(Spot::BEGINNING));
    for expected in after {
        program.click("A turn on");
        assert_eq!(shown(&program).1, units(&expected));
    }
}

#[test]
fn the_computer_chooses_its_card_and_decides_its_retreat_in_the_turn_of_the_person() {
    let mut program = at_table(true);
    program.cell("b3");
    program.cell("b2");
    end(&mut program, "Fight");
    program.until_shown("Choose a card");
    choose_card(&mut program, 3);
    program.until("the fight's end or the own retreat", |program| {
        let table = table(program);
        table.open_draft().is_some() && table.seen.record().len() >= 2
    });
    let side = table(&program).drafting().expect("a turn");
    let mut orders = table(&program).position().into_iter();
    let orders = orders.next().map(|position| position.legal_orders(side));
    if orders.is_some_and(|orders| orders.contains(&AnyOrder::Toy(Order::GiveUp))) {
        program.click("Give the unit up");
    }
    program.frames();
    assert!(shows(&program, "North's turn 1"));
    program.click("End turn");
    program.key(Key::Enter);
    program.until("the next turn", |program| {
        let table = table(program);
        table.seen.record().iter().any(|step| step.turn > 1)
    });
}

#[test]
fn a_guard_and_a_prisoner_are_chosen_from_the_list_by_key_and_click() {
    let mut program = at_table_of(&with_camp(), false);
    program.cell("b3");
    program.cell("b2");
    end(&mut program, "Fight");
    fight(&mut program, [3, 2]);
    program.click("Give the unit up");
    end(&mut program, "Retreat");
    assert!(shows(&program, ": 1 prisoner"));
    let steps = program.turns();
    program.click("End turn");
    program.frames();
    assert!(shows(
        &program,
        "North names the unit that guards the prisoners"
    ));
    assert_eq!(program.turns(), steps, "nothing is sent yet");
    program.cell("a4");
    assert!(shows(&program, "The second unit on a4"));
    program.key(Key::J);
    assert!(shows(&program, "2. guard a4 1"));
    end(&mut program, "Post the guard");
    for button in ["Left", "Right"] {
        program.until("the curtain", |program| {
            table(program).secrets.curtain.is_some()
        });
        let seat = table(&program).secrets.curtain.expect("a seat");
        let name = table(&program)
            .seen
            .seat(seat)
            .expect("a seat")
            .name
            .clone();
        program.click(&format!("I am {name}: show my side"));
        program.click(&format!("Sign {}", button.to_lowercase()));
        program.click("Lock the sign");
        program.click("Lock");
    }
    program.until("the escape", |program| {
        table(program).open_draft().is_some()
    });
    program.frames();
    program.click("A prisoner of 1");
    program.cell("d1");
    // that was the last decision of north's turn; south's own follows, and both are sent together
    assert!(shows(&program, "South's turn 1"));
    assert!(shows(&program, "is sent with this one"));
    program.cell("d1");
    program.cell("d2");
    end(&mut program, "End turn");
    assert!(shows(&program, "North's turn 2"));
}
