//! Events in words for the reader.

use board::Cell;
use kit::model::scenarios::with_set_up;
use rules::AnyPosition;

use crate::model::table::{Spot, Table};
use crate::model::tests::{Match, cell};
use crate::model::{BoardCommand, ReplayCommand};

/// A game of few units in which the first leader captured makes the claim.
fn few() -> AnyPosition {
    let scenario = scenario::load("clash-of-arms")
        .expect("a built-in scenario")
        .expect("a valid one");
    let set_up = "15l/16/16/16/16/16/4l11/3LH11/6L9/12lll1/2L13/16";
    let scenario = with_set_up(&scenario, set_up).expect("a legal set-up");
    let options = [("short".to_owned(), "1".to_owned())];
    scenario.start(&options).expect("known options")
}

fn texts(table: &Table, at: usize) -> Vec<String> {
    table.told(at).into_iter().map(|told| told.text).collect()
}

#[test]
fn a_captured_leader_is_told_to_whom_it_belonged_with_the_number_that_matters() {
    let mut game = Match::of(few(), Match::REMOTE);
    game.give(BoardCommand::Drag(cell("e5"), cell("e6")));
    game.end_turn();
    let told = game.table().told(0);
    assert_eq!(told[0].text, "Amber's Leader on e6 was captured: 1 of 1");
    assert_eq!(told[0].cell, Some(cell("e6")));
    assert!(told[0].is_grave);
    let claim = "You claim the win, 1 to 0: Amber has one turn to answer";
    assert_eq!(told.last().map(|told| told.text.as_str()), Some(claim));
    // the same turn as the loser reads it
    let mut others = Match::REMOTE;
    others.reverse();
    let mut theirs = Match::of(few(), others);
    let (seat, orders) = {
        let mut first = Match::of(few(), Match::REMOTE);
        first.give(BoardCommand::Drag(cell("e5"), cell("e6")));
        let effects = first.give(crate::model::DraftCommand::EndTurnNow);
        crate::model::tests::proposed(&effects)
    };
    theirs.propose(seat, &orders);
    let told = texts(theirs.table(), 0);
    assert_eq!(told[0], "Your Leader on e6 was captured: 1 of 1");
}

#[test]
fn a_turn_without_a_loss_shows_the_number_of_its_orders_and_a_pass_is_a_pass() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    game.click_something();
    game.click_something();
    game.end_turn();
    assert_eq!(texts(game.table(), 0), ["Blue gave 2 orders; no losses"]);
    game.end_turn();
    assert_eq!(texts(game.table(), 1), ["Amber passed"]);
}

#[test]
fn an_event_leads_to_its_place_in_the_record() {
    let mut game = Match::of(few(), Match::PEOPLE);
    game.give(BoardCommand::Drag(cell("e5"), cell("e6")));
    game.end_turn();
    let told = game.table().told(0);
    let spot = game.table().spot_of(0, &told[0]);
    assert_eq!(spot, Spot { step: 0, orders: 1 });
    game.give(ReplayCommand::Look(Some(Spot::BEGINNING)));
    let taken = |game: &Match| game.table().events_shown().count();
    assert_eq!(taken(&game), 0, "nothing has fallen at the beginning");
    game.give(ReplayCommand::Look(Some(spot)));
    assert!(taken(&game) > 0);
}

#[test]
fn the_key_leads_through_the_orders_of_the_other_side() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    assert!(!game.table().has_enemy_orders());
    for order in ["b4 b5", "c4 c5"] {
        let cells: Vec<Cell> = order.split(' ').map(cell).collect();
        game.give(BoardCommand::Drag(cells[0], cells[1]));
    }
    game.end_turn();
    let mut seen = Vec::new();
    for _ in 0..3 {
        game.give(BoardCommand::NextEnemyOrder);
        seen.push(game.table().board.cursor.expect("a cell").to_string());
    }
    assert_eq!(seen, ["b5", "c5", "b5"]);
    let said = game.table().board.said.clone().expect("words");
    assert!(said.starts_with("Their order 1 of 2: b4-b5"), "{said}");
}
