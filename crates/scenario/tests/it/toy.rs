//! Scenarios of the toy family.

use rules::{Rules, ToAct};
use scenario::Scenario;

const TOY: &str = r#"
format = 1
family = "toy"
title = "Toy"

[board]
files = 4
ranks = 4
goal = ["d4"]

[turn]
orders = 3
cards = 3
turns = 12

[set-up]
units = """
nn n. .. ..
.. n. .. ..
.. s. .. ..
.. s. ss ..
"""
"#;

#[test]
fn a_toy_scenario_is_read() {
    scenario::toy::accept();
    let scenario = Scenario::parse("toy.toml", TOY).expect("a right file");
    assert_eq!(scenario.family().name(), "toy");
    let start = scenario.start(&[]).expect("no options");
    assert_eq!(start.to_text(), "nnn...../..n...../..s...../..s.ss.. 1 3");
    let north = scenario.family().parse_side("north").expect("a side");
    assert_eq!(start.to_act(), ToAct::One(north));
    assert!(
        scenario
            .start(&[("swap".to_owned(), "on".to_owned())])
            .is_err()
    );
    let agreed = Scenario::agreed("toy.toml", scenario.text()).expect("a right file");
    assert_eq!(agreed.id(), scenario.id());
}

#[test]
fn mistakes_in_a_toy_scenario_are_reported() {
    scenario::toy::accept();
    for (right, wrong) in [
        ("nn n.", "nn x."),
        ("nn n.", "ns n."),
        ("nn n.", "nn n. .."),
        ("[\"d4\"]", "[\"a4\"]"),
        ("[\"d4\"]", "[\"d5\"]"),
        ("ranks = 4", "ranks = 3"),
        ("cards = 3", "cards = 10"),
        ("turns = 12", ""),
        ("turns = 12", "turns = 12\ncamp = 2"),
        ("orders = 3", "orders = 3\nswap = true"),
        ("nn n. .. ..\n.. n. .. ..", ".. .. .. ..\n.. .. .. .."),
    ] {
        let text = TOY.replacen(right, wrong, 1);
        assert_ne!(text, TOY);
        let mistakes = Scenario::parse("toy.toml", &text).expect_err(wrong);
        assert!(!mistakes.is_empty(), "{wrong}");
    }
}

#[test]
fn the_id_follows_what_is_played() {
    scenario::toy::accept();
    let id = |text: &str| {
        Scenario::parse("toy.toml", text)
            .expect("a right file")
            .id()
    };
    assert_eq!(id(&TOY.replace("\"Toy\"", "\"Other\"")), id(TOY));
    for (right, other) in [
        ("cards = 3", "cards = 4"),
        ("nn n.", "n. n."),
        ("\"d4\"", "\"d3\""),
        ("turns = 12", "turns = 12\ncamp = 1"),
    ] {
        assert_ne!(id(&TOY.replacen(right, other, 1)), id(TOY));
    }
}
