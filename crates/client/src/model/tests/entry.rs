//! Reinforcements in play.

use rules::Side;
use rules::warlord::{Kind, Order};

use super::{AGAINST_COMPUTER, Match, PEOPLE, cell};
use crate::model::command::Command;
use crate::model::entry;
use crate::model::words;

/// Valley War with both sides set up from the book, White or Black to begin as the lot wills: the first turn.
fn begun() -> Match {
    let mut game = Match::new("valley-war", PEOPLE);
    for book in [0, 1] {
        game.give(Command::LiftCurtain);
        game.give(Command::Book(book));
        let effects = game.give(Command::LockNow);
        game.carry_out(effects);
    }
    game
}

fn due(game: &Match) -> usize {
    entry::due(game.position())
        .iter()
        .map(|(_, count)| count)
        .sum()
}

#[test]
fn the_first_block_is_due_at_once_and_the_others_wait_for_their_turns() {
    let game = begun();
    assert_eq!(due(&game), 16);
    for side in Side::BOTH {
        let blocks = entry::waiting(game.position(), side);
        let told: Vec<_> = blocks
            .iter()
            .map(|block| (block.turn, block.units()))
            .collect();
        assert_eq!(told, [(1, 16), (6, 16), (12, 16), (20, 16)]);
    }
    let rise = words::cap_rise(game.position().game(), 1).expect("it rises");
    assert!(rise.contains("10") && rise.contains("18"), "{rise}");
    assert_eq!(words::cap_rise(game.position().game(), 10), None);
}

#[test]
fn a_kind_picked_enters_cell_by_cell_until_none_of_it_is_due() {
    let mut game = begun();
    let side = game.position().side();
    let zone = game.position().game().entry.as_ref().expect("zones").zones[side.index()].clone();
    let (kind, count) = entry::due(game.position())[0];
    game.give(Command::PickEntry(kind));
    for (number, to) in zone.iter().take(count).enumerate() {
        assert_eq!(game.table().entering, Some(kind), "{number} of {count}");
        game.give(Command::Click(*to));
        assert_eq!(game.position().unit(*to).map(|unit| unit.kind), Some(kind));
    }
    assert_eq!(game.table().entering, None, "none of it is due any more");
    game.give(Command::Undo);
    assert_eq!(game.orders(), count - 1);
    game.give(Command::BackTo(0));
    assert_eq!(due(&game), 16);
}

#[test]
fn a_cell_outside_the_corner_is_refused_with_the_rule() {
    let mut game = begun();
    let (kind, _) = entry::due(game.position())[0];
    game.give(Command::PickEntry(kind));
    game.give(Command::Click(cell("l12")));
    let hint = game.table().hint.clone().expect("a reason");
    assert!(hint.what.contains("corner"), "{hint:?}");
    assert_eq!(game.orders(), 0);
    assert_eq!(game.table().entering, Some(kind), "it stays in the hand");
    game.give(Command::Deselect);
    assert_eq!(game.table().entering, None);
}

#[test]
fn dropping_a_reinforcement_on_a_cell_brings_it_in() {
    let mut game = begun();
    let side = game.position().side();
    let corner = game.position().game().entry.as_ref().expect("zones").zones[side.index()][5];
    game.give(Command::Enter(Kind::Infantry, corner));
    assert_eq!(
        game.position().unit(corner).map(|unit| unit.kind),
        Some(Kind::Infantry)
    );
}

#[test]
fn everything_due_enters_at_once_leaders_not_at_the_edge_and_may_move_then() {
    let mut game = begun();
    game.give(Command::EnterAll);
    assert_eq!((due(&game), game.orders()), (0, 16));
    assert!(!words::turn_summary(game.position()).contains("pass"));
    game.click_something();
    assert_eq!(game.position().orders_made(), 1);
    assert_eq!(game.orders(), 17);
}

#[test]
fn where_there_is_little_room_a_leader_comes_with_its_share() {
    let mut game = begun();
    game.give(Command::EnterAll);
    game.end_turn();
    game.give(Command::EnterAll);
    game.end_turn();
    // five turns each: whoever can moves one unit, so that the corner stays almost full
    for _ in 0..8 {
        game.click_something();
        game.end_turn();
    }
    game.give(Command::BackTo(0));
    assert_eq!(due(&game), 16, "the second block");
    let orders = entry::all(game.position());
    assert!(!orders.is_empty() && orders.len() < 16, "{}", orders.len());
    let leaders = orders
        .iter()
        .filter(|order| matches!(order, Order::Enter { kind, .. } if kind.is_leader()));
    assert!(leaders.count() > 0);
    game.give(Command::EnterAll);
    assert!(entry::all(game.position()).is_empty());
    let summary = words::turn_summary(game.position());
    assert!(summary.contains("due stay"), "{summary}");
}

#[test]
fn a_turn_is_counted_by_its_owner() {
    let mut game = begun();
    let first = game.position().side();
    for turn in 1..=3 {
        assert_eq!(entry::own_turn(game.position(), first), turn);
        assert_eq!(entry::own_turn(game.position(), first.opponent()), turn);
        game.give(Command::EnterAll);
        game.click_something();
        game.end_turn();
        assert_eq!(entry::own_turn(game.position(), first), turn + 1);
        assert_eq!(entry::own_turn(game.position(), first.opponent()), turn);
        game.give(Command::EnterAll);
        game.click_something();
        game.end_turn();
    }
}

#[test]
fn nothing_enters_while_the_other_side_decides() {
    let mut game = Match::new("valley-war", AGAINST_COMPUTER);
    game.give(Command::EnterAll);
    game.give(Command::PickEntry(Kind::Infantry));
    assert_eq!(game.table().entering, None);
    assert_eq!(game.orders(), 0);
}
