//! The options: those that have a use, those refused by name, and a pasted set-up.

use rules::tourney::{Kind, Several, Switch};
use scenario::{OptionError, Scenario};

use super::{content, load, started};

fn refused(scenario: &Scenario, options: &[(&str, &str)]) -> OptionError {
    let pairs: Vec<(String, String)> = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    scenario.start(&pairs).expect_err("refused")
}

#[test]
fn the_usual_scenario_has_every_option_as_a_switch() {
    let scenario = load("tourney");
    let known: Vec<&str> = scenario.options().iter().map(|option| option.key).collect();
    for key in Switch::ALL.map(Switch::key) {
        assert!(known.contains(&key), "{key}");
    }
    assert!(known.contains(&"several") && known.contains(&"seats"));
    for option in scenario.options() {
        assert!(option.meaning.ends_with('.'), "{}", option.key);
    }
}

#[test]
fn an_option_changes_the_game_it_names() {
    let scenario = load("tourney");
    let game = started(&scenario, &["several=2", "wounds=on"]);
    assert_eq!(game.options.several, Several::Two);
    assert!(game.has(Switch::Wounds) && !game.has(Switch::Healing));
    let grand = load("tourney-grand");
    let off = started(&grand, &["grand=off"]);
    assert_eq!(off.start.len(), 8, "as many units as in the usual game");
}

#[test]
fn options_that_do_not_go_together_are_refused_by_name() {
    let usual = load("tourney");
    for (options, named) in [
        (&[("bishop", "on")][..], "bishop"),
        (&[("teams", "on")], "teams"),
        (&[("teams", "on"), ("seats", "3")], "teams"),
        (&[("seats", "4"), ("wizard", "on")], "wizard"),
        (
            &[("seats", "3"), ("winding-knights", "on")],
            "winding-knights",
        ),
    ] {
        let error = refused(&usual, options);
        let said = format!("{error}; {}", error.advice());
        assert!(said.contains(&format!("`{named}`")), "{options:?}: {said}");
        assert!(matches!(error, OptionError::Conflict { .. }), "{error:?}");
    }
    let small = load("tourney-small");
    for (key, value) in [
        ("winding-knights", "on"),
        ("seats", "3"),
        ("bowmen", "maybe"),
    ] {
        let error = refused(&small, &[(key, value)]);
        assert!(
            !error.advice().is_empty() && error.to_string().contains(key),
            "{error}"
        );
    }
}

#[test]
fn an_option_whose_units_have_no_room_is_none() {
    let small = load("tourney-small");
    let free = started(&small, &["sergeants=on"]);
    assert_eq!(free.start.len(), 12);
    let full = small
        .with_set_up("3w3/2klf2/7/7/7/1(FF)FLK2/3W3")
        .expect("two Footmen where a Sergeant would stand");
    let error = refused(&full, &[("sergeants", "on")]);
    assert!(error.to_string().contains("no room"), "{error}");
}

#[test]
fn a_pasted_set_up_takes_the_place_of_the_units() {
    let scenario = load("tourney-small");
    let own = scenario.set_up_fen().expect("a fixed set-up");
    assert_eq!(own, "3w3/2klf2/7/7/7/2FLK2/3W3");
    let same = scenario.with_set_up(&own).expect("its own set-up");
    assert_eq!(same.id(), scenario.id());
    let changed = scenario
        .with_set_up("3w3/2klf2/7/7/7/2F(LF)K2/3W3 w - - 0 1")
        .expect("two units on the Green");
    assert_ne!(changed.id(), scenario.id());
    let footmen = |unit: &&rules::tourney::Start| unit.kind == Kind::Footman;
    assert_eq!(
        content(&changed)
            .game()
            .start
            .iter()
            .filter(footmen)
            .count(),
        3
    );
    let mistakes = scenario
        .with_set_up("3w3/2klf2/7/7/7/2F(LFF)K2/3W3")
        .expect_err("three on a square");
    assert!(mistakes[0].found.contains("3 units at d2"), "{mistakes:?}");
    let mistakes = scenario.with_set_up("3w3/2klf2/9").expect_err("too short");
    assert!(!mistakes.is_empty());
}

#[test]
fn the_reference_of_the_format_names_every_option_key_and_advice() {
    let reference = include_str!("../../../../../docs/scenario-format.md");
    let (_, own) = reference
        .split_once("## The family tourney")
        .expect("a section of its own");
    let scenario = load("tourney");
    let options = scenario.options();
    let options = options.iter().map(|option| option.key);
    let tables = [
        "castles", "castle", "name", "large", "wood", "rows", "fen", "symmetry",
    ];
    for key in options
        .chain(scenario::tourney::author::ADVICE)
        .chain(tables)
    {
        assert!(
            own.contains(&format!("`{key}`")) || own.contains(&format!("{key} = ")),
            "{key}"
        );
    }
    let file = own
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a whole file");
    let scenario =
        Scenario::parse("roses.toml", file).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    assert_eq!(scenario.advice(), []);
}
