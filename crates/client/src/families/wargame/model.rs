//! Plain data of the WarGames; nothing of windows in it.

pub(crate) mod deeds;
pub(crate) mod editor;
pub(crate) mod hand;
pub(crate) mod record;
pub(crate) mod told;
pub(crate) mod words;

use std::collections::BTreeSet;

use board::Cell;
use rules::AnyOrder;
use rules::wargame::{Order, Position, Side};

use crate::shell::model::rulebook::Rulebook;

/// The rules text, taken apart.
pub(crate) fn rulebook() -> Rulebook {
    // a test draws every diagram of the text, so that there always is one
    let diagrams = picture::wargame::diagrams(RULES).unwrap_or_default();
    Rulebook::read(RULES, diagrams)
}

/// The rules text.
const RULES: &str = include_str!("../../../../../docs/rules/wargame.md");

/// The order of this family in one of any.
pub(crate) const fn own(order: &AnyOrder) -> Option<&Order> {
    match order {
        AnyOrder::WarGame(order) => Some(order),
        _ => None,
    }
}

/// The side of this family in one of any.
pub(crate) fn side(side: Option<rules::Side>) -> Option<Side> {
    side.and_then(|side| side.try_into().ok())
}

/// The leaders of the side on turn that can still order one of those units.
pub(crate) fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
    let givers = units.iter().flat_map(|unit| position.givers_for(*unit));
    let leaders: BTreeSet<Cell> = givers.collect();
    leaders.into_iter().collect()
}

/// The order that closes a turn.
pub(crate) const CLOSING: Order = Order::End;

/// The cells that an order leads from and to.
pub(crate) fn way(order: &Order) -> Option<(Cell, Cell)> {
    match order {
        Order::Move { path, .. } => Some((path.from(), path.to())),
        Order::Leap { from, to, on } => Some((*from, on.unwrap_or(*to))),
        Order::Fire { from, at } | Order::Rifle { from, at } => Some((*from, *at)),
        Order::Prepare(cell) => Some((*cell, *cell)),
        _ => None,
    }
}

/// True where a record shows an order: the end of a turn needs no words.
pub(crate) fn is_shown(order: &Order) -> bool {
    *order != Order::End
}

/// True where an order comes before the counted orders: none does.
pub(crate) const fn is_entry(_: &Order) -> bool {
    false
}
