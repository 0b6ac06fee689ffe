//! Every scenario passes the conformance suite, with its own switches and with every switch on.

use rules::testing::play;
use scenario::{Scenario, built_in};

/// Random orders from the start of each.
const ORDERS: usize = 10;

/// The continent is left out: every one of its 20,000 orders is tried at every step, on 14,400 cells.
fn each(options: impl Fn(&Scenario) -> Vec<(String, String)>) {
    let playable = built_in().iter().filter(|other| other.key != "continent");
    for (seed, built_in) in (0..).zip(playable) {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("right");
        let options = options(&scenario);
        let start = scenario.start(&options).expect("options of the scenario");
        play(&start, seed, ORDERS);
    }
}

#[test]
fn every_scenario_conforms() {
    each(|_| Vec::new());
}

#[test]
fn every_scenario_conforms_with_every_switch_the_other_way() {
    each(|scenario| {
        let options = scenario.options().into_iter();
        options
            .map(|option| {
                let value = match (option.key, option.default.as_str()) {
                    ("short", "0") => "2",
                    ("short", _) => "0",
                    ("promotion", "off") => "IN",
                    (_, "on") | ("promotion", _) => "off",
                    _ => "on",
                };
                (option.key.to_owned(), value.to_owned())
            })
            .collect()
    });
}
