//! Looking at the record of a match.

use protocol::{Deed, Done};
use rules::{AnyPosition, Rules, Side};

use super::Table;

/// A place in the record: a step, counted from 0, and how many of its orders. Places are compared by the fields in this
/// order, so `step` comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub(crate) step: usize,
    /// Its orders carried out.
    pub(crate) orders: usize,
}

impl Spot {
    /// Before the first step.
    pub(crate) const BEGINNING: Self = Self { step: 0, orders: 0 };
}

#[derive(Debug)]
pub(super) struct Past {
    spot: Spot,
    pub(super) position: AnyPosition,
}

impl Table {
    /// True while the board is still to show a move of another player.
    pub(crate) fn is_move_coming(&self) -> bool {
        let mut steps = self.reading.to_play_back.clone().unwrap_or(0..0);
        let history = self.history();
        steps.any(|at| match history.get(at).map(|step| &step.deed) {
            Some(Deed::Orders { orders, .. }) => {
                let mut orders = families::shown_orders(orders).iter();
                orders.any(|done| families::way(&done.order).is_some())
            }
            _ => false,
        })
    }

    /// The place in the record that is looked at; none while the board shows now.
    pub(crate) fn spot(&self) -> Option<Spot> {
        self.reading.past.as_ref().map(|past| past.spot)
    }

    /// The side and the shown orders of a step of the record; none for a step that no side took alone.
    pub(crate) fn orders(&self, step: usize) -> Option<(Side, &[Done])> {
        match &self.seen.record().get(step)?.deed {
            Deed::Orders { side, orders, .. } => Some((*side, families::shown_orders(orders))),
            Deed::Opened(_)
            | Deed::Lots { .. }
            | Deed::TakenBack { .. }
            | Deed::Continued { .. } => None,
        }
    }

    /// Whether each step of the record stands; the others were taken back.
    pub(crate) fn stands(&self) -> Vec<bool> {
        let history = self.seen.played.history.as_deref();
        history.map_or_else(Vec::new, |history| {
            // the record leaves out the steps before the first orders, the history does not
            history.stands().split_off(history.before_first_orders())
        })
    }

    /// For each of the first `steps` of the record, true if no takeback among them has removed it; a later takeback does not
    /// count.
    pub(super) fn stands_at(&self, steps: usize) -> Vec<bool> {
        let prelude = self.prelude();
        let seen = &self.history()[..(prelude + steps).min(self.history().len())];
        let mut stands = vec![true; seen.len()];
        let mut end = seen.len();
        while let Some(at) = end.checked_sub(1) {
            // from the end: a takeback that was taken back itself undoes nothing
            end = match seen[at].deed {
                Deed::TakenBack { to } => {
                    stands[to.min(at)..at].fill(false);
                    to.min(at)
                }
                _ => at,
            };
        }
        stands.split_off(prelude.min(stands.len()))
    }

    /// The place after the last order of a step.
    pub(crate) fn end_of(&self, step: usize) -> Spot {
        Spot {
            step,
            orders: self.orders(step).map_or(0, |(_, orders)| orders.len()),
        }
    }

    /// Looks at a place of the record, or back at now.
    pub(crate) fn look(&mut self, spot: Option<Spot>) {
        self.put_down();
        self.end_pointers();
        self.reading.to_play_back = None;
        self.reading.past = spot.and_then(|spot| self.past(spot));
    }

    fn past(&self, spot: Spot) -> Option<Past> {
        self.seen.record().get(spot.step)?;
        // views ask with places of an earlier record, which may be longer after a turn was taken back
        let spot = spot.min(self.end_of(spot.step));
        let position = self.past_position(spot)?;
        Some(Past { spot, position })
    }

    /// The position of a spot of the record.
    pub(super) fn past_position(&self, spot: Spot) -> Option<AnyPosition> {
        let Some((side, orders)) = self.orders(spot.step) else {
            // opened choices and drawn lots have no parts
            return self.seen.position_before(spot.step + 1);
        };
        // a closing order that is not shown may have led to a choice in secret, which begins with it
        let is_end = spot.orders >= orders.len();
        let next = self.seen.record().get(spot.step + 1);
        if is_end && next.is_some_and(|next| matches!(next.deed, Deed::Opened(_))) {
            return self.seen.position_before(spot.step + 1);
        }
        let mut position = self.seen.position_before(spot.step)?;
        for done in orders.iter().take(spot.orders) {
            position.apply(side, &done.order).ok()?;
        }
        Some(position)
    }

    /// Moves one order forward or back; past the last order is now.
    pub(crate) fn step(&mut self, forward: bool) {
        let last = self.seen.record().len().checked_sub(1);
        let before_end = |step| {
            let end = self.end_of(step);
            let orders = end.orders.saturating_sub(1);
            Spot { step, orders }
        };
        let spot = match (self.spot(), forward) {
            (None, true) => return,
            (None, false) => last.map(before_end),
            (Some(spot), true) if spot < self.end_of(spot.step) => Some(Spot {
                orders: spot.orders + 1,
                ..spot
            }),
            (Some(Spot { step, .. }), true) if Some(step) < last => Some(Spot {
                step: step + 1,
                // the first order, if there is one: the position before it is the one just shown
                orders: self.end_of(step + 1).orders.min(1),
            }),
            (Some(spot), true) => self.replay.then_some(spot),
            (Some(Spot { step, orders }), false) => Some(match (step.checked_sub(1), orders) {
                (_, 1..) => Spot {
                    step,
                    orders: orders - 1,
                },
                (None, 0) => Spot::BEGINNING,
                (Some(before), 0) => before_end(before),
            }),
        };
        // a match in play ends at now, a replay stays at its last place
        let is_end = forward && (spot.is_none() || spot == self.spot());
        self.reading.is_playing &= !is_end;
        self.look(spot);
    }

    /// Makes the record play by itself, order by order, to its end.
    pub(crate) fn play(&mut self, is_on: bool) {
        self.reading.is_playing = is_on;
        let is_at_end = self.spot().is_none_or(|spot| spot == self.last_spot());
        // nothing is left to play from here
        if is_on && is_at_end {
            self.look(Some(Spot::BEGINNING));
        }
    }

    fn last_spot(&self) -> Spot {
        let last = self.seen.record().len().saturating_sub(1);
        self.end_of(last)
    }

    /// Looks at the next or previous order that took a unit; stays if there is none.
    pub(crate) fn step_capture(&mut self, forward: bool) {
        let now = self.spot().unwrap_or_else(|| self.last_spot());
        let steps = 0..self.seen.record().len();
        let mut captures = steps.flat_map(|step| {
            let orders = self
                .orders(step)
                .map_or([].as_slice(), |(_, orders)| orders);
            let taking = (1..).zip(orders).filter(|(_, done)| families::takes(done));
            taking.map(move |(orders, _)| Spot { step, orders })
        });
        let found = match forward {
            true => captures.find(|spot| *spot > now),
            false => captures.take_while(|spot| *spot < now).last(),
        };
        if found.is_some() {
            self.look(found);
        }
    }

    /// Moves a whole step of the record forward or back, to the position after it.
    pub(crate) fn step_turn(&mut self, forward: bool) {
        let Some(last) = self.seen.record().len().checked_sub(1) else {
            return;
        };
        let after = |step: Option<usize>| step.map_or(Spot::BEGINNING, |step| self.end_of(step));
        let spot = match (self.spot(), forward) {
            (None, true) => None,
            (None, false) => Some(after(last.checked_sub(1))),
            (Some(spot), true) if spot < self.end_of(spot.step) => Some(self.end_of(spot.step)),
            (Some(spot), true) if spot.step < last => Some(self.end_of(spot.step + 1)),
            (Some(spot), true) => self.replay.then_some(spot),
            (Some(spot), false) => Some(after(spot.step.checked_sub(1))),
        };
        // the end of the last step is now: kept as a place it would hide the turns that come next
        let is_now = |spot: &Spot| *spot == self.end_of(last);
        let spot = spot.filter(|spot| self.replay || !is_now(spot));
        self.look(spot);
    }

    /// The step shown as the last one: the one looked at, or the one made last.
    pub(crate) fn last_step(&self) -> Option<usize> {
        match self.spot() {
            Some(spot) => Some(spot.step),
            None => self.seen.record().len().checked_sub(1),
        }
    }
}
