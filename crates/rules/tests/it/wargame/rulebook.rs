//! The golden cases of the rulebook's sections 1.15 and 2.9, one test each.

use rules::testing::wargame::{after, game, open_game, position, standard, started, why};
use rules::wargame::{Position, Ruleset, Side};

use Ruleset::{One, Two};

/// A position on open ground, units named by cell.
fn field(units: &[(&str, &str)], files: usize, ranks: usize, ruleset: Ruleset) -> Position {
    let game = open_game(ruleset, &vec![files.to_string(); ranks].join("/"));
    placed(&game, units)
}

/// A position of a game, units named by cell.
pub(super) fn placed(game: &rules::wargame::Game, units: &[(&str, &str)]) -> Position {
    let board = game.board();
    let mut rows = Vec::new();
    for rank in (0..board.ranks()).rev() {
        let (mut row, mut blanks) = (String::new(), 0);
        for file in 0..board.files() {
            let name = board::Cell::new(file, rank).to_string();
            match units.iter().find(|(cell, _)| *cell == name) {
                Some((_, symbol)) => {
                    if blanks > 0 {
                        row.push_str(&blanks.to_string());
                    }
                    blanks = 0;
                    row.push_str(symbol);
                }
                None => blanks += 1,
            }
        }
        if blanks > 0 {
            row.push_str(&blanks.to_string());
        }
        rows.push(row);
    }
    position(game, &format!("{} w 3 0", rows.join("/")))
}

#[test]
fn a_tank_commander_out_of_reach_is_relayed() {
    let position = field(
        &[("q3", "(SC)"), ("y4", "(TC)"), ("ad4", "(TC)")],
        33,
        20,
        One,
    );
    let commanded: Vec<String> = position
        .in_command(Side::White)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(commanded, ["q3", "y4", "ad4"]);
}

#[test]
fn without_the_relay_the_commander_cannot_act_but_those_below_can_and_both_order() {
    let units = [("q3", "(SC)"), ("ad4", "(TC)"), ("ag6", "(IC)")];
    let position = field(&units, 33, 20, One);
    assert!(why(&position, "ad4-ad5").starts_with("1.3 "));
    assert_eq!(why(&position, "ag6-ag7"), "legal");
    let names: Vec<String> = position
        .givers_for("ag6".parse().expect("a cell"))
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["ad4", "ag6"]);
}

#[test]
fn a_line_of_offset_2_1_needs_both_squares_clear() {
    let units = [("j10", "T"), ("l11", "i"), ("k11", "I"), ("j8", "(SC)")];
    assert!(why(&field(&units, 33, 20, One), "j10*l11").starts_with("1.8 "));
    assert_eq!(
        why(
            &field(&[("j10", "T"), ("l11", "i"), ("j8", "(SC)")], 33, 20, One),
            "j10*l11"
        ),
        "legal"
    );
}

#[test]
fn a_line_of_offset_3_1_passes_a_corner() {
    let open = ".".repeat(12);
    let mut rows = vec![open.clone(); 12];
    // a hill on g5
    rows[12 - 5] = "......H.....".to_owned();
    let game = game(One, &rows.join("/"), &["12"; 12].join("/"));
    let units = [("e5", "A"), ("h6", "i"), ("e3", "(SC)")];
    assert_eq!(why(&placed(&game, &units), "e5*h6"), "legal");
    let units = [("e5", "A"), ("h6", "i"), ("e3", "(SC)"), ("f6", "I")];
    assert!(why(&placed(&game, &units), "e5*h6").starts_with("1.8 "));
}

#[test]
fn two_takers_are_too_few_and_a_friend_saves() {
    let base = [
        ("j10", "i"),
        ("i10", "I"),
        ("k10", "I"),
        ("a1", "(SC)"),
        ("ag20", "(sc)"),
    ];
    let falls = |more: &[(&str, &str)]| {
        let units = [&base[..], more].concat();
        field(&units, 33, 20, One).out_of_supply(Side::Black).len()
    };
    assert_eq!(falls(&[]), 0);
    assert_eq!(falls(&[("j12", "I")]), 1);
    assert_eq!(falls(&[("j12", "I"), ("i9", "i")]), 0);
}

#[test]
fn infantry_in_a_town_falls_to_adjacent_artillery_alone() {
    let rows = ["......", "......", "..T...", "......", "......"];
    let game = game(One, &rows.join("/"), &["6"; 5].join("/"));
    let units = [
        ("c3", "i"),
        ("b3", "T"),
        ("d3", "I"),
        ("c2", "A"),
        ("b2", "(TC)"),
        ("d1", "(SC)"),
    ];
    let position = placed(&game, &units);
    for text in [
        "b3*c3", "b3-c3", "b3-c3-d4", "d3-c3", "b2*c3", "b2-c3", "c2-c3",
    ] {
        assert_ne!(why(&position, text), "legal", "{text}");
    }
    assert_eq!(why(&position, "c2*c3"), "legal");
}

#[test]
fn a_towed_unit_is_safe_next_door_and_dies_with_its_tank() {
    let units = [
        ("b2", "T"),
        ("a2", "I"),
        ("b1", "(SC)"),
        ("f5", "i"),
        ("e7", "(sc)"),
        ("g5", "t"),
    ];
    let position = field(&units, 9, 9, One);
    let towed = after(&position, &["b2-c3-d4-e5~a2", "end"]);
    assert!(
        towed.to_text().ends_with("tow=d4>e5"),
        "{}",
        towed.to_text()
    );
    assert_eq!(why(&towed, "f5-e5"), "legal");
    assert!(why(&towed, "f5-d4").starts_with("1.6 "));
    let dead = after(&towed, &["f5-e5"]);
    assert_eq!(dead.unit("d4".parse().expect("a cell")), None);
    assert!(dead.tows().is_empty());
}

#[test]
fn a_leader_enters_trees_only_with_all_its_points() {
    let rows = ["....", "....", "....", "FFFF", "...."];
    let game = game(One, &rows.join("/"), &["4"; 5].join("/"));
    let position = placed(&game, &[("b1", "(SC)")]);
    assert_eq!(why(&position, "b1-b2"), "legal");
    assert!(why(&position, "b1-c1-c2").starts_with("1.5 "));
    assert!(why(&position, "b1-b3").starts_with("1.5 "));
}

#[test]
fn a_colonel_is_in_command_under_a_general_that_is_not() {
    let position = field(&[("l1", "C"), ("g2", "G")], 24, 16, Two);
    assert_eq!(position.in_command(Side::White).len(), 2);
    let units = [("a1", "C"), ("r2", "G"), ("v2", "L")];
    let position = field(&units, 24, 16, Two);
    assert_eq!(
        position.is_in_command("r2".parse().expect("a cell")),
        Some(false)
    );
    assert_eq!(
        position.is_in_command("v2".parse().expect("a cell")),
        Some(true)
    );
}

#[test]
fn a_corner_line_on_hexes_is_blocked_by_both_flanks_only() {
    let seen = |more: &[(&str, &str)], target: &str| {
        let units = [&[("c1", "A"), ("a1", "C"), (target, "i")][..], more].concat();
        let found = why(&field(&units, 8, 8, Two), &format!("c1*{target}"));
        assert!(
            found == "legal" || found.starts_with("2.5 the line"),
            "{found}"
        );
        found == "legal"
    };
    // c1 is axial (2,0), its corner target (1,1) farther is d2, between d1 and c2
    assert_eq!(axial_steps(), [("d1", "c2", "d2", "e1")]);
    assert!(seen(&[("d1", "I")], "d2"));
    assert!(!seen(&[("d1", "I"), ("c2", "I")], "d2"));
    assert!(!seen(&[("d1", "I")], "e1"));
}

/// The hexes (1,0), (0,1), (1,1) and (2,0) from c1.
fn axial_steps() -> [(&'static str, &'static str, &'static str, &'static str); 1] {
    let board = board::Board::hex(8, 8).expect("a size");
    let cell = |name: &str| -> board::Cell { name.parse().expect("a cell") };
    assert_eq!(
        board.step(cell("c1"), board::Direction::East),
        Some(cell("d1"))
    );
    assert_eq!(
        board.step(cell("c1"), board::Direction::NorthEast),
        Some(cell("c2"))
    );
    assert_eq!(
        board.step(cell("c2"), board::Direction::East),
        Some(cell("d2"))
    );
    [("d1", "c2", "d2", "e1")]
}

#[test]
fn accompanied_cavalry_has_six_points_and_the_leader_ends_behind() {
    let units = [("c1", "V"), ("b1", "L"), ("a1", "C")];
    let position = field(&units, 12, 8, Two);
    assert!(why(&position, "c1-d1-e1-f1-g1-h1-i1").starts_with("2.4 "));
    let moved = after(&position, &["c1-d1-e1-f1-g1-h1-i1&b1"]);
    let at = |name: &str| {
        moved
            .unit(name.parse().expect("a cell"))
            .map(|unit| unit.symbol())
    };
    assert_eq!(at("i1").as_deref(), Some("V"));
    assert_eq!(at("h1").as_deref(), Some("L"));
}

#[test]
fn a_jump_over_infantry_on_a_hill_costs_three() {
    let game = game(Two, "...H......../............", "12/12");
    let position = placed(&game, &[("c2", "V"), ("d2", "i"), ("a1", "C")]);
    // three points for the jump, two are left
    assert_eq!(why(&position, "c2-d2-e2-f2-g2"), "legal");
    assert!(why(&position, "c2-d2-e2-f2-g2-h2").starts_with("2.4 "));
}

#[test]
fn the_book_set_ups_are_in_command_and_within_orders() {
    for (ruleset, leaders, units) in [(One, 14, 69), (Two, 10, 40)] {
        let start = started(standard(ruleset));
        for side in Side::BOTH {
            assert_eq!(start.army(side).count(), units);
            assert_eq!(start.in_command(side).len(), leaders);
        }
        let orderable = start
            .army(Side::White)
            .filter(|(cell, _)| !start.givers_for(*cell).is_empty());
        let alone = start.army(Side::White).count() - orderable.count();
        // nobody needs to order a Command Post
        assert_eq!(
            alone,
            usize::from(
                ruleset == One && start.givers_for("q1".parse().expect("a cell")).is_empty()
            )
        );
    }
}

#[test]
fn nothing_is_taken_on_the_first_turn() {
    for ruleset in Ruleset::BOTH {
        let start = started(standard(ruleset));
        let before = start.units().count();
        for order in start.legal_orders(Side::White) {
            let mut after = start.clone();
            after.apply(Side::White, &order).expect("a listed order");
            assert_eq!(after.units().count(), before);
        }
    }
}
