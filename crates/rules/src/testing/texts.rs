//! The properties of reading texts, whoever wrote them: each is read or refused, none causes a panic, and nothing of a
//! text that is read is lost.

use board::Cell;

use super::conformance::check_position;
use super::writable::{has_advice, has_other_writings};
use super::{EVERY_OPTION, Seeded, game};
use crate::warlord::{Block, Entry, Game, Kind};
use crate::{AnyOrder, AnyPosition, Rules, Side, ToAct};

/// A small game with every ground, every kind, every switch on, and reinforcements.
pub fn busy_game() -> Game {
    let mut game = game(
        "....H.../..F..T../.~~..__./....F.../.T..H.../........",
        "lci1d2u/iin1h1cs/8/8/1OSI1NBH/TCL2RDI",
    );
    game.heavy_as_hero = true;
    game.options = EVERY_OPTION;
    game.options.short = 3;
    let kinds = [Kind::Leader1, Kind::LightCavalry];
    let block = |turn| Block {
        turn,
        kinds: kinds.to_vec(),
    };
    let zone = |ranks: [u8; 2]| {
        ranks
            .map(|rank| [3, 4].map(|file| Cell::new(file, rank)))
            .concat()
    };
    game.entry = Some(Entry {
        zones: [zone([0, 1]), zone([4, 5])],
        blocks: [vec![block(1), block(2)], vec![block(1), block(2)]],
    });
    for army in &mut game.armies {
        army.extend([kinds, kinds].concat());
    }
    game
}

/// Reads a position text of the game of `start`. A position that is read can be written and read again as the same
/// position, and exactly its listed orders apply.
///
/// # Panics
/// If something does not hold.
pub fn check_position_text(start: &AnyPosition, text: &str) {
    let position = match start.with_text(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty() && has_advice(&error));
            return;
        }
    };
    let again = position.with_text(&position.to_text());
    assert_eq!(again.as_ref(), Ok(&position), "{text}");
    if matches!(position.to_act(), ToAct::One(_)) {
        check_position(&position, &mut Seeded(1));
    }
}

/// Reads an order of a side and gives it. An order read is written and read again as the same order, and applies if and
/// only if it is listed or another way to write a listed one; a secret one, if and only if it can be sealed and opened.
///
/// # Panics
/// If something does not hold.
pub fn check_order_text(position: &AnyPosition, side: Side, text: &str) {
    let order = match position.parse_order(side, text) {
        Ok(order) => order,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let again = position.parse_order(side, &position.order_text(side, &order));
    assert_eq!(again.as_ref(), Ok(&order), "{text}");
    let mut after = position.clone();
    let applies = after.apply(side, &order).is_ok();
    assert_eq!(position.check(side, &order).is_ok(), applies, "{text}");
    assert_eq!(&after != position, applies, "{text}");
    let is_secret = position.order_bytes(&order).is_none();
    let listed = if is_secret {
        let sealed = position.seal(side, &order);
        sealed.is_ok_and(|parts| position.open(side, &parts) == Ok(order))
    } else {
        let orders = position.legal_orders(side);
        let is_result = |other: &AnyOrder| {
            let mut result = position.clone();
            result.apply(side, other).is_ok() && result == after
        };
        orders.contains(&order) || has_other_writings(&order) && orders.iter().any(is_result)
    };
    assert_eq!(listed, applies, "{text}");
}
