use super::*;

#[test]
fn the_cap_counts_leaders_left_unless_knights_activate_themselves() {
    let mut game = open_game(5, "5/5/LLLLL");
    game.cap.leaders_left = true;
    let cap = |game: &Game, rows: &str| position(game, &format!("{rows} w 3 0")).cap();
    assert_eq!(cap(&game, "5/5/LLLLL"), 4);
    assert_eq!(cap(&game, "5/5/LDT2"), 3);
    assert_eq!(
        cap(&game, "5/5/LDTUU"),
        3,
        "a promoted leader is no leader left"
    );
    game.options.self_activating = true;
    assert_eq!(cap(&game, "5/5/LDT2"), 4);
}

#[test]
fn turn_n_counts_the_owners_own_turns() {
    let mut game = open_game(3, "3/L1l");
    game.cap = Cap {
        number: 9,
        leaders_left: false,
        rise: Some((10, 18)),
    };
    let cap = |turn| position(&game, &format!("3/L1l w {turn} 0")).cap();
    assert_eq!([1, 17, 18, 19, 20, 21].map(cap), [9, 9, 9, 18, 18, 18]);
}

#[test]
fn half_of_the_first_turn_is_rounded_down_and_half_of_one_is_a_forced_pass() {
    let mut game = open_game(3, "2l/LI1");
    game.options.half_first = true;
    let cap = |number, turn| {
        let mut game = game.clone();
        game.cap.number = number;
        position(&game, &format!("2l/LI1 w {turn} 0")).cap()
    };
    assert_eq!((cap(5, 1), cap(5, 2), cap(5, 3)), (2, 5, 5));
    game.cap.number = 1;
    let start = position(&game, "2l/LI1 w 1 0");
    assert_eq!(start.legal_orders(Side::White), [Order::End]);
    assert_eq!(after(&start, &["end"]).passes(), 1);
}

#[test]
fn light_cavalry_that_activates_itself_costs_no_leader_anything() {
    let mut game = open_game(7, "7/7/7/L5N");
    game.options.self_activating = true;
    let start = position(&game, "7/7/1N5/LI4N w 1 0");
    let moved = after(&start, &["g1-f3", "b2-c4", "b1-c1"]);
    assert_eq!(moved.left(), 1);
    assert!(why(&moved, "a1-a2").starts_with("2.3 "));
    game.options.self_activating = false;
    let start = position(&game, "7/7/1N5/LI4N w 1 0");
    assert!(why(&start, "g1-f3").starts_with("2.2 "));
}

#[test]
fn the_named_kinds_are_promoted_on_the_last_rank_by_any_move() {
    let mut game = open_game(5, "5/5/5/5");
    game.options.promote_infantry = true;
    let start = position(&game, "1r3/I1N2/1L3/4l w 1 0");
    let promoted = after(&start, &["a3-b4"]);
    assert_eq!(promoted.to_text(), "1U3/2N2/1L3/4l w 1 0");
    let knight = after(&start, &["c3-e4"]);
    assert_eq!(knight.to_text(), "1r2N/I4/1L3/4l w 1 0");
    game.options.promote_light = true;
    let black = position(&game, "4L/5/1n3/l4 b 1 0");
    assert_eq!(after(&black, &["b2-d1"]).to_text(), "4L/5/5/l2u1 b 1 0");
}

#[test]
fn a_promoted_leader_activates_itself_and_nobody_else() {
    let game = open_game(5, "5/5/L4");
    let start = position(&game, "3UI/5/L4 w 1 0");
    assert_eq!(why(&start, "d3-b3"), "legal");
    assert!(why(&start, "e3-e2").starts_with("2.2 "));
    // a leader need not spend anything on it
    let near = position(&game, "5/5/LUI2 w 1 0");
    let moved = after(&near, &["b1-b2"]);
    assert_eq!(why(&moved, "c1-c2"), "legal");
    assert_eq!(near.leader_status("b1".parse().expect("a cell")), None);
}

#[test]
fn promoted_leaders_do_not_save_a_side() {
    let game = open_game(3, "l1l/3/L1L");
    let start = position(&game, "luu/L2/3 w 1 0");
    assert_eq!(
        over(&after(&start, &["a2-a3"])).as_deref(),
        Some("white leaders")
    );
    let start = position(&game, "luu/L2/3 w 1 0");
    assert_eq!(
        over(&after(&start, &["a2-b3"])),
        None,
        "nor is their capture an ending"
    );
}

#[test]
fn six_leaders_lost_lose_where_the_option_is_on() {
    let mut game = open_game(8, "LLLLLLLL/8/llllllll");
    let start = |game: &Game| position(game, "lll5/L7/8 w 1 0");
    assert_eq!(start(&game).captured(Side::White), 5);
    assert_eq!(over(&after(&start(&game), &["a2-a3"])), None);
    game.options.six_leaders = true;
    assert_eq!(
        over(&after(&start(&game), &["a2-a3"])).as_deref(),
        Some("white six-leaders")
    );
}
