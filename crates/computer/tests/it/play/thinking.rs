//! `think` reports each better turn, and ends soon after its stop flag is set.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use computer::{Baseline, Budget, Level, choose, play, think, think_on};
use rules::testing::depth::deep;
use rules::{Rules as _, ToAct};

use super::rivals::{self, start};

#[test]
fn the_best_turn_so_far_is_reported_and_the_last_report_is_played() {
    for scenario in ["clash-of-arms", "wargame-1"] {
        let mut position = start(scenario);
        rivals::begin(&mut position, &mut rules::testing::Seeded(1));
        let ToAct::One(side) = position.to_act() else {
            panic!("set up");
        };
        let mut told = Vec::new();
        let never = AtomicBool::new(false);
        let turn = think(
            &position,
            side,
            Budget::Nodes(1_000),
            1,
            &never,
            &mut |best| {
                told.push(best);
            },
        );
        assert!(told.is_sorted_by_key(|best| best.tried));
        let last = told.last().expect("a best turn");
        assert_eq!(turn[..turn.len() - 1], last.turn);
        assert_eq!(turn, choose(&position, side, Budget::Nodes(1_000), 1));
    }
}

#[test]
fn the_timing_of_threads_decides_nothing() {
    for scenario in ["clash-of-arms", "valley-war", "wargame-1"] {
        let mut position = start(scenario);
        rivals::begin(&mut position, &mut rules::testing::Seeded(3));
        let ToAct::One(side) = position.to_act() else {
            panic!("set up");
        };
        let never = AtomicBool::new(false);
        let mut last = None;
        let mut turn = || {
            let told = &mut |best: computer::Progress| {
                assert_eq!(best.tried % 3, 0, "the orders of all threads");
                last = Some(best.turn);
            };
            let budget = Budget::Nodes(2_000);
            let turn = think_on(3, &position, side, budget, 5, &never, told);
            assert_eq!(turn[..turn.len() - 1], last.take().expect("a best turn"));
            turn
        };
        let first = turn();
        for _ in 0..3 {
            assert_eq!(turn(), first);
        }
        for order in &first {
            assert!(position.apply(side, order).is_ok(), "{order:?}");
        }
    }
}

#[test]
fn every_level_plays_whole_legal_turns_that_follow_from_the_seed() {
    for scenario in ["clash-of-arms", "test-of-wills", "wargame-1"] {
        for level in Level::ALL {
            let mut position = start(scenario);
            rivals::begin(&mut position, &mut rules::testing::Seeded(2));
            for seed in 0..deep(1, 4, 20) {
                let ToAct::One(side) = position.to_act() else {
                    break;
                };
                let turn = play(&position, side, level, seed);
                assert_eq!(turn, play(&position, side, level, seed), "{level}");
                assert!(turn.len() > 1, "{level} passes");
                for order in &turn {
                    assert!(position.apply(side, order).is_ok(), "{order:?}");
                }
                assert_ne!(position.to_act(), ToAct::One(side));
            }
        }
    }
}

#[test]
fn thinking_stops_on_request() {
    let position = start("clash-of-arms");
    let ToAct::One(side) = position.to_act() else {
        panic!("a fixed set-up");
    };
    let stop = AtomicBool::new(false);
    let hour = Budget::Time(Duration::from_secs(3600));
    let turn = think(&position, side, hour, 1, &stop, &mut |_| {
        stop.store(true, Ordering::Relaxed);
    });
    assert!(turn.len() > 1);
}

#[test]
fn baselines_play_whole_legal_turns_that_follow_from_the_seed() {
    for scenario in ["clash-of-arms", "test-of-wills", "wargame-1"] {
        for baseline in Baseline::ALL {
            let mut position = start(scenario);
            rivals::begin(&mut position, &mut rules::testing::Seeded(2));
            for seed in 0..deep(2, 6, 30) {
                let ToAct::One(side) = position.to_act() else {
                    break;
                };
                let budget = Budget::Nodes(500);
                let turn = baseline.choose(&position, side, budget, seed);
                assert_eq!(turn, baseline.choose(&position, side, budget, seed));
                for order in &turn {
                    assert!(position.apply(side, order).is_ok(), "{order:?}");
                }
                assert_ne!(position.to_act(), ToAct::One(side));
            }
        }
    }
}

/// A board of 120 by 120 cells with a unit on each.
fn full(white: char, black: char) -> rules::AnyPosition {
    let row = |unit: char| unit.to_string().repeat(120);
    let rows: Vec<String> = (0..120)
        .map(|rank| row(if rank < 60 { black } else { white }))
        .collect();
    let text = format!("{} w 9 0", rows.join("/"));
    super::fixtures::position(&text, 255, |_| {})
}

#[test]
fn a_budget_of_one_order_is_over_within_a_second_on_the_largest_boards() {
    let boards = [
        start("continent"),
        full('L', 'l'),
        full('U', 'u'),
        full('T', 'i'),
    ];
    for position in boards {
        let ToAct::One(side) = position.to_act() else {
            panic!("a fixed set-up");
        };
        let took = |_: u32| {
            let begin = Instant::now();
            let mut after = position.clone();
            for order in choose(&position, side, Budget::Nodes(1), 1) {
                after.apply(side, &order).expect("a legal turn");
            }
            assert_ne!(after.to_act(), ToAct::One(side));
            begin.elapsed()
        };
        // once is enough, however busy the machine
        assert!((0..5).map(took).any(|time| time < Duration::from_secs(1)));
    }
}

#[test]
fn the_last_numbers_a_turn_can_have_are_thought_about() {
    for scenario in ["clash-of-arms", "wargame-small", "valley-war"] {
        let mut start = start(scenario);
        rivals::begin(&mut start, &mut rules::testing::Seeded(1));
        let text = start.to_text();
        for number in [u32::MAX - 1, u32::MAX] {
            let mut fields: Vec<&str> = text.split(' ').collect();
            let number = number.to_string();
            // the third field of a position text is the number of the turn
            fields[2] = &number;
            let mut position = start
                .with_text(&fields.join(" "))
                .expect("a number of a turn");
            for _ in 0..3 {
                let ToAct::One(side) = position.to_act() else {
                    panic!("nobody has won");
                };
                for order in choose(&position, side, Budget::Nodes(50), 1) {
                    position.apply(side, &order).expect("a legal turn");
                }
            }
        }
    }
}
