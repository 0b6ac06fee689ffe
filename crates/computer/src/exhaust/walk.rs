//! Walking through the turns of a position, order by order and back.

use std::fmt::Debug;
use std::hash::Hash;

use rules::{AnyOrder, Side, Sides};

/// A position that orders are given in and taken back.
pub(crate) trait Walk {
    type Order: Clone + PartialEq + Debug;
    /// Equal for positions that are equal.
    type Key: Eq + Hash;

    fn key(&self) -> Self::Key;
    /// The orders that can be given now, in a fixed order, without the one that ends the turn.
    fn orders(&self) -> Vec<Self::Order>;
    /// Gives an order; false, and nothing has changed, if the rules refuse it.
    fn give(&mut self, order: &Self::Order) -> bool;
    /// Ends the turn; false, and nothing has changed, if it cannot be ended now.
    fn end(&mut self) -> bool;
    /// Takes back what was given or ended last.
    fn back(&mut self);
    /// The winners once the game is over, nobody in a draw.
    fn winners(&self) -> Option<Sides>;
    /// The balance of material of a side.
    fn balance(&self, side: Side) -> i32;
    fn any(order: &Self::Order) -> AnyOrder;
}
