//! The properties of whole bytes: play continues from them as from the position, and no bytes do harm, whoever made
//! them.

use super::Seeded;
use crate::{AnyEvent, AnyPosition, Lots, MAX_WHOLE_BYTES, Rules, ToAct};

/// The steps that play continues from made-up bytes.
const STEPS: usize = 6;

/// One random step for whoever is to act, with its events; none once the game is over. One time in `ends` the
/// orders of the turn are closed.
///
/// # Panics
/// If an order listed does not apply.
pub fn stroll(
    position: &mut AnyPosition,
    seeded: &mut Seeded,
    ends: usize,
) -> Option<Vec<AnyEvent>> {
    let sides = match position.to_act() {
        ToAct::Nobody(_) => return None,
        ToAct::Lots(_) => {
            let lots = Lots(seeded.draw());
            return Some(position.resolve(lots).expect("lots are awaited"));
        }
        ToAct::One(side) => side.into(),
        ToAct::Secretly(sides) => sides,
    };
    let sides: Vec<crate::Side> = sides.iter().collect();
    let side = *seeded.choose(&sides);
    let orders = position.legal_orders(side);
    let order = match position.closing(side) {
        Some(closing) if seeded.one_in(ends) => closing,
        _ => seeded.choose(&orders).clone(),
    };
    Some(
        position
            .apply(side, &order)
            .expect("a listed order applies"),
    )
}

/// A position read from its whole bytes is the same position, and stays the same over that many steps.
///
/// # Panics
/// If something does not hold.
pub fn check_twin(start: &AnyPosition, position: &AnyPosition, seeded: &mut Seeded, steps: usize) {
    let mut position = position.clone();
    let mut twin = read(start, &position);
    for _ in 0..steps {
        check_alike(&twin, &position);
        let chance = seeded.clone();
        let events = stroll(&mut position, seeded, 3);
        assert_eq!(stroll(&mut twin, &mut chance.clone(), 3), events);
    }
    check_alike(&twin, &position);
}

/// The position of its own whole bytes.
fn read(start: &AnyPosition, position: &AnyPosition) -> AnyPosition {
    let bytes = position.to_whole().expect("a position is not too long");
    let read = start.read_whole(&bytes);
    let twin = read.unwrap_or_else(|error| panic!("{error}: {}", position.to_text()));
    assert_eq!(twin.to_whole().as_ref(), Ok(&bytes), "written otherwise");
    twin
}

fn check_alike(twin: &AnyPosition, position: &AnyPosition) {
    let text = position.to_text();
    assert_eq!(twin, position, "{text}");
    assert_eq!(twin.to_act(), position.to_act(), "{text}");
    assert_eq!(twin.turn(), position.turn(), "{text}");
    assert_eq!(twin.to_text(), text);
    assert_eq!(twin.terrain_text(), position.terrain_text());
    for side in position.sides().iter() {
        assert_eq!(
            twin.legal_orders(side),
            position.legal_orders(side),
            "{text}"
        );
        assert_eq!(twin.slots(side), position.slots(side), "{text}");
    }
}

/// Reads bytes for the game of `start`. Accepted bytes are written again as they were, and play continues from them
/// through positions whose bytes are accepted too. True if they were accepted.
///
/// # Panics
/// If something does not hold.
pub fn check_whole_bytes(start: &AnyPosition, bytes: &[u8]) -> bool {
    let mut position = match start.read_whole(bytes) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    assert!(bytes.len() <= MAX_WHOLE_BYTES);
    assert_eq!(position.to_whole().as_deref(), Ok(bytes), "read otherwise");
    let mut seeded = Seeded(bytes.len() as u64);
    for _ in 0..STEPS {
        if stroll(&mut position, &mut seeded, 3).is_none() {
            break;
        }
        check_alike(&read(start, &position), &position);
    }
    true
}

/// The bytes with one to three of them changed, doubled or left out, or cut short.
pub fn changed_bytes(bytes: &[u8], seeded: &mut Seeded) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..=seeded.below(3) {
        if changed.is_empty() {
            break;
        }
        // the head and the lists at the end are short compared to the board, and would hardly ever be hit
        let length = changed.len();
        let place = match seeded.below(3) {
            0 => seeded.below(length.min(20)),
            1 => length - 1 - seeded.below(length.min(40)),
            _ => seeded.below(length),
        };
        match seeded.below(9) {
            0..4 => changed[place] = seeded.draw() as u8,
            4 => changed[place] = changed[place].wrapping_add(1),
            5 => changed[place] ^= 1 << seeded.below(8),
            6 => changed.insert(place, changed[place]),
            7 => {
                changed.remove(place);
            }
            _ => {
                let other = seeded.below(length);
                changed.swap(place, other);
            }
        }
    }
    if seeded.one_in(20) {
        changed.truncate(seeded.below(changed.len() + 1));
    }
    changed
}
