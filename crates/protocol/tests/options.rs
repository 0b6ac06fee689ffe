//! Every option is part of what the players agree on.

use protocol::testing::{Pair, tiny};
use protocol::{Manifest, Seat};

#[test]
fn every_option_of_every_scenario_gives_the_match_another_id() {
    let pair = Pair::agreed(tiny(2), 1);
    let offered = pair.session(Seat(0)).manifest().expect("a match");
    for built_in in scenario::built_in() {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("right");
        let with = |options: Vec<(String, String)>| {
            let manifest = Manifest {
                scenario_name: scenario.key().to_owned(),
                scenario_id: scenario.id().0,
                scenario_text: scenario.text().to_owned(),
                options,
                ..offered.clone()
            };
            manifest.sid()
        };
        let mut ids = vec![with(Vec::new())];
        for option in scenario.options() {
            let value = match (option.key, option.default.as_str()) {
                ("short", "0") => "2",
                ("short", _) => "0",
                ("promotion", _) => "IN",
                (_, "on") => "off",
                _ => "on",
            };
            ids.push(with(vec![(option.key.to_owned(), value.to_owned())]));
        }
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{}", built_in.key);
    }
}
