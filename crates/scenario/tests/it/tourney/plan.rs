//! Made scenarios.

use scenario::Scenario;
use scenario::tourney::author::{Plan, PlanError};

#[test]
fn made_scenarios_are_right_and_need_no_advice() {
    for (files, ranks) in [(7, 7), (8, 9), (11, 11), (13, 20), (25, 25)] {
        for seed in 0..5 {
            let plan = Plan {
                is_grand: seed % 2 == 0,
                seed,
                ..Plan::new(files, ranks)
            };
            let text = plan.write("made").unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(
                text,
                plan.write("made").expect("the same"),
                "always the same"
            );
            let scenario = Scenario::parse("made.toml", &text);
            let scenario = scenario.unwrap_or_else(|mistakes| panic!("{mistakes:#?}\n{text}"));
            assert_eq!(scenario.advice(), [], "{files}x{ranks} {seed}\n{text}");
        }
    }
}

#[test]
fn a_plan_out_of_bounds_says_what_is_possible() {
    let usual = Plan::new(11, 11);
    for (plan, advice) in [
        (Plan::new(6, 11), "take 7 to 25 files and ranks"),
        (
            Plan {
                density: 9,
                ..usual.clone()
            },
            "take 10 to 30 percent",
        ),
        (
            Plan {
                title: " ".to_owned(),
                ..usual
            },
            "take another title",
        ),
    ] {
        let error: PlanError = plan.write("").expect_err("out of bounds");
        assert_eq!(error.advice(), advice, "{error}");
    }
}
