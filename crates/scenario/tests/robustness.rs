//! No text stops the reader, and what it accepts can be played.

use proptest::prelude::*;
use rules::{Rules, ToAct};
use scenario::{Scenario, built_in};

/// Reads the text; when it is right, the game must start and go on for a few orders.
fn read_and_play(text: &str) -> Result<(), TestCaseError> {
    let scenario = match Scenario::parse("s.toml", text) {
        Ok(scenario) => scenario,
        Err(mistakes) => {
            prop_assert!(!mistakes.is_empty());
            return Ok(());
        }
    };
    let again = Scenario::parse("s.toml", scenario.text());
    prop_assert_eq!(again.map(|again| again.id()), Ok(scenario.id()));
    let mut position = scenario.start(&[]).expect("the defaults are options");
    for _ in 0..4 {
        let ToAct::One(side) = position.to_act() else {
            break;
        };
        let order = position.legal_orders(side).remove(0);
        prop_assert!(position.apply(side, &order).is_ok());
    }
    Ok(())
}

const VALUES: [&str; 20] = [
    "0",
    "-1",
    "1",
    "2",
    "120",
    "255",
    "256",
    "65536",
    "1e9",
    "true",
    "\"\"",
    "\"off\"",
    "{}",
    "[]",
    "[{}]",
    "{ L = 999 }",
    "{ turn = 2, cap = 1 }",
    "'''\n'''",
    "'''\n.\n'''",
    "inf",
];

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,400}") {
        read_and_play(&text)?;
    }

    #[test]
    fn no_change_of_a_file_panics(
        file in 0..built_in().len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4, "[ -~\n]{0,3}"), 1..4),
    ) {
        let mut text: Vec<char> = built_in()[file].text.chars().collect();
        for (place, length, with) in edits {
            let start = place.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, with.chars());
        }
        read_and_play(&text.into_iter().collect::<String>())?;
    }

    #[test]
    fn no_exchange_of_a_value_panics(
        file in 0..built_in().len(),
        line in any::<prop::sample::Index>(),
        value in prop::sample::select(&VALUES[..]),
    ) {
        let text = built_in()[file].text;
        let keyed: Vec<&str> = text.lines().filter(|line| line.contains(" = ")).collect();
        let chosen = keyed[line.index(keyed.len())];
        let (key, _) = chosen.split_once(" = ").expect("a key");
        read_and_play(&text.replacen(chosen, &format!("{key} = {value}"), 1))?;
    }
}
