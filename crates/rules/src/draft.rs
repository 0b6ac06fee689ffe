//! Orders tried before they are signed.

use crate::{Rules, Side, ToAct};

/// The orders of an unfinished turn, or a secret choice not yet sealed: tried on clones, not yet signed.
///
/// Undo is truncation: the position shown is always the start of the turn with the remaining orders carried out. Since
/// the position after every order is kept, nothing has to be unmade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft<P: Rules> {
    side: Side,
    /// The position before the first order.
    base: P,
    tried: Vec<Tried<P>>,
    /// Orders taken back; the last one is the first to be given again.
    taken_back: Vec<P::Order>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Tried<P: Rules> {
    order: P::Order,
    events: Vec<P::Event>,
    after: P,
}

impl<P: Rules> Draft<P> {
    /// A draft without orders, of a side that must decide in `base`.
    pub const fn new(base: P, side: Side) -> Self {
        Self {
            side,
            base,
            tried: Vec::new(),
            taken_back: Vec::new(),
        }
    }

    /// The side whose decision is tried, whoever is on turn.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The position before the first order.
    pub const fn base(&self) -> &P {
        &self.base
    }

    /// The position with all orders carried out.
    pub fn position(&self) -> &P {
        self.after(self.tried.len())
    }

    /// The position after the first `count` orders; with all of them if the draft has fewer.
    pub fn after(&self, count: usize) -> &P {
        // cut to what there is: a window may still hold the place of an order taken back meanwhile
        let last = count.min(self.tried.len()).checked_sub(1);
        last.map_or(&self.base, |last| &self.tried[last].after)
    }

    /// The orders tried, without those taken back.
    pub const fn len(&self) -> usize {
        self.tried.len()
    }

    /// True if there is no order.
    pub const fn is_empty(&self) -> bool {
        self.tried.is_empty()
    }

    /// The orders, first to last.
    pub fn orders(&self) -> impl DoubleEndedIterator<Item = &P::Order> + ExactSizeIterator {
        self.tried.iter().map(|tried| &tried.order)
    }

    /// The events of an order, counted from 0; none if the draft has fewer orders.
    pub fn events(&self, order: usize) -> &[P::Event] {
        self.tried.get(order).map_or(&[], |tried| &tried.events)
    }

    /// True if the choice is made in secret.
    pub fn is_secret(&self) -> bool {
        matches!(self.base.to_act(), ToAct::Secretly(_))
    }

    /// True if the side has nothing left to decide: the orders are a whole turn or a member's whole part of one, or the
    /// secret choice is made.
    pub fn is_whole(&self) -> bool {
        let (side, after) = (self.side, self.position());
        // not `Nobody`: the rules may next ask the other side, a secret choice or a lot
        let is_answered =
            || after.to_act() != ToAct::One(side) || after.member(side) != self.base.member(side);
        !self.is_empty() && (self.is_secret() || is_answered())
    }

    /// Tries one more order; a secret choice replaces the one before. An order other than the one taken back last
    /// forgets the orders taken back.
    ///
    /// # Errors
    /// Returns why the order is refused; the draft stays as it was.
    pub fn push(&mut self, order: P::Order) -> Result<(), P::Illegal> {
        let is_secret = self.is_secret();
        let from = if is_secret {
            &self.base
        } else {
            self.position()
        };
        let mut after = from.clone();
        // on a copy, so that a refused order leaves the draft as it was
        let events = after.apply(self.side, &order)?;
        // the very order that was taken back is a redo by hand, and those taken back before it stay available
        if self.taken_back.last() == Some(&order) {
            self.taken_back.pop();
        } else {
            self.taken_back.clear();
        }
        // a secret choice is whole by itself: another one replaces it and does not follow it
        if is_secret {
            self.tried.clear();
        }
        self.tried.push(Tried {
            order,
            events,
            after,
        });
        Ok(())
    }

    /// Keeps the first `count` orders and takes the others back.
    pub fn back_to(&mut self, count: usize) {
        while self.tried.len() > count {
            let tried = self.tried.pop();
            self.taken_back.extend(tried.map(|tried| tried.order));
        }
    }

    /// Takes the last order back; [`Draft::redo`] gives it again.
    pub fn undo(&mut self) {
        self.back_to(self.tried.len().saturating_sub(1));
    }

    /// Gives the order that was taken back last again; does nothing if there is none.
    pub fn redo(&mut self) {
        if let Some(order) = self.taken_back.last().cloned() {
            // through `push`, which recognizes the order and takes it off the list
            self.push(order)
                .expect("an order that was legal from this very position");
        }
    }

    /// True if there is an order to take back.
    pub const fn can_undo(&self) -> bool {
        !self.tried.is_empty()
    }

    /// True if an order was taken back.
    pub const fn can_redo(&self) -> bool {
        !self.taken_back.is_empty()
    }
}
