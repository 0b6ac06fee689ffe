//! Plain data of the Warlord family; nothing of windows in it.

pub mod editor;
pub mod entry;
mod formation;
pub mod hand;
pub mod record;
pub mod set_up;
pub mod told;
pub mod words;

use board::Cell;
use kit::model::rulebook::Rulebook;
use rules::warlord::{Order, Position, Side};

pub fn rulebook() -> Rulebook {
    // a test draws every diagram of the text, so that there always is one
    let diagrams = picture::warlord::diagrams(RULES).unwrap_or_default();
    Rulebook::read(RULES, diagrams)
}

pub const RULES: &str = include_str!("../../../../docs/rules/warlord.md");

/// The side of this family in one of any.
pub fn side(side: Option<rules::Side>) -> Option<Side> {
    side.and_then(|side| side.try_into().ok())
}

/// The leaders of the side to move that can still give an order to one of those units.
pub fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
    let (board, range) = (position.board(), position.game().range);
    let mut leaders = position.open_leaders();
    leaders.retain(|leader| {
        let mut units = units.iter();
        units.any(|unit| board.distance(*leader, *unit) <= range)
    });
    leaders
}

/// The cells that an order leads from and to.
pub const fn way(order: &Order) -> Option<(Cell, Cell)> {
    match order {
        Order::Move { from, to } => Some((*from, *to)),
        Order::Swap { leader, cannon } => Some((*leader, *cannon)),
        Order::Enter { cell, .. } => Some((*cell, *cell)),
        Order::End | Order::SetUp(_) => None,
    }
}
