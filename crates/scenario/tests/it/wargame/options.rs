//! The switches of both games.

use rules::wargame::{Kind, Position, Start, Switch};
use rules::{AnyPosition, Rules as _, ToAct};
use scenario::{OptionError, Scenario};

use super::{FIXED, HIDDEN, load, parse};

fn on(key: &str) -> Vec<(String, String)> {
    vec![(key.to_owned(), "on".to_owned())]
}

fn start(scenario: &Scenario, options: &[(String, String)]) -> Position {
    match scenario.start(options) {
        Ok(AnyPosition::WarGame(position)) => position,
        other => panic!("{other:?}"),
    }
}

fn keys(scenario: &Scenario) -> Vec<&'static str> {
    scenario.options().iter().map(|option| option.key).collect()
}

#[test]
fn each_of_the_fourteen_switches_has_a_use_in_one_of_the_games() {
    let mut both = [keys(&load("wargame-1")), keys(&load("wargame-2"))].concat();
    both.sort_unstable();
    both.dedup();
    let mut all = Switch::ALL.map(Switch::key);
    all.sort_unstable();
    assert_eq!(both, all);
}

#[test]
fn a_switch_is_off_until_both_agree_and_is_explained() {
    let reference = include_str!("../../../../../docs/scenario-format.md");
    for key in ["wargame-1", "wargame-2", "wargame-small"] {
        let scenario = load(key);
        let usual = start(&scenario, &[]).game().clone();
        for option in scenario.options() {
            assert_eq!(
                (option.default.as_str(), option.allowed.as_str()),
                ("off", "on or off")
            );
            assert!(option.meaning.ends_with('.'), "{}", option.meaning);
            assert!(
                reference.contains(&format!("| `{}`", option.key)),
                "{}",
                option.key
            );
            let switched = start(&scenario, &on(option.key)).game().clone();
            let switch = Switch::from_key(option.key).expect("a switch");
            assert!(
                switched.has(switch) && !usual.has(switch),
                "{key}, {}",
                option.key
            );
        }
    }
}

#[test]
fn a_switch_without_a_use_is_refused_with_the_reason() {
    for (text, key, why) in [
        (
            load("wargame-1").text(),
            "jump-all",
            "a switch of the other WarGame",
        ),
        (
            load("wargame-2").text(),
            "banner",
            "a switch of the other WarGame",
        ),
        (
            FIXED,
            "random-map",
            "the set-up is fixed, and so is the map",
        ),
        (HIDDEN, "towns", "[endings] names no number of towns"),
        (
            &FIXED
                .replace("CP = 1, ", "")
                .replace("cp", ".")
                .replace("CP", ".")
                .replace("banner = true", ""),
            "banner",
            "a side lacks the units",
        ),
        (
            &FIXED.replace("cap = 2", "cap = 3"),
            "short",
            "a side begins with fewer leaders than orders",
        ),
        (
            &FIXED.replace("cap = 2", "cap = 1"),
            "half-first",
            "a turn has a single order",
        ),
        (
            &FIXED
                .replace("T...", "....")
                .replace("...T", "....")
                .replace("towns = 2", ""),
            "plant",
            "no town lies between the homes",
        ),
    ] {
        let scenario = parse(text);
        assert!(!keys(&scenario).contains(&key));
        let error = scenario.start(&on(key)).expect_err(key);
        let switch = Switch::from_key(key).expect("a switch");
        assert_eq!(
            error,
            OptionError::Idle {
                key: switch.key(),
                why
            }
        );
        assert_eq!(
            error.to_string(),
            format!("the option `{key}` has no use here: {why}")
        );
        assert_eq!(error.advice(), format!("leave {key} out"));
    }
}

#[test]
fn unknown_and_doubled_switches_and_wrong_values_are_refused() {
    let scenario = load("wargame-1");
    let refused = |pairs: &[(&str, &str)]| {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let pairs: Vec<_> = pairs.iter().map(owned).collect();
        scenario.start(&pairs).expect_err("refused").to_string()
    };
    assert_eq!(refused(&[("baner", "on")]), "there is no option `baner`");
    assert_eq!(
        refused(&[("short", "3")]),
        "the option `short` cannot be `3`: it is on or off"
    );
    assert_eq!(
        refused(&[("short", "on"), ("short", "off")]),
        "the option `short` is given twice"
    );
}

#[test]
fn paratroops_are_named_in_a_fixed_set_up() {
    let usual = start(&parse(FIXED), &[]);
    let with = start(&parse(FIXED), &on("paratroops"));
    let count = |position: &Position, kind| {
        let units = position.units();
        units.filter(|(_, unit)| unit.kind == kind).count()
    };
    assert_eq!(
        (
            count(&usual, Kind::Infantry),
            count(&usual, Kind::Paratroops)
        ),
        (4, 0)
    );
    assert_eq!(
        (count(&with, Kind::Infantry), count(&with, Kind::Paratroops)),
        (0, 4)
    );
    assert!(matches!(&with.game().start, Start::Fixed(units) if units.len() == 14));
}

#[test]
fn a_random_map_is_drawn_before_the_set_up() {
    let position = start(&load("wargame-2"), &on("random-map"));
    assert!(matches!(
        position.to_act(),
        ToAct::Lots(rules::wargame::TERRAIN)
    ));
}
