//! The promises of the fixed scenarios' files about the first turn, checked by a whole search.

use std::collections::HashSet;

use rules::AnyPosition;
use rules::testing::depth::deep;
use rules::warlord::{FastPosition, Order};

/// Tries every sequence of White's orders up to the CAP, or one order fewer in a quick run; transpositions are followed
/// once.
fn captures_in_first_turn(key: &str) -> Vec<Order> {
    let scenario = scenario::load(key).expect("built in").expect("right");
    let AnyPosition::Warlord(start) = scenario.start(&[]).expect("default options") else {
        panic!("a scenario of another family");
    };
    let mut position = FastPosition::new(&start).expect("a game under way");
    let mut search = Search {
        left_out: deep(1, 0, 0),
        ..Search::default()
    };
    search.go_on(&mut position);
    let seen = search.seen.len();
    let least = deep(5_000, 100_000, 100_000);
    assert!(seen > least, "{key}: {seen} positions searched");
    search.captures
}

/// A walk through all orders of one turn.
#[derive(Default)]
struct Search {
    /// The number of orders at the end of the turn that are not tried.
    left_out: u8,
    captures: Vec<Order>,
    /// Keys of the positions the walk has been to.
    seen: HashSet<u64>,
}

impl Search {
    fn go_on(&mut self, position: &mut FastPosition) {
        let mut orders = Vec::new();
        position.orders(&mut orders);
        for fast in orders {
            let order = fast.order();
            let Order::Move { to, .. } = order else {
                continue;
            };
            if position.unit(to).is_some() {
                self.captures.push(order);
                continue;
            }
            // the last order of a turn leads to nothing but the turn's end
            if position.left() > 1 + self.left_out {
                position.apply(fast);
                if self.seen.insert(position.key()) {
                    self.go_on(position);
                }
                position.undo();
            }
        }
    }
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
