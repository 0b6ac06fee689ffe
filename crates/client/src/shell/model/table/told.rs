//! The events of the record in words for the reader.

use std::sync::Arc;

use home::SeatInfo;
use protocol::{Deed, History, Step};
use rules::{AnyEvent, AnyOrder, AnyPosition, Family, Rules, Side};

use super::{Spot, Table};
use crate::families;
use crate::shell::model::words::{capital, count, side_name};

/// One thing that happened, in words for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    /// The words, without a full stop.
    pub(crate) text: String,
    /// The cell of the event, where it has one.
    pub(crate) cell: Option<board::Cell>,
    /// The orders of the step that were carried out then.
    pub(crate) orders: usize,
    /// True for what may decide the game.
    pub(crate) is_grave: bool,
}

/// The reader of events.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// The family of the game.
    pub(crate) family: Family,
    /// The side of the reader; nothing where the reader is of no side, or of several.
    pub(crate) side: Option<Side>,
    /// The seats of the match.
    pub(crate) seats: &'a [SeatInfo],
}

/// A town with the sides that hold it before and after a step.
pub(crate) type Town = (board::Cell, Option<Side>, Option<Side>);

impl Told {
    /// Something told of no cell and of no great consequence.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            cell: None,
            orders: 0,
            is_grave: false,
        }
    }

    /// The armies that a step has opened; nothing where a step has opened none.
    pub(crate) fn opened(armies: usize) -> Option<Self> {
        match armies {
            0 => None,
            1 => Some(Self::new("An army is on the board")),
            _ => Some(Self::new("Both armies are open")),
        }
    }

    /// The terrain laid by a lot, in the words of the match file.
    pub(crate) fn terrain(lot: &str) -> Self {
        let lot = lot.replace('-', " ");
        Self::new(format!("The lot lays the terrain: {lot}"))
    }

    /// The end of the game, in the words of its outcome.
    pub(crate) fn over(outcome: &str) -> Self {
        Self::new(outcome.trim_end_matches('.')).grave()
    }

    /// The place of the event.
    pub(crate) fn at(mut self, cell: board::Cell, orders: usize) -> Self {
        self.cell = Some(cell);
        self.orders = orders;
        self
    }

    /// Something that may decide the game.
    pub(crate) const fn grave(mut self) -> Self {
        self.is_grave = true;
        self
    }
}

impl Reader<'_> {
    /// A side with a verb, at the beginning of a sentence: `You claim`, `White claims`.
    pub(crate) fn does(&self, side: Side, you: &str, other: &str) -> String {
        if self.side == Some(side) {
            format!("You {you}")
        } else {
            format!("{} {other}", side_name(self.family, side))
        }
    }

    /// A side before its possession: `your`, `White's`.
    pub(crate) fn whose(&self, side: Side) -> String {
        if self.side == Some(side) {
            "your".to_owned()
        } else {
            format!("{}'s", side_name(self.family, side))
        }
    }

    /// The lot of the first turn.
    pub(crate) fn first(&self, side: Side) -> Told {
        let side = side_name(self.family, side);
        Told::new(format!("The lot gives {side} the first turn"))
    }

    /// A turn without an order.
    pub(crate) fn passed(&self, side: Side) -> Told {
        Told::new(self.does(side, "passed", "passed"))
    }

    /// The towns that changed hands. Each town has its holders before and after; `needed` of them win.
    pub(crate) fn towns(&self, towns: &[Town], needed: usize) -> Vec<Told> {
        let told = towns.iter().filter_map(|&(cell, was, is)| {
            let text = match (was, is) {
                (was, Some(side)) if was != is => {
                    let held = towns.iter().filter(|(_, _, is)| *is == Some(side)).count();
                    let does = self.does(side, "took", "took");
                    format!("{does} the town {cell}: {held} of {needed}")
                }
                (Some(side), None) => {
                    let does = self.does(side, "left", "left");
                    format!("{does} the town {cell}")
                }
                _ => return None,
            };
            Some(Told::new(text).at(cell, usize::MAX))
        });
        told.collect()
    }

    /// The owner of a thing, with a capital, for the beginning of a sentence.
    pub(crate) fn whose_first(&self, side: Side) -> String {
        capital(&self.whose(side))
    }
}

/// The events of a step, each with the number of orders that were carried out with its own order.
pub(crate) fn numbered(step: &Step) -> Vec<(usize, &AnyEvent)> {
    match &step.deed {
        Deed::Orders { orders, .. } => {
            let shown = families::shown_orders(orders).len();
            let numbered = (1..).zip(orders);
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

impl Table {
    /// Every step of the match, also those before the first orders, which the record leaves out.
    pub(crate) fn history(&self) -> &[Arc<Step>] {
        let history = self.seen.played.history.as_deref();
        history.map_or(&[], History::steps)
    }

    /// The number of steps before the record.
    pub(crate) fn prelude(&self) -> usize {
        self.history().len() - self.seen.record().len()
    }

    /// The reader at this table.
    fn reader(&self, position: &AnyPosition) -> Reader<'_> {
        Reader {
            family: position.family(),
            side: self.only_person(),
            seats: &self.seen.contract.seats,
        }
    }

    /// The events of a step of the history in words for the reader; costs some steps of the rules.
    pub(crate) fn told(&self, at: usize) -> Vec<Told> {
        let (Some(step), Some(history)) = (self.history().get(at), &self.seen.played.history)
        else {
            return Vec::new();
        };
        let (before, after) = (history.position_after(at), history.position_after(at + 1));
        let mut told = families::told(&numbered(step), &before, &after, self.reader(&before));
        if let (Deed::Orders { side, orders, .. }, []) = (&step.deed, &told[..]) {
            let given = families::shown_orders(orders).len();
            let orders = count(given, "order", "orders");
            let does = self.reader(&before).does(*side, "gave", "gave");
            told.push(Told {
                orders: given,
                ..Told::new(format!("{does} {orders}; nobody fell"))
            });
        }
        if let Deed::TakenBack { .. } = step.deed {
            told.push(Told::new("Turns were taken back by consent".to_owned()));
        }
        let words = step.between_matches();
        told.extend(words.map(|words| Told::new(format!("The game {words}"))));
        told
    }

    /// The place in the record of something told of a step of the history.
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
        let part = spot.and_then(|spot| Some((steps.get(spot.step)?, spot)));
        let part = part.into_iter().flat_map(move |(step, spot)| {
            let events = numbered(step).into_iter();
            // the end of a turn belongs to its last order; before any order nothing has happened
            let is_past = move |number: usize| number <= spot.orders && number > 0;
            events.filter_map(move |(number, event)| is_past(number).then_some(event))
        });
        let drafts = self.open_draft().into_iter();
        let drafted =
            drafts.flat_map(|draft| (0..draft.len()).flat_map(move |order| draft.events(order)));
        let whole = steps[..whole].iter().flat_map(|step| step.events());
        whole.chain(part).chain(drafted)
    }

    /// The last step in which another side than the reader's gave orders.
    fn enemy_step(&self) -> Option<usize> {
        let own = self.only_person().or_else(|| self.drafting());
        let last = self.last_step()?;
        (0..=last).rev().find(|step| {
            let side = self.orders(*step).map(|(side, _)| side);
            side.is_some_and(|side| own != Some(side))
        })
    }

    /// True where an order of the other side can be looked at.
    pub(crate) fn has_enemy_orders(&self) -> bool {
        self.enemy_step().is_some()
    }

    /// Goes to the next order of the other side's last turn, and tells of the order below the board.
    pub(crate) fn next_enemy_order(&mut self) {
        let Some(step) = self.enemy_step() else {
            return;
        };
        let Some(orders) = self.orders(step).map(|(_, orders)| orders.len()) else {
            return;
        };
        let next = match self.enemy_order {
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
        self.cursor = families::way(&order).map(|(_, to)| to).or(self.cursor);
        self.said = Some(enemy_order(&order, &before, next, orders));
        self.enemy_order = Some(Spot {
            step,
            orders: next + 1,
        });
    }
}

fn enemy_order(order: &AnyOrder, before: &AnyPosition, number: usize, of: usize) -> String {
    let told = families::order(order, before);
    format!("Their order {} of {of}: {told}", number + 1)
}
