//! What must hold of every game, whatever its rules.

use super::Seeded;
use super::writable::{is_of_a_cell, is_told_whole, writable_orders};
use crate::{
    AnyOrder, AnyPosition, Illegal, Lots, MAX_ORDER_BYTES, MAX_SIDES, Rules, Side, Slot, ToAct,
};

/// Of longer lists of orders only about so many are carried out, spread over the list.
const CARRIED_OUT: usize = 500;

/// Plays random legal orders from `start`, at most so many, and checks everything at every step.
/// Returns the last position.
///
/// # Panics
/// Where something does not hold.
pub fn play(start: &AnyPosition, seed: u64, most: usize) -> AnyPosition {
    let mut seeded = Seeded(seed);
    let mut position = start.clone();
    let mut record = Vec::new();
    for _ in 0..most {
        match position.to_act() {
            ToAct::Nobody(outcome) => {
                assert_eq!(position.outcome(), Some(outcome));
                for side in position.sides().iter() {
                    assert!(
                        position.legal_orders(side).is_empty(),
                        "orders after the end"
                    );
                }
                check_refused_after_the_end(&position, &record);
                break;
            }
            ToAct::Lots(_) => {
                let lots = Lots(seeded.draw());
                position.resolve(lots).expect("lots are awaited");
                record.push(Choice::Lots(lots));
            }
            ToAct::Secretly(sides) => {
                check_set_ups(&position);
                let sides: Vec<Side> = sides.iter().collect();
                let side = *seeded.choose(&sides);
                let order = seeded.choose(&position.legal_orders(side)).clone();
                position
                    .apply(side, &order)
                    .expect("a book set-up is legal");
                record.push(Choice::Order(side, order));
            }
            ToAct::One(side) => {
                check_position(&position, &mut seeded);
                let orders = position.legal_orders(side);
                // turns that go on a while, yet end: families list the order that closes a turn last
                let order = match orders.last() {
                    Some(last) if seeded.one_in(6) => last.clone(),
                    _ => seeded.choose(&orders).clone(),
                };
                position
                    .apply(side, &order)
                    .expect("a listed order applies");
                record.push(Choice::Order(side, order));
            }
        }
    }
    check_determinism(start, &record, &position);
    position
}

enum Choice {
    Order(Side, AnyOrder),
    Lots(Lots),
}

/// What was legal before the game ended is refused after it.
fn check_refused_after_the_end(position: &AnyPosition, record: &[Choice]) {
    for choice in record {
        if let Choice::Order(side, order) = choice {
            assert!(
                position.check(*side, order).is_err(),
                "an order after the end"
            );
        }
    }
}

/// The same choices from the same start lead to the same position.
fn check_determinism(start: &AnyPosition, record: &[Choice], end: &AnyPosition) {
    let mut again = start.clone();
    for choice in record {
        match choice {
            Choice::Order(side, order) => {
                let text = again.order_text(*side, order);
                let read = again
                    .parse_order(*side, &text)
                    .expect("an order's own text");
                again.apply(*side, &read).expect("it was legal before");
            }
            Choice::Lots(lots) => {
                again.resolve(*lots).expect("they were awaited before");
            }
        }
    }
    assert_eq!(
        bytes(&again),
        bytes(end),
        "the same orders, another position"
    );
    assert_eq!(&again, end);
}

/// Checks one position in which one side is to act openly.
///
/// # Panics
/// Where something does not hold.
pub fn check_position(position: &AnyPosition, seeded: &mut Seeded) {
    let ToAct::One(side) = position.to_act() else {
        panic!("nobody acts alone here: {}", position.to_text());
    };
    let text = position.to_text();
    let orders = position.legal_orders(side);
    assert!(!orders.is_empty(), "nothing can be done in {text}");
    for other in position.sides().without(side.into()).iter() {
        assert!(position.legal_orders(other).is_empty());
    }
    let mut sorted = orders.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(
        sorted.len(),
        orders.len(),
        "an order listed twice in {text}"
    );
    check_listed(position, side, &orders);
    check_unlisted(position, side, &sorted, seeded);
    check_one_by_one(position, side, &orders);
    check_text(position);
}

/// Listed orders apply, read back from their text, and lead to another position than the others.
fn check_listed(position: &AnyPosition, side: Side, orders: &[AnyOrder]) {
    let before = bytes(position);
    let mut reached = vec![before.clone()];
    for order in orders.iter().step_by(orders.len().div_ceil(CARRIED_OUT)) {
        let text = position.order_text(side, order);
        assert_eq!(position.parse_order(side, &text).as_ref(), Ok(order));
        check_bytes(position, order);
        assert_eq!(
            position.check(side, order),
            Ok(()),
            "{text} in {}",
            position.to_text()
        );
        let mut next = position.clone();
        let events = next.apply(side, order).expect("a checked order applies");
        assert!(!events.is_empty(), "{text} changes nothing to be seen");
        assert_ne!(&next, position, "{text} changes nothing");
        reached.push(bytes(&next));
    }
    assert_eq!(
        bytes(position),
        before,
        "listing and checking changed something"
    );
    let all = reached.len();
    reached.sort_unstable();
    reached.dedup();
    assert_eq!(
        reached.len(),
        all,
        "two orders, one position: {}",
        position.to_text()
    );
}

/// An order's bytes read back, and no longer or shorter ones are the same order.
fn check_bytes(position: &AnyPosition, order: &AnyOrder) {
    let bytes = position
        .order_bytes(order)
        .expect("an open order has bytes");
    assert!(bytes.len() <= MAX_ORDER_BYTES);
    assert_eq!(position.order_from_bytes(&bytes).as_ref(), Ok(order));
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_ne!(position.order_from_bytes(&longer).as_ref(), Ok(order));
    let shorter = &bytes[..bytes.len() - 1];
    assert_ne!(position.order_from_bytes(shorter).as_ref(), Ok(order));
}

/// No other order applies, and none that is refused changes anything.
fn check_unlisted(position: &AnyPosition, side: Side, sorted: &[AnyOrder], seeded: &mut Seeded) {
    let before = bytes(position);
    let mut target = position.clone();
    let mut try_order = |order: AnyOrder| {
        if sorted.binary_search(&order).is_ok() {
            return;
        }
        let refused = target.apply(side, &order);
        let Err(illegal) = refused else {
            panic!("{order:?} is not listed in {}", position.to_text());
        };
        assert!(!illegal.rule().is_empty() && !illegal.advice().is_empty());
        assert!(!illegal.to_string().is_empty());
    };
    for order in writable_orders(position, seeded) {
        try_order(order);
    }
    assert_eq!(bytes(&target), before, "a refused order changed something");
    let others = (0..MAX_SIDES).filter_map(Side::new);
    for other in others.filter(|other| *other != side) {
        for order in sorted {
            let refused = target.apply(other, order);
            assert!(refused.is_err(), "the wrong side may order {order:?}");
        }
    }
    assert_eq!(bytes(&target), before, "the wrong side changed something");
}

/// The orders listed cell by cell are those listed at once, the end and entries apart.
fn check_one_by_one(position: &AnyPosition, side: Side, orders: &[AnyOrder]) {
    let cells = position.board().cells();
    let one_by_one: Vec<AnyOrder> = cells
        .flat_map(|cell| position.legal_orders_from(side, cell))
        .collect();
    let at_once: Vec<AnyOrder> = orders
        .iter()
        .filter(|order| is_of_a_cell(order))
        .cloned()
        .collect();
    assert_eq!(one_by_one, at_once);
}

/// A position text reads back; at the start of a turn it is the whole position.
fn check_text(position: &AnyPosition) {
    let text = position.to_text();
    let read = position.with_text(&text).expect("a position's own text");
    assert_eq!(read.to_text(), text);
    let is_whole = is_told_whole(position);
    assert!(!is_whole || *position == read, "{text} is another position");
}

/// Checks the book set-ups of every side that has still to set up: legal, sealed and opened without loss, and no
/// changed seal opens to the same.
///
/// # Panics
/// Where something does not hold.
pub fn check_set_ups(position: &AnyPosition) {
    let ToAct::Secretly(sides) = position.to_act() else {
        panic!("no set-up is awaited");
    };
    for side in sides.iter() {
        let slots = position.slots(side);
        let orders = position.legal_orders(side);
        assert!(!orders.is_empty(), "{side:?} has no book choice");
        for order in orders {
            let text = position.order_text(side, &order);
            assert_eq!(position.parse_order(side, &text), Ok(order.clone()));
            let parts = position.seal(side, &order).expect("a book set-up is legal");
            assert_eq!(position.open(side, &parts), Ok(order.clone()));
            assert_eq!(
                position.order_bytes(&order),
                None,
                "a secret order in the open"
            );
            let sealed = parts.iter().map(|part| Slot {
                number: part.slot,
                size: part.payload.len(),
            });
            assert!(sealed.eq(slots.iter().copied()), "parts tell choices apart");
            for part in 0..parts.len() {
                for byte in 0..parts[part].payload.len() {
                    let mut changed = parts.clone();
                    changed[part].payload[byte] ^= 1;
                    assert_ne!(position.open(side, &changed), Ok(order.clone()));
                }
                let mut longer = parts.clone();
                longer[part].payload.push(0);
                assert!(position.open(side, &longer).is_err(), "a longer part opens");
            }
        }
    }
}

fn bytes(position: &AnyPosition) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    bytes
}
