//! Tourneys of more than two, each player at a program of its own: three and four sides, teams, the Wizard of the Woods.

use serde_json::{Value, json};

use super::{Homes, assert_all_complete, computers, judged};

/// What the judge says of each seat under that key.
fn of_seats(judged: &Value, key: &str) -> Value {
    let seats = judged["seats"].as_array().expect("seats");
    seats.iter().map(|seat| seat[key].clone()).collect()
}

#[test]
fn tourneys_of_three_of_teams_and_with_a_wizard_are_played_to_the_end_by_programs() {
    for (seats, scenario, options, sides, teams) in [
        (
            3,
            "tourney-4",
            &["seats=3"][..],
            json!(["white", "black", "red"]),
            json!([0, 1, 2]),
        ),
        (
            4,
            "tourney-4",
            &["teams=on"],
            json!(["white", "black", "red", "green"]),
            json!([0, 0, 2, 2]),
        ),
        (
            3,
            "tourney",
            &["wizard=on", "bishop=on"],
            json!(["white", "black", "red"]),
            json!([0, 1, 2]),
        ),
    ] {
        let homes = Homes::new();
        let mut game = vec!["--scenario", scenario, "--max-turns", "24"];
        game.extend(options.iter().flat_map(|option| ["--option", option]));
        let files = assert_all_complete(computers(&homes, seats, &game, &[]));
        let judged = judged(&homes.of("ann"), &files);
        assert_eq!(judged["verdict"], "COMPLETE", "{judged}");
        for option in options {
            let (key, value) = option.split_once('=').expect("a value");
            assert_eq!(judged["options"][key], value, "{judged}");
        }
        assert_eq!(of_seats(&judged, "side"), sides, "{judged}");
        assert_eq!(of_seats(&judged, "team"), teams, "{judged}");
        let results = of_seats(&judged, "result");
        let results = results.as_array().expect("seats");
        assert!(results.iter().all(Value::is_string), "{judged}");
    }
}
