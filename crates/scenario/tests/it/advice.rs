//! Advice reports legal but unwise content with its line, and nothing else.

use board::Cell;
use rules::testing::depth::deep;
use rules::warlord::{Order, Position};
use scenario::warlord::Content;
use scenario::warlord::author::{ADVICE, Plan};
use scenario::{Advice, BuiltIn, Scenario};

const WISE: &str = r#"format = 1
family = "warlord"
title = "Wise"

[board]
files = 8
ranks = 9
terrain = """
. . . . . . . .
. . . . . . T .
. . . F . . . .
. H . . . . . .
F . . . . . . F
. . . . . . H .
. . . . F . . .
. T . . . . . .
. . . . . . . .
"""
house = "Two of each."

[army]
both = { L = 2, C = 2, I = 2 }

[turn]
cap = 2

[endings]
towns = 2

[set-up]
kind = "fixed"
rows = """
. i c . l . . .
. l c i . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . I C L .
. . . L . C I .
"""
"#;

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a Warlord scenario")
}

fn parse(text: &str) -> Scenario {
    Scenario::parse("wise.toml", text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

/// The advice on a text after replacements that must occur in it.
fn advice(changes: &[(&str, &str)]) -> Vec<Advice> {
    let mut text = WISE.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from} is not in the text");
        text = text.replacen(from, to, 1);
    }
    parse(&text).advice()
}

#[track_caller]
fn expect(changes: &[(&str, &str)], expected: &[(&str, usize, &str)]) {
    let advice = advice(changes);
    let found: Vec<_> = advice
        .iter()
        .map(|advice| (advice.key, advice.line, advice.what.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_programs_own_scenarios_are_wise_or_say_why_they_are_not() {
    let mut known = Vec::new();
    for built_in in scenario::built_in() {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("right");
        for advice in scenario.advice() {
            assert!(
                advice.is_known,
                "{}:{}: {advice}",
                built_in.key, advice.line
            );
            known.push((built_in.key, advice.key));
        }
    }
    assert_eq!(
        known,
        [("border-war", "terrain-density"), ("march", "cap-share")]
    );
}

#[test]
fn a_wise_scenario_gets_no_advice() {
    expect(&[], &[]);
}

#[test]
fn units_out_of_command_are_reported_with_the_line_of_their_row() {
    let out = |changes: &[(&str, &str)]| {
        let advice = advice(changes).into_iter();
        let mut out = advice.filter(|advice| advice.key == "no-command");
        out.next().map(|advice| (advice.line, advice.what))
    };
    // the leader on d1 goes to b1 and reaches a1
    let near = (". . . L . C I .", "I . . L . C . .");
    assert_eq!(out(&[near, (". . . . I C L .", ". . . . . C L I")]), None);
    let far = (". . . . I C L .", "I . . . . C L .");
    assert_eq!(
        out(&[(". . . L . C I .", ". . . . . C I L"), far]),
        Some((40, "white has units out of command: I on a2".to_owned()))
    );
    let scenario = parse(
        &WISE
            .replace("I = 2", "I = 1, N = 1")
            .replace(". . . L . C I .\n", ". . . . . C I L\n")
            .replace(". . . . I C L .", "N . . . . C L .")
            .replace(". i c . l", ". n c . l"),
    );
    assert!(keys(&scenario).contains(&"no-command"));
    let itself = "[options]\nself-activating = true\n\n[set-up]";
    let itself = parse(&scenario.text().replace("[set-up]", itself));
    assert!(!keys(&itself).contains(&"no-command"));
}

fn keys(scenario: &Scenario) -> Vec<&'static str> {
    scenario.advice().iter().map(|advice| advice.key).collect()
}

#[test]
fn captures_in_the_first_turn_are_reported_whether_the_way_is_open_or_made_so() {
    // straight up the file
    let close = "[board]\nfiles = 3\nranks = 6\n";
    let small = |rows: &str| {
        parse(&format!(
            "format = 1\nfamily = \"warlord\"\ntitle = \"Close\"\n{close}[army]\nwhite = {{ L = 2, I = 1, R = 1 }}\n\
             black = {{ L = 2, I = 2 }}\n[turn]\ncap = 3\n[set-up]\nkind = \"fixed\"\nrows = \"\"\"\n{rows}\"\"\"\n"
        ))
    };
    // the rookish slides to a5 once the man in front of it has moved away and a leader has come near
    let cleared = small("l.l\nii.\n...\nI..\nR..\n.LL\n");
    let told = cleared.advice();
    assert_eq!(told[0].key, "first-turn-capture");
    assert_eq!(told[0].what, "white can capture in its first turn: a2-a5");
    let apart = small("l.l\n.ii\n...\nI..\nR..\n.LL\n");
    assert!(
        apart
            .advice()
            .iter()
            .all(|advice| advice.key != "first-turn-capture")
    );
}

#[test]
fn a_capture_that_takes_more_orders_than_can_be_tried_may_be_possible() {
    // the leader moves up, gun and man make way, the rookish slides; all the others could move in between
    let scenario = parse(&format!(
        "format = 1\nfamily = \"warlord\"\ntitle = \"Crowd\"\n[board]\nfiles = 20\nranks = 10\n[army]\n\
         white = {{ L = 9, T = 1, C = 1, I = 10, R = 1 }}\nblack = {{ L = 1, I = 1 }}\n[turn]\ncap = 9\n\
         [set-up]\nkind = \"fixed\"\nrows = \"\"\"\n{}{}{}{}{}{}{}\"\"\"\n",
        "...................l\n",
        "....................\n".repeat(3),
        "i...................\n",
        "C...................\n",
        "I...................\n",
        "R..T................\n",
        ".....I.LI.LI.LI.LI..\n....L.LI.LI.LI.LI...\n",
    ));
    let told = scenario.advice();
    assert_eq!(told[0].key, "first-turn-capture");
    assert_eq!(
        told[0].what,
        "white may be able to capture in its first turn: a3-a6"
    );
}

/// True if any sequence of orders in White's first turn captures.
fn captures(position: &Position) -> bool {
    position
        .legal_orders(position.side())
        .into_iter()
        .any(|order| {
            let Order::Move { to, .. } = order else {
                return false;
            };
            position.unit(to).is_some()
                || position.left() > 1 && {
                    let mut next = position.clone();
                    next.apply(position.side(), &order)
                        .expect("a listed order applies");
                    captures(&next)
                }
        })
}

#[test]
fn no_first_turn_captures_what_no_advice_told() {
    let mut told = 0;
    let mut numbers = rules::testing::Seeded(5);
    for _ in 0..300 {
        let mut rows = vec![vec!['.'; 6]; 7];
        for (letters, from) in [("LLHI", 4), ("llci", 0)] {
            for letter in letters.chars() {
                let (rank, file) = (from + numbers.below(3), numbers.below(6));
                rows[rank][file] = letter;
            }
        }
        let fen: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let text = WISE.replace("files = 8\nranks = 9", "files = 6\nranks = 7");
        let (head, _) = text.split_once("terrain").expect("a drawing");
        let count = |letter: char| fen.concat().matches(letter).count();
        let side = |letters: &str| {
            let kinds = letters.chars().filter(|letter| count(*letter) > 0);
            let kinds: Vec<String> = kinds
                .map(|letter| format!("{} = {}", letter.to_ascii_uppercase(), count(letter)))
                .collect();
            format!("{{ {} }}", kinds.join(", "))
        };
        let text = format!(
            "{head}[army]\nwhite = {}\nblack = {}\n[turn]\ncap = 2\n[set-up]\nkind = \"fixed\"\nrows = \"\"\"\n{}\n\"\"\"\n",
            side("LHI"),
            side("lci"),
            fen.join("\n")
        );
        let Ok(scenario) = Scenario::parse("random.toml", &text) else {
            continue;
        };
        let is_told = keys(&scenario).contains(&"first-turn-capture");
        told += usize::from(is_told);
        let start = Position::new(std::sync::Arc::new(content(&scenario).game().clone()));
        assert_eq!(is_told, captures(&start), "{text}");
    }
    assert!((20..280).contains(&told), "{told} times told");
}

#[test]
fn towns_that_a_kind_of_unit_cannot_reach_are_reported() {
    // both cannons of White on one color
    expect(
        &[("I C L", "C I L"), ("C I .\n", "C I .\n")],
        &[("no-way", 41, "no Cannon of white can ever come to b2")],
    );
}

#[test]
fn a_town_over_the_water_asks_for_the_option_crossing() {
    let wet = WISE
        .replace(
            ". . . . . . T .\n. . . F . . . .",
            ". . . . . . ~ ~\n. . . F . . ~ T",
        )
        .replace(". H . . . . . .", ". H . . . . ~ ~")
        .replace("symmetry", "#");
    let told = parse(&wet).advice();
    let cannon = told
        .iter()
        .find(|advice| advice.what.starts_with("no Infantry of white"));
    assert_eq!(cannon.map(|advice| advice.key), Some("no-way"));
    assert!(
        told.iter()
            .any(|advice| advice.mend.contains("open a way through the terrain"))
    );
}

#[test]
fn towns_that_lie_nearer_one_side_are_reported_with_the_figures() {
    let told = advice(&[
        (
            ". . . . . . T .\n. . . F . . . .",
            ". . . . . . . .\n. . . F . . . .",
        ),
        (". . . . F . . .", ". . . . F . T ."),
    ]);
    let unfair: Vec<&Advice> = told
        .iter()
        .filter(|advice| advice.key == "unfair-access")
        .collect();
    assert!(!unfair.is_empty(), "{told:#?}");
    assert_eq!(unfair[0].line, 8);
    assert!(
        unfair[0].what.starts_with("the towns lie "),
        "{}",
        unfair[0].what
    );
}

#[test]
fn a_map_that_is_the_same_after_a_half_turn_gives_both_sides_the_same_figures() {
    for seed in 0..6 {
        let plan = Plan {
            seed,
            ..Plan::new(32, 24)
        };
        let scenario = parse(&plan.write("").expect("a right plan"));
        let access = content(&scenario).access();
        let board = content(&scenario).game().board();
        assert!(
            access
                .totals()
                .iter()
                .all(|[white, black]| white == black && *white > 0)
        );
        for town in &access.towns {
            let turned = board.half_turn(town.cell);
            let other = access.towns.iter().find(|other| other.cell == turned);
            let swapped = town.moves.iter().map(|[white, black]| [*black, *white]);
            assert_eq!(
                other.map(|other| other.moves.clone()),
                Some(swapped.collect())
            );
        }
    }
}

#[test]
fn moves_to_a_town_count_the_halt_before_it() {
    let access = content(&parse(WISE)).access();
    let town = &access.towns[0];
    assert_eq!(town.cell, Cell::new(1, 1));
    // L from d1 one move, I from e2 three, C from f2 by e1, d2, c3 or c1
    assert_eq!(access.kinds.len(), 3);
    assert_eq!(town.moves[0][0], Some(1));
    assert_eq!(town.moves[2][0], Some(3));
    assert_eq!(town.moves[1][0], Some(3));
}

#[test]
fn armies_that_differ_are_reported() {
    expect(
        &[
            (
                "both = { L = 2, C = 2, I = 2 }",
                "white = { L = 2, C = 2, I = 1 }\nblack = { L = 2, C = 2, I = 2 }",
            ),
            ("C I .\n", "C . .\n"),
        ],
        &[(
            "unequal-armies",
            21,
            "white has other units than black: I 1 against 2; leaders of total level 2 and 2",
        )],
    );
}

#[test]
fn a_cap_that_is_never_used_or_far_from_the_usual_share_is_reported() {
    expect(
        &[("cap = 2", "cap = 3")],
        &[(
            "idle-orders",
            25,
            "a cap of 3 where white can give 2 orders at most",
        )],
    );
    expect(
        &[("cap = 2", "cap = 3\ncap-falls-with-leaders = true")],
        &[(
            "idle-orders",
            25,
            "a cap of 3 where white can give 2 orders at most",
        )],
    );
    let plan = |cap| Plan {
        cap: Some(cap),
        leaders: Some(12),
        ..Plan::new(24, 24)
    };
    let told = |cap| keys(&parse(&plan(cap).write("").expect("a right plan")));
    assert_eq!(told(17), ["cap-share"]);
    assert_eq!(told(4), ["cap-share"]);
    assert_eq!(told(10), [""; 0]);
}

#[test]
fn terrain_too_thin_or_too_thick_is_reported_and_a_house_note_gives_the_reason() {
    let thin = [
        (". . . F . . . .", ". . . . . . . ."),
        (". . . . F . . .", ". . . . . . . ."),
    ];
    expect(
        &thin,
        &[(
            "terrain-density",
            8,
            "terrain, towns included, on 6 of 72 cells of land",
        )],
    );
    let reason = (
        "Two of each.",
        "`terrain-density`: an open field is what this is about.",
    );
    assert!(!advice(&thin)[0].is_known);
    assert!(advice(&[thin[0], thin[1], reason])[0].is_known);
    expect(
        &[
            (". . . F . . . .", "F F F F F F . F"),
            (". . . . F . . .", "F . F F F F F F"),
            (". . . . . . H .", ". F F F F . H ."),
        ],
        &[(
            "terrain-density",
            8,
            "terrain, towns included, on 24 of 72 cells of land",
        )],
    );
}

#[test]
fn a_text_near_the_limit_is_reported() {
    let long = format!("{WISE}#{}", "x".repeat(scenario::MAX_BYTES * 9 / 10));
    assert_eq!(keys(&parse(&long)), ["near-limit"]);
}

#[test]
fn every_book_set_up_is_looked_at() {
    let hidden = "format = 1\nfamily = \"warlord\"\ntitle = \"Hidden\"\n[board]\nfiles = 9\nranks = 9\n[army]\nboth = { L = 1, I = 1 }\n\
        [turn]\ncap = 1\n[set-up]\nkind = \"sections\"\nused = 1\nleaders = 1\nothers = 1\nsections = \"\"\"\naaaaaaaaa\n.........\n\
        .........\n.........\n.........\n.........\n.........\n.........\nAAAAAAAAA\n\"\"\"\n[[set-up.book]]\nname = \"Near\"\n\
        white = \"LI.......\"\n[[set-up.book]]\nname = \"Far\"\nwhite = \"L.......I\"\n";
    let scenario = parse(hidden);
    let told: Vec<String> = scenario
        .advice()
        .iter()
        .map(|advice| format!("{} {}", advice.line, advice.what))
        .collect();
    assert_eq!(
        told,
        [
            "30 white has units out of command in the book Far: I on i1",
            "30 black has units out of command in the book Far: I on a9",
        ]
    );
}

/// The text with one of its numbers changed.
fn renumbered(text: &str, numbers: &mut rules::testing::Seeded) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    let starts: Vec<usize> = text.match_indices(is_digit).map(|(at, _)| at).collect();
    let at = *numbers.choose(&starts);
    let rest = text[at..].trim_start_matches(is_digit);
    format!("{}{}{rest}", &text[..at], numbers.below(260))
}

#[test]
fn advice_on_any_right_scenario_has_a_known_key_and_a_line_of_the_file() {
    let mut numbers = rules::testing::Seeded(11);
    let (rounds, mut given) = (deep(30, 150, 1000), 0);
    let own = |file: &&BuiltIn| file.family == "warlord";
    for built_in in scenario::built_in().iter().filter(own) {
        if matches!(built_in.key, "two-countries" | "continent") {
            continue;
        }
        for _ in 0..rounds {
            let text = renumbered(built_in.text, &mut numbers);
            if let Ok(scenario) = Scenario::parse("changed.toml", &text) {
                let lines = 1..=text.lines().count();
                for advice in scenario.advice() {
                    assert!(ADVICE.contains(&advice.key), "{advice}");
                    assert!(lines.contains(&advice.line), "{advice}");
                    given += 1;
                }
            }
        }
    }
    assert!(given > rounds, "{given} times");
}

#[test]
fn captures_are_looked_for_between_every_two_books() {
    let hidden = "format = 1\nfamily = \"warlord\"\ntitle = \"Hidden\"\n[board]\nfiles = 9\nranks = 4\n\
        [army]\nboth = { L = 1, H = 1 }\n[turn]\ncap = 1\n[set-up]\nkind = \"sections\"\nused = 1\nleaders = 1\n\
        others = 1\nsections = \"\"\"\naaaaaaaaa\n.........\n.........\nAAAAAAAAA\n\"\"\"\n\
        [[set-up.book]]\nname = \"Left\"\nwhite = \"LH.......\"\n\
        [[set-up.book]]\nname = \"Right\"\nwhite = \"......LH.\"\n";
    let advice = parse(hidden).advice();
    let told: Vec<String> = advice
        .iter()
        .map(|advice| format!("{} {}", advice.key, advice.what))
        .collect();
    assert_eq!(
        told,
        [
            "first-turn-capture white can capture in its first turn in the book Left against Right: b1-b4",
            "first-turn-capture black can capture in its first turn in the book Left against Right: b4-b1",
            "first-turn-capture white can capture in its first turn in the book Right against Left: h1-h4",
            "first-turn-capture black can capture in its first turn in the book Right against Left: h4-h1",
        ]
    );
}

#[test]
fn every_advice_is_in_the_reference() {
    let reference = include_str!("../../../../docs/scenario-format.md");
    for key in ADVICE {
        assert!(reference.contains(&format!("| `{key}` |")), "{key}");
    }
}
