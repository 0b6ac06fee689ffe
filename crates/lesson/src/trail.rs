//! What has happened in an attempt at a lesson, as far as aims and sentences ask.

use board::Cell;
use rules::{AnyOrder, AnyPosition, Rules, Side, ToAct};

/// What has happened in an attempt: a value that grows with each order, so that undo is to take an earlier one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trail {
    /// The units the pupil removed, with the cells they stood on.
    taken: Vec<(Cell, String)>,
    /// The turns the pupil has ended.
    turns: u16,
    /// The orders of the pupil's turn so far.
    orders: usize,
    most_orders: usize,
    /// The texts of all orders of the pupil, first to last.
    given: Vec<String>,
    /// The decisions of the other side so far.
    replies: usize,
    has_sealed: bool,
}

impl Trail {
    /// The trail of that pupil's attempt with one more order, given by `by` in `before`, which led to `after`.
    #[must_use]
    pub fn after(
        &self,
        pupil: Side,
        before: &AnyPosition,
        by: Side,
        order: &AnyOrder,
        after: &AnyPosition,
    ) -> Self {
        let mut trail = self.clone();
        if by == pupil {
            trail.given.push(before.order_text(by, order));
            trail.taken.extend(removed(pupil, before, after));
            trail.has_sealed |= matches!(before.to_act(), ToAct::Secretly(_));
            // a decision in the other side's turn is no order of the pupil's own
            if before.turn().side == by && before.closing(by).as_ref() != Some(order) {
                trail.orders += 1;
                trail.most_orders = trail.most_orders.max(trail.orders);
            }
        }
        trail.pass(pupil, before, after);
        trail
    }

    /// Notes the end of a turn of the pupil between two positions, also when a lot ended it.
    pub fn pass(&mut self, pupil: Side, before: &AnyPosition, after: &AnyPosition) {
        let (was, is) = (before.turn(), after.turn());
        if was.side == pupil && was.number != is.number {
            self.turns = self.turns.saturating_add(1);
            self.orders = 0;
        }
    }

    /// Notes a decision of the other side.
    pub const fn replied(&mut self) {
        self.replies += 1;
    }

    /// The number of decisions of the other side so far.
    pub const fn replies(&self) -> usize {
        self.replies
    }

    /// The texts of the pupil's orders, the last one first.
    pub fn latest(&self) -> impl Iterator<Item = &str> {
        self.given.iter().rev().map(String::as_str)
    }

    pub(crate) fn taken(&self) -> impl Iterator<Item = (Cell, &String)> {
        self.taken.iter().map(|(cell, symbol)| (*cell, symbol))
    }

    /// The number of turns that the pupil has ended.
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// True while the pupil has given no order in the turn under way.
    pub(crate) const fn is_between_turns(&self) -> bool {
        self.orders == 0
    }

    pub(crate) const fn most_orders(&self) -> usize {
        self.most_orders
    }

    pub(crate) const fn has_sealed(&self) -> bool {
        self.has_sealed
    }
}

/// The enemies that an order of the pupil removed, with the cells on which they stood.
fn removed(pupil: Side, before: &AnyPosition, after: &AnyPosition) -> Vec<(Cell, String)> {
    let enemies = |position: &AnyPosition| {
        let units = picture::symbols(position).into_iter();
        let enemies = units.filter(|(_, side, _)| *side != pupil);
        enemies
            .map(|(cell, _, symbol)| (cell, symbol))
            .collect::<Vec<_>>()
    };
    let mut left = enemies(after);
    let mut gone = Vec::new();
    for unit in enemies(before) {
        match left.iter().position(|other| *other == unit) {
            Some(place) => {
                left.swap_remove(place);
            }
            None => gone.push(unit),
        }
    }
    // those left over have only gone elsewhere, as a man does who steps out of his castle
    for (_, symbol) in left {
        if let Some(place) = gone.iter().position(|(_, other)| *other == symbol) {
            gone.swap_remove(place);
        }
    }
    gone
}
