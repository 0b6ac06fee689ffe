//! The suite that every game must pass, with no option, each alone and all together; and bytes that are no position.

use std::sync::Arc;

use proptest::prelude::*;
use rules::testing::tourney::{game, small};
use rules::testing::{
    Seeded, changed_bytes, check_order_text, check_position_text, check_secret_step,
    check_whole_bytes, play, stroll,
};
use rules::tourney::{Game, Position};
use rules::{AnyPosition, Rules};

fn any(game: Game) -> AnyPosition {
    AnyPosition::Tourney(Position::new(Arc::new(game)))
}

#[test]
fn the_base_game_conforms_under_random_play() {
    for seed in 0..6 {
        play(&any(game("")), seed, 160);
    }
}

#[test]
fn a_small_game_conforms_to_its_end() {
    let mut over = 0;
    for seed in 0..10 {
        over += u32::from(play(&any(small("")), seed, 250).outcome().is_some());
    }
    assert!(over > 2, "{over} games end");
}
