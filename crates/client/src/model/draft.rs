use rules::warlord::{Event, Illegal, Order, Position};
use rules::{Rules, Side};

/// The orders of an unfinished turn, tried on a clone. Nothing leaves it before the turn is ended.
///
/// Undo is truncation: the position shown is always the turn's beginning with the orders kept carried out on it.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    side: Side,
    /// The position before the first order, after the first, and so on.
    positions: Vec<Position>,
    orders: Vec<Order>,
    events: Vec<Vec<Event>>,
    redo: Vec<Order>,
}

impl Draft {
    /// An empty turn of a side.
    pub(crate) fn new(base: Position, side: Side) -> Self {
        Self {
            side,
            positions: vec![base],
            orders: Vec::new(),
            events: Vec::new(),
            redo: Vec::new(),
        }
    }

    /// Whose turn it is.
    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    /// The position with the orders so far.
    pub(crate) fn position(&self) -> &Position {
        self.after(self.orders.len())
    }

    /// The position the turn began with.
    pub(crate) fn base(&self) -> &Position {
        self.after(0)
    }

    /// The position after the first `count` orders.
    pub(crate) fn after(&self, count: usize) -> &Position {
        &self.positions[count.min(self.orders.len())]
    }

    /// The orders so far.
    pub(crate) fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// What an order did.
    pub(crate) fn events(&self, order: usize) -> &[Event] {
        self.events.get(order).map_or(&[], Vec::as_slice)
    }

    /// Tries one more order; a refused one changes nothing. Another order than the one undone last forgets the rest.
    pub(crate) fn push(&mut self, order: Order) -> Result<(), Illegal> {
        let mut next = self.position().clone();
        let events = next.apply(self.side, &order)?;
        if self.redo.last() == Some(&order) {
            self.redo.pop();
        } else {
            self.redo.clear();
        }
        self.positions.push(next);
        self.orders.push(order);
        self.events.push(events);
        Ok(())
    }

    /// Goes back to the first `count` orders.
    pub(crate) fn back_to(&mut self, count: usize) {
        while self.orders.len() > count {
            self.redo.extend(self.orders.pop());
            self.events.pop();
            self.positions.pop();
        }
    }

    /// Takes one order back.
    pub(crate) fn undo(&mut self) {
        self.back_to(self.orders.len().saturating_sub(1));
    }

    /// Gives the order undone last again.
    pub(crate) fn redo(&mut self) {
        if let Some(order) = self.redo.last().cloned() {
            // it was legal from this very position
            let _ = self.push(order);
        }
    }

    /// Whether there is something to take back.
    pub(crate) fn can_undo(&self) -> bool {
        !self.orders.is_empty()
    }

    /// Whether something was taken back.
    pub(crate) fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The whole turn: the orders and its end, which is left out where an order has already ended the game.
    pub(crate) fn turn(&self) -> Vec<Order> {
        let mut orders = self.orders.clone();
        if self.position().outcome().is_none() {
            orders.push(Order::End);
        }
        orders
    }
}
