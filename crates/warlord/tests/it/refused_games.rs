//! Games that two seats cannot play: refused by every command that would begin one, before anything is made or anybody is
//! invited.

use std::path::Path;
use std::process::{Command, Output};

/// The commands that begin a match, each with a folder or file that it would make.
const COMMANDS: [(&[&str], &str); 4] = [
    (
        &["host", "--listen", "127.0.0.1:0", "--record", "match.fpm"],
        "match.fpm",
    ),
    (
        &["host", "--record", "match.fpm", "--letter", "offer.fpx"],
        "offer.fpx",
    ),
    (&["demo", "--fast"], "match.fpm"),
    (
        &[
            "match", "computer", "computer", "--games", "2", "--out", "games",
        ],
        "games",
    ),
];

fn begin(folder: &Path, command: &[&str], scenario: &str, options: &[&str]) -> Output {
    let options = options.iter().flat_map(|option| ["--option", option]);
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(command)
        .args(["--scenario", scenario])
        .args(options)
        .env("WARLORD_HOME", folder.join("home"))
        .env("WARLORD_STATE", folder.join("state"))
        .env("NO_COLOR", "1")
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// What a command says to that game; nothing is left that a game would leave.
fn refusal(command: &[&str], made: &str, scenario: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let output = begin(folder.path(), command, scenario, options);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        output.status.code(),
        Some(2),
        "{command:?} {options:?}: {told}"
    );
    assert!(
        output.stdout.is_empty(),
        "{command:?}: an invitation in spite of it"
    );
    assert!(!folder.path().join(made).exists(), "{command:?}: {made}");
    for file in walk(folder.path()) {
        let is_match = [".fpm", ".fpx"].iter().any(|end| file.ends_with(end));
        let is_invitation = file.contains("invitations");
        assert!(!is_match && !is_invitation, "{command:?} leaves {file}");
    }
    told
}

/// The files of a folder and of those in it.
fn walk(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(walk(&path)),
            false => found.push(path.to_string_lossy().into_owned()),
        }
    }
    found
}

#[test]
fn a_game_of_more_than_two_sides_is_refused_with_one_sentence() {
    for (scenario, options, sides) in [
        ("tourney-4", &[][..], 4),
        ("tourney", &["seats=3"], 3),
        ("tourney", &["seats=4", "teams=on"], 4),
        ("tourney", &["wizard=on"], 3),
        ("tourney", &["wizard=on", "bishop=on"], 3),
    ] {
        for (command, made) in COMMANDS {
            let told = refusal(command, made, scenario, options);
            let sentence = format!(
                "matches of more than two seats come with a later version; this game has {sides}"
            );
            assert_eq!(told.matches(&sentence).count(), 1, "{command:?}: {told}");
            let mend =
                "choose a scenario for two players, and leave out the options that bring another";
            assert!(told.contains(mend), "{command:?}: {told}");
        }
    }
}

#[test]
fn options_that_do_not_go_together_are_named_before_anybody_is_invited() {
    for (options, named) in [
        (&["bishop=on"][..], &["`bishop`", "`wizard`"][..]),
        (&["teams=on"], &["`teams`", "`seats`"]),
        (&["teams=on", "seats=3"], &["`teams`", "`seats`"]),
        (&["seats=4", "wizard=on"], &["`seats`", "`wizard`"]),
        (&["seats=3", "wizard=on"], &["`seats`", "`wizard`"]),
        (
            &["seats=3", "winding-knights=on"],
            &["`seats`", "`winding-knights`"],
        ),
    ] {
        for (command, made) in COMMANDS {
            let told = refusal(command, made, "tourney", options);
            for name in named {
                assert!(told.contains(name), "{command:?} {options:?}: {told}");
            }
        }
    }
}
