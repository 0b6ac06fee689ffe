//! Mistakes, each with its line.

use scenario::Scenario;

/// A small correct file.
const FILE: &str = r#"format = 1
family = "tourney"
title = "Test"

[board]
files = 7
ranks = 7
symmetry = "half-turn"
terrain = """
...C...
...G...
.....R.
.F.F.F.
.R.....
...G...
...C...
"""

[castles]
white = { castle = ["d1"], name = "Rose" }
black = { castle = ["d7"] }

[set-up]
symmetry = "half-turn"
rows = """
. . . w . . .
. . k l f . .
. . . . . . .
. . . . . . .
. . . . . . .
. . F L K . .
. . . W . . .
"""

[options]
wounds = true
several = "2"
"#;

#[track_caller]
fn expect(changes: &[(&str, &str)], expected: &[&str]) {
    let mut changed = FILE.to_owned();
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

/// Takes away the promise that both halves of the units are alike.
const UNEVEN: (&str, &str) = ("symmetry = \"half-turn\"\nrows", "\nrows");

/// Takes away the promise that both halves of the board are alike.
const UNEVEN_BOARD: (&str, &str) = ("symmetry = \"half-turn\"\nterrain", "\nterrain");

const SOUTH: &str = ". . F L K . .";

#[test]
fn the_file_of_these_tests_is_right() {
    let scenario = Scenario::parse("x.toml", FILE).expect("right");
    let content = scenario::tourney::Content::of(&scenario).expect("a Tourney scenario");
    let names = content.game().castles.iter().flatten();
    let names: Vec<&str> = names.map(|castle| castle.name.as_str()).collect();
    assert_eq!(names, ["Rose", "North"]);
}

#[test]
fn each_side_has_one_castle_with_one_green() {
    expect(
        &[("black = { castle = [\"d7\"] }\n", "")],
        &[
            "x.toml:19: found no Castle of black in [castles], expected `black = { castle = [\"f11\"] }`",
        ],
    );
    expect(
        &[("castle = [\"d7\"]", "castle = [\"c7\"]")],
        &[
            "x.toml:21: found the Castle of black at c7, where the terrain has none, expected the cell of a `C` in the terrain",
        ],
    );
    expect(
        &[("castle = [\"d1\"]", "castle = [\"d1\", \"d7\"]")],
        &["x.toml:20: found 2 Castles of white, expected one Castle for each side"],
    );
    expect(
        &[(".F.F.F.", "CF.F.FC")],
        &[
            "x.toml:19: found `C` at a4, a Castle of no side, expected one Castle for each side in [castles]",
            "x.toml:19: found `C` at g4, a Castle of no side, expected one Castle for each side in [castles]",
        ],
    );
    expect(
        &[("...G...\n...C...", ".......\n...C..."), UNEVEN_BOARD],
        &[
            "x.toml:20: found 0 Greens beside the Castle at d1, expected one open Green in front of it; draw `G` on one square beside d1, not at a corner of it",
        ],
    );
    expect(
        &[("...C...\n...G...", "..GC...\n...G..."), UNEVEN_BOARD],
        &[
            "x.toml:21: found 2 Greens beside the Castle at d7, expected one open Green in front of it; draw `G` on one square beside d7, not at a corner of it",
        ],
    );
    expect(
        &[(".F.F.F.", "FFFFFFF")],
        &[
            "x.toml:19: found a Green of black that Knights of white cannot reach, expected a way for Knights from every Green to every other; open a way around woods, rough ground, rivers and mountains",
        ],
    );
    expect(
        &[("[board]", "[board]\nwood = [\"a1\"]")],
        &[
            "x.toml:6: found a1 as the wood that holds Ladies, expected a cell with `F` in the terrain",
        ],
    );
}

#[test]
fn units_stand_where_they_may() {
    let knight = (". . . . . . .\n. . F L", ". K . . . . .\n. . F L");
    expect(
        &[(SOUTH, ". . F L . . ."), knight, UNEVEN],
        &[
            "x.toml:30: found a Knight at b3, on rough ground, expected ground that such a unit may enter",
        ],
    );
    let lady = (
        ". . . . . . .\n. . . . . . .\n. . F L",
        ". L . . . . .\n. . . . . . .\n. . F .",
    );
    expect(
        &[lady, UNEVEN],
        &["x.toml:29: found a Lady at b4, in a wood, expected ground that such a unit may enter"],
    );
    let two = (
        ". . . . . . .\n. . . . . . .\n. . F L",
        ". (FF) . . . . .\n. . . . . . .\n. . . L",
    );
    expect(
        &[two, UNEVEN],
        &[
            "x.toml:29: found 2 units at b4, in a wood, expected one unit in a wood, in a Castle or on a bridge",
        ],
    );
    expect(
        &[(SOUTH, ". . F (LKF) . . ."), UNEVEN],
        &["x.toml:31: found 3 units at d2, on a Castle Green, expected two units on a square"],
    );
    expect(
        &[(". . . W . . .", ". . . (WF) . . ."), UNEVEN],
        &[
            "x.toml:32: found 2 units at d1, in a Castle, expected one unit in a wood, in a Castle or on a bridge",
        ],
    );
    expect(
        &[
            (". . . w . . .", ". . . F . . ."),
            (". . k l f", ". w k l f"),
            UNEVEN,
        ],
        &[
            "x.toml:26: found a Footman at d7, in the Castle of another side, expected a square, or the unit's own Castle",
        ],
    );
    expect(
        &[
            (SOUTH, ". . F L (Kk) . ."),
            (". . k l f", ". . . l f"),
            UNEVEN,
        ],
        &["x.toml:31: found units of two sides at e2, expected units of one side on a square"],
    );
    expect(
        &[(SOUTH, ". . F L . K .")],
        &[
            "x.toml:25: found a Knight of white at f2, and no Knight of black at b6, expected one there, as `symmetry = \"half-turn\"` says",
        ],
    );
}

#[test]
fn each_side_has_its_warlord_and_its_lady() {
    expect(
        &[(". . . W . . .", ". . . . . . ."), UNEVEN],
        &["x.toml:25: found 0 Warlords of white, expected one for each side"],
    );
    expect(
        &[(SOUTH, ". . F K K . ."), UNEVEN],
        &["x.toml:25: found 0 Ladies of white, expected one for each side"],
    );
    expect(
        &[(SOUTH, ". . F L (rK) . ."), UNEVEN],
        &["x.toml:25: found a Knight of red at e2, expected units of sides that have a Castle"],
    );
    let units = "`.`, one of W L K F, or two of them in brackets: capitals for white, small letters for black, `r` or `g` before a capital for red or green";
    expect(
        &[(SOUTH, ". . S L K . ."), UNEVEN],
        &[&format!(
            "x.toml:31: found `S` at c2, expected {units}; Sergeants, Bowmen and Bishops come by their options"
        )],
    );
    expect(
        &[(SOUTH, ". . F L x . .")],
        &[&format!("x.toml:31: found `x` at e2, expected {units}")],
    );
}

#[test]
fn options_are_known_and_go_together() {
    let keys = "`house`, `wounds`, `healing`, `finishing`, `wizard`, `bishop`, `sergeants`, `teams`, `bowmen`, `strategic`, `enchanted`, `veterans`, `grand`, `muster`, `chivalry`, `winding-knights`, `several` or `seats`";
    expect(
        &[("wounds = true", "wonuds = true")],
        &[&format!(
            "x.toml:36: found the key `wonuds` in [options], expected {keys}; did you mean `wounds`?"
        )],
    );
    expect(
        &[("wounds = true", "bishop = true")],
        &[
            "x.toml:36: found options that do not go together: `bishop` is played with `wizard` only, expected options that do; switch `wizard` on, or `bishop` off",
        ],
    );
    expect(
        &[("wounds = true", "teams = true")],
        &[
            "x.toml:36: found `teams` switched on, expected false or nothing, since the option has no use here: teams are two and two, and there are no four seats",
        ],
    );
    expect(
        &[("wounds = true", "seats = 4")],
        &["x.toml:36: found 4 seats, expected 2, as many as the board can have"],
    );
    expect(
        &[("wounds = true", "winding-knights = true")],
        &[
            "x.toml:36: found `winding-knights` switched on, expected false or nothing, since the option has no use here: Knights that turn corners need a board of 13 by 13",
        ],
    );
    expect(
        &[("several = \"2\"", "several = \"3\"")],
        &["x.toml:37: found `3` for `several`, expected `off`, `2` or `all`; did you mean `2`?"],
    );
}
