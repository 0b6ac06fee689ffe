//! Plain data of the WarGames; nothing of windows in it.

pub(crate) mod deeds;
pub(crate) mod editor;
pub(crate) mod hand;
pub(crate) mod words;

use rules::AnyOrder;
use rules::wargame::{Order, Side};

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

/// The order that closes a turn.
pub(crate) const CLOSING: Order = Order::End;

/// True where a record shows an order: the end of a turn needs no words.
pub(crate) fn is_shown(order: &Order) -> bool {
    *order != Order::End
}

/// True where an order comes before the counted orders: none does.
pub(crate) const fn is_entry(_: &Order) -> bool {
    false
}
