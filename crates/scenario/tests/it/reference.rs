//! The format reference names every key that the reader knows, and the allowed values of every option.

use std::collections::BTreeSet;

use rules::testing::warlord;
use scenario::{BuiltIn, Scenario};

const FIXED: &str = r#"
[board]
[army]
[turn]
cap-rises = {}
[endings]
[options]
[set-up]
kind = "fixed"
[entry]
[[entry.block]]
"#;

const HIDDEN: &str = r#"
[board]
[army]
choice = {}
[turn]
[scatter]
ranks = {}
trees = {}
hills = {}
[set-up]
kind = "sections"
[[set-up.book]]
"#;

/// The keys that the reader names when it finds an unknown one.
fn known_keys() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for part in [FIXED, HIDDEN] {
        let head = "format = 1\nfamily = \"warlord\"\ntitle = \"Keys\"\nwrong = 1\n";
        let text = format!(
            "{head}{}",
            part.replace("]\n", "]\nwrong = 1\n")
                .replace("{}", "{ wrong = 1 }")
        );
        let tables = text.matches("wrong = 1").count();
        let mistakes = Scenario::parse("keys.toml", &text).expect_err("wrong keys");
        let unknown = mistakes
            .iter()
            .filter(|mistake| mistake.found.starts_with("the key `wrong`"));
        let expected: Vec<&str> = unknown.map(|mistake| mistake.expected.as_str()).collect();
        assert_eq!(expected.len(), tables, "{mistakes:#?}");
        for list in expected {
            keys.extend(list.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    keys
}

#[test]
fn every_key_the_reader_knows_is_in_the_reference() {
    let reference = include_str!("../../../../docs/scenario-format.md");
    let keys = known_keys();
    for key in [
        "both",
        "cap-rises",
        "zones",
        "about",
        "six-leaders",
        "hills",
        "levels",
        "enters",
    ] {
        assert!(keys.contains(key), "{key} is not among {keys:?}");
    }
    for key in keys {
        let named = [
            format!("`{key}`"),
            format!("`{key} = "),
            format!(".{key}]]`"),
        ];
        let is_named = named.iter().any(|named| reference.contains(named));
        assert!(is_named, "`{key}`");
    }
}

/// A value of the option that is not its default.
fn other(key: &str, default: &str) -> String {
    let value = match (key, default) {
        ("short", "1") => "0",
        ("short", _) => "1",
        ("promotion", "off") => "IN",
        ("first-player", _) => "lot-before",
        (_, "on") | ("promotion", _) => "off",
        _ => "on",
    };
    value.to_owned()
}

#[test]
fn every_option_is_explained_and_changes_the_game() {
    let reference = include_str!("../../../../docs/scenario-format.md");
    let own = |file: &&BuiltIn| file.family == "warlord";
    for built_in in scenario::built_in().iter().filter(own) {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("right");
        let game = |options: &[(String, String)]| {
            let start = scenario.start(options).expect("its own option");
            warlord(&start).game().clone()
        };
        let usual = game(&[]);
        assert!(scenario.options().len() >= 10);
        for option in scenario.options() {
            assert!(
                reference.contains(&format!("| `{}`", option.key)),
                "{}",
                option.key
            );
            assert!(option.meaning.ends_with('.') && !option.allowed.is_empty());
            let said = (option.key.to_owned(), option.default.clone());
            assert_eq!(game(&[said]), usual, "{} {}", built_in.key, option.key);
            let switched = (option.key.to_owned(), other(option.key, &option.default));
            assert_ne!(game(&[switched]), usual, "{} {}", built_in.key, option.key);
        }
    }
}
