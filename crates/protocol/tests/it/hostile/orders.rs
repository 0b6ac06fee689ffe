//! Orders the rules forbid, too few, too many, out of turn.

use protocol::codec::{CodecError, encode};
use protocol::record::{OrdersBody, WireOutcome};
use protocol::{Breach, Fault, Kind, ProposeError, Seat};
use rules::{AGREED, MAX_ORDER_BYTES, Outcome, Rules, ToAct};

use super::{BOTH, END, any_turn, assert_proved, at_turn, play_turn, proof};

#[test]
fn row_12_an_order_the_rules_forbid_convicts() {
    for cheat in BOTH {
        let (_, puppet) = at_turn(cheat, cheat);
        let ToAct::One(side) = puppet.position().to_act() else {
            panic!("{:?}", puppet.position().to_act());
        };
        let first = puppet.position().legal_orders(side).swap_remove(0);
        assert_ne!(first, END);
        for (orders, expected) in [
            (vec![END, END], Breach::AfterEnd),
            (vec![first.clone(), END, first.clone()], Breach::AfterEnd),
            (vec![first], Breach::UnfinishedTurn),
        ] {
            let (mut pair, mut puppet) = at_turn(cheat, cheat);
            let step = puppet.step();
            let lie = puppet.record(Kind::Orders, puppet.orders_body(&orders));
            puppet.send(&mut pair, &lie);
            assert_proved(&pair, &puppet, &proof(&puppet, step, expected));
        }
    }
}

#[test]
fn row_12_moving_the_opponents_unit_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let before = pair.session(Seat(1)).position().cloned();
    let mut black = puppet.position().clone();
    let [mine, theirs] = BOTH.map(|seat| pair.session(Seat(1)).side_of(seat).expect("a seat"));
    black.apply(mine, &END).expect("a pass");
    let mut theirs = black.legal_orders(theirs);
    theirs.retain(|order| *order != END);
    let orders = puppet.orders_body(&[theirs.swap_remove(0), END]);
    let lie = puppet.record(Kind::Orders, orders);
    puppet.send(&mut pair, &lie);
    let Some(Fault::Proved(found)) = puppet.fault.clone() else {
        panic!("{:?}", puppet.fault);
    };
    assert!(matches!(
        found.breach,
        Breach::IllegalOrder { index: 0, .. }
    ));
    assert_proved(&pair, &puppet, &found);
    assert_eq!(pair.session(Seat(1)).position().cloned(), before);
}

#[test]
fn row_13_acting_out_of_turn_or_with_another_kind_convicts() {
    for kind in [
        Kind::Orders,
        Kind::Commit,
        Kind::Lock,
        Kind::Reveal,
        Kind::Confirm,
    ] {
        // White is to move; Black signs something for that step
        let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
        let lie = puppet.record(kind, puppet.orders_body(&[END]));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::OutOfTurn));
    }
}

#[test]
fn row_13_a_record_out_of_turn_that_comes_late_still_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let late = puppet.record(Kind::Orders, puppet.orders_body(&[END]));
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    puppet.send(&mut pair, &late);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::OutOfTurn));
}

#[test]
fn row_13_a_closing_record_of_a_game_that_continues_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let lie = puppet.close(WireOutcome::from(Outcome::Drawn(AGREED)));
    puppet.send(&mut pair, &lie);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::OutOfTurn));
}

#[test]
fn row_12_orders_whose_bytes_or_number_are_out_of_bounds_convict() {
    let bounds = |what| Breach::Malformed(CodecError::Bounds(what));
    let not_listed = |index, bytes: &str| Breach::IllegalOrder {
        index,
        why: format!("`{bytes}` is no order: an end, a move, a swap or an entry was expected"),
    };
    let end = vec![0];
    for (orders, expected) in [
        (vec![], bounds("not 1 to 256 orders")),
        (vec![end.clone(); 257], bounds("not 1 to 256 orders")),
        (
            vec![vec![0; MAX_ORDER_BYTES + 1]],
            bounds("an order over 64 bytes"),
        ),
        (
            vec![end.clone(), vec![7; MAX_ORDER_BYTES + 1]],
            bounds("an order over 64 bytes"),
        ),
        // within the bounds, but no order of this family: unknown, empty, cut short, longer than it is
        (vec![vec![9; 3]], not_listed(0, "090909")),
        (vec![end.clone(), vec![]], not_listed(1, "")),
        (vec![vec![1, 0, 0, 1]], not_listed(0, "01000001")),
        (vec![vec![0, 0]], not_listed(0, "0000")),
        (vec![end.clone(); 256], Breach::AfterEnd),
    ] {
        let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
        let lie = puppet.record(Kind::Orders, encode(&OrdersBody(orders)));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, 1, expected));
    }
}

#[test]
fn the_orders_of_a_sound_program_end_where_the_rules_ask_somebody_else() {
    let (mut pair, puppet) = at_turn(Seat(1), Seat(0));
    let ToAct::One(side) = puppet.position().to_act() else {
        panic!("{:?}", puppet.position().to_act());
    };
    let first = puppet.position().legal_orders(side).swap_remove(0);
    for (orders, expected) in [
        (vec![], ProposeError::Unfinished),
        (vec![first.clone()], ProposeError::Unfinished),
        (vec![END, END], ProposeError::AfterEnd),
        (vec![first, END, END], ProposeError::AfterEnd),
        (vec![END; 257], ProposeError::TooMany),
    ] {
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        assert_eq!(tried, Some(Err(expected)));
    }
    assert!(
        pair.wire.iter().all(|(_, frame)| frame[0] != 7),
        "no record left"
    );
}
