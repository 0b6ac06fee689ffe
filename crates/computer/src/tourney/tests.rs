//! The player's decisions in small positions, and its habits.

mod games;

use std::sync::Arc;

use rules::tourney::{Asked, Game, Map, Options, Order, Position, Switch};
use rules::{Lots, Rules as _, Side, ToAct};

use super::duel::CERTAIN;
use super::fights::{End, fought};
use super::secret::Hand;
use super::*;
use crate::level::{Level, Skill};
use crate::random::Random;
use crate::{Budget, Thinking};

fn game(options: Options) -> Position {
    let mut position = Position::new(Arc::new(Game::standard(Map::of(options), options)));
    if matches!(position.to_act(), ToAct::Lots(_)) {
        position
            .resolve(Lots(0))
            .expect("the first player is drawn");
    }
    position
}

fn position(options: Options, text: &str) -> Position {
    game(options)
        .with_text(text)
        .expect("a position of the game")
}

/// The texts of what the player decides at full strength.
fn decided(position: &Position, side: Side, seed: u64) -> Vec<String> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut thinking = Thinking {
        budget: Budget::Nodes(2_000),
        seed,
        skill: Skill::WHOLE,
        threads: 1,
        stop: &never,
        report: &mut |_, _, _| {},
    };
    let orders = choose(position, side, &mut thinking);
    orders
        .iter()
        .map(|order| position.order_text(side, order))
        .collect()
}

fn mover(position: &Position) -> Side {
    match position.to_act() {
        ToAct::One(side) => side,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_lower_levels_play_by_habit_and_the_upper_ones_the_mix() {
    let hands = Level::ALL.map(|level| Hand::of(level.skill()));
    assert_eq!(
        hands,
        [
            Hand::Eager,
            Hand::Careless,
            Hand::Apart,
            Hand::Solved,
            Hand::Solved
        ]
    );
    assert_eq!(Hand::of(Skill::WHOLE), Hand::Solved);
    let mut random = Random::new(3);
    let mut high = |hand: Hand| {
        let cards = (0..6000).flat_map(|_| hand.cards(&[2], &[2], &mut random));
        cards
            .filter(|card| card.blow() == rules::tourney::Line::High)
            .count()
    };
    // of 6,000: two thirds, one third, and the 19 % of the solved mix
    for (hand, wanted) in [
        (Hand::Eager, 4000),
        (Hand::Careless, 2000),
        (Hand::Apart, 1131),
        (Hand::Solved, 1131),
    ] {
        let found = high(hand);
        assert!(found.abs_diff(wanted) < 150, "{hand:?}: {found}");
    }
}
