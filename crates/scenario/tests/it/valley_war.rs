//! Valley War: blocks set up in secret that enter one after the other.

use rules::testing::warlord;
use rules::warlord::{Order, Position, Side};
use rules::{Lots, Rules, Sides, ToAct};

/// White has set up the first book, Black the second; White begins.
fn begun() -> Position {
    let scenario = scenario::load("valley-war")
        .expect("built in")
        .expect("right");
    let mut position = warlord(&scenario.start(&[]).expect("default options")).clone();
    assert_eq!(position.to_act(), ToAct::Secretly(Sides::first(2)));
    for (book, side) in Side::BOTH.into_iter().enumerate() {
        let order = position.legal_orders(side)[book].clone();
        position.apply(side, &order).expect("a book set-up");
    }
    position.resolve(Lots(0)).expect("the lot");
    position
}

fn play(position: &mut Position, text: &str) {
    let side = position.side();
    let order = Order::parse(position.game(), side, text).expect("an order");
    position
        .apply(side, &order)
        .unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
}

#[test]
fn everything_waits_at_first_in_the_blocks_drawn_up() {
    let position = begun();
    assert_eq!(position.units().count(), 0);
    let blocks = |side: Side, turn: u16| -> String {
        let due = position
            .waiting(side)
            .iter()
            .filter(|(due, _)| *due == turn);
        due.map(|(_, kind)| kind.symbol()).collect()
    };
    assert_eq!(blocks(Side::White, 1), "DTTHHHCCNNNIIIII");
    assert_eq!(blocks(Side::White, 20), "DDTHHCCCNNIIIIII");
    assert_eq!(blocks(Side::Black, 1), "TTTHHHNNNNNNNNII");
    for side in Side::BOTH {
        for turn in [1, 6, 12, 20] {
            assert_eq!(blocks(side, turn).len(), 16);
        }
        assert_eq!(
            (position.leaders_left(side), position.level_left(side)),
            (12, 30)
        );
    }
}

#[test]
fn a_position_with_units_still_to_enter_reads_back() {
    let position = begun();
    let text = position.to_text();
    assert!(text.contains(" enter=DTTHHHCCNNNIIIII@1 "), "{text}");
    let read = Position::from_text(position.game().clone(), &text);
    assert_eq!(read.as_ref(), Ok(&position));
    let more = format!("{text} enter=I@20");
    assert!(Position::from_text(position.game().clone(), &more).is_err());
}

#[test]
fn units_that_are_due_enter_on_the_corner_and_may_move_at_once() {
    let mut position = begun();
    let listed = position.legal_orders(Side::White);
    // six kinds on sixteen cells, and the end
    assert_eq!(listed.len(), 6 * 16 + 1);
    play(&mut position, "+T@d4");
    play(&mut position, "+N@c4");
    play(&mut position, "d4-f6");
    assert_eq!((position.cap(), position.left()), (9, 8));
    let late = Order::parse(position.game(), Side::White, "+I@a1").expect("an order");
    let refused = position
        .check(Side::White, &late)
        .expect_err("after a move");
    assert_eq!(refused.rule(), "2.12");
    play(&mut position, "c4-d6");
    play(&mut position, "end");
    let far = Order::parse(position.game(), Side::Black, "+T@a1").expect("an order");
    assert_eq!(
        position
            .check(Side::Black, &far)
            .expect_err("not its corner")
            .rule(),
        "2.12"
    );
    play(&mut position, "+T@u21");
    assert_eq!(position.waiting(Side::Black).len(), 63);
}

/// The leaders of both sides far from their corners.
const FAR: &str = "24/24/24/24/24/12l11/24/24/24/24/24/24/24/24/24/24/24/24/12L11/24/24/24/24/24";

#[test]
fn each_block_is_due_from_the_owners_turn_on() {
    let position = begun();
    let text = position.to_text();
    for block in [1_u32, 6, 12, 20] {
        let waits: String = text
            .split(' ')
            .filter(|field| field.starts_with("enter=") && field.ends_with(&format!("@{block}")))
            .map(|field| format!(" {field}"))
            .collect();
        for (side, first) in [('w', 2 * block - 1), ('b', 2 * block)] {
            for turn in [first.saturating_sub(2).max(1), first, first + 2] {
                let text = format!("{FAR} {side} {turn} 0{waits}");
                let read = Position::from_text(position.game().clone(), &text);
                let read = read.expect("a position");
                let enters = |order: &Order| matches!(order, Order::Enter { .. });
                let may_enter = read.legal_orders(read.side()).iter().any(enters);
                let is_due = turn.div_ceil(2) >= block;
                assert_eq!(may_enter, is_due, "block {block}, {side}, turn {turn}");
            }
        }
    }
}

#[test]
fn orders_double_from_the_owners_tenth_turn_on() {
    let game = begun().game().clone();
    for (turn, cap) in [(1, 9), (17, 9), (18, 9), (19, 18), (20, 18), (41, 18)] {
        let side = if turn % 2 == 1 { 'w' } else { 'b' };
        let text = format!("{FAR} {side} {turn} 0");
        let read = Position::from_text(game.clone(), &text).expect("a position");
        assert_eq!(read.cap(), cap, "turn {turn}");
    }
}
