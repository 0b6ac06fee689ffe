//! Made scenarios.

use rules::testing::depth::deep;
use rules::wargame::{Ruleset, Side, Terrain};
use scenario::wargame::author::{Plan, PlanError};
use scenario::{MAX_BYTES, Scenario};

use super::{content, parse, set_up};

fn made(plan: &Plan) -> Scenario {
    let text = plan
        .write("made by a test")
        .unwrap_or_else(|error| panic!("{error}: {plan:?}"));
    assert!(text.starts_with("# made by a test\n") && text.len() <= MAX_BYTES);
    parse(&text)
}

#[test]
fn made_scenarios_of_many_sizes_are_right_and_wise() {
    for (ruleset, files, ranks) in [
        (Ruleset::One, 8, 8),
        (Ruleset::One, 12, 9),
        (Ruleset::One, 33, 20),
        (Ruleset::One, 60, 40),
        (Ruleset::Two, 8, 12),
        (Ruleset::Two, 24, 16),
        (Ruleset::Two, 40, 30),
    ] {
        for seed in 1..=deep(1, 3, 50) {
            let plan = Plan {
                seed,
                ..Plan::new(ruleset, files, ranks)
            };
            let scenario = made(&plan);
            let told: Vec<String> = scenario.advice().iter().map(ToString::to_string).collect();
            assert_eq!(told, [""; 0], "{plan:?}");
            let game = content(&scenario).game();
            let board = game.board();
            assert_eq!(
                (board.files(), board.ranks(), game.ruleset),
                (files, ranks, ruleset)
            );
            for cell in board.cells() {
                assert_eq!(game.terrain[cell], game.terrain[board.half_turn(cell)]);
            }
            for side in Side::BOTH {
                let position = set_up(game, side, 0);
                assert_eq!(position.in_command(side).len(), position.leaders_left(side));
            }
        }
    }
}

#[test]
fn the_numbers_of_the_games_come_out_on_their_boards() {
    let one = made(&Plan::new(Ruleset::One, 33, 20));
    let game = content(&one).game();
    assert_eq!(
        (
            game.armies[0].len(),
            game.cap,
            game.middle.clone(),
            game.towns
        ),
        (69, 10, 6..14, 5)
    );
    let two = made(&Plan::new(Ruleset::Two, 24, 16));
    let game = content(&two).game();
    assert_eq!(
        (
            game.armies[0].len(),
            game.cap,
            game.middle.clone(),
            game.towns
        ),
        (40, 7, 4..12, 3)
    );
    let rough = game
        .terrain
        .iter()
        .filter(|(_, terrain)| **terrain != Terrain::Open);
    assert!((38..=46).contains(&rough.count()));
}

#[test]
fn the_same_plan_gives_the_same_text_and_another_seed_another_map() {
    let plan = Plan::new(Ruleset::Two, 20, 14);
    let text = plan.write("x").expect("a right plan");
    assert_eq!(plan.write("x"), Ok(text.clone()));
    let other = Plan { seed: 2, ..plan }.write("x").expect("a right plan");
    assert_ne!(other, text);
}

#[test]
fn the_largest_board_can_be_made() {
    let scenario = made(&Plan::new(Ruleset::One, 120, 120));
    let army = &content(&scenario).game().armies[0];
    assert!(army.len() > 350 && army.iter().filter(|kind| kind.is_leader()).count() <= 128);
}

#[test]
fn numbers_of_the_authors_own_are_kept() {
    let scenario = made(&Plan {
        title: "Mine".to_owned(),
        towns: Some(6),
        density: 15,
        units: Some(40),
        cap: Some(4),
        ..Plan::new(Ruleset::One, 30, 20)
    });
    let game = content(&scenario).game();
    assert_eq!((scenario.title(), game.cap), ("Mine", 4));
    assert!(
        (38..=42).contains(&game.armies[0].len()),
        "{}",
        game.armies[0].len()
    );
    let towns = game
        .terrain
        .iter()
        .filter(|(_, terrain)| **terrain == Terrain::Town);
    assert_eq!(towns.count(), 6);
}

#[test]
fn plans_that_cannot_be_are_refused_with_a_way_to_mend_them() {
    let one = Plan::new(Ruleset::One, 20, 20);
    let two = Plan::new(Ruleset::Two, 20, 16);
    for (plan, what, advice) in [
        (
            Plan {
                files: 7,
                ..one.clone()
            },
            "a board of 7 files and 20 ranks cannot be made for WarGame 1",
            "take 8 to 120 files and 8 to 120 ranks",
        ),
        (
            Plan {
                ranks: 15,
                ..two.clone()
            },
            "a board of 20 files and 15 ranks cannot be made for WarGame 2",
            "take 8 to 120 files and an even number of ranks from 12 to 120",
        ),
        (
            Plan {
                density: 31,
                ..one.clone()
            },
            "terrain on 31 percent of the board is not what these games are played on",
            "take 10 to 30 percent",
        ),
        (
            Plan {
                towns: Some(3),
                ..one.clone()
            },
            "3 towns cannot be laid on this board",
            "take an even number from 0 to 10",
        ),
        (
            Plan {
                units: Some(90),
                ..one.clone()
            },
            "90 units a side cannot be placed on this board",
            "take 8 to 80",
        ),
        (
            Plan {
                units: Some(3),
                ..two.clone()
            },
            "3 units a side cannot be placed on this board",
            "take 8 to 53",
        ),
        (
            Plan {
                title: "\n".to_owned(),
                ..two
            },
            "the title is no line of 1 to 80 characters",
            "take another title",
        ),
    ] {
        let error: PlanError = plan.write("x").expect_err(what);
        assert_eq!(
            (error.to_string().as_str(), error.advice().as_str()),
            (what, advice)
        );
    }
}
