//! Whole games.

use computer::Budget;
use rules::warlord::Side;
use rules::{AnyPosition, Rules as _, ToAct};

use super::rivals::{Player, play_out, points, start};

/// A game without a winner by this turn shows players who avoid each other.
const CAP: u32 = 200;

#[test]
fn games_between_two_computers_are_won_in_time() {
    for scenario in ["clash-of-arms", "test-of-wills"] {
        let start = start(scenario);
        let player = Player::Computer(Budget::Nodes(120));
        let games = 6;
        let won = (0..games).filter(|seed| {
            let over = play_out(start.clone(), [player, player], CAP, *seed);
            let outcome = over.outcome();
            outcome.is_some_and(|outcome| !outcome.winners().is_empty())
        });
        let won = won.count() as u64;
        // one game may drag on: a change of the player moves single games across the limit
        assert!(won + 1 >= games, "{scenario}: {won} of {games} won");
    }
}

/// Pairs of games with the same seed and the sides changed; the share of points the computer scored, in percent.
fn score_against(rival: Player, scenario: &str, pairs: u64) -> u32 {
    let start = start(scenario);
    let computer = Player::Computer(Budget::Nodes(120));
    let mut scored = 0;
    for seed in 0..pairs {
        let white = play_out(start.clone(), [computer, rival], CAP, seed);
        let black = play_out(start.clone(), [rival, computer], CAP, seed);
        scored += points(&white, Side::White) + points(&black, Side::Black);
    }
    scored * 25 / pairs as u32
}

#[test]
fn it_beats_a_random_player_every_time() {
    for scenario in ["clash-of-arms", "test-of-wills"] {
        assert_eq!(
            score_against(Player::Random, scenario, 2),
            100,
            "{scenario}"
        );
    }
}

#[test]
fn it_beats_a_player_who_takes_what_he_can() {
    for scenario in ["clash-of-arms", "test-of-wills"] {
        let score = score_against(Player::Capture, scenario, 2);
        // room for one draw among the four games
        assert!(score >= 90, "{scenario}: {score} percent");
    }
}

#[test]
fn a_turn_of_very_many_orders_has_more_than_the_first_few() {
    let position = start("continent");
    let ToAct::One(side) = position.to_act() else {
        panic!("a fixed set-up");
    };
    let turn = computer::choose(&position, side, Budget::Nodes(1_000), 1);
    // with every order judged again after each one, this budget would pay for one of the 168 orders
    assert!(turn.len() > 20, "{} orders", turn.len());
    let mut played = position.clone();
    for order in &turn {
        played.apply(side, order).expect("a legal order");
    }
    assert_ne!(played.to_act(), ToAct::One(side));
}

#[test]
fn on_the_largest_board_a_turn_uses_the_orders_there_are() {
    let start = start("continent");
    let ToAct::One(side) = start.to_act() else {
        panic!("a fixed set-up");
    };
    let turn = computer::choose(&start, side, Budget::Nodes(50_000), 1);
    // 168 orders and the end
    assert!(turn.len() > 140, "{} orders", turn.len());
}

#[test]
fn on_the_largest_board_both_sides_come_forward_and_to_blows() {
    let start = start("continent");
    let units = |position: &AnyPosition| rules::testing::warlord(position).units().count();
    let player = Player::Computer(Budget::Nodes(10_000));
    let over = play_out(start.clone(), [player, player], 110, 3);
    let lost = units(&start) - units(&over);
    assert!(lost > 40, "{lost} units lost in 110 turns");
}
