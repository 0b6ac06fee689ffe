//! The properties that every game must have, whatever its rules.

use std::collections::BTreeMap;

use super::Seeded;
use super::leavers::check_leavers;
use super::whole::check_twin;
use super::writable::{has_other_writings, is_of_a_cell, sort, writable_orders};
use crate::{
    AnyOrder, AnyPosition, Draft, Illegal, Lots, MAX_ORDER_BYTES, MAX_SIDES, Rules, SecretPart,
    Side, ToAct,
};

/// The most orders of a list that are carried out, spread over the list.
const CARRIED_OUT: usize = 500;

/// On average once in this many steps play continues from the whole bytes too.
const STEPS_TO_A_TWIN: usize = 6;

/// On average once in this many steps somebody leaves a copy of the game.
const STEPS_TO_A_LEAVER: usize = 12;

/// Plays random legal orders from `start`, at most that many, and checks everything at every step. Returns the last
/// position.
///
/// # Panics
/// If something does not hold.
pub fn play(start: &AnyPosition, seed: u64, most: usize) -> AnyPosition {
    let mut seeded = Seeded(seed);
    let mut position = start.clone();
    let mut record = Vec::new();
    // a made-up start may be a position that play cannot lead to, and then its whole bytes are refused
    let has_twins = start
        .to_whole()
        .is_ok_and(|bytes| start.read_whole(&bytes).is_ok());
    let mut chance = Seeded(!seed);
    for _ in 0..most {
        if has_twins && chance.one_in(STEPS_TO_A_TWIN) {
            check_twin(start, &position, &mut chance, 3);
        }
        check_lots_unawaited(&position);
        check_whole_text(&position, has_twins);
        if chance.one_in(STEPS_TO_A_LEAVER) {
            check_leavers(start, &position, &mut chance, has_twins);
        }
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
                record.push(Decision::Lots(lots));
            }
            ToAct::Secretly(sides) => {
                check_secret_step(&position);
                let sides: Vec<Side> = sides.iter().collect();
                let side = *seeded.choose(&sides);
                let order = seeded.choose(&position.legal_orders(side)).clone();
                position
                    .apply(side, &order)
                    .expect("a listed secret order is legal");
                record.push(Decision::Order(side, order));
            }
            ToAct::One(side) => {
                check_position(&position, &mut seeded);
                check_draft(&position, side, &mut seeded);
                let orders = position.legal_orders(side);
                // turns that take a while and still end
                let order = match position.closing(side) {
                    Some(closing) if seeded.one_in(6) => closing,
                    _ => seeded.choose(&orders).clone(),
                };
                position
                    .apply(side, &order)
                    .expect("a listed order applies");
                record.push(Decision::Order(side, order));
            }
        }
    }
    check_determinism(start, &record, &position);
    position
}

enum Decision {
    Order(Side, AnyOrder),
    Lots(Lots),
}

/// Orders that were legal before the end of the game are refused after it.
fn check_refused_after_the_end(position: &AnyPosition, record: &[Decision]) {
    for choice in record {
        if let Decision::Order(side, order) = choice {
            assert!(
                position.check(*side, order).is_err(),
                "an order after the end"
            );
        }
    }
}

/// The same decisions from the same start lead to equal positions, read from texts or from bytes.
fn check_determinism(start: &AnyPosition, record: &[Decision], end: &AnyPosition) {
    let (mut by_text, mut by_bytes) = (start.clone(), start.clone());
    for decision in record {
        match decision {
            Decision::Order(side, order) => {
                let text = by_text.order_text(*side, order);
                let read = by_text.parse_order(*side, &text);
                let read = read.expect("an order's own text");
                by_text.apply(*side, &read).expect("legal before");
                let read = by_bytes.order_bytes(order).map_or_else(
                    || {
                        let parts = by_bytes.seal(*side, order).expect("legal before");
                        by_bytes.open(*side, &parts).expect("an order's own parts")
                    },
                    |bytes| {
                        let read = by_bytes.order_from_bytes(&bytes);
                        read.expect("an order's own bytes")
                    },
                );
                by_bytes.apply(*side, &read).expect("legal before");
            }
            Decision::Lots(lots) => {
                by_text.resolve(*lots).expect("awaited before");
                by_bytes.resolve(*lots).expect("awaited before");
            }
        }
    }
    for again in [by_text, by_bytes] {
        assert_eq!(
            bytes(&again),
            bytes(end),
            "the same orders, another position"
        );
        assert_eq!(&again, end);
    }
}

/// A lot that is not awaited is refused.
fn check_lots_unawaited(position: &AnyPosition) {
    if matches!(position.to_act(), ToAct::Lots(_)) {
        return;
    }
    let mut target = position.clone();
    let refused = target.resolve(Lots(1));
    assert!(refused.is_err(), "a lot that nobody awaits");
    assert_eq!(&target, position, "a refused lot changed something");
}

/// A draft shows what play would show. Undone, it shows the position before; redone, the same as the first time.
fn check_draft(position: &AnyPosition, side: Side, seeded: &mut Seeded) {
    let mut draft = Draft::new(position.clone(), side);
    let mut played = vec![position.clone()];
    while !draft.is_whole() && played.len() < 5 {
        let mut next = draft.position().clone();
        let order = seeded.choose(&next.legal_orders(side)).clone();
        let events = next.apply(side, &order).expect("a listed order applies");
        draft.push(order).expect("a listed order applies");
        assert_eq!(draft.events(draft.len() - 1), events);
        played.push(next);
    }
    for (count, position) in played.iter().enumerate() {
        assert_eq!(draft.after(count), position);
    }
    let whole = draft.clone();
    draft.back_to(0);
    assert!(draft.is_empty() && draft.position() == position);
    while draft.can_redo() {
        draft.redo();
    }
    assert_eq!(draft, whole);
}

/// Checks one position in which one side decides openly.
///
/// # Panics
/// If something does not hold.
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
    let closing = position.closing(side);
    assert!(
        closing.is_none_or(|closing| orders.contains(&closing)),
        "the closing order is legal and not listed in {text}"
    );
    check_listed(position, side, &orders);
    check_unlisted(position, side, &sorted, seeded);
    check_one_by_one(position, side, &orders);
    check_text(position);
    check_teams(position);
}

/// Every side is of one team, which is the same for each of its sides.
fn check_teams(position: &AnyPosition) {
    for side in position.sides().iter() {
        let team = position.team(side);
        assert!(
            team.contains(side) && position.sides().without(team).len() < position.sides().len()
        );
        assert!(team.iter().all(|mate| position.team(mate) == team));
    }
}

/// Listed orders apply, also when read back from their text, and no two lead to the same position.
fn check_listed(position: &AnyPosition, side: Side, orders: &[AnyOrder]) {
    let before = bytes(position);
    let mut reached = Vec::new();
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
        reached.push(((sort(order), bytes(&next)), text));
    }
    assert_eq!(
        bytes(position),
        before,
        "listing and checking changed something"
    );
    reached.sort_unstable();
    for pair in reached.windows(2) {
        assert_ne!(
            pair[0].0,
            pair[1].0,
            "`{}` and `{}` lead to one position: {}",
            pair[0].1,
            pair[1].1,
            position.to_text()
        );
    }
}

/// An order's bytes read back, and neither longer nor shorter ones are the same order.
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

/// No other order applies, unless it is a longer way to write a listed one, and a refused order changes nothing.
fn check_unlisted(position: &AnyPosition, side: Side, sorted: &[AnyOrder], seeded: &mut Seeded) {
    let before = bytes(position);
    let mut target = position.clone();
    let mut results = None;
    let mut try_order = |order: AnyOrder| {
        if sorted.binary_search(&order).is_ok() {
            return;
        }
        if has_other_writings(&order) && target.check(side, &order).is_ok() {
            let results = results.get_or_insert_with(|| results_of(position, side, sorted));
            check_writing(position, side, &order, results);
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

/// The position each listed order leads to, with the order's text.
fn results_of(
    position: &AnyPosition,
    side: Side,
    orders: &[AnyOrder],
) -> BTreeMap<(u8, Vec<u8>), String> {
    // all results at once and only when asked for: most positions have no order that can be written in two ways
    let result = |order: &AnyOrder| {
        let mut after = position.clone();
        after.apply(side, order).expect("a listed order applies");
        (
            (sort(order), bytes(&after)),
            position.order_text(side, order),
        )
    };
    orders.iter().map(result).collect()
}

/// An order that applies and is not listed has the same result as a listed one that has fewer cells or, with as many
/// cells, the smaller text.
fn check_writing(
    position: &AnyPosition,
    side: Side,
    order: &AnyOrder,
    results: &BTreeMap<(u8, Vec<u8>), String>,
) {
    let text = position.order_text(side, order);
    let mut after = position.clone();
    after.apply(side, order).expect("a checked order applies");
    let Some(listed) = results.get(&(sort(order), bytes(&after))) else {
        panic!(
            "{text} leads elsewhere than any listed order in {}",
            position.to_text()
        );
    };
    let rank = |text: &str| {
        let is_letter = |c: char| !c.is_ascii_alphanumeric();
        (text.split(is_letter).count(), text.to_owned())
    };
    assert!(
        rank(listed) < rank(&text),
        "{text} is listed as {listed} in {}",
        position.to_text()
    );
}

/// The orders listed cell by cell are those listed at once, without those that belong to no cell.
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

/// A position text reads back.
fn check_text(position: &AnyPosition) {
    let text = position.to_text();
    let read = position.with_text(&text).expect("a position's own text");
    assert_eq!(read.to_text(), text);
}

/// What `show` writes is read back as the same position, at any decision and after the end. Of a made-up start, whose
/// whole bytes are refused, nothing else than the position itself is read either.
fn check_whole_text(position: &AnyPosition, has_twins: bool) {
    let text = position.to_whole_text();
    match position.with_whole_text(&text) {
        Ok(read) => assert_eq!(bytes(&read), bytes(position), "{text}"),
        Err(error) => assert!(!has_twins, "{error}: {text}"),
    }
}

/// Checks the listed orders of every side that has yet to choose in secret: legal, sealed and opened without loss in
/// the slots announced; other parts do not open to the same; and no other side chooses.
///
/// # Panics
/// If something does not hold.
pub fn check_secret_step(position: &AnyPosition) {
    let ToAct::Secretly(sides) = position.to_act() else {
        panic!("nobody chooses unseen here");
    };
    for other in position.sides().without(sides).iter() {
        assert!(position.legal_orders(other).is_empty());
        assert!(position.slots(other).is_empty());
    }
    for side in sides.iter() {
        let slots = position.slots(side);
        let orders = position.legal_orders(side);
        assert!(!orders.is_empty(), "{side:?} has no listed choice");
        for order in orders {
            let text = position.order_text(side, &order);
            assert_eq!(position.parse_order(side, &text), Ok(order.clone()));
            assert_eq!(
                position.order_bytes(&order),
                None,
                "a secret order in the open"
            );
            let parts = position
                .seal(side, &order)
                .expect("a listed order is legal");
            assert_eq!(position.open(side, &parts), Ok(order.clone()));
            let sealed = parts.iter().map(|part| (part.slot, part.payload.len()));
            let asked = slots.iter().map(|slot| (slot.number, slot.size));
            assert!(sealed.eq(asked), "parts tell choices apart");
            for changed in changed_parts(&parts) {
                assert_ne!(position.open(side, &changed), Ok(order.clone()));
            }
            for wrong in wrong_parts(&parts) {
                assert!(position.open(side, &wrong).is_err(), "{wrong:?} opens");
            }
            let mut chosen = position.clone();
            let events = chosen.apply(side, &order).expect("a checked order applies");
            assert!(!events.is_empty() && bytes(&chosen) != bytes(position));
            let rest = sides.without(side.into());
            assert!(rest.is_empty() || chosen.to_act() == ToAct::Secretly(rest));
            // the last choice may begin another step, such as the next round of a fight, in which the same is legal
            if chosen.slots(side).is_empty() {
                assert!(chosen.apply(side, &order).is_err(), "chosen twice");
                assert!(chosen.open(side, &parts).is_err(), "opened twice");
            } else {
                assert!(rest.is_empty(), "asked twice in one step");
            }
        }
    }
}

/// Parts of the right sizes with a byte changed.
fn changed_parts(parts: &[SecretPart]) -> Vec<Vec<SecretPart>> {
    let mut all = Vec::new();
    for part in 0..parts.len() {
        for byte in 0..parts[part].payload.len() {
            let mut changed = parts.to_vec();
            changed[part].payload[byte] ^= 1;
            all.push(changed);
        }
    }
    all
}

/// Parts of wrong sizes, slots and numbers.
fn wrong_parts(parts: &[SecretPart]) -> Vec<Vec<SecretPart>> {
    let mut all = vec![Vec::new(), [parts, parts].concat()];
    for part in 0..parts.len() {
        let mut wrong = |change: fn(&mut SecretPart)| {
            let mut wrong = parts.to_vec();
            change(&mut wrong[part]);
            all.push(wrong);
        };
        wrong(|part| part.payload.push(0));
        wrong(|part| part.payload.truncate(part.payload.len() - 1));
        wrong(|part| part.slot ^= 1);
    }
    all
}

fn bytes(position: &AnyPosition) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    bytes
}
