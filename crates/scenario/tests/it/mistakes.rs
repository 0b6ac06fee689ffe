//! Every mistake in a scenario file is reported with its line, all at once.

use scenario::warlord::Content;
use scenario::{MAX_BYTES, Scenario};

const SMALL: &str = r#"format = 1
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
symmetry = "half-turn"

[army]
both = { L = 1, I = 2, N = 1 }

[turn]
cap = 2
cap-falls-with-leaders = true

[options]
short = 1
swap = true

[set-up]
kind = "fixed"
symmetry = "half-turn"
rows = """
. i l i . n
. . . . . .
. . . . . .
. . . . . .
N . I L I .
"""
"#;

const HIDDEN: &str = r#"format = 1
family = "warlord"
title = "Hidden"

[board]
files = 6
ranks = 5

[army]
both = { L = 2, I = 2 }

[turn]
cap = 2

[set-up]
kind = "sections"
used = 2
leaders = 1
others = 1
sections = """
ccbbaa
ccbbaa
......
AABBCC
AABBCC
"""

[[set-up.book]]
name = "Left"
white = """
I.I...
L..L..
"""
"#;

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Warlord scenario")
}

/// The mistakes of a text after a replacement that must occur in it.
fn mistakes_of(text: &str, from: &str, to: &str) -> Vec<String> {
    assert!(text.contains(from), "{from} is not in the text");
    let broken = text.replacen(from, to, 1);
    match Scenario::parse("folder/s.toml", &broken) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

#[track_caller]
fn expect(text: &str, from: &str, to: &str, expected: &[&str]) {
    assert_eq!(mistakes_of(text, from, to), expected);
}

#[test]
fn the_unbroken_texts_are_right() {
    expect(SMALL, "", "", &[]);
    expect(HIDDEN, "", "", &[]);
}

#[test]
fn a_misspelt_key_is_named_with_the_right_one() {
    expect(
        SMALL,
        "cap = 2",
        "cpa = 2",
        &[
            "folder/s.toml:20: found no `cap` in [turn], expected how many orders a turn may hold",
            "folder/s.toml:21: found the key `cpa` in [turn], expected `house`, `cap`, `cap-falls-with-leaders`, \
             `cap-rises` or `range`; did you mean `cap`?",
        ],
    );
    expect(
        SMALL,
        "[options]",
        "[option]",
        &[
            "folder/s.toml:24: found the key `option` at the top, expected `format`, `family`, `title`, `credit`, \
           `description`, `board`, `army`, `turn`, `set-up`, `endings`, `options`, `scatter`, `entry` or `sides`; did you mean `options`?",
        ],
    );
}

#[test]
fn names_of_sides_are_read_strictly() {
    let title = SMALL
        .lines()
        .find(|line| line.starts_with("title"))
        .expect("a title");
    let line = 1 + SMALL.lines().position(|line| line == title).expect("there");
    let named = |sides: &str| format!("sides = {sides}\n{title}");
    expect(SMALL, title, &named("[\"Red\", \"Blue\"]"), &[]);
    expect(SMALL, title, &named("[\"White\", \"Black\"]"), &[]);
    let refuse = |sides: &str, found: &str, expected: &str| {
        let told = format!("folder/s.toml:{line}: found {found}, expected {expected}");
        expect(SMALL, title, &named(sides), &[&told]);
    };
    let two = "2 names in brackets for `sides`";
    refuse("\"Red\"", "no list for `sides`", two);
    refuse("[\"Red\"]", "1 entries in `sides`", two);
    refuse("[\"Red\", 2]", "2 entries in `sides`", two);
    let name = "1 to 16 characters on one line, with a capital at the beginning";
    refuse("[\"red\", \"Blue\"]", "the name `red`", name);
    refuse("[\"Red\", \"\"]", "the name ``", name);
    refuse("[\"Red\", \" Blue\"]", "the name ` Blue`", name);
    refuse(
        "[\"Red\", \"Bluebluebluebluebl\"]",
        "the name `Bluebluebluebluebl`",
        name,
    );
    let own = "a name of its own for each side";
    refuse("[\"Red\", \"RED\"]", "the name `RED` of another side", own);
    refuse(
        "[\"Black\", \"Red\"]",
        "the name `Black` of another side",
        own,
    );
}

#[test]
fn a_misspelt_word_is_named_with_the_right_one() {
    expect(
        SMALL,
        "kind = \"fixed\"",
        "kind = \"fxied\"",
        &[
            "folder/s.toml:29: found `fxied` for `kind`, expected `fixed` or `sections`; did you mean `fixed`?",
        ],
    );
    expect(
        SMALL,
        "family = \"warlord\"",
        "family = \"warload\"",
        &[
            "folder/s.toml:2: found `warload` for `family`, expected `warlord`, `wargame` or `tourney`; did you mean `warlord`?",
        ],
    );
    expect(
        SMALL,
        "N = 1 }",
        "n = 1 }",
        &[
            "folder/s.toml:18: found the unit `n`, expected `L`, `D`, `T`, `H`, `C`, `N`, `I`, `O`, `S`, `B` or `R`; \
           did you mean `N`?",
        ],
    );
    expect(
        SMALL,
        "I = 2",
        "Infantry = 2",
        &[
            "folder/s.toml:18: found the unit `Infantry`, expected `L`, `D`, `T`, `H`, `C`, `N`, `I`, `O`, `S`, `B` or `R`; \
           did you mean `I`?",
        ],
    );
}

#[test]
fn several_mistakes_are_reported_at_once() {
    let broken = SMALL
        .replace("format = 1", "format = 2")
        .replace("files = 6", "files = 600")
        .replace("cap = 2", "cap = \"two\"")
        .replace("short = 1", "short = true")
        .replace("swap = true", "swap = 1");
    let mistakes = Scenario::parse("s.toml", &broken).expect_err("five mistakes");
    let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
    assert_eq!(lines, [1, 6, 21, 25, 26]);
    assert_eq!(
        mistakes[4].to_string(),
        "s.toml:26: found `1`, expected true or false for `swap`"
    );
}

#[test]
fn a_wrong_part_hides_no_mistake_of_the_others() {
    let lines = |changes: &[(&str, &str)]| -> Vec<usize> {
        let change = |text: String, (old, new): &(&str, &str)| text.replace(old, new);
        let broken = changes.iter().fold(SMALL.to_owned(), change);
        let mistakes = Scenario::parse("s.toml", &broken).expect_err("mistakes");
        let mut lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
        lines.dedup();
        lines
    };
    let family = ("\"warlord\"", "\"warlrod\"");
    let title = ("title = \"Small\"", "title = \"\"");
    let army = ("I = 2, N", "I = 3, N");
    assert_eq!(lines(&[army, ("cap = 2", "cap = 0")]), [21, 31]);
    // no reader is chosen for an unknown family
    assert_eq!(lines(&[family, title, army]), [2, 3]);
    let letter = ("I = 2, N", "Y = 2, N");
    let short = ("short = 1", "short = 3");
    let asymmetric = (". i l i . n", ". i l i n .");
    assert_eq!(lines(&[letter, short, asymmetric]), [18, 25, 31]);
    let row = (". i l i . n", ". i l i n");
    assert_eq!(lines(&[short, row]), [25, 32]);
}

#[test]
fn broken_toml_is_reported_with_its_line() {
    let mistakes = mistakes_of(SMALL, "cap = 2", "cap = = 2");
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert!(
        mistakes[0].starts_with("folder/s.toml:21: found `cap = = 2` ("),
        "{mistakes:?}"
    );
    let mistakes = mistakes_of(SMALL, "cap = 2", "cap = 2\ncap = 3");
    assert!(
        mistakes[0].starts_with("folder/s.toml:22: found `cap = 3` ("),
        "{mistakes:?}"
    );
}

#[test]
fn broken_toml_hides_no_other_mistake_and_nothing_counts_as_missing_for_it() {
    let broken = SMALL
        .replace("title = \"Small", "title \"Small")
        .replace("files = 6", "files = 600")
        .replace("cap = 2", "cap = = 2")
        .replace("swap = true", "swap = 1");
    let mistakes = Scenario::parse("s.toml", &broken).expect_err("four mistakes");
    let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
    assert_eq!(lines, [3, 6, 21, 26], "{mistakes:#?}");
    // lines under a broken header, and in a text whose beginning is broken, are not reported as well
    let broken = SMALL
        .replace("terrain = \"\"\"", "terrain \"\"\"")
        .replace("[turn]", "[turn")
        .replace("swap = true", "swap = 1");
    let mistakes = Scenario::parse("s.toml", &broken).expect_err("three mistakes");
    let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.line).collect();
    assert_eq!(lines, [8, 20, 26], "{mistakes:#?}");
    let mistakes = mistakes_of(SMALL, "N . I L I .\n\"\"\"\n", "N . I L I .");
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert!(
        mistakes[0].starts_with("folder/s.toml:36: found `N . I L I .` (invalid"),
        "{mistakes:?}"
    );
}

#[test]
fn bytes_that_are_no_text_are_reported_with_their_line() {
    let told = |bytes: &[u8]| match Scenario::from_bytes("folder/s.toml", bytes) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(told(SMALL.as_bytes()), Vec::<String>::new());
    let (head, tail) = SMALL.split_once("Small").expect("the title");
    let latin = [head.as_bytes(), b"Br\xfccke", tail.as_bytes()].concat();
    assert_eq!(
        told(&latin),
        ["folder/s.toml:3: found the byte 0xfc, expected text in UTF-8; save the file as UTF-8"]
    );
    let long = [0xff; MAX_BYTES + 1];
    let limit = format!(
        "folder/s.toml:1: found {} bytes, expected no more than {MAX_BYTES}",
        long.len()
    );
    assert_eq!(told(&long), [limit]);
}

#[test]
fn a_missing_table_is_reported() {
    let broken = SMALL.split("[set-up]").next().unwrap_or_default();
    let mistakes = Scenario::parse("s.toml", broken).expect_err("no set-up");
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["s.toml:1: found no `set-up` at the top, expected a table [set-up]"]
    );
}

#[test]
fn rows_of_the_wrong_size_are_reported() {
    expect(
        SMALL,
        ". . . . . .\nN",
        ". . . . .\nN",
        &["folder/s.toml:35: found 5 cells in row 4 from the top, expected 6"],
    );
    expect(
        SMALL,
        ". . . . . .\nN",
        "N",
        &["folder/s.toml:31: found 4 rows for the board, expected 5"],
    );
    expect(
        SMALL,
        "......\n.F",
        ".......\n.F",
        &["folder/s.toml:9: found 7 cells in row 1 from the top, expected 6"],
    );
}

#[test]
fn strange_letters_are_reported_with_their_cell() {
    expect(
        SMALL,
        "N . I L I .",
        "N . X L 9 .",
        &[
            "folder/s.toml:36: found `X` at c1, expected `.` or one of LDTHCNIOSBR, capital for White, small for Black",
            "folder/s.toml:36: found `9` at e1, expected `.` or one of LDTHCNIOSBR, capital for White, small for Black",
        ],
    );
    expect(
        SMALL,
        ".F..~.",
        ".f..~.",
        &[
            "folder/s.toml:10: found `f` at b4, expected `.` open, `T` town, `F` trees, `H` hill, `~` water or `_` no cell; \
           did you mean `F`?",
        ],
    );
}

#[test]
fn units_that_do_not_make_the_army_are_reported() {
    let mistakes = mistakes_of(SMALL, "N . I L I .", "N . I L . .");
    assert_eq!(
        mistakes,
        [
            "folder/s.toml:31: found `i` at b5 but nothing at e1, expected `I` there, as `symmetry = \"half-turn\"` says",
            "folder/s.toml:31: found 1 I of white, expected 2, as [army] says",
        ]
    );
}

#[test]
fn leaders_who_may_stay_away_must_be_leaders_and_not_all() {
    let cases = [
        (
            r#"["c9"]"#,
            vec![
                "folder/s.toml:30: found nobody at c9 for `reduced-chiefs`, expected cells on which leaders stand",
            ],
        ),
        (
            r#"["b5"]"#,
            vec![
                "folder/s.toml:30: found `I` at e1 but nothing at b5, expected `i` there, as `symmetry = \"half-turn\"` says",
                "folder/s.toml:30: found `i` at b5 for `reduced-chiefs`, expected cells on which leaders stand",
            ],
        ),
        (
            r#"["d1", "c5"]"#,
            vec![
                "folder/s.toml:30: found an army without leaders for white, expected at least one L, D or T",
                "folder/s.toml:30: found an army without leaders for black, expected at least one L, D or T",
            ],
        ),
        (
            r#""d1""#,
            vec![
                r#"folder/s.toml:30: found `"d1"`, expected cells such as ["d2", "e5"], each once, for `reduced-chiefs`"#,
            ],
        ),
        (
            r#"["d5", "d5"]"#,
            vec![
                r#"folder/s.toml:30: found `["d5", "d5"]`, expected cells such as ["d2", "e5"], each once, for `reduced-chiefs`"#,
            ],
        ),
    ];
    for (cells, expected) in cases {
        let kind = "kind = \"fixed\"";
        let with = format!("{kind}\nreduced-chiefs = {cells}");
        expect(SMALL, kind, &with, &expected);
    }
}

#[test]
fn units_on_water_are_reported() {
    expect(
        &SMALL.replace("symmetry", "# symmetry"),
        ".~..F.\n......",
        ".~..F.\n~_....",
        &[
            "folder/s.toml:31: found `N` at a1, where there is water, expected units where something can stand",
        ],
    );
}

#[test]
fn terrain_that_is_not_symmetric_is_reported() {
    expect(
        SMALL,
        ".F..~.",
        ".F..F.",
        &[
            "folder/s.toml:8: found `~` at b2 but `F` at e4, expected the same on both, as `symmetry = \"half-turn\"` says",
        ],
    );
}

#[test]
fn a_game_that_cannot_be_lost_or_won_is_reported() {
    expect(
        SMALL,
        "short = 1",
        "short = 2",
        &[
            "folder/s.toml:25: found a short game to 2 leaders where white has 1, expected `short` from 0 to 1",
            "folder/s.toml:25: found a short game to 2 leaders where black has 1, expected `short` from 0 to 1",
        ],
    );
    let mistakes = mistakes_of(
        SMALL,
        "[options]",
        "[endings]\ncommand = true\ntowns = 1\n[options]",
    );
    assert_eq!(
        mistakes,
        [
            "folder/s.toml:25: found leaders of total level 1 for white, expected at least the cap of 2, below which the \
             command ending is lost",
            "folder/s.toml:25: found leaders of total level 1 for black, expected at least the cap of 2, below which the \
             command ending is lost",
            "folder/s.toml:26: found 1 towns to win, expected no more than the 0 on the board",
        ]
    );
}

#[test]
fn sections_that_cannot_hold_the_army_are_reported() {
    expect(
        HIDDEN,
        "used = 2",
        "used = 1",
        &[
            "folder/s.toml:20: found an army of 2 leaders and 2 others for white, expected 1 and 1, to fill 1 sections",
            "folder/s.toml:20: found an army of 2 leaders and 2 others for black, expected 1 and 1, to fill 1 sections",
        ],
    );
    let mistakes = mistakes_of(HIDDEN, "AABBCC\nAABBCC", "A.BBCC\n..BBCC");
    assert_eq!(
        mistakes[0],
        "folder/s.toml:20: found a section of 1 cells of white, expected room for 2 units"
    );
}

#[test]
fn book_names_must_differ_and_not_be_numbers() {
    expect(
        HIDDEN,
        "name = \"Left\"",
        "name = \"1\"",
        &[
            "folder/s.toml:29: found `1` for a book, expected a name of its own that is not a number",
        ],
    );
    let twice =
        format!("{HIDDEN}\n[[set-up.book]]\nname = \"LEFT\"\nwhite = '''\nI.I...\nL..L..'''");
    let mistakes = mistakes_of(&twice, "", "");
    assert_eq!(
        mistakes,
        [
            "folder/s.toml:36: found `LEFT` for a book, expected a name of its own that is not a number"
        ]
    );
}

#[test]
fn there_are_no_more_than_64_books() {
    let (head, book) = HIDDEN.split_once("\n[[set-up.book]]").expect("a book");
    let with = |books: usize| {
        let books = (0..books).map(|number| {
            let name = format!("Left {number}");
            format!("\n[[set-up.book]]{}", book.replace("Left", &name))
        });
        format!("{head}{}", books.collect::<String>())
    };
    expect(&with(64), "", "", &[]);
    let line = with(64).lines().count() + 2;
    let told = format!("folder/s.toml:{line}: found 65 books, expected no more than 64");
    expect(&with(65), "", "", &[&told]);
}

#[test]
fn text_that_could_steer_a_terminal_is_refused() {
    expect(
        SMALL,
        "title = \"Small\"",
        "title = \"\\u001b[2JSmall\"",
        &[
            "folder/s.toml:3: found the character `\\u{1b}` in `title`, expected plain text without control characters",
        ],
    );
}

#[test]
fn a_text_over_the_limit_is_refused_unread() {
    let long = format!("{SMALL}#{}", "x".repeat(MAX_BYTES - SMALL.len()));
    let mistakes = Scenario::parse("s.toml", &long).expect_err("one byte too many");
    assert_eq!(
        mistakes[0].to_string(),
        "s.toml:1: found 49153 bytes, expected no more than 49152"
    );
    assert!(Scenario::parse("s.toml", &long[..MAX_BYTES]).is_ok());
}

const CHOSEN: &str = "both = { L = 2, I = 2 }\nchoice = { leaders = 0, levels = 0, others = 0 }";

#[test]
fn a_free_choice_must_be_possible() {
    let army = "both = { L = 2, I = 2 }";
    expect(HIDDEN, army, CHOSEN, &[]);
    let chosen = HIDDEN.replace(army, CHOSEN);
    expect(
        &chosen,
        "leaders = 0, levels = 0",
        "leaders = 1, levels = 4",
        &[
            "folder/s.toml:11: found 1 leaders of total level 4, expected a total from 1 to 3",
            "folder/s.toml:21: found an army of 3 leaders and 2 others for white, expected 2 and 2, to fill 2 sections",
            "folder/s.toml:21: found an army of 3 leaders and 2 others for black, expected 2 and 2, to fill 2 sections",
        ],
    );
    expect(
        SMALL,
        "N = 1 }",
        "N = 1 }\nchoice = { leaders = 0, levels = 0, others = 0 }",
        &[
            "folder/s.toml:19: found units to choose beside a fixed set-up, expected a hidden set-up, or none",
        ],
    );
}

#[test]
fn terrain_laid_by_lot_keeps_to_the_board_and_off_the_homes() {
    let with = |scatter: &str| format!("[scatter]\n{scatter}\n[turn]\n");
    let right =
        "ranks = { from = 3, to = 3 }\ntrees = { from = 1, to = 2 }\nhills = { from = 0, to = 1 }";
    expect(HIDDEN, "[turn]\n", &with(right), &[]);
    let home = "folder/s.toml:24: found the home cell a2 of white on a rank of [scatter], \
                expected sections away from the terrain laid by lot";
    expect(
        HIDDEN,
        "[turn]\n",
        &with(&right.replace("from = 3, to = 3", "from = 2, to = 3")),
        &[home],
    );
    expect(
        HIDDEN,
        "[turn]\n",
        &with(&right.replace("from = 3, to = 3", "from = 3, to = 6")),
        &["folder/s.toml:13: found rank 6 on a board of 5, expected ranks of the board"],
    );
    let odd = "folder/s.toml:14: found 1 cells and no other number, \
               expected an even number among them, for terrain that is the same after a half-turn";
    expect(
        HIDDEN,
        "[turn]\n",
        &with(&right.replace("from = 1, to = 2", "from = 1, to = 1")),
        &[odd],
    );
    expect(
        HIDDEN,
        "[turn]\n",
        &with(&right.replace("from = 1, to = 2", "from = 3, to = 2")),
        &[
            "folder/s.toml:14: found 2 after 3 for `trees`, expected a last number no smaller than the first",
        ],
    );
    expect(
        HIDDEN,
        "[turn]\n",
        &with(&right.replace("from = 1, to = 2", "from = 1, to = 3")),
        &[
            "folder/s.toml:13: found up to 4 trees and hills on 6 open cells, expected no more than 3",
        ],
    );
    expect(
        HIDDEN,
        "[turn]\n",
        &with(&right.replace("from = 1, to = 2", "from = 1, to = 1441")),
        &["folder/s.toml:14: found `1441`, expected a whole number from 0 to 1440 for `to`"],
    );
}

#[test]
fn a_lot_lays_no_more_than_1440_cells_on_the_widest_ground() {
    let is_row = |line: &str| line.len() == 6 && line.chars().all(|c| "AaBbCc".contains(c));
    let (without_books, _) = HIDDEN.split_once("[[set-up.book]]").expect("it has one");
    let wide = without_books.lines().map(|line| match line {
        "......" => format!("{line:.<60}\n").repeat(56),
        "files = 6" => "files = 60\n".to_owned(),
        "ranks = 5" => "ranks = 60\n".to_owned(),
        "[turn]" => "[scatter]\nranks = { from = 3, to = 58 }\ntrees = { from = 0, to = 720 }\n\
             hills = { from = 0, to = 720 }\n[turn]\n"
            .to_owned(),
        row if is_row(row) => format!("{row:.<60}\n"),
        line => format!("{line}\n"),
    });
    let wide: String = wide.collect();
    expect(&wide, "", "", &[]);
    expect(
        &wide,
        "to = 720",
        "to = 722",
        &[
            "folder/s.toml:13: found up to 1442 trees and hills on 3360 open cells, expected no more than 1440",
        ],
    );
}

#[test]
fn blocks_drawn_up_in_secret_need_a_turn_each_and_a_place_to_enter() {
    let zones = "\"\"\"\na.....\n......\n......\n......\n.....A\n\"\"\"";
    let entry = format!("[entry]\nzones = {zones}\n\n[turn]");
    let right = HIDDEN
        .replace("[turn]", &entry)
        .replace("used = 2\n", "used = 2\nenters = [1, 3, 5]\n");
    expect(&right, "", "", &[]);
    expect(
        &right,
        "[1, 3, 5]",
        "[1, 3]",
        &[
            "folder/s.toml:27: found 2 turns for the 3 sections of white, expected a turn for each section",
            "folder/s.toml:27: found 2 turns for the 3 sections of black, expected a turn for each section",
        ],
    );
    expect(
        &right,
        "[1, 3, 5]",
        "[1, 5, 3]",
        &[
            "folder/s.toml:27: found `[1, 5, 3]`, expected rising whole numbers from 1 to 65535 in brackets for `enters`",
        ],
    );
    expect(
        &right,
        "enters = [1, 3, 5]\n",
        "",
        &[
            "folder/s.toml:29: found a hidden set-up with the blocks of an [entry], \
           expected `enters` in [set-up] and no [[entry.block]], or `kind = \"fixed\"`",
        ],
    );
    expect(
        HIDDEN,
        "used = 2\n",
        "used = 2\nenters = [1, 3, 5]\n",
        &[
            "folder/s.toml:21: found units that enter later, but no [entry], expected the `zones` of an [entry]",
        ],
    );
    let fixed = SMALL.replace("[turn]", &entry);
    expect(
        &fixed,
        "",
        "",
        &[
            "folder/s.toml:21: found an [entry] without blocks beside a fixed set-up, \
           expected at least one table [[entry.block]]",
        ],
    );
}

#[test]
fn books_are_right_whatever_lot_comes_before_them() {
    let options = "[options]\n";
    for key in ["test-of-wills", "border-war"] {
        let text = scenario::load(key).expect("built in").expect("right");
        for word in ["lot-before", "lot-after", "white", "black"] {
            let with = format!("{options}first-player = \"{word}\"\n");
            let changed = text.text().replace(options, &with);
            let read = Scenario::parse("s.toml", &changed);
            assert_eq!(
                read.map(|read| content(&read).books().len()),
                Ok(content(&text).books().len())
            );
        }
    }
}
