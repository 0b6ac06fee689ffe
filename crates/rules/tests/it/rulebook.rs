//! The positions of the rulebook's section 10, one test each.

use rules::testing::{after, game, open_game, position, reach, why};
use rules::warlord::{Outcome, Side, Win};
use rules::warlord::{Position, Towns};

/// A position on open ground where everything may be moved at will.
fn field(files: usize, rows: &str) -> Position {
    let game = open_game(files, rows);
    position(&game, &format!("{rows} w 3 0"))
}

#[test]
fn a_leader_on_an_empty_board_has_24_destinations() {
    let position = field(7, "7/7/7/3L3/7/7/7");
    assert_eq!(
        reach(&position, "d4"),
        "b2 c2 d2 e2 f2 b3 c3 d3 e3 f3 b4 c4 e4 f4 b5 c5 d5 e5 f5 b6 c6 d6 e6 f6"
    );
}

#[test]
fn a_leader_boxed_in_by_own_units_has_none() {
    let position = field(7, "7/7/2III2/2ILI2/2III2/7/7");
    assert_eq!(reach(&position, "d4"), "");
}

#[test]
fn a_leader_with_one_way_out_reaches_what_lies_round_it() {
    let position = field(7, "7/7/2II3/2ILI2/2III2/7/7");
    // (1,1) (2,0) (2,1) (2,2) (1,2) (0,2)
    assert_eq!(reach(&position, "d4"), "f4 e5 f5 d6 e6 f6");
}

#[test]
fn an_adjacent_enemy_is_captured_and_opens_nothing_behind_it() {
    let position = field(7, "7/7/2IIi2/2ILI2/2III2/7/7");
    assert_eq!(reach(&position, "d4"), "e5");
}

#[test]
fn a_hero_behind_two_units_leaps_to_the_second_cell_not_the_third() {
    assert_eq!(reach(&field(1, "1/1/i/i/O"), "a1"), "a2 a3");
    assert_eq!(reach(&field(1, "1/1/i/I/O"), "a1"), "a3");
    assert_eq!(reach(&field(1, "1/1/I/i/O"), "a1"), "a2");
    // if one of the two is empty, it gets to the third
    assert_eq!(reach(&field(1, "1/1/1/i/O"), "a1"), "a2 a3 a4");
    assert_eq!(reach(&field(1, "1/1/i/1/O"), "a1"), "a2 a3 a4");
}

#[test]
fn heavy_cavalry_behind_two_units_also_jumps_to_the_third_cell() {
    assert_eq!(reach(&field(1, "1/1/i/i/H"), "a1"), "a2 a3 a4");
    assert_eq!(reach(&field(1, "1/1/I/I/H"), "a1"), "a4");
}

#[test]
fn a_leader_moved_by_another_activates_from_where_it_then_stands() {
    let start = field(9, "9/9/4I4/9/9/9/L1L6");
    // the leader of c1 moves to d3 by an activation of a1, then reaches the infantry of e5
    let moved = after(&start, &["c1-d3"]);
    assert_eq!(why(&moved, "e5-e6"), "legal");
}

#[test]
fn a_leader_of_level_1_that_moved_itself_activates_nothing_more() {
    let start = field(9, "9/9/4I4/9/9/9/2L6");
    let moved = after(&start, &["c1-d3"]);
    assert_eq!(
        why(&moved, "e5-e6"),
        "2.3 the leaders within reach of e5 have no activation left this turn"
    );
}

#[test]
fn an_activation_is_handed_on_to_another_leader_that_could_have_given_it() {
    // P on a1 and Q on e1: the infantry of c1 is in range of both, that of a3 only of P's
    let start = field(9, "9/9/9/9/I8/9/L1I1L4");
    let first = after(&start, &["c1-c2"]);
    assert_eq!(why(&first, "a3-a4"), "legal");
    let both = after(&first, &["a3-a4"]);
    assert_eq!(both.left(), 2);
}

#[test]
fn a_leader_that_swapped_activates_nothing() {
    let mut game = open_game(5, "5/5/5/5/LCI2");
    game.options.swap = true;
    let swapped = after(&position(&game, "5/5/5/5/LCI2 w 3 0"), &["a1<>b1"]);
    assert_eq!(swapped.to_text(), "5/5/5/5/CLI2 w 3 0");
    assert_eq!(
        why(&swapped, "c1-c2"),
        "2.3 the leaders within reach of c1 have no activation left this turn"
    );
    for order in ["a1-b2", "b1-b2"] {
        assert!(why(&swapped, order).starts_with("2.4 "), "{order}");
    }
}

#[test]
fn a_swap_costs_a_leader_of_level_3_its_other_orders() {
    let mut game = open_game(5, "5/5/5/5/TCI2");
    game.options.swap = true;
    let start = position(&game, "5/5/5/5/TCI2 w 3 0");
    let swapped = after(&start, &["a1<>b1"]);
    assert!(why(&swapped, "c1-c2").starts_with("2.3 "));
    // nor does it swap once an order counts on it
    let ordered = after(&start, &["c1-c2"]);
    assert_eq!(
        why(&ordered, "a1<>b1"),
        "2.9 the leader on a1 has activated units this turn that no other leader can answer for"
    );
}

/// A short game of five leaders a side in which White has captured three, Black two, and White's turn has ended.
fn claimed_by_white() -> Position {
    let mut game = open_game(9, "LLLLL4/9/9/lllll4");
    game.options.short = 3;
    let start = position(&game, "ll7/LLL6/9/9 w 9 0");
    assert_eq!(
        (start.captured(Side::White), start.captured(Side::Black)),
        (3, 2)
    );
    let claimed = after(&start, &["end"]);
    assert_eq!(
        (claimed.outcome(), claimed.claim()),
        (None, Some(Side::White))
    );
    claimed
}

#[test]
fn a_third_capture_in_reply_makes_the_short_game_continue() {
    let replied = after(&claimed_by_white(), &["b4-b3", "end"]);
    assert_eq!((replied.outcome(), replied.claim()), (None, None));
    assert_eq!(replied.side(), Side::White);
}

#[test]
fn a_reply_that_takes_nothing_loses_the_short_game_at_its_end() {
    let replied = after(&claimed_by_white(), &["b4-c4"]);
    assert_eq!(replied.outcome(), None);
    let over = after(&replied, &["end"]);
    assert_eq!(over.outcome(), Some(Outcome::Won(Side::White, Win::Short)));
}

#[test]
fn a_reply_that_takes_more_turns_the_claim_round() {
    let replied = after(&claimed_by_white(), &["a4-a3", "b4-b3", "end"]);
    assert_eq!(
        (replied.outcome(), replied.claim()),
        (None, Some(Side::Black))
    );
    let over = after(&replied, &["end"]);
    assert_eq!(over.outcome(), Some(Outcome::Won(Side::Black, Win::Short)));
}

#[test]
fn border_war_is_lost_when_the_levels_left_fall_below_12() {
    let mut game = open_game(9, "LDTTTDDDL/L8/LL7/9");
    game.cap.number = 12;
    game.command_ending = true;
    // T T D of 21 are lost: 13 left; a further D leaves 11, a further L 12
    let start = position(&game, "llllll3/9/d3d3t/HL7 w 21 0");
    assert_eq!(start.level_left(Side::Black), 13);
    let over = after(&start, &["a1-a2"]);
    assert_eq!(over.level_left(Side::Black), 11);
    assert_eq!(
        over.outcome(),
        Some(Outcome::Won(Side::White, Win::Command))
    );
    let start = position(&game, "lllll1d2/9/l3d3t/HL7 w 21 0");
    let goes_on = after(&start, &["a1-a2"]);
    assert_eq!(
        (goes_on.level_left(Side::Black), goes_on.outcome()),
        (12, None)
    );
}

#[test]
fn three_towns_at_ones_own_turn_start_win_before_moving() {
    let mut game = game("T.T.T.T/......./.......", "7/7/L5l");
    game.towns = Some(Towns { needed: 3 });
    let start = position(&game, "I1I3i/4H2/4L1l w 9 0");
    let held = after(&start, &["e2-e3", "end"]);
    assert_eq!(held.outcome(), None);
    let won = after(&held, &["end"]);
    assert_eq!(won.outcome(), Some(Outcome::Won(Side::White, Win::Towns)));
}

#[test]
fn heavy_cavalry_stops_before_a_hill_and_enters_it_by_one_step() {
    let game = game("...../..H../...../...../.....", "5/5/5/5/L4");
    let start = position(&game, "5/5/5/2H2/2L2 w 3 0");
    assert_eq!(reach(&start, "c2"), "a2 b2 d2 e2 c3");
    assert_eq!(
        why(&start, "c2-c4"),
        "4.3 Heavy Cavalry enters a hill only from the next cell"
    );
    let next = after(&start, &["c2-c3", "end", "end"]);
    assert_eq!(why(&next, "c3-c4"), "legal");
}

#[test]
fn heavy_cavalry_never_enters_trees() {
    let game = game("...../..F../...../...../.....", "5/5/5/5/L4");
    let start = position(&game, "5/5/5/2H2/2L2 w 3 0");
    assert_eq!(
        why(&start, "c2-c4"),
        "4.3 Heavy Cavalry may not enter trees"
    );
    let next = after(&start, &["c2-c3", "end", "end"]);
    assert_eq!(why(&next, "c3-c4"), "4.3 Heavy Cavalry may not enter trees");
}

#[test]
fn a_knight_is_stopped_only_by_terrain_on_both_cells_of_its_way() {
    let one = position(&game(".../.H.", "3/3"), "3/N2 w 1 0");
    assert_eq!(reach(&one, "a1"), "c2");
    let both = position(&game(".F./.H.", "3/3"), "3/N2 w 1 0");
    assert_eq!(reach(&both, "a1"), "");
    let other = position(&game(".F./...", "3/3"), "3/N2 w 1 0");
    assert_eq!(reach(&other, "a1"), "c2");
}
