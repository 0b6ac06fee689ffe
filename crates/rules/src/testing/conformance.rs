//! What must hold of every game, whatever its rules.

use board::Cell;

use super::Seeded;
use crate::warlord::{Kind, Order};
use crate::{AnyOrder, AnyPosition, Draw, Lots, Rules, Side, ToAct};

/// Boards up to so many cells have every pair of cells tried; larger ones a sample.
const ALL_PAIRS: usize = 256;

/// As many pairs of larger boards are tried.
const PAIRS: usize = 16 * 1024;

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
                for side in Side::BOTH {
                    assert!(
                        position.legal_orders(side).is_empty(),
                        "orders after the end"
                    );
                    let end = position.end_order();
                    assert!(position.check(side, &end).is_err(), "an end after the end");
                }
                break;
            }
            ToAct::Lots(Draw::FirstPlayer | Draw::Terrain) => {
                let lots = Lots(seeded.draw());
                position.resolve(lots).expect("lots are awaited");
                record.push(Choice::Lots(lots));
            }
            ToAct::Secretly(sides) => {
                check_set_ups(&position);
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
                // turns that go on a while, yet end
                let order = if seeded.one_in(6) {
                    position.end_order()
                } else {
                    seeded.choose(&orders).clone()
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
    assert!(orders.contains(&position.end_order()), "no end in {text}");
    assert!(position.legal_orders(side.opponent()).is_empty());
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
    check_one_by_one(position, &orders);
    check_text(position);
}

/// Listed orders apply, read back from their text, and lead to another position than the others.
fn check_listed(position: &AnyPosition, side: Side, orders: &[AnyOrder]) {
    let before = bytes(position);
    let mut reached = vec![before.clone()];
    for order in orders.iter().step_by(orders.len().div_ceil(CARRIED_OUT)) {
        let text = position.order_text(side, order);
        assert_eq!(position.parse_order(side, &text).as_ref(), Ok(order));
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
    match position {
        AnyPosition::Warlord(_) => {
            for order in warlord_orders(position, seeded) {
                try_order(AnyOrder::Warlord(order));
            }
        }
    }
    assert_eq!(bytes(&target), before, "a refused order changed something");
    for order in sorted {
        let refused = target.apply(side.opponent(), order);
        assert!(refused.is_err(), "the wrong side may order {order:?}");
    }
    assert_eq!(bytes(&target), before, "the wrong side changed something");
}

/// Every order one could write on this board, or a sample of them.
fn warlord_orders(position: &AnyPosition, seeded: &mut Seeded) -> Vec<Order> {
    let board = position.board();
    let cells: Vec<Cell> = board.cells().collect();
    let mut orders = Vec::new();
    if cells.len() <= ALL_PAIRS {
        for from in &cells {
            orders.extend(cells.iter().flat_map(|to| two_cells(*from, *to)));
        }
    } else {
        for _ in 0..PAIRS {
            let from = *seeded.choose(&cells);
            let near: Vec<Cell> = board.within(from, 4).collect();
            orders.extend(two_cells(from, *seeded.choose(&near)));
        }
    }
    for kind in Kind::ALL {
        orders.extend(cells.iter().map(|cell| Order::Enter { kind, cell: *cell }));
    }
    let outside = Cell::new(board.files(), board.ranks());
    orders.extend(two_cells(outside, cells[0]));
    orders.extend(two_cells(cells[0], outside));
    orders.push(Order::Enter {
        kind: Kind::Infantry,
        cell: outside,
    });
    orders
}

fn two_cells(from: Cell, to: Cell) -> [Order; 2] {
    let swap = Order::Swap {
        leader: from,
        cannon: to,
    };
    [Order::Move { from, to }, swap]
}

/// The orders listed cell by cell are those listed at once, the end and entries apart.
fn check_one_by_one(position: &AnyPosition, orders: &[AnyOrder]) {
    let cells = position.board().cells();
    let one_by_one: Vec<AnyOrder> = cells
        .flat_map(|cell| position.legal_orders_from(cell))
        .collect();
    let of_a_unit = |order: &&AnyOrder| match order {
        AnyOrder::Warlord(order) => matches!(order, Order::Move { .. } | Order::Swap { .. }),
    };
    let at_once: Vec<AnyOrder> = orders.iter().filter(of_a_unit).cloned().collect();
    assert_eq!(one_by_one, at_once);
}

/// A position text reads back; at the start of a turn it is the whole position.
fn check_text(position: &AnyPosition) {
    let text = position.to_text();
    let read = position.with_text(&text).expect("a position's own text");
    assert_eq!(read.to_text(), text);
    match (position, &read) {
        (AnyPosition::Warlord(position), AnyPosition::Warlord(read)) => {
            let whole = position.orders_made() == 0
                && !position.has_entered()
                && !position.game().options.repetition;
            assert!(!whole || position == read, "{text} is another position");
        }
    }
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
    let mut lengths = Vec::new();
    for side in sides {
        let orders = position.legal_orders(side);
        assert!(!orders.is_empty(), "{side} has no book set-up");
        for order in orders {
            let text = position.order_text(side, &order);
            assert_eq!(position.parse_order(side, &text), Ok(order.clone()));
            let parts = position.seal(side, &order).expect("a book set-up is legal");
            assert_eq!(position.open(side, &parts), Ok(order.clone()));
            lengths.push((
                side,
                parts
                    .iter()
                    .map(|part| part.payload.len())
                    .collect::<Vec<_>>(),
            ));
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
    for pair in lengths.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        assert_eq!(pair[0].1, pair[1].1, "lengths tell set-ups apart");
    }
}

fn bytes(position: &AnyPosition) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    bytes
}
