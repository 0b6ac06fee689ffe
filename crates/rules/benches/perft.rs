//! The speed of the Warlord rules: nodes and generated orders a second, on the field of *A Clash of Arms* and on a
//! board of 72 by 48. Each benchmark asserts the count it times.
//!
//! `cargo bench -p rules`

use std::sync::Arc;

use divan::counter::ItemsCount;
use rules::perft;
use rules::testing::open_game;
use rules::warlord::{Order, Position};

fn main() {
    divan::main();
}

/// Sixteen files, twelve ranks, six leaders and 26 others a side.
fn clash_of_arms() -> Position {
    let rows = concat!(
        "1h2n1h2h1n2h1/1l1cl1cllc1lc1l1/n2ii2ii2ii2n/1ii2ii2ii2ii1/16/16/",
        "16/16/1II2II2II2II1/N2II2II2II2N/1L1CL1CLLC1LC1L1/1H2N1H2H1N2H1"
    );
    start(16, rows, 4)
}

/// Seventy-two files, forty-eight ranks: a small army in each of eight places a side.
fn two_countries() -> Position {
    let army = "2ILDIIHC".repeat(8);
    let (white, blank) = (army, "72");
    let black = white.to_lowercase();
    let mut rows = vec![black.clone(), black];
    rows.extend(vec![blank.to_owned(); 44]);
    rows.extend([white.clone(), white]);
    start(72, &rows.join("/"), 14)
}

fn start(files: usize, rows: &str, cap: u8) -> Position {
    let mut game = open_game(files, rows);
    game.cap.number = cap;
    Position::new(Arc::new(game))
}

/// Every sequence of three orders; nodes counted are the leaves.
#[divan::bench]
fn perft_clash_of_arms(bencher: divan::Bencher) {
    let start = clash_of_arms();
    let nodes = perft(&start, 3);
    assert_eq!(nodes, CLASH_PERFT_3);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| assert_eq!(perft(&start, 3), nodes));
}

const CLASH_PERFT_3: u64 = 3_596_470;

#[divan::bench]
fn perft_two_countries(bencher: divan::Bencher) {
    let start = two_countries();
    let nodes = perft(&start, 2);
    assert_eq!(nodes, COUNTRIES_PERFT_2);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| assert_eq!(perft(&start, 2), nodes));
}

const COUNTRIES_PERFT_2: u64 = 74_951;

#[divan::bench]
fn orders_clash_of_arms(bencher: divan::Bencher) {
    list(bencher, &clash_of_arms(), CLASH_ORDERS);
}

const CLASH_ORDERS: usize = 165;

#[divan::bench]
fn orders_two_countries(bencher: divan::Bencher) {
    list(bencher, &two_countries(), COUNTRIES_ORDERS);
}

const COUNTRIES_ORDERS: usize = 273;

fn list(bencher: divan::Bencher, position: &Position, count: usize) {
    let orders = || position.legal_orders(position.side());
    assert_eq!(orders().len(), count);
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| assert_eq!(orders().len(), count));
}

/// One order of each kind of unit, on a clone: what a search pays for a node.
#[divan::bench]
fn clone_and_apply_clash_of_arms(bencher: divan::Bencher) {
    let start = clash_of_arms();
    let orders: Vec<Order> = start.legal_orders(start.side());
    bencher.counter(ItemsCount::new(orders.len())).bench(|| {
        for order in &orders {
            let mut next = start.clone();
            assert!(next.apply(start.side(), order).is_ok());
        }
    });
}
