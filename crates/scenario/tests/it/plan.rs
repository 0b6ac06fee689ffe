//! Scenarios made to a plan are right, wise, playable and the same for the same seed.

use proptest::prelude::*;
use rules::Rules;
use rules::testing::depth::deep;
use rules::testing::play;
use rules::warlord::{Side, Start, Terrain};
use scenario::warlord::Content;
use scenario::warlord::author::{Plan, PlanError};
use scenario::{MAX_BYTES, Scenario};

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Warlord scenario")
}

fn made(plan: &Plan) -> Scenario {
    let text = plan
        .write("warlord scenario new")
        .expect("the plan is right");
    assert!(text.len() <= MAX_BYTES * 9 / 10, "{} bytes", text.len());
    Scenario::parse("new.toml", &text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"))
}

fn check(plan: &Plan) -> Scenario {
    let scenario = made(plan);
    let advice = scenario.advice();
    assert!(
        advice.is_empty(),
        "{plan:?}: {advice:#?}\n{}",
        scenario.text()
    );
    let game = content(&scenario).game();
    let rough = game
        .terrain
        .iter()
        .filter(|(_, terrain)| **terrain != Terrain::Open)
        .count();
    let cells = game.board().len();
    let wanted = cells * usize::from(plan.density);
    // pieces of terrain come in pairs of each kind
    assert!(
        (rough * 100).abs_diff(wanted) <= 400 + cells,
        "{rough} of {cells} cells for {plan:?}"
    );
    let start = scenario.start(&[]).expect("default options");
    assert!(start.legal_orders(Side::White.into()).len() > 1);
    if let Some(units) = plan.units {
        assert_eq!(game.units(Side::White), usize::from(units));
    }
    if plan.is_symmetric {
        for [white, black] in content(&scenario).access().totals() {
            assert_eq!(white, black, "{plan:?}");
        }
    }
    scenario
}

fn plan(files: u8, ranks: u8, density: u8, seed: u64) -> Plan {
    Plan {
        density,
        seed,
        ..Plan::new(files, ranks)
    }
}

#[test]
fn every_size_and_density_gives_a_wise_scenario() {
    let densities = [10, 20, 30];
    for (turn, (files, ranks)) in (0..).zip([
        (8, 8),
        (9, 11),
        (16, 12),
        (24, 16),
        (8, 40),
        (60, 9),
        (36, 36),
        (72, 48),
        (120, 120),
    ]) {
        // in a run that is not deep each density has every third size
        for density in densities.into_iter().cycle().skip(turn).take(deep(1, 3, 3)) {
            for seed in 7..7 + deep(1, 1, 20) {
                check(&plan(files, ranks, density, seed));
            }
        }
    }
}

#[test]
fn loose_terrain_too_leaves_both_sides_their_ways() {
    for seed in 0..deep(2, 4, 50) {
        check(&Plan {
            is_symmetric: false,
            ..plan(30, 24, 18, seed)
        });
    }
}

#[test]
fn towns_leaders_units_and_cap_are_those_asked_for() {
    let asked = Plan {
        title: "The \"Ford\" \\ again".to_owned(),
        towns: Some(8),
        leaders: Some(12),
        units: Some(64),
        cap: Some(12),
        ..plan(30, 24, 20, 3)
    };
    let scenario = check(&asked);
    let game = content(&scenario).game();
    assert_eq!(scenario.title(), asked.title);
    assert_eq!(content(&scenario).access().towns.len(), 8);
    assert_eq!(game.towns.map(|towns| towns.needed), Some(5));
    assert_eq!(
        (game.leaders(Side::Black), game.units(Side::Black)),
        (12, 64)
    );
    assert_eq!((game.levels(Side::Black), game.cap.number), (17, 12));
}

#[test]
fn made_scenarios_conform_under_random_play() {
    for (seed, (files, ranks)) in (0..).zip([(8, 8), (9, 11), (16, 12), (24, 16), (30, 20)]) {
        let scenario = made(&plan(files, ranks, 15, seed));
        let start = scenario.start(&[]).expect("default options");
        play(&start, seed, deep(10, 30, 200));
    }
}

#[test]
fn the_same_plan_gives_the_same_text_and_another_seed_another() {
    let first = made(&plan(48, 40, 12, 5));
    assert_eq!(first.text(), made(&plan(48, 40, 12, 5)).text());
    assert_ne!(first.id(), made(&plan(48, 40, 12, 6)).id());
    assert_eq!(first.id().to_string(), GOLDEN);
    let Start::Fixed(units) = &content(&first).game().start else {
        panic!("a fixed set-up");
    };
    assert_eq!(units.len(), 2 * content(&first).game().units(Side::White));
}

/// The id of the scenario that the plan above gives.
const GOLDEN: &str = "615350cde4a98d975802db00af5b79f7784fd59c0827689c2b70f1253b15ea00";

#[test]
fn a_plan_that_cannot_be_made_is_refused_with_the_reason() {
    let refused = |plan: Plan| plan.write("").expect_err("it cannot be made");
    let usual = || Plan::new(16, 12);
    assert!(matches!(refused(Plan::new(7, 12)), PlanError::Size { .. }));
    assert!(matches!(
        refused(Plan::new(16, 121)),
        PlanError::Size { .. }
    ));
    assert!(matches!(
        refused(plan(16, 12, 31, 1)),
        PlanError::Density(31)
    ));
    let towns = refused(Plan {
        towns: Some(3),
        ..usual()
    });
    assert_eq!(towns.advice(), "take an even number from 0 to 4");
    let towns = refused(Plan {
        towns: Some(410),
        ..Plan::new(120, 120)
    });
    assert_eq!(towns.advice(), "take an even number from 0 to 408");
    let leaders = refused(Plan {
        leaders: Some(1),
        ..usual()
    });
    assert_eq!(leaders.advice(), "take 2 to 10");
    let units = refused(Plan {
        units: Some(50),
        ..usual()
    });
    assert!(
        units.advice().starts_with("take 8 to 42"),
        "{}",
        units.advice()
    );
    let cap = refused(Plan {
        leaders: Some(330),
        ..Plan::new(120, 120)
    });
    assert_eq!(cap, PlanError::Cap { leaders: 330 });
    let many = refused(Plan {
        leaders: Some(800),
        ..Plan::new(120, 120)
    });
    assert_eq!(many, PlanError::Cap { leaders: 800 });
    let title = refused(Plan {
        title: "two\nlines".to_owned(),
        ..usual()
    });
    assert_eq!(title, PlanError::Title);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(deep(12, 48, 1000)))]

    #[test]
    fn any_plan_gives_a_wise_scenario(
        files in 8_u8..=60,
        ranks in 8_u8..=60,
        density in 10_u8..=30,
        pairs in proptest::option::of(0_u16..20),
        is_symmetric: bool,
        seed: u64,
    ) {
        // a fifth of the terrain at most
        let most = u32::from(files) * u32::from(ranks) * u32::from(density) / 1000;
        check(&Plan {
            towns: pairs.map(|pairs| pairs.min(u16::try_from(most).unwrap_or(u16::MAX)) * 2),
            is_symmetric,
            ..plan(files, ranks, density, seed)
        });
    }
}
