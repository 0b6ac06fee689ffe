//! Every option is part of what the players agree on.

use protocol::testing::{Pair, fresh, identity, offer, tiny};
use protocol::{Manifest, Offer, Seat, Session};

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

#[test]
fn a_game_of_more_than_two_sides_is_offered_to_nobody() {
    for (key, options, sides) in [
        ("tourney", &[("seats", "3")][..], 3),
        ("tourney", &[("seats", "4")], 4),
        ("tourney", &[("seats", "4"), ("teams", "on")], 4),
        ("tourney", &[("wizard", "on")], 3),
        ("tourney", &[("bishop", "on"), ("wizard", "on")], 3),
        ("tourney-4", &[], 4),
    ] {
        let options = options.iter();
        let offer = Offer {
            options: options
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
            ..offer(key, None)
        };
        let on_a_line = Session::host(identity(0, 1), "Ada", offer.clone(), fresh(0, 1)).err();
        let by_mail = Session::host_by_mail(identity(0, 1), "Ada", &offer, fresh(0, 1)).err();
        for refused in [on_a_line, by_mail] {
            let refused = refused.expect("nobody can accept it");
            assert_eq!(
                refused.to_string(),
                format!(
                    "this cannot be offered: matches of more than two seats come with a later version; this game has {sides}"
                )
            );
            assert!(
                refused
                    .advice()
                    .starts_with("choose a scenario for two players")
            );
        }
    }
}
