//! Whose leaders answer, whose part it is, and how a turn ends.

use rules::testing::{after, busy_game, open_game, position, why};
use rules::warlord::{Game, Position, Side};
use rules::{Illegal, Rules};

use super::shared;

fn rows() -> Game {
    open_game(9, "l7l/4i4/9/4I4/LI1I1I1IL")
}

#[test]
fn leaders_are_dealt_by_files_from_the_left_in_equal_shares() {
    let game = open_game(7, "3l3/l5l/7/LL1LL1L/L6");
    let start = shared(game, [3, 2]);
    let owner = |cell: &str| start.owner(cell.parse().expect("a cell"));
    // six leaders in three equal shares; on one file the lower rank comes first
    assert_eq!(
        ["a1", "a2", "b2", "d2", "e2", "g2"].map(owner),
        [0, 0, 1, 1, 2, 2].map(Some)
    );
    // three in two shares: the first member has one more
    assert_eq!(["a4", "d5", "g4"].map(owner), [0, 0, 1].map(Some));
    assert_eq!(owner("a3"), None);
    assert!(
        start.to_text().ends_with(" members=011220/001"),
        "{}",
        start.to_text()
    );
}

#[test]
fn only_its_own_member_spends_a_leaders_activations() {
    let start = shared(rows(), [2, 1]);
    assert_eq!(start.member(), Some(0));
    assert_eq!(why(&start, "b1-b2"), "legal");
    let theirs = why(&start, "h1-h2");
    assert_eq!(
        theirs,
        "7.2 the leaders within reach of h1 belong to other members of the side"
    );
    assert!(
        why(&start, "e2-e3").starts_with("2.2 "),
        "nobody's leader is near"
    );
    let second = after(&start, &["b1-b2", "done"]);
    assert_eq!(second.member(), Some(1));
    assert_eq!(why(&second, "h1-h2"), "legal");
    assert!(why(&second, "d1-d2").starts_with("2.2 "));
    // the first member's leader has spent nothing of the second one's
    assert!(why(&second, "a1-a2").starts_with("7.2 "));
}

#[test]
fn cap_is_shared() {
    let mut game = rows();
    game.cap.number = 1;
    let second = after(&shared(game, [2, 1]), &["b1-b2", "done"]);
    assert_eq!(second.left(), 0);
    assert!(why(&second, "h1-h2").starts_with("2.1 "));
}

#[test]
fn a_turn_is_parts_in_order_and_ends_with_the_last_one_or_by_the_captain() {
    let start = shared(rows(), [3, 1]);
    assert_eq!(start.open_parts(), [0, 1, 2]);
    assert_eq!(why(&start, "end"), "legal", "the captain ends it for all");
    let second = after(&start, &["done"]);
    assert_eq!(
        why(&second, "end"),
        "7.3 other parts of this turn are open, and only the captain ends it for all"
    );
    let put_off = after(&second, &["later"]);
    assert_eq!(put_off.open_parts(), [2, 1]);
    let again = after(&put_off, &["done"]);
    assert_eq!(again.open_parts(), [1]);
    for text in ["later", "done"] {
        assert_eq!(why(&again, text), "7.3 no other part of this turn is open");
    }
    let ended = after(&again, &["end"]);
    assert_eq!((ended.side(), ended.turn()), (Side::Black, 2));
    // the enemy is one player, whose turn has one part
    assert_eq!(ended.open_parts(), [0]);
    assert_eq!(
        why(&ended, "done"),
        "7.3 no other part of this turn is open"
    );
    assert_eq!(after(&start, &["end"]).turn(), 2);
}

#[test]
fn a_part_is_put_off_empty_and_once() {
    let start = shared(rows(), [3, 1]);
    let begun = after(&start, &["b1-b2"]);
    assert_eq!(
        why(&begun, "later"),
        "7.3 this part has begun and cannot be put off"
    );
    let again = after(&start, &["later", "done", "later"]);
    // 1 is done, 2 has put it off too: the captain's part comes again
    assert_eq!(again.open_parts(), [0, 2]);
    assert_eq!(
        why(&again, "later"),
        "7.3 this part was put off once in this turn"
    );
    assert_eq!(why(&again, "b1-b2"), "legal");
}

#[test]
fn whoever_promotes_a_unit_has_it_and_alone_wakes_it() {
    let mut game = open_game(9, "4l4/LI7/9/9/8L");
    game.options.promote_infantry = true;
    let start = shared(game, [2, 1]);
    let promoted = after(&start, &["b4-b5", "end", "end"]);
    let owner = promoted.owner("b5".parse().expect("a cell"));
    assert_eq!(owner, Some(0));
    assert_eq!(why(&promoted, "b5-c5"), "legal");
    let second = after(&promoted, &["done"]);
    assert!(why(&second, "b5-c5").starts_with("7.2 "));
    assert!(
        promoted.to_text().contains("members=001/0"),
        "{}",
        promoted.to_text()
    );
}

#[test]
fn units_that_need_no_leader_are_everybodys() {
    let mut game = open_game(9, "4l4/9/4N4/9/L7L");
    game.options.self_activating = true;
    let start = shared(game, [2, 1]);
    assert_eq!(why(&start, "e3-f5"), "legal");
    assert_eq!(why(&after(&start, &["done"]), "e3-f5"), "legal");
}

#[test]
fn a_block_is_entered_by_the_member_whose_it_is() {
    // due on turn 1 the first member's, on turn 2 the second one's
    let start = shared(busy_game(), [2, 2]);
    let text = start.to_text().replace(" w 1 0", " w 3 0");
    let start = position(start.game(), &text);
    let zone = start.game().entry.clone().expect("an entry").zones[0].clone();
    let free = zone
        .iter()
        .find(|cell| start.unit(**cell).is_none())
        .expect("room");
    let enter = format!("+L@{free}");
    assert_eq!(why(&start, &enter), "legal");
    let entered = after(&start, &[&enter]);
    assert_eq!(entered.owner(*free), Some(0));
    let kinds = entered.waiting(Side::White);
    assert!(
        kinds.iter().any(|(turn, _)| *turn == 2)
            && kinds.len() == start.waiting(Side::White).len() - 1
    );
    assert_eq!(
        entered
            .waiting(Side::White)
            .iter()
            .filter(|(turn, _)| *turn == 1)
            .count(),
        1
    );
    // a move of the first member does not keep the second one's units off the board
    let second = after(&start, &["done"]);
    let theirs = after(&second, &[&enter]);
    assert_eq!(theirs.owner(*free), Some(1));
    assert_eq!(
        theirs
            .waiting(Side::White)
            .iter()
            .filter(|(turn, _)| *turn == 2)
            .count(),
        1
    );
}

#[test]
fn a_text_without_members_deals_the_leaders_and_one_with_them_says_whose_they_are() {
    let start = shared(rows(), [2, 1]);
    let text = start.to_text();
    let (plain, _) = text.split_once(" members=").expect("the field");
    assert_eq!(start.with_text(plain), Ok(start.clone()));
    let other = start
        .with_text(&format!("{plain} members=10/00"))
        .expect("a text");
    assert_eq!(other.owner("a1".parse().expect("a cell")), Some(1));
    for wrong in [
        "members=",
        "members=0/00",
        "members=02/00",
        "members=01/0x",
        "members=01/00 members=01/00",
    ] {
        assert!(
            start.with_text(&format!("{plain} {wrong}")).is_err(),
            "{wrong}"
        );
    }
    let unshared = Position::new(std::sync::Arc::new(rows()));
    assert!(
        unshared.with_text(&text).is_err(),
        "nobody shares a side there"
    );
    assert!(unshared.parse_order(Side::White.into(), "done").is_err());
    assert!(unshared.order_from_bytes(&[4]).is_err());
}

#[test]
fn refusals_advise() {
    let start = shared(rows(), [3, 1]);
    let second = after(&start, &["done"]);
    for (position, text) in [(&start, "h1-h2"), (&second, "end")] {
        let order = position
            .parse_order(Side::White.into(), text)
            .expect("an order");
        let illegal = position.check(Side::White, &order).expect_err("refused");
        assert!(!Illegal::advice(&illegal).is_empty());
    }
}
