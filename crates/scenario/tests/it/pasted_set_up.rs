//! A pasted set-up replaces a scenario's own, and its mistakes are reported.

use proptest::prelude::*;
use rules::warlord::{Kind, Side, Start};
use scenario::warlord::Content;
use scenario::{BuiltIn, MAX_BYTES, Scenario};

const SMALL: &str = r#"# the file's head
format = 1
family = "warlord"
title = "Small"

[board]
files = 6
ranks = 5
terrain = """
......
.F..~.
......
.~..F.
......
"""

[army]
both = { L = 1, I = 2, N = 1 } # four a side
house = "Ours."

[turn]
cap = 2

[options]
short = 1

[set-up]
kind = "fixed"
symmetry = "half-turn"
# the rows
rows = """
. i l i . n
. . . . . .
. . . . . .
. . . . . .
N . I L I .
"""
"#;

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Warlord scenario")
}

fn small() -> Scenario {
    Scenario::parse("folder/small.toml", SMALL).expect("the text is right")
}

fn built_in(key: &str) -> Scenario {
    scenario::load(key).expect("built in").expect("right")
}

fn mistakes(scenario: &Scenario, fen: &str) -> Vec<String> {
    match scenario.with_set_up(fen) {
        Ok(changed) => panic!("right:\n{}", changed.text()),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn every_fixed_set_up_pasted_back_gives_the_same_game() {
    let mut fixed = 0;
    let own = |file: &&BuiltIn| file.family == "warlord";
    for built_in in scenario::built_in().iter().filter(own) {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("right");
        let is_fixed = matches!(content(&scenario).game().start, Start::Fixed(_));
        let Some(fen) = scenario.set_up_fen() else {
            assert!(!is_fixed, "{}", built_in.key);
            continue;
        };
        let changed = scenario.with_set_up(&fen).expect("its own set-up is right");
        assert_eq!(changed.id(), scenario.id(), "{}", built_in.key);
        assert_eq!(changed.set_up_fen().as_ref(), Some(&fen));
        assert_eq!(changed.key(), scenario.key());
        assert!(changed.text().len() <= MAX_BYTES);
        let again = changed.with_set_up(&fen).expect("still right");
        assert_eq!(again.text(), changed.text());
        fixed += 1;
    }
    assert_eq!(fixed, 12);
}

#[test]
fn a_set_up_is_read_in_every_form_people_paste() {
    let scenario = small();
    let expected = scenario.with_set_up("1n1l2/6/6/6/I2L1I").expect("right");
    assert_eq!(expected.set_up_fen().as_deref(), Some("1n1l2/6/6/6/I2L1I"));
    for pasted in [
        "  1n1l2/6/6/6/I2L1I\n",
        "1n1l2/6/6/6/I2L1I w - - 0 1",
        "1n1l2/6/6/6/I2L1I w 1 0",
        "1n1l2/\n6/\n6/\n6/\nI2L1I w KQkq - 0 1\n",
        "1n1l2\n6\n6\r\n6\nI2L1I",
        "\n. n . l . .\n......\n......\n......\nI . . L . I\n",
        "[FEN \"1n1l2/6/6/6/I2L1I w - - 0 1\"]",
        "fen = \"1n1l2/6/6/6/I2L1I\"",
        "position 1n1l2/6/6/6/I2L1I w 7 1",
        "'1n1l2/6/6/6/I2L1I'",
        "1(n)1{l}2/6/-5/1-4/(I)2L1I",
    ] {
        let changed = scenario.with_set_up(pasted);
        let changed = changed.unwrap_or_else(|mistakes| panic!("{pasted}: {mistakes:?}"));
        assert_eq!(changed.text(), expected.text(), "{pasted}");
    }
}

#[test]
fn a_set_up_is_read_in_the_files_letters_or_in_the_usual() {
    let chieftain = built_in("chieftain");
    let own = "1hcs1chsshc1sch1/1nm2mn2nm2mn1/16/m2mm2mm2mm2m/1m4m2m4m1/16/16/\
               1M4M2M4M1/M2MM2MM2MM2M/16/1NM2MN2NM2MN1/1HCS1CHSSHC1SCH1";
    let usual = chieftain.set_up_fen().expect("fixed");
    assert!(usual.starts_with("1ols1loss"), "{usual}");
    for fen in [own, &usual] {
        let changed = chieftain.with_set_up(fen).expect("right");
        assert_eq!(changed.id(), chieftain.id());
    }
}

#[test]
fn the_pasted_set_up_defines_the_armies_which_may_differ() {
    let changed = small().with_set_up("1n1l2/6/6/6/I2L1H").expect("right");
    let [white, black] = &content(&changed).game().armies;
    assert_eq!(
        white[..],
        [Kind::Leader1, Kind::HeavyCavalry, Kind::Infantry]
    );
    assert_eq!(black[..], [Kind::Leader1, Kind::LightCavalry]);
    assert_eq!(content(&changed).game().leaders(Side::Black), 1);
    assert_ne!(changed.id(), small().id());
    let text = changed.text();
    for line in [
        "# the file's head",
        "title = \"Small (own set-up)\"",
        "white = { L = 1, H = 1, I = 1 }",
        "black = { L = 1, N = 1 }",
        "fen = \"1n1l2/6/6/6/I2L1H\"",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let parts: Vec<&str> = changed
        .head()
        .house
        .iter()
        .map(|house| house.part)
        .collect();
    assert_eq!(parts, ["army", "set-up"]);
    // a second one replaces the first
    let again = changed.with_set_up("1i1l2/6/6/6/I2L2").expect("right");
    assert!(again.text().contains("both = { L = 1, I = 1 }"));
    assert_eq!(again.title(), "Small (own set-up)");
}

#[test]
fn an_army_that_stays_keeps_its_note_and_comment() {
    let changed = small().with_set_up("1ili1n/6/6/6/NI1LI1").expect("right");
    assert!(
        changed
            .text()
            .contains("both = { L = 1, I = 2, N = 1 } # four a side\nhouse = \"Ours.\"")
    );
    assert_ne!(changed.id(), small().id());
}

#[test]
fn the_mistakes_of_a_pasted_set_up_are_reported() {
    let small = small();
    let told = |fen| mistakes(&small, fen);
    assert_eq!(
        told("1n1l2/6/6/I2L1I"),
        ["set-up:1: found 4 rows for the board, expected 5"]
    );
    assert_eq!(
        told("1n1l2/6/5/6/I2L2I"),
        [
            "set-up:1: found 5 cells in row 3 from the top, expected 6",
            "set-up:1: found 7 cells in row 5 from the top, expected 6",
        ]
    );
    assert_eq!(
        told("1n1l2/6/6/6/I2K1I"),
        [
            "set-up:1: found `K` at d1, expected `.` or one of LDTHCNIOSBR, capital for White, small for Black"
        ]
    );
    assert_eq!(
        told("1n1l2/4n1/6/6/I2L1I"),
        [
            "set-up:1: found `n` at e4, where there is water, expected units where something can stand"
        ]
    );
    assert_eq!(
        told("1n4/6/6/6/I2L1I"),
        ["set-up:1: found an army without leaders for black, expected at least one L, D or T"]
    );
    assert_eq!(
        told("1n1l2/6/6/6/I2L1I b - - 0 1"),
        [
            "set-up:1: found `b` after the rows, expected `w` or nothing: White begins every game with a fixed set-up"
        ]
    );
    assert_eq!(
        told("1n1l2/6/6/6/I2L1I w and more"),
        ["set-up:1: found `and` after the rows, expected nothing, or fields such as `w - - 0 1`"]
    );
    assert_eq!(
        told("1n1l2/6/6/6/(TC)1L1I"),
        ["set-up:1: found the unit `(TC)`, expected units of one letter"]
    );
    assert_eq!(
        told("1n1l2/60/6/6/I2L1I"),
        ["set-up:1: found `60` blanks in the FEN, expected 1 to 6"]
    );
    assert_eq!(
        told(""),
        [
            "set-up:1: found 1 rows for the board, expected 5",
            "set-up:1: found 0 cells in row 1 from the top, expected 6",
        ]
    );
    assert_eq!(
        mistakes(&built_in("test-of-wills"), "8/8"),
        [
            "set-up:1: found a set-up for test-of-wills, whose set-up is hidden, expected a scenario with a fixed \
             set-up; each player sets up in secret once the game begins"
        ]
    );
}

#[test]
fn few_leaders_lower_the_limit_of_the_short_game() {
    let scenario = built_in("clash-of-arms");
    assert_eq!(content(&scenario).game().options.short, 3);
    let with = |leaders: &str| {
        let blank = "16/".repeat(10);
        scenario.with_set_up(&format!("{}13/{blank}{leaders}13", leaders.to_lowercase()))
    };
    let short = |leaders: &str| with(leaders).map(|changed| content(&changed).game().options.short);
    assert_eq!(
        [short("LLL"), short("LLI"), short("LII")],
        [Ok(3), Ok(2), Ok(1)]
    );
    let none: Vec<String> = with("III")
        .expect_err("nobody leads")
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        none,
        [
            "set-up:1: found an army without leaders for white, expected at least one L, D or T",
            "set-up:1: found an army without leaders for black, expected at least one L, D or T",
        ]
    );
}

#[test]
fn a_full_board_of_the_largest_size_still_fits_the_limit() {
    let row = "I".repeat(119);
    let fen = format!(
        "{}L/{}l",
        format!("{row}I/").repeat(118) + &row,
        row.to_lowercase()
    );
    let changed = built_in("continent").with_set_up(&fen).expect("right");
    assert!(
        changed.text().len() <= MAX_BYTES,
        "{}",
        changed.text().len()
    );
}

proptest! {
    #[test]
    fn no_pasted_text_panics_and_what_is_taken_is_itself_a_right_file(
        fen in "([LlIiNn1-6./ ()\n-]{0,40}| ?\\PC{0,30})",
    ) {
        if let Ok(changed) = small().with_set_up(&fen) {
            let again = Scenario::parse("small.toml", changed.text()).expect("right");
            prop_assert_eq!(again.id(), changed.id());
        }
    }
}
