//! Every scenario passes the conformance suite, however its switches are set.

use std::collections::BTreeMap;

use rules::testing::depth::deep;
use rules::testing::{Seeded, jumbled, play};
use rules::{AnyPosition, Rules};
use scenario::{OptionError, OptionInfo, Scenario, built_in};

type Options = Vec<(String, String)>;

fn scenarios() -> impl Iterator<Item = Scenario> {
    built_in().iter().map(|built_in| {
        scenario::load(built_in.key)
            .expect("built in")
            .expect("right")
    })
}

fn start(scenario: &Scenario, options: &Options) -> AnyPosition {
    scenario.start(options).expect("options of the scenario")
}

/// The options, without those that do not go together with the ones before them: a Bishop without the Wizard is refused.
fn agreeing(scenario: &Scenario, options: Options) -> Options {
    let mut kept = Options::new();
    let mut left = options;
    // twice, since an option may need one that comes later
    for _ in 0..2 {
        let mut refused = Options::new();
        for option in left {
            kept.push(option);
            if let Err(OptionError::Conflict { .. }) = scenario.start(&kept) {
                refused.extend(kept.pop());
            }
        }
        left = refused;
    }
    kept
}

/// True for the largest board, on which every order takes long.
fn is_largest(start: &AnyPosition) -> bool {
    start.board().len() > 10_000
}

/// Plays each scenario from its start with those options.
fn from_the_start(options: impl Fn(&Scenario) -> Options) {
    for (seed, scenario) in (0..).zip(scenarios()) {
        let options = agreeing(&scenario, options(&scenario));
        let start = start(&scenario, &options);
        let orders = if is_largest(&start) {
            deep(1, 3, 20)
        } else {
            deep(5, 10, 100)
        };
        play(&start, seed, orders);
    }
}

/// Plays a scenario with those options from a position in the middle of a game, its armies close together.
fn from_the_middle(scenario: &Scenario, options: &Options, seeded: &mut Seeded) {
    let middle = jumbled(&start(scenario, options), seeded);
    let orders = if is_largest(&middle) {
        deep(1, 4, 10)
    } else {
        deep(4, 4, 30)
    };
    play(&middle, seeded.draw(), orders);
}

/// The values of a switch, including the default; for numbers the least, 1 and the most.
fn values(option: &OptionInfo) -> Vec<String> {
    let words = option.allowed.split([',', ' ']);
    let mut values: Vec<&str> = match option.allowed.strip_prefix("a number from 0 to ") {
        Some(most) => vec!["0", "1", most],
        None => words.filter(|word| !["", "or"].contains(word)).collect(),
    };
    values.dedup();
    assert!(values.contains(&option.default.as_str()) || option.key == "short");
    values.into_iter().map(str::to_owned).collect()
}

#[test]
fn every_scenario_conforms() {
    from_the_start(|_| Vec::new());
}

#[test]
fn every_scenario_conforms_with_every_switch_the_other_way() {
    from_the_start(|scenario| {
        let options = scenario.options().into_iter();
        options
            .map(|option| {
                let values = values(&option);
                let other = values.into_iter().rfind(|value| *value != option.default);
                (option.key.to_owned(), other.expect("a switch has two ends"))
            })
            .collect()
    });
}

#[test]
fn every_scenario_conforms_with_each_switch_alone_at_every_value() {
    let mut seeded = Seeded(1);
    let mut met = BTreeMap::new();
    for scenario in scenarios() {
        for option in scenario.options() {
            for value in values(&option) {
                // in a run that is not deep only the first scenario of the family that has the value, and one in eight after it
                let earlier: &mut usize = met
                    .entry((scenario.family(), option.key, value.clone()))
                    .or_default();
                let is_tried = earlier.is_multiple_of(deep(8, 1, 1));
                *earlier += 1;
                if !is_tried {
                    continue;
                }
                let options = agreeing(&scenario, vec![(option.key.to_owned(), value)]);
                from_the_middle(&scenario, &options, &mut seeded);
            }
        }
    }
}

#[test]
fn every_scenario_conforms_with_switches_in_any_combination() {
    let mut seeded = Seeded(2);
    for scenario in scenarios() {
        for _ in 0..deep(2, 8, 60) {
            let options = scenario.options().into_iter();
            let options = options
                .map(|option| {
                    let value = seeded.choose(&values(&option)).clone();
                    (option.key.to_owned(), value)
                })
                .collect();
            let options = agreeing(&scenario, options);
            from_the_middle(&scenario, &options, &mut seeded);
        }
    }
}

#[test]
fn every_scenario_with_shared_sides_conforms() {
    let mut seeded = Seeded(3);
    for scenario in scenarios() {
        for share in ["turns", "leaders"] {
            let options = [("members", "2"), ("share", share)];
            let options: Options = options
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into();
            // armies with too few leaders to share, and families whose members share by turns alone
            if scenario.start(&options).is_ok() {
                from_the_middle(&scenario, &options, &mut seeded);
            }
        }
    }
}
