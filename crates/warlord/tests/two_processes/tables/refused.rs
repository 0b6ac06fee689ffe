//! Tables and codes that do not fit: each says what is wrong, and leaves everything as it was.

use super::{HOST, Homes};
use crate::program::{Program, output, text};

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
