//! The properties of reading texts, whoever wrote them: each is read or refused, none causes a panic, and nothing is
//! lost of those read.

use std::sync::Arc;

use board::Cell;

use super::conformance::check_position;
use super::{EVERY_OPTION, Seeded, game};
use crate::warlord::Side;
use crate::warlord::{Block, Entry, Game, Kind, Order, Position, SetUp};
use crate::{AnyPosition, Rules, ToAct};

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

/// Reads a position text. A position read is written and read again as the same position, and exactly its listed orders
/// apply.
///
/// # Panics
/// If something does not hold.
pub fn check_position_text(game: &Arc<Game>, text: &str) {
    let position = match Position::from_text(game.clone(), text) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.advice().is_empty());
            return;
        }
    };
    let again = Position::from_text(game.clone(), &position.to_text());
    assert_eq!(again.as_ref(), Ok(&position), "{text}");
    if matches!(position.to_act(), ToAct::One(_)) {
        check_position(&AnyPosition::Warlord(position), &mut Seeded(1));
    }
}

/// Reads an order of a side and gives it. An order read is written and read again as the same order, and applies if and
/// only if it is listed; a set-up, if and only if it can be sealed and opened.
///
/// # Panics
/// If something does not hold.
pub fn check_order_text(position: &Position, side: Side, text: &str) {
    let game = position.game();
    let order = match Order::parse(game, side, text) {
        Ok(order) => order,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let again = Order::parse(game, side, &order.to_text(game, side));
    assert_eq!(again.as_ref(), Ok(&order), "{text}");
    let mut after = position.clone();
    let applies = after.apply(side, &order).is_ok();
    assert_eq!(position.check(side, &order).is_ok(), applies, "{text}");
    assert_eq!(&after != position, applies, "{text}");
    let listed = match &order {
        Order::SetUp(SetUp(_)) => {
            let sealed = position.seal(side, &order);
            sealed.is_ok_and(|parts| position.open(side, &parts) == Ok(order))
        }
        order => position.legal_orders(side).contains(order),
    };
    assert_eq!(listed, applies, "{text}");
}
