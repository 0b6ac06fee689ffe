use super::*;

#[test]
fn no_unit_moves_twice() {
    let game = open_game(5, "5/5/DI3");
    let moved = after(&position(&game, "5/5/DI3 w 1 0"), &["b1-b2"]);
    assert_eq!(
        why(&moved, "b2-b3"),
        "2.4 the unit on b2 has already moved this turn"
    );
    // and is free again in the next turn
    let later = after(&moved, &["end", "end"]);
    assert_eq!(why(&later, "b2-b3"), "legal");
}

#[test]
fn a_turn_holds_no_more_orders_than_cap() {
    let mut game = open_game(5, "5/5/TIII1");
    game.cap.number = 2;
    let full = after(&position(&game, "5/5/TII2 w 1 0"), &["b1-b2", "c1-c2"]);
    assert_eq!((full.left(), full.cap(), full.orders_made()), (0, 2, 2));
    assert_eq!(
        why(&full, "a1-a2"),
        "2.1 all 2 orders of this turn are made"
    );
    assert_eq!(full.legal_orders(Side::White), [Order::End]);
}

#[test]
fn a_unit_out_of_every_leaders_range_stays() {
    let game = open_game(5, "5/5/L3I");
    let start = position(&game, "5/5/L2I1 w 1 0");
    assert_eq!(
        why(&start, "d1-d2"),
        "2.2 no leader of yours stands within 2 cells of d1"
    );
    let mut wide = game;
    wide.range = 3;
    let start = position(&wide, "5/5/L2I1 w 1 0");
    assert_eq!(why(&start, "d1-d2"), "legal");
}

#[test]
fn nothing_in_between_blocks_activation() {
    let game = game(".F.H./....~/....~", "5/5/5");
    let start = position(&game, "I1Li1/1i3/5 w 1 0");
    assert_eq!(why(&start, "a3-a2"), "legal");
}

#[test]
fn matching_gives_a_leaders_activations_to_others_along_a_chain() {
    // leaders on a1, c1, e1, g1, all of level 1; each infantry is in range of two neighbors
    let game = open_game(9, "9/9/9/L1L1L1L2");
    let start = position(&game, "9/1I1I1I3/9/L1L1L1L2 w 1 0");
    assert_eq!(
        start.leader_status("a1".parse().expect("a cell")),
        Some(LeaderStatus { level: 1, free: 1 })
    );
    let moved = after(&start, &["b3-b4", "d3-d4", "f3-f4"]);
    // whichever of the four is asked, the three moves can be answered for without it
    for leader in ["a1", "c1", "e1", "g1"] {
        let status = moved.leader_status(leader.parse().expect("a cell"));
        assert_eq!(status, Some(LeaderStatus { level: 1, free: 1 }), "{leader}");
        assert_eq!(why(&moved, &format!("{leader}-{}2", &leader[..1])), "legal");
    }
    let spent = after(&moved, &["a1-a2"]);
    let status = spent.leader_status("g1".parse().expect("a cell"));
    assert_eq!(status, Some(LeaderStatus { level: 1, free: 0 }));
}

#[test]
fn cap_counts_the_leaders_left_when_the_turn_starts() {
    let mut game = open_game(7, "LLLLL2/7/lllll2");
    game.cap.leaders_left = true;
    let start = position(&game, "lll4/L6/LL5 w 5 0");
    assert_eq!(start.cap(), 3);
    let captured = after(&start, &["a2-a3"]);
    assert_eq!((captured.cap(), captured.left()), (3, 2));
    assert_eq!(after(&captured, &["end"]).cap(), 2);
}

#[test]
fn two_passes_by_the_two_sides_are_a_draw() {
    let game = open_game(5, "4l/5/L4");
    let start = position(&game, "4l/5/L4 w 1 0");
    let one = after(&start, &["end"]);
    assert_eq!((one.passes(), one.outcome()), (1, None));
    let both = after(&one, &["end"]);
    assert_eq!(both.outcome(), Some(Outcome::Drawn(Tie::Passes)));
    let broken = after(&one, &["e3-e2", "end", "end"]);
    assert_eq!((broken.passes(), broken.outcome()), (1, None));
}

#[test]
fn a_side_that_cannot_move_passes_and_does_not_lose() {
    let game = open_game(3, "3/IL1/II1");
    let start = position(&game, "l2/3/2I w 1 0");
    assert_eq!(start.legal_orders(Side::White), [Order::End]);
    assert_eq!(after(&start, &["end"]).outcome(), None);
}

#[test]
fn the_last_leader_captured_loses_at_once() {
    let game = open_game(3, "l1l/3/L1L");
    let start = position(&game, "l2/L2/I2 w 1 0");
    let won = after(&start, &["a2-a3"]);
    assert_eq!(won.outcome(), Some(Outcome::Won(Side::White, Win::Leaders)));
    assert_eq!(
        won.to_act(),
        ToAct::Nobody(Outcome::Won(Side::White, Win::Leaders).into())
    );
    assert!(won.legal_orders(Side::White).is_empty());
    assert_eq!(
        won.check(Side::White, &Order::End)
            .map_err(|illegal| illegal.rule()),
        Err("3")
    );
}

#[test]
fn the_side_not_to_move_orders_nothing() {
    let game = open_game(3, "l2/3/L2");
    let start = position(&game, "l2/3/L2 w 1 0");
    assert_eq!(
        start.check(Side::Black, &Order::End),
        Err(Illegal::NotYourTurn(Side::Black))
    );
    assert!(why(&start, "a3-b3").starts_with("2.1 "));
    assert!(why(&start, "b2-b3").starts_with("2.1 "));
}
