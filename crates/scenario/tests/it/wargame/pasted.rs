//! Pasted set-ups.

use scenario::Scenario;

use super::{FIXED, content, load, parse};

fn mistakes(scenario: &Scenario, fen: &str) -> Vec<String> {
    match scenario.with_set_up(fen) {
        Ok(changed) => panic!("right:\n{}", changed.text()),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_fixed_set_up_pasted_back_gives_the_same_game() {
    for scenario in [load("wargame-small"), parse(FIXED)] {
        let fen = scenario.set_up_fen().expect("a fixed set-up");
        let changed = scenario.with_set_up(&fen).expect("its own set-up is right");
        assert_eq!(changed.id(), scenario.id());
        assert_eq!(changed.set_up_fen().as_ref(), Some(&fen));
        let again = changed.with_set_up(&fen).expect("still right");
        assert_eq!(again.text(), changed.text());
    }
}

#[test]
fn a_set_up_is_read_in_every_form_people_paste() {
    let scenario = parse(FIXED);
    let expected = "2(sc)3/2t3/6/6/6/6/2I3/2(SC)T2";
    for pasted in [
        expected,
        "2(sc)3/2t3/6/6/6/6/2I3/2(SC)T2 w 1 0",
        "\"2{sc}3/2t3/6/6/6/6/2I3/2{SC}T2\"",
        "[FEN \"2(sc)3/2t3/6/6/6/6/2I3/2(SC)T2 w - - 0 1\"]",
        ". . sc . . .\n..t...\n6\n......\n. . . . . .\n------\n2 I 3\n.. SC T ..",
    ] {
        let changed = scenario.with_set_up(pasted);
        let changed = changed.unwrap_or_else(|mistakes| panic!("{pasted}: {mistakes:?}"));
        assert_eq!(changed.set_up_fen().as_deref(), Some(expected), "{pasted}");
        assert_eq!(changed.title(), "Fixed (own set-up)");
        let armies = content(&changed).game().armies.each_ref().map(Vec::len);
        assert_eq!(armies, [3, 2]);
        // without Command Posts the switch that the file turns on is of no use
        assert!(
            changed
                .options()
                .iter()
                .all(|option| option.key != "banner")
        );
        assert!(
            changed
                .head()
                .house
                .iter()
                .any(|house| house.part == "army")
        );
    }
}

#[test]
fn wrong_set_ups_are_refused_with_what_is_wrong() {
    let scenario = parse(FIXED);
    for (pasted, expected) in [
        ("6/6", "set-up:1: found 2 rows for the board, expected 8"),
        (
            "2(sc)3/6/6/6/6/6/6/2(SC)4",
            "set-up:1: found 7 cells in row 8 from the top, expected 6",
        ),
        (
            "2(sc)3/6/6/6/6/6/6/2(SC)V2",
            "set-up:1: found `V` at d1, expected `.` or one of CP SC TC IC AC T I A, capital for White, small for Black",
        ),
        (
            "2(sc)3/6/6/6/6/6/6/7",
            "set-up:1: found `7` blanks in the set-up, expected 1 to 6",
        ),
        (
            "2(sc)3/6/6/6/6/6/6/2T3",
            "set-up:1: found an army without leaders for white, expected at least one leader, who gives the orders",
        ),
        (
            "2(sc)3/6/4A1/6/6/6/6/2(SC)3",
            "set-up:1: found `A` at e6, on a hill, expected ground that a unit of Artillery may enter",
        ),
        (
            "2(sc)3/6/6/6/6/6/6/2(SC)3 b",
            "set-up:1: found `b` after the rows, expected `w` or nothing: White begins every game with a fixed set-up",
        ),
    ] {
        assert!(
            mistakes(&scenario, pasted).contains(&expected.to_owned()),
            "{:#?}",
            mistakes(&scenario, pasted)
        );
    }
}

#[test]
fn a_hidden_set_up_cannot_be_pasted() {
    assert_eq!(
        mistakes(&load("wargame-2"), "24/24"),
        [
            "set-up:1: found a set-up for wargame-2, whose set-up is hidden, expected a scenario with a fixed set-up; \
             each player sets up in secret once the game begins"
        ]
    );
}
