/// A position on which the computer tries the orders of one turn, and its judgment of what comes of them.
///
/// The search is written against this alone; each family has one.
pub(crate) trait Trial: Clone {
    type Order: Clone + Ord;

    /// Every legal order of the side whose turn it is, `end` left out, in a fixed order.
    fn orders(&self) -> Vec<Self::Order>;

    /// Carries out an order; false, and nothing changed, where the rules refuse it.
    fn play(&mut self, order: &Self::Order) -> bool;

    /// Ends the turn: from now on the other side's turn is tried. False where the rules refuse it.
    fn end(&mut self) -> bool;

    fn is_over(&self) -> bool;

    /// What the position is worth to the side whose turn it is, were the turn to end here; an infantry is some 200.
    fn value(&self) -> i32;

    /// Whether the order captures.
    fn is_capture(&self, order: &Self::Order) -> bool;

    /// The orders that may be part of winning within this turn; none where no such win is in sight.
    fn decisive_orders(&self) -> Vec<Self::Order>;

    /// The same for positions in which the same units stand on the same cells.
    fn key(&self) -> u64;

    /// The same for turns that move the same units and capture on the same cells; `self` is the position before.
    fn signature(&self, turn: &[Self::Order]) -> u64;
}

/// Values beyond this are wins and losses.
pub(crate) const WON: i32 = 1_000_000;
