//! What a correct scenario file means, and which content its id depends on.

use board::Cell;
use rules::testing::warlord;
use rules::warlord::{Kind, Side, Start, Terrain};
use scenario::warlord::Content;
use scenario::{OptionError, Scenario};

const CHIEFTAIN: &str = r#"
format = 1
family = "warlord"
title = "Chieftain Chess"
credit = "Joe Joyce"

[board]
files = 16
ranks = 12

[army]
both = { L = 4, O = 4, S = 4, N = 4, I = 16 }

[turn]
cap = 4
cap-falls-with-leaders = true
range = 3

[set-up]
kind = "fixed"
symmetry = "mirror"
legend = { C = "L", H = "O", S = "S", N = "N", M = "I" }
fen = "1hcs1chsshc1sch1/1nm2mn2nm2mn1/16/m2mm2mm2mm2m/1m4m2m4m1/16/16/1M4M2M4M1/M2MM2MM2MM2M/16/1NM2MN2NM2MN1/1HCS1CHSSHC1SCH1"
"#;

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Warlord scenario")
}

fn parse(text: &str) -> Scenario {
    Scenario::parse("x/chieftain.toml", text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

#[test]
fn a_pasted_fen_in_its_own_letters_is_read() {
    let scenario = parse(CHIEFTAIN);
    assert_eq!(scenario.key(), "chieftain");
    let game = content(&scenario).game();
    assert_eq!(game.range, 3);
    let Start::Fixed(units) = &game.start else {
        panic!("a fixed set-up");
    };
    assert_eq!(units.len(), 64);
    let on = |file, rank| {
        let cell = Cell::new(file, rank);
        units
            .iter()
            .find(|(at, _)| *at == cell)
            .map(|(_, unit)| unit.symbol())
    };
    assert_eq!(
        (on(1, 0), on(2, 0), on(3, 0), on(0, 0)),
        (Some('O'), Some('L'), Some('S'), None)
    );
    assert_eq!((on(0, 8), on(15, 3)), (Some('i'), Some('I')));
}

#[test]
fn the_id_depends_on_the_content_and_on_nothing_else() {
    let id = parse(CHIEFTAIN).id();
    let same = [
        CHIEFTAIN.replace("Chieftain Chess", "Another title"),
        CHIEFTAIN.replace("[turn]", "# a remark\n\n[turn]\nhouse = 'a note'"),
        CHIEFTAIN.replace("cap = 4", "cap   =   0x4"),
        CHIEFTAIN.replace("[turn]", "[options]\nswap = false\n[turn]"),
        CHIEFTAIN.replace("\n", "\r\n"),
    ];
    for text in &same {
        assert_eq!(parse(text).id(), id, "{text}");
    }
    let different = [
        CHIEFTAIN.replace("cap = 4", "cap = 5"),
        CHIEFTAIN.replace("range = 3", "range = 2"),
        CHIEFTAIN.replace("[turn]", "[options]\nswap = true\n[turn]"),
        CHIEFTAIN.replace("cap-falls-with-leaders = true", ""),
        CHIEFTAIN
            .replace("/16/16/", "/16/1M14/")
            .replace("1M4M2M4M1/M2", "6M2M4M1/M2")
            .replace("symmetry = \"mirror\"", ""),
    ];
    let mut ids: Vec<_> = different.iter().map(|text| parse(text).id()).collect();
    ids.push(id);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), different.len() + 1);
}

#[test]
fn terrain_towns_water_and_reinforcements_are_read() {
    let text = r#"
format = 1
family = "warlord"
title = "Valley"
[board]
files = 4
ranks = 3
terrain = """
.T~.
_FH.
T..T
"""
[army]
heavy-as-hero = true
white = { L = 1, H = 2, I = 1 }
black = { T = 1, H = 1 }
[turn]
cap = 9
cap-rises = { turn = 10, cap = 18 }
[endings]
towns = 2
[options]
promotion = "IN"
crossing = true
[set-up]
kind = "fixed"
rows = """
. h . t
. . . .
L . . .
"""
[entry]
zones = """
...a
....
A.B.
"""
[[entry.block]]
turn = 2
white = { I = 1 }
black = {}
[[entry.block]]
turn = 6
white = { H = 2 }
black = {}
"#;
    let scenario = parse(text);
    let game = content(&scenario).game();
    assert_eq!(game.terrain_rows(), ".T~./_FH./T..T");
    assert_eq!(game.terrain[Cell::new(0, 1)], Terrain::Hole);
    assert!(game.heavy_as_hero && game.options.crossing && game.options.promote_light);
    assert_eq!(game.cap.rise, Some((10, 18)));
    assert_eq!(game.towns.map(|towns| towns.needed), Some(2));
    let entry = game.entry.as_ref().expect("reinforcements");
    assert_eq!(entry.zones[0], [Cell::new(0, 0), Cell::new(2, 0)]);
    assert_eq!(entry.zones[1], [Cell::new(3, 2)]);
    assert_eq!(entry.blocks[0][1].kinds, [Kind::HeavyCavalry; 2]);
    assert!(entry.blocks[1].is_empty());
}

#[test]
fn options_are_shown_with_their_defaults() {
    let scenario = scenario::load("clash-of-arms")
        .expect("built in")
        .expect("right");
    let shown: Vec<String> = scenario
        .options()
        .iter()
        .map(|option| format!("{}={} ({})", option.key, option.default, option.allowed))
        .collect();
    assert_eq!(
        shown,
        [
            "short=3 (a number from 0 to 6)",
            "swap=off (on or off)",
            "self-activating=off (on or off)",
            "charge=off (on or off)",
            "light-leap=off (on or off)",
            "crossing=off (on or off)",
            "promotion=off (off, I, N or IN)",
            "six-leaders=off (on or off)",
            "half-first=off (on or off)",
            "repetition=off (on or off)",
        ]
    );
}

#[test]
fn with_reduced_chiefs_the_leaders_named_stay_away() {
    let scenario = scenario::load("warlord-ii")
        .expect("built in")
        .expect("right");
    let [all, fewer] = ["off", "on"].map(|value| {
        let option = ("reduced-chiefs".to_owned(), value.to_owned());
        warlord(&scenario.start(&[option]).expect("a value")).clone()
    });
    for cell in content(&scenario).spare_leaders() {
        assert!(all.unit(*cell).is_some_and(|unit| unit.kind.is_leader()));
        assert_eq!(fewer.unit(*cell), None);
    }
    assert_eq!(all.units().count() - fewer.units().count(), 8);
    for side in Side::BOTH {
        let leaders = [&all, &fewer].map(|start| start.leaders_left(side));
        assert_eq!(leaders, [16, 12]);
        assert_eq!(fewer.captured(side), 0);
    }
    let alone = scenario
        .with_set_up(&fewer.to_text())
        .expect("a set-up of its own");
    assert_eq!(alone.advice(), [], "every unit is still in command");
    assert!(content(&alone).spare_leaders().is_empty());
}

#[test]
fn options_are_refused_with_what_would_do() {
    let scenario = scenario::load("clash-of-arms")
        .expect("built in")
        .expect("right");
    let error = |options: &[(&str, &str)]| {
        let options: Vec<_> = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let error: OptionError = scenario.start(&options).expect_err("a wrong option");
        format!("{error}; {}", error.advice())
    };
    assert_eq!(
        error(&[("shrot", "3")]),
        "there is no option `shrot`; did you mean `short`?"
    );
    assert_eq!(
        error(&[("weather", "rain")]),
        "there is no option `weather`; the options are short, swap, self-activating, charge, light-leap, crossing, \
         promotion, six-leaders, half-first, repetition"
    );
    assert_eq!(
        error(&[("short", "7")]),
        "the option `short` cannot be `7`: it is a number from 0 to 6; write short= and then a number from 0 to 6"
    );
    assert_eq!(
        error(&[("swap", "yes")]),
        "the option `swap` cannot be `yes`: it is on or off; write swap= and then on or off"
    );
    assert_eq!(
        error(&[("swap", "on"), ("swap", "off")]),
        "the option `swap` is given twice; give swap once"
    );
}

#[test]
fn the_example_of_the_reference_is_right() {
    let reference = include_str!("../../../../docs/scenario-format.md");
    let (_, rest) = reference.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    assert!(content(&parse(example)).game().towns.is_some());
}

#[test]
fn the_line_ends_of_windows_and_a_byte_order_mark_are_an_editors() {
    let text = CHIEFTAIN.replacen(
        "credit",
        "description = \"\"\"\nTwo\nlines.\n\"\"\"\ncredit",
        1,
    );
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let bytes = Scenario::from_bytes("x/Chieftain.TOML", windows.as_bytes());
    let read = bytes.unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    assert_eq!((read.id(), read.text()), (parse(&text).id(), text.as_str()));
    assert_eq!(
        (read.key(), read.head().description.as_str()),
        ("Chieftain", "Two\nlines.")
    );
    // a mistake is reported at its line
    let wrong = windows.replace("cap = 4", "cap = 400");
    let mistakes = Scenario::parse("x", &wrong).expect_err("a wrong number");
    let line = 1 + text
        .lines()
        .position(|line| line == "cap = 4")
        .expect("there");
    assert_eq!(mistakes[0].line, line);
    // a carriage return alone is no line end
    let alone = CHIEFTAIN.replace("Chieftain Chess", "Chieftain\rChess");
    assert!(Scenario::parse("x", &alone).is_err());
}

#[test]
fn names_of_sides_are_shown_and_change_neither_id_nor_words_of_files() {
    let plain = parse(CHIEFTAIN);
    let named = parse(&CHIEFTAIN.replacen("credit", "sides = [\"South\", \"North\"]\ncredit", 1));
    let names = |scenario: &Scenario| {
        let names = scenario.side_names();
        let all = scenario.sides().iter();
        all.map(|side| names.of(side).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&plain), ["Blue", "Amber"]);
    assert_eq!(names(&named), ["South", "North"]);
    assert_eq!(named.id(), plain.id());
    let first = named.sides().iter().next().expect("a side");
    assert_eq!(named.family().side_name(first), "white");
    assert_eq!(named.side_names().turn(first, 7), "South's turn 7");
    // a match that both signed stays readable whatever this version thinks of its names
    let odd = CHIEFTAIN.replacen("credit", "sides = [\"south\", 3]\ncredit", 1);
    let agreed = Scenario::agreed("x", &odd).expect("readable");
    assert_eq!(names(&agreed), ["Blue", "Amber"]);
}
