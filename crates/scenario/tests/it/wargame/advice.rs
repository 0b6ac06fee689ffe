//! Advice on legal but unwise scenarios.

use scenario::wargame::author::ADVICE;

use super::{FIXED, HIDDEN, parse};

#[track_caller]
fn expect(text: &str, changes: &[(&str, &str)], expected: &[(&str, usize, &str)]) {
    let mut changed = text.to_owned();
    for (wise, unwise) in changes {
        assert!(changed.contains(wise), "{wise}");
        changed = changed.replacen(wise, unwise, 1);
    }
    let advice = parse(&changed).advice();
    let found: Vec<_> = advice
        .iter()
        .map(|advice| (advice.key, advice.line, advice.what.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_wise_scenario_gets_no_advice() {
    expect(FIXED, &[], &[]);
    expect(HIDDEN, &[], &[]);
}

/// A scenario with a fixed set-up, and the drawing of its first rank on line 22.
fn wide(first: &str) -> String {
    let empty = ". . . . . . . . . . . . . .\n".repeat(4);
    format!(
        "format = 1\nfamily = \"wargame\"\ntitle = \"Wide\"\n\n[rules]\ngame = 1\n[board]\nfiles = 14\nranks = 6\nhome = 1\n\
         [army]\nboth = {{ SC = 1, TC = 1, I = 2 }}\n[turn]\ncap = 1\n[set-up]\nkind = \"fixed\"\nrows = \"\"\"\n\
         sc tc i  .  .  .  .  i  .  .  .  .  .  .\n{empty}{first}\n\"\"\"\n"
    )
}

#[test]
fn units_without_an_orderer_and_leaders_out_of_command_are_reported_with_the_line_of_their_row() {
    // the Supreme Commander goes four squares, and orders reach three more
    let near = wide("SC I  .  .  .  .  .  I  .  TC .  .  .  .");
    expect(&near, &[], &[]);
    let far = wide("SC I  TC .  .  .  .  .  .  .  .  .  .  I");
    let told = "white has units out of reach of orders: I on n1";
    expect(&far, &[], &[("no-orders", 23, told)]);
    let apart = wide("SC I  .  .  .  .  .  I  .  .  TC .  .  .");
    let told = "white has leaders out of command: TC on k1";
    expect(&apart, &[], &[("pinned-leader", 23, told)]);
}

#[test]
fn guns_that_can_never_move_are_reported() {
    let walled = "format = 1\nfamily = \"wargame\"\ntitle = \"Walled\"\n[rules]\ngame = 1\n[board]\nfiles = 5\nranks = 6\nhome = 2\n\
        terrain = \"\"\"\n...H.\n...HH\n.....\n.....\nHH...\n.H...\n\"\"\"\n[army]\nboth = { SC = 1, A = 1 }\n[turn]\ncap = 1\n\
        [set-up]\nkind = \"fixed\"\nrows = \"\"\"\n. . sc . a\n. . . . .\n. . . . .\n. . . . .\n. . . . .\nA . SC . .\n\"\"\"\n";
    expect(
        walled,
        &[],
        &[
            (
                "no-move",
                30,
                "white has units that can never move: A on a1",
            ),
            (
                "no-move",
                25,
                "black has units that can never move: A on e6",
            ),
        ],
    );
    expect(
        walled,
        &[("\n.H...", "\n....."), ("\n...H.\n", "\n.....\n")],
        &[],
    );
}

#[test]
fn kills_in_the_first_turn_are_reported() {
    // the tank goes three squares, and the gun fires as far
    expect(
        FIXED,
        &[
            (".  i  a  tc i  t", ".  .  a  tc i  t"),
            ("rows = \"\"\"", "symmetry = \"half-turn\"\nrows = \"\"\""),
            ("symmetry = \"half-turn\"\nsymmetry = \"half-turn\"\n", ""),
            (
                ".  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .",
                ".  .  .  .  .  .\ni  .  .  .  .  .\n.  .  .  .  .  .",
            ),
        ],
        &[(
            "first-turn-kill",
            45,
            "white can kill in its first turn: a2 kills a5, d2 kills a5",
        )],
    );
}

#[test]
fn kills_are_looked_for_between_every_two_books() {
    let two = format!(
        "{HIDDEN}\n[[set-up.book]]\nname = \"Other\"\nwhite = \"\"\"\n. . I V I .\n. . L C A .\n\"\"\"\n"
    );
    expect(&two, &[], &[]);
    // with fewer ranks between the homes, accompanied Cavalry would leap over men of either book
    let near = two.replace("ranks = 12", "ranks = 8");
    let advice = parse(&near).advice();
    let told: Vec<&str> = advice.iter().map(|advice| advice.key).collect();
    assert_eq!(told, ["first-turn-kill"; 8]);
    assert!(
        advice
            .iter()
            .any(|advice| advice.what.contains("in the book Line against Other"))
    );
    assert!(
        advice
            .iter()
            .any(|advice| advice.what.contains("in the book Other:"))
    );
}

#[test]
fn unequal_armies_idle_orders_and_thin_terrain_are_reported() {
    expect(
        FIXED,
        &[
            (
                "both = { CP = 1, SC = 1, TC = 1, T = 1, I = 2, A = 1 }",
                "white = { CP = 1, SC = 1, TC = 1, T = 1, I = 2, A = 1 }\nblack = { CP = 1, SC = 1, TC = 1, I = 2, A = 1 }",
            ),
            (".  i  a  tc i  t", ".  i  a  tc i  ."),
            ("symmetry = \"half-turn\"\nrows", "rows"),
            ("cap = 2", "cap = 3"),
            (".F..H.", "......"),
            (".H..F.", "......"),
        ],
        &[
            (
                "unequal-armies",
                24,
                "white has other units than black: T 1 against 0",
            ),
            (
                "idle-orders",
                29,
                "a cap of 3 where a side has 2 leaders, who give an order each",
            ),
            (
                "terrain-density",
                12,
                "terrain, towns included, on 2 of 48 cells",
            ),
        ],
    );
}

#[test]
fn every_advice_is_in_the_reference() {
    let reference = include_str!("../../../../../docs/scenario-format.md");
    for key in ADVICE {
        assert!(reference.contains(&format!("| `{key}` |")), "{key}");
    }
}
