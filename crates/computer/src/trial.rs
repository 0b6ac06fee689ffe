//! The questions of the search to a family's position.

/// A position on which the computer tries the orders of one turn, with an evaluation.
///
/// The search is written against this trait alone; each family has one implementation. Orders are made and unmade on
/// one trial, which is never cloned.
pub(crate) trait Trial {
    type Order: Clone + Ord;

    /// The approximate microseconds for trying and judging an order on a slow machine, for planning only.
    const MICROS: u64;

    /// The most orders worth trying for the first order of an answer.
    const BREADTH: usize;

    /// Every legal order of the side with the turn, without `end`, in a fixed order.
    fn orders(&mut self) -> Vec<Self::Order>;

    /// Those of [`Trial::orders`] whose units are at most `steps` steps from the unit of `center`.
    fn orders_near(&mut self, center: &Self::Order, steps: u8) -> Vec<Self::Order> {
        let mut orders = self.orders();
        orders.retain(|order| self.distance(center, order) <= steps);
        orders
    }

    /// Carries out an order; returns false, with nothing changed, if the rules refuse it.
    fn play(&mut self, order: &Self::Order) -> bool;

    /// Ends the turn, so that the other side's turn is tried next. False if the rules refuse the end.
    fn end(&mut self) -> bool;

    /// Takes back the last order carried out, or the last end of a turn.
    fn undo(&mut self);

    fn is_over(&self) -> bool;

    /// The number of orders that the turn has left.
    fn left(&self) -> usize;

    /// The value of the position to the side with the turn, as if the turn ended here; an infantry is some 200.
    fn value(&self) -> i32;

    /// Captures are always tried, whatever the limit on the orders tried.
    fn is_capture(&self, order: &Self::Order) -> bool;

    /// The orders that may be part of winning `within` that many orders, no more than the turn has left; empty if no
    /// such win is in sight.
    fn decisive_orders(&mut self, within: usize) -> Vec<Self::Order>;

    /// A number that is equal for positions with the same units on the same cells.
    fn key(&self) -> u64;

    /// The steps between the units of two orders.
    fn distance(&self, one: &Self::Order, other: &Self::Order) -> u8;

    /// A number that is equal for turns that move the same units and capture on the same cells; `self` is the position
    /// before the turn.
    fn signature(&self, turn: &[Self::Order]) -> u64;
}

/// Called with each better turn, and about once a second with the best: the orders tried, the value after the
/// opponent's answer as far as one is found, the turn.
pub(crate) type Listener<'a, O> = &'a mut dyn FnMut(u64, i32, &[O]);

/// Values beyond this are wins and losses. The value of an unfinished game stays below: 1,480 units on the largest
/// board, each 200 steps of 90 points from its goal, are 27 million points.
pub(crate) const WON: i32 = 50_000_000;

/// Takes back the last `count` orders and ends of turns.
pub(crate) fn unwind<T: Trial>(trial: &mut T, count: usize) {
    for _ in 0..count {
        trial.undo();
    }
}
