//! Both walks prove the same, and proofs say what a hand can check.

use scenario::Scenario;

use super::*;

/// A small board on which each test states its units.
const GAME: &str = r#"
format = 1
family = "warlord"
title = "Proofs"
credit = "generated"
description = "A field for small positions."

[board]
files = 6
ranks = 6

[army]
both = { L = 2, I = 4 }

[turn]
cap = 4

[set-up]
kind = "fixed"
rows = """
i i l l i i
. . . . . .
. . . . . .
. . . . . .
. . . . . .
I I L L I I
"""
"#;

fn position(text: &str) -> AnyPosition {
    let game = Scenario::parse("proofs.toml", GAME).expect("its text is in order");
    let start = game.start(&[]).expect("no options");
    start.with_text(text).expect("a position")
}

fn white() -> Side {
    rules::warlord::Side::White.into()
}

/// The proof on the fast position, which must be that of the readable one.
fn proof(position: &AnyPosition, goal: Goal) -> Proof {
    let fast = prove(position, white(), goal, 1_000_000).expect("within the budget");
    let mut readable = Readable::new(position.clone());
    let slow = Search::new(&mut readable, white(), goal, 1_000_000).proof();
    let slow = slow.expect("within the budget");
    assert_eq!((fast.turns, fast.right), (slow.turns, slow.right));
    assert_eq!(fast.solution.len(), slow.solution.len());
    for order in &fast.first {
        assert!(slow.first.contains(order), "{order:?}");
    }
    for order in &fast.needed {
        assert!(slow.needed.contains(order), "{order:?}");
    }
    fast
}

fn texts(position: &AnyPosition, orders: &[AnyOrder]) -> Vec<String> {
    let texts = orders.iter();
    texts
        .map(|order| position.order_text(white(), order))
        .collect()
}

#[test]
fn a_win_of_two_orders_is_proved_with_its_only_beginning() {
    // the infantry on b3 is out of its leader's reach until the leader has moved
    let position = position("6/6/1l4/1I4/6/5L w 9 0");
    let none = proof(&position, Goal::Win);
    assert_eq!(
        (none.right, none.solution.len()),
        (0, 0),
        "one leader, one order"
    );
    let position = self::position("6/6/1l4/1I4/6/4DI w 9 0");
    let far = proof(&position, Goal::Win);
    assert_eq!(
        far.right, 0,
        "the leader comes no nearer than two cells from b3 … c1 is two ranks away: {far:?}"
    );
}

#[test]
fn the_best_answer_wins_if_it_can_and_else_takes_the_most() {
    let position = position("6/6/2h3/2L3/6/6 b 9 0");
    let black = rules::warlord::Side::Black.into();
    assert_eq!(
        best_answer(&position, black).len(),
        1,
        "no leader, no order: only the end"
    );
    let position = self::position("6/2l3/2h3/2L3/2I3/6 b 9 0");
    let answer = best_answer(&position, black);
    let texts: Vec<_> = answer
        .iter()
        .map(|order| position.order_text(black, order))
        .collect();
    assert_eq!(
        texts,
        ["c4-c3"],
        "the game is over, so nothing ends the turn"
    );
    assert_eq!(material(&position, black), 15 - 12);
}
