//! Both walks prove the same, and proofs say what a hand can check.

use scenario::Scenario;

use super::*;
use crate::material;

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
    Side::new(0).expect("the first side")
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
fn a_win_of_two_orders_is_proved_with_what_every_way_to_it_has() {
    // the infantry is out of reach until the leader of level 2 has come within two cells
    let position = position("2l3/1I4/6/6/6/1D4 w 9 0");
    let proof = proof(&position, Goal::Win);
    assert_eq!(proof.right, 4, "{proof:?}");
    assert_eq!(proof.solution.len(), 2);
    assert_eq!(texts(&position, &proof.needed), ["b5-c6"]);
    let first = texts(&position, &proof.first);
    assert_eq!(first, ["b1-a3", "b1-b3", "b1-c3", "b1-d3"]);
    assert_eq!(prove(&position, white(), Goal::Win, 10), None, "the budget");
    let black = Side::new(1).expect("the second side");
    assert_eq!(
        prove(&position, black, Goal::Win, 1000),
        None,
        "White's turn"
    );
}

#[test]
fn defenses_and_gains_are_the_same_on_both_walks() {
    let position = position("2l3/3i2/1h4/2I3/1HL3/6 w 9 0");
    let held = proof(&position, Goal::Unbeaten);
    assert!(held.right > 0 && held.right < held.turns, "{held:?}");
    let gains = [0, 2, 5].map(|points| proof(&position, Goal::Gain(points)).right);
    assert!(gains.is_sorted_by(|more, less| more >= less), "{gains:?}");
    let exchange = exchange(&position, white(), 1_000_000).expect("nobody wins at once");
    assert!(proof(&position, Goal::Gain(exchange.best)).right > 0);
    assert_eq!(proof(&position, Goal::Gain(exchange.best + 1)).right, 0);
}

#[test]
fn the_best_answer_wins_if_it_can_and_else_takes_the_most() {
    let black = Side::new(1).expect("the second side");
    let answers = |position: &AnyPosition| -> Vec<String> {
        let answer = best_answer(position, black);
        let texts = answer.iter();
        texts
            .map(|order| position.order_text(black, order))
            .collect()
    };
    let position = position("6/2l3/2h3/2L3/2I3/6 b 9 0");
    assert_eq!(
        answers(&position),
        ["c5-c3"],
        "over, so nothing ends the turn"
    );
    assert_eq!(material(&position, black), 15 - 12);
    let position = self::position("5L/2l3/2h3/2N3/2I3/6 b 9 0");
    assert_eq!(answers(&position), ["c5-c3", "end"]);
    assert_eq!(best_answer(&position, white()), [], "not White's turn");
}
