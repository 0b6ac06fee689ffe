//! Plain data of the Warlord family; nothing of windows in it.

pub(crate) mod editor;
pub(crate) mod entry;
mod formation;
pub(crate) mod hand;
pub(crate) mod record;
pub(crate) mod set_up;
#[cfg(test)]
mod tests;
pub(crate) mod told;
pub(crate) mod words;

use board::Cell;
use rules::AnyOrder;
use rules::warlord::{Order, Position, Side};

use crate::shell::model::rulebook::Rulebook;

/// The rules text, taken apart.
pub(crate) fn rulebook() -> Rulebook {
    // a test draws every diagram of the text, so that there always is one
    let diagrams = picture::warlord::diagrams(RULES).unwrap_or_default();
    Rulebook::read(RULES, diagrams)
}

/// The rules text.
const RULES: &str = include_str!("../../../../../docs/rules/warlord.md");

/// The order of this family in one of any.
pub(crate) const fn own(order: &AnyOrder) -> Option<&Order> {
    match order {
        AnyOrder::Warlord(order) => Some(order),
        // with one family built in, no order can belong to another
        #[allow(unreachable_patterns)]
        _ => None,
    }
}

/// The side of this family in one of any.
pub(crate) fn side(side: Option<rules::Side>) -> Option<Side> {
    side.and_then(|side| side.try_into().ok())
}

/// The leaders of the side to move that can still give an order to one of those units.
pub(crate) fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
    let (board, range) = (position.board(), position.game().range);
    let mut leaders = position.open_leaders();
    leaders.retain(|leader| {
        let mut units = units.iter();
        units.any(|unit| board.distance(*leader, *unit) <= range)
    });
    leaders
}

/// The order that closes a turn.
pub(crate) const CLOSING: Order = Order::End;

/// The cells that an order leads from and to.
pub(crate) const fn way(order: &Order) -> Option<(Cell, Cell)> {
    match order {
        Order::Move { from, to } => Some((*from, *to)),
        Order::Swap { leader, cannon } => Some((*leader, *cannon)),
        Order::Enter { cell, .. } => Some((*cell, *cell)),
        Order::End | Order::SetUp(_) => None,
    }
}

/// True where a record shows an order: the end of a turn needs no words.
pub(crate) fn is_shown(order: &Order) -> bool {
    *order != Order::End
}

/// True where an order brings in a reinforcement: such orders come first and use none of the turn's orders.
pub(crate) const fn is_entry(order: &Order) -> bool {
    matches!(order, Order::Enter { .. })
}
