//! Tables and codes that do not fit: each says what is wrong, and leaves everything as it was.

use std::fs;

use super::together::left;
use super::{HOST, Homes};
use crate::two_processes::program::{Program, output, text};

/// A command that is refused: what it says on standard error.
fn refusal(homes: &Homes, arguments: &[&str]) -> String {
    let refused = output(&homes.of("ann"), arguments);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("do: "), "{said}");
    said
}

#[test]
fn a_table_that_cannot_be_is_refused_before_anybody_is_invited() {
    let homes = Homes::new();
    for (more, what) in [
        (&["--seats", "9"][..], "a table of 9 seats"),
        (&["--seats", "4", "--seat", "5=open"], "there is no seat 5"),
        (&["--seats", "4", "--seat", "1=computer"], "seat 1 is yours"),
        (&["--seats", "4", "--team", "2=3"], "there is no team 3"),
        (
            &[
                "--seats",
                "4",
                "--option",
                "share=leaders",
                "--option",
                "members=2,2",
            ],
            "the seats of the match say how many share a side",
        ),
        (
            &["--seats", "3", "--scenario", "tourney-4"],
            "the game has 4 sides",
        ),
    ] {
        let said = refusal(&homes, &[&HOST[..], more].concat());
        assert!(said.contains(what), "{more:?}: {said}");
    }
    let invited = output(&homes.of("ann"), &["invitations", "--json"]);
    assert_eq!(text(&invited.stdout), "", "nothing was left behind");
}

#[test]
fn codes_of_tables_and_of_matches_of_two_are_told_apart() {
    let homes = Homes::new();
    let two = Program::start(&homes.of("two"), &[&HOST[..], &["--no-lan"]].concat());
    let code = two.code();
    let said = refusal(&homes, &["join", &code, "--seat", "2"]);
    assert!(said.contains("a match of two"), "{said}");
    two.kill();
}

#[test]
fn a_table_that_is_to_be_played_by_mail_is_refused_by_name_and_nothing_is_made() {
    let homes = Homes::new();
    let [letter, record] = ["letter.fpx", "y.fpm"].map(|name| homes.of(name));
    let mail = [
        "--letter",
        letter.to_str().expect("text"),
        "--record",
        record.to_str().expect("text"),
    ];
    let said = refusal(&homes, &[&["host", "--seats", "4"], &mail[..]].concat());
    assert!(
        said.contains("a table of three to eight is not played by mail"),
        "{said}"
    );
    assert!(said.contains("leave out --letter"), "{said}");
    assert!(!letter.exists() && !record.exists());
    // two are no table
    let made = output(
        &homes.of("ann"),
        &[&["host", "--seats", "2"], &mail[..]].concat(),
    );
    assert!(
        made.status.success() && letter.exists(),
        "{}",
        text(&made.stderr)
    );
}

#[test]
fn letters_of_a_tables_match_are_refused_by_name_and_its_files_stay_as_they_were() {
    let homes = Homes::new();
    left(&homes);
    let file = homes.file("ann");
    let [letter, other] = ["letter.fpx", "other.fpm"].map(|name| homes.of(name));
    let letter = letter.to_str().expect("text");
    let host = [
        "host",
        "--letter",
        letter,
        "--record",
        other.to_str().expect("text"),
    ];
    let made = output(&homes.of("eve"), &host);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let read = || ["fpm", "key"].map(|ending| fs::read(homes.file("ann").replace("fpm", ending)));
    let read = || read().map(|bytes| bytes.expect("a file"));
    let before = read();
    for arguments in [
        &["export", &file, "--text"][..],
        &["export", &file, "--text", "--claim", "--yes"],
        &["export", &file, "--text", "--continue"],
        &["import", &file, letter, "--player", "computer:1"],
    ] {
        let said = refusal(&homes, arguments);
        assert!(
            said.contains("has more than two players"),
            "{arguments:?}: {said}"
        );
        assert!(
            said.contains("warlord resume FILE"),
            "{arguments:?}: {said}"
        );
        assert!(read() == before, "{arguments:?}");
    }
}
