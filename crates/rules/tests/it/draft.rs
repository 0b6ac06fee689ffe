//! Drafts: orders tried, taken back and given again, in turns and in secret choices.

use std::sync::Arc;

use rules::testing::toy;
use rules::testing::{open_game, order, position};
use rules::warlord::{Order, Position, Side};
use rules::{Draft, Rules, ToAct};

/// A leader of level 3 and two infantry that have three orders a turn.
fn draft(orders: &[&str]) -> Draft<Position> {
    let mut game = open_game(4, "3l/4/TII1");
    game.cap.number = 3;
    let base = position(&game, "3l/4/TII1 w 1 0");
    let mut draft = Draft::new(base, Side::White.into());
    for text in orders {
        push(&mut draft, text);
    }
    draft
}

fn push(draft: &mut Draft<Position>, text: &str) {
    let order = order(draft.position(), text);
    draft.push(order).expect(text);
}

fn texts<P: Rules>(draft: &Draft<P>) -> String {
    let text = |order| draft.base().order_text(draft.side(), order);
    draft.orders().map(text).collect::<Vec<_>>().join(" ")
}

/// A toy draft of the side that decides after those orders of North.
fn toy_draft(steps: &[&str]) -> Draft<toy::Position> {
    let goal = "a1".parse().expect("a cell");
    let game = toy::Game::new("n.../..s.", goal, 2, 3, 9);
    let mut base = toy::Position::new(Arc::new(game.expect("a game")));
    for text in steps {
        let side = base.turn().side;
        let order = base.parse_order(side, text).expect("an order");
        base.apply(side, &order).expect(text);
    }
    let side = match base.to_act() {
        ToAct::One(side) => side,
        ToAct::Secretly(sides) => sides.iter().next().expect("somebody chooses"),
        other => panic!("{other:?}"),
    };
    Draft::new(base, side)
}

fn push_toy(draft: &mut Draft<toy::Position>, text: &str) {
    let order = draft.base().parse_order(draft.side(), text);
    draft.push(order.expect("an order")).expect(text);
}

#[test]
fn undo_is_truncation() {
    let mut draft = draft(&["b1-b2", "a1-b1", "c1-c2"]);
    let shown: Vec<Position> = (0..=3).map(|count| draft.after(count).clone()).collect();
    draft.undo();
    assert_eq!(texts(&draft), "b1-b2 a1-b1");
    assert_eq!(draft.position(), &shown[2]);
    draft.back_to(5);
    assert_eq!(draft.len(), 2, "there are not so many");
    draft.back_to(0);
    assert_eq!((draft.position(), draft.can_undo()), (&shown[0], false));
    draft.undo();
    assert!(draft.is_empty());
}

#[test]
fn orders_taken_back_come_again_until_another_is_given() {
    let mut draft = draft(&["b1-b2", "a1-b1", "c1-c2"]);
    let whole = draft.clone();
    draft.back_to(1);
    draft.redo();
    assert_eq!(texts(&draft), "b1-b2 a1-b1");
    push(&mut draft, "c1-c2");
    assert_eq!(draft, whole, "the same order given again");
    draft.back_to(1);
    push(&mut draft, "c1-c2");
    assert!(!draft.can_redo());
    draft.redo();
    assert_eq!(texts(&draft), "b1-b2 c1-c2");
}

#[test]
fn a_refused_order_changes_nothing() {
    let mut draft = draft(&["b1-b2", "a1-b1"]);
    draft.undo();
    let before = draft.clone();
    let far = order(draft.position(), "a1-d3");
    assert!(draft.push(far).is_err());
    assert_eq!(draft, before);
    assert!(draft.can_redo());
}

#[test]
fn events_are_those_of_their_order() {
    let draft = draft(&["b1-b2", "a1-b1"]);
    let events = |order| draft.events(order).iter().map(ToString::to_string);
    assert!(events(0).eq(["white Infantry moves from b1 to b2"]));
    assert!(events(1).eq(["white Leader of level 3 moves from a1 to b1"]));
    assert_eq!(events(2).count(), 0);
}

#[test]
fn a_turn_is_whole_when_the_side_has_nothing_left_to_decide() {
    let mut draft = draft(&[]);
    assert!(!draft.is_whole());
    push(&mut draft, "b1-b2");
    assert!(!draft.is_whole() && !draft.is_secret());
    draft.push(Order::End).expect("a turn may end");
    assert!(draft.is_whole());
    assert!(draft.push(Order::End).is_err(), "the turn is the enemy's");
    draft.undo();
    assert!(!draft.is_whole());
}

#[test]
fn a_turn_is_whole_with_its_last_order_and_where_a_fight_begins() {
    let mut draft = toy_draft(&[]);
    push_toy(&mut draft, "a2-b2");
    assert!(!draft.is_whole());
    push_toy(&mut draft, "b2-a2");
    assert!(draft.is_whole(), "there are two orders a turn");
    draft.back_to(0);
    push_toy(&mut draft, "a2-b1");
    assert!(draft.is_whole() && !draft.is_secret());
}

#[test]
fn a_secret_choice_takes_the_place_of_the_one_before() {
    let mut draft = toy_draft(&["a2-b1"]);
    assert!(draft.is_secret() && !draft.is_whole());
    push_toy(&mut draft, "card=1");
    assert!(draft.is_whole());
    push_toy(&mut draft, "card=3");
    assert_eq!((texts(&draft).as_str(), draft.len()), ("card=3", 1));
    draft.undo();
    assert_eq!(draft.position(), draft.base());
    draft.redo();
    assert_eq!(texts(&draft), "card=3");
}
