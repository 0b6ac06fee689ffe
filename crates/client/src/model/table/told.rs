//! The events of the record in words for the reader.

use std::sync::Arc;

use kit::model::told::{Reader, Told};
use kit::model::words::count;
use net::Snapshot;
use protocol::{Deed, History, Step};
use rules::{AnyEvent, AnyOrder, AnyPosition};

use super::{Spot, Table};

/// The events of a step, each with the number of orders carried out up to and including its own.
pub(crate) fn numbered(step: &Step) -> Vec<(usize, &AnyEvent)> {
    match &step.deed {
        Deed::Orders { orders, .. } => {
            let shown = families::shown_orders(orders).len();
            let numbered = (1..).zip(orders);
            // the order that ends a turn is not shown: its events belong to the last one that is
            let events = numbered.map(|(number, done)| (shown.min(number), &done.events));
            events
                .flat_map(|(number, events)| events.iter().map(move |event| (number, event)))
                .collect()
        }
        Deed::Opened(_) | Deed::Lots { .. } | Deed::TakenBack { .. } | Deed::Continued { .. } => {
            step.events().map(|event| (0, event)).collect()
        }
    }
}

/// A step of the record that holds no orders, in words: what was opened or drawn, or what stands between two matches.
pub(crate) fn words_of(seen: &Snapshot, step: usize) -> String {
    let Some((of, before)) = seen.record().get(step).zip(seen.position_before(step)) else {
        return String::new();
    };
    let names = seen.side_names();
    match &of.deed {
        Deed::TakenBack { .. } => return "turns taken back by consent".to_owned(),
        Deed::Continued { .. } => {
            let words = of.between_matches(names).unwrap_or_default();
            return format!("The game {words}");
        }
        Deed::Orders { .. } | Deed::Opened(_) | Deed::Lots { .. } => {}
    }
    let after = seen.position_before(step + 1);
    let after = after.as_ref().unwrap_or(&before);
    let reader = Reader {
        names,
        side: None,
        seats: &seen.contract.seats,
        by: None,
    };
    let told = families::told(&numbered(of), &before, after, reader);
    let mut told: Vec<String> = told.into_iter().map(|told| told.text).collect();
    told.extend(seen.parts_words(of));
    told.join("; ")
}

impl Table {
    /// Every step of the match, including those before the first orders, which the record leaves out.
    pub(crate) fn history(&self) -> &[Arc<Step>] {
        let history = self.seen.played.history.as_deref();
        history.map_or(&[], History::steps)
    }

    /// The number of steps before the record.
    pub(crate) fn prelude(&self) -> usize {
        self.history().len() - self.seen.record().len()
    }

    /// The reader of a step at this table.
    fn reader(&self, step: &Step) -> Reader<'_> {
        Reader {
            names: self.seen.side_names(),
            side: self.only_person(),
            seats: &self.seen.contract.seats,
            by: self.seen.given_by(step),
        }
    }

    /// The events of a step of the history in words for the reader. It replays some steps by the rules, so it is not
    /// for every frame.
    pub(crate) fn told(&self, at: usize) -> Vec<Told> {
        let (Some(step), Some(history)) = (self.history().get(at), &self.seen.played.history)
        else {
            return Vec::new();
        };
        let (before, after) = (history.position_after(at), history.position_after(at + 1));
        // a takeback leads back to an older position: compared with it, claims would seem answered and towns left
        let mut told = match step.deed {
            Deed::TakenBack { .. } | Deed::Continued { .. } => Vec::new(),
            Deed::Orders { .. } | Deed::Opened(_) | Deed::Lots { .. } => {
                families::told(&numbered(step), &before, &after, self.reader(step))
            }
        };
        if let (Deed::Orders { side, orders, .. }, []) = (&step.deed, &told[..]) {
            let given = families::shown_orders(orders).len();
            let reader = self.reader(step);
            let gave = match reader.by {
                Some(name) => format!("{name} gave"),
                None => reader.does(*side, "gave", "gave"),
            };
            let words = match (reader.by, families::empty_part(history, step)) {
                (Some(name), Some(words)) => format!("{name} {words}"),
                _ => format!("{gave} {}; no losses", count(given, "order", "orders")),
            };
            told.push(Told {
                orders: given,
                ..Told::new(words)
            });
        }
        told.extend(self.seen.parts_words(step).into_iter().map(Told::new));
        if let Deed::TakenBack { .. } = step.deed {
            told.push(Told::new("Turns were taken back by consent".to_owned()));
        }
        let words = step.between_matches(self.seen.side_names());
        told.extend(words.map(|words| Told::new(format!("The game {words}"))));
        told
    }

    /// The place in the record that belongs to a sentence about a step of the history.
    pub(crate) fn spot_of(&self, at: usize, told: &Told) -> Spot {
        let Some(step) = at.checked_sub(self.prelude()) else {
            return Spot::BEGINNING;
        };
        let orders = told.orders;
        Spot { step, orders }.min(self.end_of(step))
    }

    /// Every event of the record up to the position on the board, the unfinished turn included.
    pub(crate) fn events_shown(&self) -> impl Iterator<Item = &AnyEvent> {
        let steps = self.seen.record();
        let spot = self.spot();
        let whole = spot.map_or(steps.len(), |spot| spot.step.min(steps.len()));
        // what was taken back has not happened: neither its captures nor its claims count
        let shown = spot.map_or(steps.len(), |spot| (spot.step + 1).min(steps.len()));
        let stands = self.stands_at(shown);
        let part = spot.and_then(|spot| Some((steps.get(spot.step)?, spot)));
        let part = part.into_iter().flat_map(move |(step, spot)| {
            let events = numbered(step).into_iter();
            // opened choices and lots have no parts: their one place is after them
            let is_whole = self.orders(spot.step).is_none();
            // the end of a turn belongs to its last order; before any order nothing has happened
            let is_past = move |number: usize| is_whole || number <= spot.orders && number > 0;
            events.filter_map(move |(number, event)| is_past(number).then_some(event))
        });
        let drafts = self.open_draft().into_iter();
        let drafted =
            drafts.flat_map(|draft| (0..draft.len()).flat_map(move |order| draft.events(order)));
        let whole = steps[..whole].iter().zip(stands);
        let whole = whole.filter_map(|(step, stands)| stands.then_some(step));
        whole
            .flat_map(|step| step.events())
            .chain(part)
            .chain(drafted)
    }

    /// The last step in which a side other than the reader's gave orders.
    fn enemy_step(&self) -> Option<usize> {
        // two people at one screen: the reader is the one whose turn it is
        let own = self.only_person().or_else(|| self.drafting());
        let last = self.last_step()?;
        (0..=last).rev().find(|step| {
            let side = self.orders(*step).map(|(side, _)| side);
            side.is_some_and(|side| own != Some(side))
        })
    }

    /// True if an order of the other side can be looked at.
    pub(crate) fn has_enemy_orders(&self) -> bool {
        self.enemy_step().is_some()
    }

    /// Goes to the next order of the other side's last turn, and describes it below the board.
    pub(crate) fn next_enemy_order(&mut self) {
        let Some(step) = self.enemy_step() else {
            return;
        };
        let Some(orders) = self.orders(step).map(|(_, orders)| orders.len()) else {
            return;
        };
        let next = match self.reading.enemy_order {
            Some(Spot {
                step: of,
                orders: at,
            }) if of == step && at < orders => at,
            _ => 0,
        };
        let Some(before) = self.past_position(Spot { step, orders: next }) else {
            return;
        };
        let Some(order) = self
            .orders(step)
            .and_then(|(_, orders)| orders.get(next))
            .map(|done| done.order.clone())
        else {
            return;
        };
        self.put_down();
        self.board.cursor = families::way(&order)
            .map(|(_, to)| to)
            .or(self.board.cursor);
        self.board.said = Some(enemy_order(&order, &before, next, orders));
        self.reading.enemy_order = Some(Spot {
            step,
            orders: next + 1,
        });
    }
}

fn enemy_order(order: &AnyOrder, before: &AnyPosition, number: usize, of: usize) -> String {
    let told = families::order(order, before);
    format!("Their order {} of {of}: {told}", number + 1)
}
