//! Numbers of legal sequences of orders from small positions, counted by the rules and by the plain telling.

use std::sync::Arc;

use rules::testing::{EVERY_OPTION, game};
use rules::warlord::{Game, Position};
use rules::{perft, testing};

use crate::apart::count_three;
use crate::counting::count;
use crate::oracle::Plain;

fn check(game: &Game, text: &str, counts: &[u64]) {
    let position = testing::position(game, text);
    let plain = Plain::new(game, &game.terrain_rows(), text);
    for (depth, expected) in (0..).zip(counts) {
        assert_eq!(perft(&position, depth), *expected, "{text}, depth {depth}");
        assert_eq!(
            count(&plain, depth),
            *expected,
            "plainly, {text}, depth {depth}"
        );
    }
}

const CLASH_OF_ARMS: &str = concat!(
    "1h2n1h2h1n2h1/1l1cl1cllc1lc1l1/n2ii2ii2ii2n/1ii2ii2ii2ii1/16/16/",
    "16/16/1II2II2II2II1/N2II2II2II2N/1L1CL1CLLC1LC1L1/1H2N1H2H1N2H1"
);

fn open(rows: &str) -> Game {
    let files = rows.split('/').next().map_or(0, |row| {
        row.chars()
            .map(|letter| letter.to_digit(10).unwrap_or(1) as usize)
            .sum()
    });
    testing::open_game(files, rows)
}

#[test]
fn a_leader_alone_moves_once_a_turn() {
    // 24 moves and `end`; after a move only `end`; two passes end it
    let rows = "7/7/7/3L3/7/7/7";
    check(&open(rows), &format!("{rows} w 1 0"), &[1, 25, 25, 24]);
}

#[test]
fn every_kind_on_open_ground() {
    let rows = "lic1ds/nho1b1/1r4/4R1/1BOHNI/SDCI1L";
    check(&open(rows), &format!("{rows} w 1 0"), &[1, 33, 895, 18_771]);
}

#[test]
fn every_terrain_and_switch() {
    let mut game = game("..H../.T~../F._.F/..~T./..H..", "tci1n/h3c/5/C3H/N1ICT");
    game.cap.number = 3;
    game.heavy_as_hero = true;
    game.options = EVERY_OPTION;
    check(
        &game,
        "tci1n/h3c/5/C3H/N1ICT w 3 0",
        &[1, 13, 127, 1037, 4449],
    );
}

#[test]
fn a_new_game_is_the_position_of_its_start() {
    let rows = "lic1ds/nho1b1/1r4/4R1/1BOHNI/SDCI1L";
    let game = open(rows);
    let new = Position::new(Arc::new(game.clone()));
    assert_eq!(new, testing::position(&game, &format!("{rows} w 1 0")));
}

#[test]
fn the_array_of_a_clash_of_arms() {
    let text = format!("{CLASH_OF_ARMS} w 1 0");
    let game = testing::open_game(16, CLASH_OF_ARMS);
    check(&game, &text, &[1, 165, 25_473]);
}

#[test]
fn three_orders_counted_apart_are_those_counted_one_by_one() {
    let mut game = testing::open_game(16, CLASH_OF_ARMS);
    for swap in [false, true] {
        game.options.swap = swap;
        let plain = Plain::new(
            &game,
            &game.terrain_rows(),
            &format!("{CLASH_OF_ARMS} w 1 0"),
        );
        assert_eq!(count_three(&plain), count(&plain, 3));
    }
}
