/// A position on which the computer tries the orders of one turn, with an evaluation.
///
/// The search is written against this trait alone; each family has one implementation.
pub(crate) trait Trial: Clone {
    type Order: Clone + Ord;

    /// Every legal order of the side with the turn, without `end`, in a fixed order.
    fn orders(&self) -> Vec<Self::Order>;

    /// Carries out an order; false, and without a change, where the rules refuse the order.
    fn play(&mut self, order: &Self::Order) -> bool;

    /// Ends the turn, so that the other side's turn is tried next. False where the rules refuse the end.
    fn end(&mut self) -> bool;

    fn is_over(&self) -> bool;

    /// The number of orders that the turn has left.
    fn left(&self) -> usize;

    /// The value of the position to the side with the turn, as if the turn ended here; an infantry is some 200.
    fn value(&self) -> i32;

    /// Tells if the order captures.
    fn is_capture(&self, order: &Self::Order) -> bool;

    /// The orders that may be part of winning within this turn; none without such a win in sight.
    fn decisive_orders(&self) -> Vec<Self::Order>;

    /// A number that is equal for positions with the same units on the same cells.
    fn key(&self) -> u64;

    /// A number that is equal for turns that move the same units and capture on the same cells; `self` is the position
    /// before the turn.
    fn signature(&self, turn: &[Self::Order]) -> u64;
}

/// Values beyond this are wins and losses.
pub(crate) const WON: i32 = 1_000_000;
