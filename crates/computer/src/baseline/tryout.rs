//! The position on which a baseline tries orders.

use crate::random::Random;

/// A position on which the baselines try the orders of one turn, with their own judgment.
pub(crate) trait Tryout {
    type Order: Clone + Ord;

    /// Every legal order of the side with the turn, without `end`, sorted.
    fn orders(&self) -> Vec<Self::Order>;

    /// Carries out an order; returns false, with nothing changed, if the rules refuse it.
    fn play(&mut self, order: &Self::Order) -> bool;

    /// Ends the turn, so that the other side's turn is tried next. False if the rules refuse the end.
    fn end(&mut self) -> bool;

    /// Takes back the last order carried out, or the last end of a turn.
    fn undo(&mut self);

    fn is_over(&self) -> bool;

    /// The number of orders that the turn has left.
    fn left(&self) -> usize;

    /// The value of the position to the side whose turn is tried, as if the turn ended here; an infantry is some 200.
    fn value(&mut self) -> i32;

    fn is_capture(&self, order: &Self::Order) -> bool;

    /// A number that is equal for positions with the same units on the same cells.
    fn key(&self) -> u64;
}

/// The value of a game won.
pub(crate) const WON: i32 = 2_000_000;

/// Takes back the last `count` orders and ends of turns.
pub(super) fn unwind<T: Tryout>(tryout: &mut T, count: usize) {
    for _ in 0..count {
        tryout.undo();
    }
}

/// The number of legal captures, and every legal order: the captures first, then the others in random order.
pub(super) fn captures_first<T: Tryout>(tryout: &T, random: &mut Random) -> (usize, Vec<T::Order>) {
    let (mut orders, mut others): (Vec<_>, Vec<_>) = tryout
        .orders()
        .into_iter()
        .partition(|order| tryout.is_capture(order));
    let (captures, count) = (orders.len(), others.len());
    random.draw(&mut others, count);
    orders.append(&mut others);
    (captures, orders)
}

/// The legal orders, `count` of them at most, drawn by lot. Captures are all among them, even if they are more than
/// that.
pub(super) fn sample<T: Tryout>(tryout: &T, count: usize, random: &mut Random) -> Vec<T::Order> {
    if count == usize::MAX {
        return tryout.orders();
    }
    let (captures, mut orders) = captures_first(tryout, random);
    orders.truncate(count.max(captures));
    orders
}
