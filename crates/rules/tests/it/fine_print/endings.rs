use super::*;

#[test]
fn a_claim_stands_at_load_if_the_side_not_to_move_has_captured_enough_and_more() {
    let mut game = open_game(5, "LLLLL/5/lllll");
    game.options.short = 3;
    let claim = |text: &str| position(&game, text).claim();
    assert_eq!(claim("ll3/5/LLLL1 b 8 0"), Some(Side::White));
    assert_eq!(claim("ll3/5/LLLL1 w 8 0"), None);
    assert_eq!(claim("lll2/5/LLLL1 b 8 0"), None);
    assert_eq!(claim("ll3/5/LL3 b 8 0"), None);
}

#[test]
fn a_claim_is_judged_before_two_passes() {
    let mut game = open_game(5, "LLLLL/5/lllll");
    game.options.short = 3;
    let start = position(&game, "ll3/5/LLLL1 b 8 1");
    assert_eq!(
        over(&after(&start, &["end"])).as_deref(),
        Some("white short")
    );
    game.options.short = 0;
    let start = position(&game, "ll3/5/LLLL1 b 8 1");
    assert_eq!(
        over(&after(&start, &["end"])).as_deref(),
        Some("draw passes")
    );
}

#[test]
fn endings_of_a_capture_are_not_looked_at_on_load_and_those_of_a_turns_start_are() {
    let mut game = game("T.T/...", "l1l/L1L");
    game.command_ending = true;
    game.options.six_leaders = true;
    let start = position(&game, "3/3 w 1 0");
    assert_eq!(
        (start.outcome(), start.leaders_left(Side::White)),
        (None, 0)
    );
    game.towns = Some(Towns { needed: 2 });
    assert_eq!(
        over(&position(&game, "I1I/3 w 1 0")).as_deref(),
        Some("white towns")
    );
    assert_eq!(over(&position(&game, "I1I/3 b 1 0")), None);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_counted_from_the_one_loaded() {
    let mut game = open_game(5, "l4/5/L4");
    game.options.repetition = true;
    let round = [
        "a1-b1", "end", "a3-b3", "end", "b1-a1", "end", "b3-a3", "end",
    ];
    let start = position(&game, "l4/5/L4 w 1 0");
    let twice = after(&start, &round);
    assert_eq!((twice.outcome(), twice.turn()), (None, 5));
    assert_eq!(
        over(&after(&twice, &round)).as_deref(),
        Some("draw repetition")
    );
    // loaded in between, it has occurred once
    let loaded = position(&game, &twice.to_text());
    assert_eq!(over(&after(&loaded, &round)), None);
    assert_ne!(
        loaded, twice,
        "what occurred before belongs to the position"
    );
    game.options.repetition = false;
    let again = after(&after(&position(&game, "l4/5/L4 w 1 0"), &round), &round);
    assert_eq!(again.outcome(), None);
}

#[test]
fn two_passes_come_before_towns_and_repetition() {
    let mut game = game("T.T/...", "l1l/L1L");
    game.towns = Some(Towns { needed: 2 });
    game.options.repetition = true;
    let start = position(&game, "I1I/L1l b 2 1");
    assert_eq!(
        over(&after(&start, &["end"])).as_deref(),
        Some("draw passes")
    );
    let round = [
        "a1-b1", "end", "c1-c2", "end", "b1-a1", "end", "c2-c1", "end",
    ];
    let twice = after(&position(&game, "3/L1l w 1 0"), &round);
    assert_eq!(
        over(&after(&twice, &["end", "end"])).as_deref(),
        Some("draw passes")
    );
    let start = position(&game, "I1I/L1l b 2 0");
    assert_eq!(
        over(&after(&start, &["end"])).as_deref(),
        Some("white towns")
    );
}
