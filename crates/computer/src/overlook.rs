//! A trial on which some units' orders go unseen.

use crate::random::mix;
use crate::trial::Trial;

/// A trial as a player sees it who overlooks what some units can do, different units with each seed. The other side's
/// orders are overlooked in the same way.
pub(crate) struct Overlooking<'a, T> {
    trial: &'a mut T,
    percent: u64,
    seed: u64,
}

impl<'a, T: Trial> Overlooking<'a, T> {
    pub(crate) fn new(trial: &'a mut T, percent: u8, seed: u64) -> Self {
        Self {
            trial,
            percent: percent.into(),
            seed,
        }
    }

    /// The orders that are seen; all of them if none would be.
    fn seen(&self, orders: Vec<T::Order>) -> Vec<T::Order> {
        let is_seen = |order: &T::Order| {
            // by the unit and what it captures, not by the whole order: a unit is overlooked as a whole, as people
            // overlook a unit
            let unit = self.trial.signature(std::slice::from_ref(order));
            mix(unit ^ self.seed) % 100 >= self.percent
        };
        // a player who overlooks every order would pass with a full army
        if orders.iter().any(is_seen) {
            orders.into_iter().filter(is_seen).collect()
        } else {
            orders
        }
    }
}

impl<T: Trial> Trial for Overlooking<'_, T> {
    type Order = T::Order;

    const MICROS: u64 = T::MICROS;
    const BREADTH: usize = T::BREADTH;

    fn orders(&mut self) -> Vec<T::Order> {
        let orders = self.trial.orders();
        self.seen(orders)
    }

    fn orders_near(&mut self, center: &T::Order, steps: u8) -> Vec<T::Order> {
        let orders = self.trial.orders_near(center, steps);
        self.seen(orders)
    }

    fn play(&mut self, order: &T::Order) -> bool {
        self.trial.play(order)
    }

    fn end(&mut self) -> bool {
        self.trial.end()
    }

    fn undo(&mut self) {
        self.trial.undo();
    }

    fn is_over(&self) -> bool {
        self.trial.is_over()
    }

    fn left(&self) -> usize {
        self.trial.left()
    }

    fn value(&self) -> i32 {
        self.trial.value()
    }

    fn is_capture(&self, order: &T::Order) -> bool {
        self.trial.is_capture(order)
    }

    fn decisive_orders(&mut self, within: usize) -> Vec<T::Order> {
        let orders = self.trial.decisive_orders(within);
        if orders.is_empty() {
            return orders;
        }
        self.seen(orders)
    }

    fn key(&self) -> u64 {
        self.trial.key()
    }

    fn distance(&self, one: &T::Order, other: &T::Order) -> u8 {
        self.trial.distance(one, other)
    }

    fn signature(&self, turn: &[T::Order]) -> u64 {
        self.trial.signature(turn)
    }
}
