//! What the files of the fixed scenarios promise of the first turn, searched whole.

use std::collections::BTreeSet;

use rules::AnyPosition;
use rules::warlord::{Order, Position, Side};

/// Tries every sequence of White's orders up to the CAP; transpositions are followed once.
fn captures_in_first_turn(key: &str) -> Vec<Order> {
    let scenario = scenario::load(key).expect("built in").expect("right");
    let AnyPosition::Warlord(start) = scenario.start(&[]).expect("default options") else {
        panic!("a scenario of another family");
    };
    let mut captures = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        for order in position.legal_orders(Side::White) {
            let Order::Move { to, .. } = order else {
                continue;
            };
            if position.unit(to).is_some() {
                captures.push(order);
                continue;
            }
            // the last order of a turn leads to nothing but the turn's end
            if position.left() > 1 {
                let mut next = position.clone();
                next.apply(Side::White, &order)
                    .expect("a listed order applies");
                if seen.insert(digest(&next)) {
                    open.push(next);
                }
            }
        }
    }
    assert!(
        seen.len() > 100_000,
        "{key}: {} positions searched",
        seen.len()
    );
    captures
}

fn digest(position: &Position) -> [u8; 32] {
    protocol::digest(&AnyPosition::Warlord(position.clone()))
}

#[test]
fn nothing_can_be_captured_in_the_first_turn_of_a_clash_of_arms() {
    assert_eq!(captures_in_first_turn("clash-of-arms"), []);
}

#[test]
fn nothing_can_be_captured_in_the_first_turn_of_battle_line() {
    assert_eq!(captures_in_first_turn("battle-line"), []);
}

#[test]
fn nothing_can_be_captured_in_the_first_turn_of_civil_war() {
    assert_eq!(captures_in_first_turn("civil-war"), []);
}
