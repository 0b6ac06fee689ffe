//! The player's decisions in small positions, its habits, and what the fights are looked at as.

mod games;

use std::sync::atomic::AtomicBool;

use rules::testing::tourney::start;
use rules::tourney::{Line, Position};
use rules::{Rules as _, Side, ToAct};

use super::duel::CERTAIN;
use super::fights::{End, fought, odds};
use super::secret::Hand;
use super::*;
use crate::level::{Level, Skill};
use crate::random::Random;
use crate::{Budget, Thinking};

fn position(options: &str, text: &str) -> Position {
    start(options)
        .with_text(text)
        .expect("a position of the game")
}

/// The orders of a side at full strength, in words.
fn decided(position: &Position, side: Side, seed: u64) -> Vec<String> {
    let never = AtomicBool::new(false);
    let mut thinking = Thinking {
        budget: Budget::Nodes(1_000),
        seed,
        skill: Skill::WHOLE,
        threads: 1,
        stop: &never,
        report: &mut |_, _, _| {},
        value: None,
    };
    let orders = choose(position, side, &mut thinking);
    let texts = orders.iter().map(|order| position.order_text(side, order));
    texts.collect()
}

/// The orders of the side that decides.
fn turn_of(options: &str, text: &str) -> Vec<String> {
    let position = position(options, text);
    let ToAct::One(side) = position.to_act() else {
        panic!("{:?}", position.to_act());
    };
    decided(&position, side, 1)
}

#[test]
fn an_empty_castle_is_taken() {
    let turn = turn_of("", "11/5F5/11/3w7/11/11/11/11/3l7/5L5/5W5 w 5 0");
    assert_eq!(turn, ["f10-f11"]);
}

#[test]
fn a_castle_about_to_fall_is_guarded_or_the_man_on_its_green_is_met() {
    // the Footman on f2 takes the empty Castle next: somebody must come to it, or to him
    let turn = turn_of("", "5w5/5l5/11/11/11/11/11/11/4W6/5f5/1K3L5 w 5 0");
    assert_eq!(turn.len(), 2, "{turn:?}");
    assert!(
        turn[0].ends_with("-f2") || turn[0].starts_with("recall"),
        "{turn:?}"
    );
}

#[test]
fn the_lady_takes_a_noble_who_stands_alone() {
    let turn = turn_of("", "5w5/5l5/11/3k7/11/11/11/3L7/11/5F5/5W5 w 5 0");
    assert_eq!(turn, ["d4-d8", "end"]);
}

#[test]
fn the_prisoner_of_more_worth_goes_free() {
    let turn = turn_of("", "5w5/5W5/11/4l6/11/11/11/11/3L7/11/11 w 5 0 cb=kf db=KF");
    let free: Vec<&String> = turn
        .iter()
        .filter(|order| order.starts_with("free"))
        .collect();
    assert_eq!(free, ["free knight"], "{turn:?}");
}

#[test]
fn a_knight_is_slain_and_a_warlord_with_heirs_is_captured() {
    let knight = "5w5/4l6/11/11/11/11/11/11/7L3/5(Kf)5/5W5 b 13 0 moved=ff2 came=ff2 hurt=ff2 felled=Kf2 ask=judge:f2:";
    assert_eq!(turn_of("", knight), ["slay f2"]);
    let warlord = "5w5/4l6/11/11/11/11/11/7K3/7L3/5(Wf)5/11 b 13 0 moved=ff2 came=ff2 hurt=ff2 felled=Wf2 ask=judge:f2:";
    assert_eq!(turn_of("", warlord), ["capture f2"]);
}

#[test]
fn nobody_surrenders_while_the_lady_can_be_the_warlord() {
    let text = "5w5/4l6/11/11/11/11/11/11/7L3/5f5/11 b 13 0 stir=1 moved=ff2 came=ff2 fallen=wf2 ask=heir:lady";
    let position = position("", text);
    let ToAct::One(side) = position.to_act() else {
        panic!("{:?}", position.to_act());
    };
    let orders = decided(&position, side, 1);
    assert!(
        ["lady promote", "lady trade"].contains(&orders[0].as_str()),
        "{orders:?}"
    );
}

/// The first round of the fight that this move begins.
fn fight(options: &str, text: &str, moves: &str) -> Position {
    let mut position = position(options, text);
    for order in moves.split("; ") {
        let side = position.side();
        let order = position.parse_order(side, order).expect("an order");
        position.apply(side, &order).expect("legal");
    }
    assert!(
        matches!(position.asked(), Asked::Cards(_)),
        "{}",
        position.to_text()
    );
    position
}

/// Fights of every size, with the moves that begin them.
const FIGHTS: [(&str, &str, &str); 5] = [
    (
        "",
        "5w5/5l5/11/3(kf)7/11/3F7/11/11/11/5L5/5W5 w 5 0",
        "d6-d8; end",
    ),
    (
        "wounds",
        "5w5/5l5/11/3(k*)7/11/3F7/11/11/11/5L5/5W5 w 5 0",
        "d6-d8; end",
    ),
    (
        "several=2",
        "5w5/5l5/11/3k7/11/3F7/11/3K7/11/5L5/5W5 w 5 0",
        "d6-d8; d4-d8; end",
    ),
    (
        "several=2",
        "5w5/5l5/11/3(kf)7/11/3F7/11/3K7/11/5L5/5W5 w 5 0",
        "d6-d8; d4-d8; end",
    ),
    (
        "strategic several=2",
        "5w5/5l5/11/3(kf~1)7/11/3(F~2)7/11/3K7/11/5L5/5W5 w 5 0",
        "d6-d8; d4-d8; end",
    ),
];

#[test]
fn a_fight_is_carried_to_each_of_its_ends() {
    for (options, text, moves) in FIGHTS {
        let begun = fight(options, text, moves);
        let cell = begun.fight().expect("a fight").cell;
        let standing = |position: &Position| {
            [0, 1].map(|place: usize| {
                let own = position
                    .men()
                    .iter()
                    .filter(|man| man.unit.owner.index() == place);
                own.filter(|man| man.square() == Some(cell) && man.stands())
                    .count()
            })
        };
        let won = fought(&begun, End::Won).expect("white can win");
        let lost = fought(&begun, End::Lost).expect("black can win");
        let double = fought(&begun, End::Double).expect("all can fall");
        assert!(
            standing(&won)[0] > 0 && standing(&won)[1] == 0,
            "{}",
            won.to_text()
        );
        assert!(
            standing(&lost)[0] == 0 && standing(&lost)[1] > 0,
            "{}",
            lost.to_text()
        );
        assert_eq!(standing(&double), [0, 0], "{}", double.to_text());
        let odds = odds(&begun, &begun.fight().expect("a fight"));
        assert!(odds.wins > 0 && odds.losses > 0 && odds.wins + odds.losses < CERTAIN);
    }
}

#[test]
fn the_same_seed_on_both_sides_and_in_every_round_still_ends_a_fight() {
    for (options, text, moves) in FIGHTS {
        for seed in 0..8 {
            let mut position = fight(options, text, moves);
            for _ in 0..200 {
                let ToAct::Secretly(sides) = position.to_act() else {
                    break;
                };
                for side in sides {
                    let order = secret::choose(&position, side, Skill::WHOLE, seed).expect("cards");
                    position.apply(side, &order).expect("legal");
                }
            }
            assert!(
                !matches!(position.asked(), Asked::Cards(_)),
                "{}",
                position.to_text()
            );
        }
    }
}

#[test]
fn the_cards_of_a_round_follow_from_the_seed_and_differ_with_it() {
    let position = fight(FIGHTS[3].0, FIGHTS[3].1, FIGHTS[3].2);
    let cards = |seed| secret::choose(&position, position.side(), Skill::WHOLE, seed);
    assert_eq!(cards(5), cards(5));
    assert!((0..20).any(|seed| cards(seed) != cards(5)));
}

#[test]
fn the_advice_has_the_odds_of_both_sides_and_a_mix_for_each_pair() {
    let position = fight(FIGHTS[0].0, FIGHTS[0].1, FIGHTS[0].2);
    let [lone, pair] = [0, 1].map(|place| {
        let side = Side::new(place).expect("a side");
        duel_advice(&position, side).expect("a man in the fight")
    });
    assert_eq!((lone.wins, lone.losses), (pair.losses, pair.wins));
    // a fresh man against two (rulebook 3.6)
    assert_eq!([lone.wins / 1000, lone.losses / 1000], [82, 847]);
    for shares in lone.cards.iter().chain(&pair.cards) {
        assert!(
            shares.iter().sum::<u32>().abs_diff(CERTAIN) < 10,
            "{shares:?}"
        );
    }
    assert_eq!([lone.cards.len(), pair.cards.len()], [2, 2]);
    let other = start("seats=4");
    assert_eq!(duel_advice(&other, other.side()), None);
}

#[test]
fn the_lower_levels_play_by_habit_and_the_upper_ones_the_mix() {
    let hands = Level::ALL.map(|level| Hand::of(level.skill()));
    assert_eq!(
        hands,
        [
            Hand::Unguarded,
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
        cards.filter(|card| card.blow() == Line::High).count()
    };
    // of 6,000: a sixth, a third, and the 19 % of the solved mix
    let wanted = [
        (Hand::Unguarded, 1000),
        (Hand::Careless, 2000),
        (Hand::Apart, 1131),
        (Hand::Solved, 1131),
    ];
    for (hand, wanted) in wanted {
        let found = high(hand);
        assert!(found.abs_diff(wanted) < 150, "{hand:?}: {found}");
    }
}

#[test]
fn a_careless_hand_beats_an_unguarded_one() {
    let mut random = Random::new(8);
    let mut lead = 0;
    for _ in 0..2000 {
        let mut left = [2_u8, 2];
        while left.iter().all(|strength| *strength > 0) {
            let one = Hand::Careless.cards(&left[..1], &left[1..], &mut random)[0];
            let other = Hand::Unguarded.cards(&left[1..], &left[..1], &mut random)[0];
            left = [
                left[0].saturating_sub(other.hits(one)),
                left[1].saturating_sub(one.hits(other)),
            ];
        }
        lead += i32::from(left[0] > 0) - i32::from(left[1] > 0);
    }
    // more than a tenth of all duels
    assert!(lead > 200, "{lead}");
}

#[test]
fn an_arrow_that_only_kills_is_always_parried_high() {
    let text = "5w5/5l5/11/3k7/11/3B7/11/11/11/5L5/5W5 w 5 0";
    let base = position("bowmen", text);
    let target = *base
        .men()
        .iter()
        .find(|man| man.unit.kind == Kind::Knight)
        .expect("the target");
    assert_eq!(lines::aims(&base, &target), [1, 0, 0]);
    assert_eq!(lines::parries(&base, &target)[1..], [0, 0]);
    // with lasting wounds neither side gains by another choice: each aim takes as much, and each parry saves as much
    let wounds = position("bowmen wounds", text);
    let aims = lines::aims(&wounds, &target).map(f64::from);
    let parries = lines::parries(&wounds, &target).map(f64::from);
    let sum: f64 = parries.iter().sum();
    let taken = [1.0, 0.3, 0.3];
    let gains = [0, 1, 2].map(|aim| taken[aim] * (sum - parries[aim]) / sum);
    assert!(
        gains.iter().all(|gain| (gain - gains[0]).abs() < 1e-9),
        "{gains:?}"
    );
    let saves = [0, 1, 2].map(|parry| taken[parry] * aims[parry]);
    assert!(
        saves.iter().all(|saved| (saved - saves[0]).abs() < 1e-9),
        "{saves:?}"
    );
}
