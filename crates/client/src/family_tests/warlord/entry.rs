//! Reinforcements in play.

use families::Warlord;
use families::warlord::model::editor::EditorCommand;
use families::warlord::model::hand::HandCommand;
use families::warlord::model::{entry, words};
use kit::model::family::FamilyWords as _;
use rules::warlord::{Kind, Order, Side};

use super::{Match, cell, position};
use crate::model::{BoardCommand, DraftCommand, SecretCommand};

/// Valley War with both sides set up from the book, White or Black to begin as the lot falls: the first turn.
fn begun() -> Match {
    let mut game = Match::new("valley-war", Match::PEOPLE);
    for book in [0, 1] {
        game.give(SecretCommand::LiftCurtain);
        game.give(EditorCommand::TakeBook(book));
        let effects = game.give(SecretCommand::LockNow);
        game.carry_out(&effects);
    }
    game
}

fn due(game: &Match) -> usize {
    entry::due(position(game))
        .iter()
        .map(|(_, count)| count)
        .sum()
}

#[test]
fn the_first_block_is_due_at_once_and_the_others_wait_for_their_turns() {
    let game = begun();
    assert_eq!(due(&game), 16);
    for side in Side::BOTH {
        let blocks = entry::waiting(position(&game), side);
        let told: Vec<_> = blocks
            .iter()
            .map(|block| (block.turn, block.units()))
            .collect();
        assert_eq!(told, [(1, 16), (6, 16), (12, 16), (20, 16)]);
    }
    let rise = words::cap_rise(position(&game).game(), 1).expect("it rises");
    assert!(rise.contains("10") && rise.contains("18"), "{rise}");
    assert_eq!(words::cap_rise(position(&game).game(), 10), None);
}

#[test]
fn a_kind_picked_enters_cell_by_cell_until_none_of_it_is_due() {
    let mut game = begun();
    let side = position(&game).side();
    let zone = position(&game).game().entry.as_ref().expect("zones").zones[side.index()].clone();
    let (kind, count) = entry::due(position(&game))[0];
    game.give(HandCommand::Pick(kind));
    for (number, to) in zone.iter().take(count).enumerate() {
        assert_eq!(
            game.table().board.hands.warlord.entering,
            Some(kind),
            "{number} of {count}"
        );
        game.give(BoardCommand::Click(*to));
        assert_eq!(position(&game).unit(*to).map(|unit| unit.kind), Some(kind));
    }
    assert_eq!(
        game.table().board.hands.warlord.entering,
        None,
        "none of it is due any more"
    );
    game.give(BoardCommand::Undo);
    assert_eq!(game.orders(), count - 1);
    game.give(DraftCommand::BackTo(0));
    assert_eq!(due(&game), 16);
}

#[test]
fn a_cell_outside_the_corner_is_refused_with_the_rule() {
    let mut game = begun();
    let (kind, _) = entry::due(position(&game))[0];
    game.give(HandCommand::Pick(kind));
    game.give(BoardCommand::Click(cell("l12")));
    let hint = game.table().board.hint.clone().expect("a reason");
    assert!(hint.what.contains("corner"), "{hint:?}");
    assert_eq!(game.orders(), 0);
    assert_eq!(
        game.table().board.hands.warlord.entering,
        Some(kind),
        "it stays in the hand"
    );
    game.give(BoardCommand::Deselect);
    assert_eq!(game.table().board.hands.warlord.entering, None);
}

#[test]
fn dropping_a_reinforcement_on_a_cell_brings_it_in() {
    let mut game = begun();
    let side = position(&game).side();
    let corner = position(&game).game().entry.as_ref().expect("zones").zones[side.index()][5];
    game.give(HandCommand::Enter(Kind::Infantry, corner));
    assert_eq!(
        position(&game).unit(corner).map(|unit| unit.kind),
        Some(Kind::Infantry)
    );
}

#[test]
fn everything_due_enters_at_once_leaders_not_at_the_edge_and_may_move_then() {
    let mut game = begun();
    game.give(HandCommand::EnterAll);
    assert_eq!((due(&game), game.orders()), (0, 16));
    assert!(!Warlord::turn_summary(position(&game), &game.table().turn.ready).contains("pass"));
    game.click_something();
    assert_eq!(position(&game).orders_made(), 1);
    assert_eq!(game.orders(), 17);
}

#[test]
fn a_leader_comes_with_its_share_if_there_is_little_room() {
    let mut game = begun();
    game.give(HandCommand::EnterAll);
    game.end_turn();
    game.give(HandCommand::EnterAll);
    game.end_turn();
    // five turns each: a side that can moves one unit, so that the corner stays almost full
    for _ in 0..8 {
        game.click_something();
        game.end_turn();
    }
    game.give(DraftCommand::BackTo(0));
    assert_eq!(due(&game), 16, "the second block");
    let orders = entry::all(position(&game));
    assert!(!orders.is_empty() && orders.len() < 16, "{}", orders.len());
    let leaders = orders
        .iter()
        .filter(|order| matches!(order, Order::Enter { kind, .. } if kind.is_leader()));
    assert!(leaders.count() > 0);
    game.give(HandCommand::EnterAll);
    assert!(entry::all(position(&game)).is_empty());
    let summary = Warlord::turn_summary(position(&game), &game.table().turn.ready);
    assert!(summary.contains("due stay"), "{summary}");
}

#[test]
fn a_turn_is_counted_by_its_owner() {
    let mut game = begun();
    let first = position(&game).side();
    for turn in 1..=3 {
        assert_eq!(entry::own_turn(position(&game), first), turn);
        assert_eq!(entry::own_turn(position(&game), first.opponent()), turn);
        game.give(HandCommand::EnterAll);
        game.click_something();
        game.end_turn();
        assert_eq!(entry::own_turn(position(&game), first), turn + 1);
        assert_eq!(entry::own_turn(position(&game), first.opponent()), turn);
        game.give(HandCommand::EnterAll);
        game.click_something();
        game.end_turn();
    }
}

#[test]
fn nothing_enters_while_the_other_side_decides() {
    let mut game = Match::new("valley-war", Match::AGAINST_COMPUTER);
    game.give(HandCommand::EnterAll);
    game.give(HandCommand::Pick(Kind::Infantry));
    assert_eq!(game.table().board.hands.warlord.entering, None);
    assert_eq!(game.orders(), 0);
}
