//! Plain data of the WarGames; nothing of windows in it.

pub mod deeds;
pub mod editor;
pub mod hand;
pub mod record;
pub mod set_up;
pub mod told;
pub mod words;

use std::collections::BTreeSet;

use board::Cell;
use kit::model::rulebook::Rulebook;
use rules::wargame::{Order, Position, Side};

pub fn rulebook() -> Rulebook {
    // a test draws every diagram of the text, so that there always is one
    let diagrams = picture::wargame::diagrams(RULES).unwrap_or_default();
    Rulebook::read(RULES, diagrams)
}

const RULES: &str = include_str!("../../../../docs/rules/wargame.md");

/// The side of this family in one of any.
pub fn side(side: Option<rules::Side>) -> Option<Side> {
    side.and_then(|side| side.try_into().ok())
}

/// The leaders of the side on turn that can still order one of those units.
pub fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
    let givers = units.iter().flat_map(|unit| position.givers_for(*unit));
    let leaders: BTreeSet<Cell> = givers.collect();
    leaders.into_iter().collect()
}

/// The cells that an order leads from and to.
pub fn way(order: &Order) -> Option<(Cell, Cell)> {
    match order {
        Order::Move { path, .. } => Some((path.from(), path.to())),
        Order::Leap { from, to, on } => Some((*from, on.unwrap_or(*to))),
        Order::Fire { from, at } | Order::Rifle { from, at } => Some((*from, *at)),
        Order::Prepare(cell) => Some((*cell, *cell)),
        Order::End | Order::SetUp(_) => None,
    }
}
