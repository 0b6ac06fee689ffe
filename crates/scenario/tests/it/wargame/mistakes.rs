//! Mistakes, each with its line.

use scenario::Scenario;

use super::{FIXED, HIDDEN};

#[track_caller]
fn expect(text: &str, changes: &[(&str, &str)], expected: &[&str]) {
    let mut changed = text.to_owned();
    for (right, wrong) in changes {
        assert!(changed.contains(right), "{right}");
        changed = changed.replacen(right, wrong, 1);
    }
    let mistakes = match Scenario::parse("x.toml", &changed) {
        Ok(_) => panic!("right:\n{changed}"),
        Err(mistakes) => mistakes,
    };
    let found: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_files_of_these_tests_are_right() {
    for text in [FIXED, HIDDEN] {
        assert!(Scenario::parse("x.toml", text).is_ok());
    }
}

#[test]
fn the_game_decides_kinds_and_board() {
    expect(
        FIXED,
        &[("game = 1", "")],
        &["x.toml:5: found no `game` in [rules], expected 1 for WarGame 1 or 2 for WarGame 2"],
    );
    expect(
        FIXED,
        &[("game = 1", "game = 3")],
        &["x.toml:6: found `3`, expected a whole number from 1 to 2 for `game`"],
    );
    expect(
        FIXED,
        &[("[rules]\ngame = 1\n", "")],
        &["x.toml:1: found no `rules` at the top, expected a table [rules]"],
    );
    expect(
        HIDDEN,
        &[("ranks = 12", "ranks = 9")],
        &[
            "x.toml:10: found 6 files and 9 ranks, expected an even number of ranks on a board of hexes",
        ],
    );
    expect(
        HIDDEN,
        &[("V = 1, ", "T = 1, ")],
        &["x.toml:14: found the unit `T`, expected `C`, `G`, `L`, `V`, `I` or `A`"],
    );
    expect(
        HIDDEN,
        &[("V = 1, ", "Cavalry = 1, ")],
        &[
            "x.toml:14: found the unit `Cavalry`, expected `C`, `G`, `L`, `V`, `I` or `A`; did you mean `V`?",
        ],
    );
}

#[test]
fn boards_and_homes_leave_room() {
    expect(
        FIXED,
        &[("home = 2", "home = 4")],
        &[
            "x.toml:11: found two homes of 4 ranks on a board of 8, expected at least one rank between the homes",
        ],
    );
    expect(
        FIXED,
        &[("home = 2\n", "")],
        &[
            "x.toml:8: found no `home` in [board], expected the number of ranks of either side's home",
        ],
    );
    expect(
        FIXED,
        &[(".F..H.", ".F..~.")],
        &["x.toml:15: found `~` at e6, expected `.` open, `T` town, `F` trees or `H` hill"],
    );
    expect(
        FIXED,
        &[(".F..H.", ".H..H.")],
        &[
            "x.toml:12: found `F` at e3 but `H` at b6, expected the same on both, as `symmetry = \"half-turn\"` says",
        ],
    );
    expect(
        HIDDEN,
        &[("I = 2", "I = 12")],
        &[
            "x.toml:19: found 16 units of white for a home of 12 cells, expected a home with a cell for each unit",
            "x.toml:19: found 16 units of black for a home of 12 cells, expected a home with a cell for each unit",
        ],
    );
}

#[test]
fn armies_have_leaders_and_one_post() {
    expect(
        HIDDEN,
        &[("C = 1, L = 1, ", "")],
        &[
            "x.toml:13: found an army without leaders for white, expected at least one leader, who gives the orders",
            "x.toml:13: found an army without leaders for black, expected at least one leader, who gives the orders",
        ],
    );
    expect(
        FIXED,
        &[("CP = 1", "CP = 2")],
        &[
            "x.toml:24: found 2 Command Posts of white, expected one, or none",
            "x.toml:24: found 2 Command Posts of black, expected one, or none",
            "x.toml:39: found 1 CP of white, expected 2, as [army] says",
            "x.toml:39: found 1 CP of black, expected 2, as [army] says",
        ],
    );
}

#[test]
fn endings_and_options_fit_the_game() {
    expect(
        FIXED,
        &[("towns = 2", "towns = 3")],
        &["x.toml:31: found 3 towns to win, expected no more than the 2 on the board"],
    );
    expect(
        FIXED,
        &[("banner = true", "jump-all = true")],
        &[
            "x.toml:34: found `jump-all` switched on, expected false or nothing, since the switch has no use here: a switch of the other WarGame",
        ],
    );
    expect(
        FIXED,
        &[("banner = true", "baner = true")],
        &[
            "x.toml:34: found the key `baner` in [options], expected `house`, `banner`, `plant`, `towns`, `commander`, `short`, `half-first`, \
         `succession`, `strict-rifle`, `cam-terrain`, `two-range`, `unarmed-leaders`, `jump-all`, `paratroops` or `random-map`; \
         did you mean `banner`?",
        ],
    );
}

#[test]
fn set_ups_stand_on_their_ground_and_keep_their_symmetry() {
    expect(
        FIXED,
        &[("T  I  TC A  I  .", "T  I  TC I  A  .")],
        &[
            "x.toml:39: found `I` at d2 but `a` at c7, expected `i` there, as `symmetry = \"half-turn\"` says",
        ],
    );
    expect(
        FIXED,
        &[("T  I  TC A  I  .", "T  I  TC A  X  .")],
        &[
            "x.toml:46: found `X` at e2, expected `.` or one of CP SC TC IC AC T I A, capital for White, small for Black",
        ],
    );
    expect(
        FIXED,
        &[("T  I  TC A  I  .", "T  I  TC A  I")],
        &["x.toml:46: found 5 cells in row 7 from the top, expected 6"],
    );
}

#[test]
fn the_rules_check_every_book() {
    expect(
        HIDDEN,
        &[(". I V I . .", ". I V . . .")],
        &[
            "x.toml:22: found an illegal set-up for white in `Line`: the set-up has 1 of Infantry where the army has 2, expected one the rules allow; place exactly the units of the army",
            "x.toml:22: found an illegal set-up for black in `Line`: the set-up has 1 of Infantry where the army has 2, expected one the rules allow; place exactly the units of the army",
        ],
    );
    expect(
        HIDDEN,
        &[("\"Line\"", "\"7\"")],
        &["x.toml:23: found `7` for a book, expected a name of its own that is not a number"],
    );
    expect(
        HIDDEN,
        &[(". A C L . .\n", "")],
        &["x.toml:24: found 1 rows for the home, expected 2"],
    );
}

#[test]
fn any_file_with_a_number_changed_is_read_or_refused() {
    let mut numbers = rules::testing::Seeded(5);
    for built_in in scenario::built_in()
        .iter()
        .filter(|file| file.family == "wargame")
    {
        for _ in 0..100 {
            let digits = built_in.text.match_indices(|c: char| c.is_ascii_digit());
            let starts: Vec<usize> = digits.map(|(at, _)| at).collect();
            let at = *numbers.choose(&starts);
            let (before, rest) = built_in.text.split_at(at);
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let text = format!("{before}{}{rest}", numbers.below(260));
            if let Ok(scenario) = Scenario::parse("x.toml", &text) {
                assert!(scenario.start(&[]).is_ok());
                assert!(Scenario::agreed("x.toml", &text).is_ok());
            }
        }
    }
}
