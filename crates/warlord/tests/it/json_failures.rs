//! A command with `--json` that fails prints one JSON object, whatever the command and the failure.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// A command of each kind that fails: at its options, its files, its names, before and after it has begun to work.
const FAILURES: [&[&str]; 16] = [
    &["host", "--json", "--seats", "9"],
    &["host", "--json", "--scenario", "nope"],
    &["join", "--json", "abc"],
    &["people", "--json", "name", "zzzz", "x"],
    &["scenario", "--json", "show", "nope"],
    &["scenario", "--json", "check", "/nope.toml"],
    &["import", "--json", "NEW", "/nope"],
    &["export", "--json", "/nope.fpm", "x"],
    &["invitations", "wait", "9", "--json"],
    &["match", "A", "nosuch", "--json"],
    &["resume", "--json", "/nope.fpm"],
    &["show", "--json", "/nope.fpm"],
    &["balance", "--json", "nope"],
    &["demo", "--json", "--nope"],
    &["about", "--json", "--licenses"],
    &["nope", "--json"],
];

fn warlord(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(arguments)
        .env("WARLORD_HOME", home)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts")
}

#[test]
fn every_failure_is_one_object_with_what_is_wrong_and_what_to_do() {
    let home = tempfile::tempdir().expect("a folder");
    for arguments in FAILURES {
        let output = warlord(home.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        let [line] = lines[..] else {
            panic!("{arguments:?}: {text:?}");
        };
        let object: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(object["event"], "error", "{arguments:?}: {line}");
        for field in ["what", "advice"] {
            let words = object[field].as_str();
            assert!(
                words.is_some_and(|words| !words.is_empty()),
                "{arguments:?}: {line}"
            );
        }
    }
}
