use super::*;

/// White enters L and I from its turn 1 and H from its turn 3 on a1, b1 and a2; Black i from turn 2 on e3.
fn entering() -> Game {
    let mut game = game("...../H..../.....", "4l/5/L4");
    let cells = |names: &[&str]| {
        names
            .iter()
            .map(|name| name.parse().expect("a cell"))
            .collect()
    };
    let block = |turn, symbols: &str| Block {
        turn,
        kinds: symbols
            .chars()
            .map(|symbol| Kind::from_symbol(symbol).expect("a kind"))
            .collect(),
    };
    game.entry = Some(Entry {
        zones: [cells(&["a1", "b1", "a2"]), cells(&["e3"])],
        blocks: [vec![block(1, "LIC"), block(3, "H")], vec![block(2, "I")]],
    });
    game
}

const START: &str = "4l/5/2L2 w 1 0 enter=LCI@1 enter=H@3 enter=i@2";

#[test]
fn units_still_to_enter_read_back() {
    let start = position(&entering(), START);
    assert_eq!(
        start.to_text(),
        "4l/5/2L2 w 1 0 enter=LCI@1 enter=H@3 enter=i@2"
    );
    let entered = after(&start, &["+I@a1"]);
    assert_eq!(
        entered.to_text(),
        "4l/5/I1L2 w 1 0 enter=LC@1 enter=H@3 enter=i@2"
    );
}

#[test]
fn a_new_game_has_everything_waiting_that_the_blocks_hold() {
    let start = Position::new(Arc::new(entering()));
    assert_eq!(
        start.to_text(),
        "4l/5/L4 w 1 0 enter=LCI@1 enter=H@3 enter=i@2"
    );
}

#[test]
fn due_units_enter_on_free_cells_of_the_zone_they_may_stand_on() {
    let start = position(&entering(), START);
    assert_eq!(why(&start, "+L@b1"), "legal");
    assert_eq!(
        why(&start, "+H@b1"),
        "2.12 no Heavy Cavalry is due to enter"
    );
    assert!(why(&start, "+L@c1").starts_with("2.12 reinforcements enter on the free cells"));
    assert!(why(&start, "+L@b2").starts_with("2.12 reinforcements enter on the free cells"));
    assert_eq!(why(&start, "+C@a2"), "4.3 Cannon may not enter a hill");
    let entered = after(&start, &["+L@b1"]);
    assert!(why(&entered, "+I@b1").starts_with("2.12 "));
    let later = position(&entering(), &START.replace(" 1 0 ", " 5 0 "));
    assert_eq!(why(&later, "+H@b1"), "legal", "turn 5 is White's third");
}

#[test]
fn entries_come_before_the_first_move_cost_no_order_and_the_entered_may_move() {
    let start = position(&entering(), START);
    let entered = after(&start, &["+I@a1", "+L@b1"]);
    assert_eq!((entered.left(), entered.orders_made()), (4, 0));
    let moved = after(&entered, &["a1-a2"]);
    assert_eq!(
        why(&moved, "+C@a1"),
        "2.12 reinforcements enter before the turn's first move"
    );
    let both = after(&moved, &["b1-c2"]);
    assert_eq!(both.left(), 2);
}

#[test]
fn a_turn_of_entries_alone_is_no_pass() {
    let start = position(&entering(), &START.replace(" 1 0 ", " 1 1 "));
    let ended = after(&start, &["+I@a1", "end"]);
    assert_eq!((ended.passes(), ended.outcome()), (0, None));
}

#[test]
fn leaders_still_to_enter_count_as_left() {
    let mut game = entering();
    game.cap.leaders_left = true;
    let start = position(&game, START);
    assert_eq!((start.leaders_left(Side::White), start.cap()), (2, 2));
    let black = position(&game, "1lL2/5/5 b 2 0 enter=L@1");
    assert_eq!(over(&after(&black, &["b3-c3"])), None);
    let black = position(&game, "1lL2/5/5 b 2 0");
    assert_eq!(
        over(&after(&black, &["b3-c3"])).as_deref(),
        Some("black leaders")
    );
}

#[test]
fn a_text_may_let_any_unit_enter() {
    let game = entering();
    for symbol in "LDTHCNIOSBRUldthcniosbru".chars() {
        let text = format!("4l/5/2L2 w 1 0 enter={symbol}@1");
        assert!(loads(&game, &text), "{symbol}");
    }
}

#[test]
fn fields_that_say_anything_else_are_refused() {
    let game = entering();
    for field in [
        "enter=",
        "enter=L",
        "enter=@1",
        "enter=L@0",
        "enter=L@01",
        "enter=X@1",
        "Enter=L@1",
        "enter=L@70000",
        "enter=LLLLL@1",
        "other=1",
    ] {
        assert!(!loads(&game, &format!("4l/5/2L2 w 1 0 {field}")), "{field}");
    }
}

#[test]
fn a_unit_that_has_just_entered_does_not_go_into_terrain_before_its_next_turn() {
    let start = position(&entering(), "4l/5/2L2 w 5 0 enter=H@3");
    let entered = after(&start, &["+H@a1"]);
    assert_eq!(
        why(&entered, "a1-a2"),
        "2.12 Heavy Cavalry that entered this turn does not go into a hill in it"
    );
    assert_eq!(why(&entered, "a1-b1"), "legal");
    let later = after(&entered, &["end", "end"]);
    assert_eq!(why(&later, "a1-a2"), "legal");
    // a unit that stood there before goes in, whatever entered next to it
    let other = position(&entering(), "4l/5/H1L2 w 5 0 enter=H@3");
    let other = after(&other, &["+H@b1"]);
    assert_eq!(why(&other, "a1-a2"), "legal");
}
