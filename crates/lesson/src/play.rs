//! Playing in a lesson: the other side's replies, the lots, and the way that still leads to the aims.

use rules::{AnyOrder, AnyPosition, Lots, Rules, Side, ToAct, split_orders};

use crate::lesson::{Attempt, Decision, Lesson, Replies};
use crate::trail::Trail;

/// The most decisions and lots that follow one another without the pupil: far more than any family has, so that no
/// file can hang the program.
const MOST_STEPS: usize = 64;

impl Lesson {
    /// The decision of another side than the pupil's: what the file has for it as far as it is legal, and then what
    /// closes the turn. Empty if the computer decides, or if that side has nothing to decide.
    pub fn reply(&self, trail: &Trail, now: &AnyPosition, side: Side) -> Vec<AnyOrder> {
        let replies = match &self.replies {
            Replies::Fixed(replies) => replies,
            Replies::Best => return computer::best_answer(now, side),
            Replies::Computer(_) => return Vec::new(),
        };
        let texts = replies.get(trail.replies()).map_or("", |one| &*one.orders);
        let mut position = now.clone();
        let mut orders = Vec::new();
        for text in split_orders(now, side, texts) {
            let read = position.parse_order(side, text);
            match read {
                Ok(order) if position.apply(side, &order).is_ok() => orders.push(order),
                // the pupil has made it impossible: the rest may still do
                _ => {}
            }
        }
        for _ in 0..MOST_STEPS {
            // a secret choice is one order
            let is_asked = match position.to_act() {
                ToAct::One(asked) => asked == side,
                ToAct::Secretly(asked) => asked.contains(side) && orders.is_empty(),
                ToAct::Lots(_) | ToAct::Nobody(_) => false,
            };
            if !is_asked {
                break;
            }
            let closing = position.closing(side);
            let order = closing.or_else(|| position.legal_orders(side).into_iter().next());
            let Some(order) = order else { break };
            if position.apply(side, &order).is_err() {
                break;
            }
            orders.push(order);
        }
        orders
    }

    /// The next order of the lesson's own way that still leads to the aims from here, as its text; `None` if none
    /// does, or if the computer shows the way.
    pub fn next_order(&self, trail: &Trail, now: &AnyPosition) -> Option<String> {
        let all: Vec<(usize, &str)> = self
            .solution
            .iter()
            .enumerate()
            .flat_map(|(decision, one)| {
                let texts = split_orders(&self.start, self.pupil, &one.orders);
                texts.into_iter().map(move |text| (decision, text))
            })
            .collect();
        // the shortest rest that does: what the pupil has done already is left out
        let rests = (0..all.len()).rev().map(|first| &all[first..]);
        let mut leading = rests.filter(|rest| {
            let mut attempt = Play::new(self, trail.clone(), now.clone());
            rest.iter()
                .all(|(_, text)| attempt.attempt() == Attempt::Open && attempt.give(text).is_ok())
                && attempt.is_reached()
        });
        leading.next().map(|rest| rest[0].1.to_owned())
    }
}

/// An attempt played order by order, with the other side's replies in between.
#[derive(Debug)]
pub(crate) struct Play<'l> {
    lesson: &'l Lesson,
    pub(crate) trail: Trail,
    pub(crate) now: AnyPosition,
}

/// Why an order of an attempt cannot be given.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The other side decides, or nobody.
    NotAsked,
    /// The text is no order, for that reason.
    Unread(String),
    /// The rules refuse the order, for that reason.
    Refused(String),
}

impl<'l> Play<'l> {
    /// An attempt under way; whoever decides before the pupil does so now.
    pub(crate) fn new(lesson: &'l Lesson, trail: Trail, now: AnyPosition) -> Self {
        let mut play = Self { lesson, trail, now };
        play.settle();
        play
    }

    pub(crate) fn attempt(&self) -> Attempt {
        self.lesson.attempt(&self.trail, &self.now)
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.attempt() == Attempt::Reached
    }

    /// True if the pupil is to decide.
    pub(crate) fn is_asked(&self) -> bool {
        match self.now.to_act() {
            ToAct::One(side) => side == self.lesson.pupil,
            ToAct::Secretly(sides) => sides.contains(self.lesson.pupil),
            ToAct::Lots(_) | ToAct::Nobody(_) => false,
        }
    }

    /// Gives an order of the pupil's, and then has the others decide until the pupil is asked again.
    pub(crate) fn give(&mut self, text: &str) -> Result<(), Stop> {
        let side = self.lesson.pupil;
        if !self.is_asked() {
            return Err(Stop::NotAsked);
        }
        let order = self.now.parse_order(side, text);
        let order = order.map_err(|error| Stop::Unread(error.to_string()))?;
        self.apply(side, &order)
            .map_err(|illegal| Stop::Refused(illegal.to_string()))?;
        // a lesson that is done asks nobody any more, and a reply could undo what was reached
        if !self.is_reached() {
            self.settle();
        }
        Ok(())
    }

    fn apply(&mut self, side: Side, order: &AnyOrder) -> Result<(), rules::AnyIllegal> {
        let mut after = self.now.clone();
        after.apply(side, order)?;
        let trail = &self.trail;
        self.trail = trail.after(self.lesson.pupil, &self.now, side, order, &after);
        self.now = after;
        Ok(())
    }

    /// Carries out what is not the pupil's: replies and lots.
    fn settle(&mut self) {
        for _ in 0..MOST_STEPS {
            if self.is_asked() {
                return;
            }
            let side = match self.now.to_act() {
                ToAct::Lots(_) => {
                    let mut after = self.now.clone();
                    if after.resolve(Lots(self.lesson.lots)).is_err() {
                        return;
                    }
                    self.trail.pass(self.lesson.pupil, &self.now, &after);
                    self.now = after;
                    continue;
                }
                ToAct::One(side) => side,
                ToAct::Secretly(sides) => match sides.iter().next() {
                    Some(side) => side,
                    None => return,
                },
                ToAct::Nobody(_) => return,
            };
            let orders = self.lesson.reply(&self.trail, &self.now, side);
            if orders.is_empty() {
                return;
            }
            for order in orders {
                if self.apply(side, &order).is_err() {
                    return;
                }
            }
            self.trail.replied();
        }
    }

    /// Plays the pupil's side by the computer, and the other by the replies; true if that reaches the aims.
    pub(crate) fn by_computer(&mut self, level: computer::Level, seed: u64) -> bool {
        loop {
            let (side, level) = match (self.attempt(), self.now.to_act()) {
                (Attempt::Reached, _) => return true,
                (Attempt::Missed, _) => return false,
                (Attempt::Open, ToAct::One(side)) if side == self.lesson.pupil => {
                    (side, Some(level))
                }
                (Attempt::Open, ToAct::One(side)) => match &self.lesson.replies {
                    Replies::Computer(level) => (side, Some(*level)),
                    Replies::Best => (side, None),
                    Replies::Fixed(_) => return false,
                },
                (Attempt::Open, _) => return false,
            };
            let orders = match level {
                Some(level) => computer::play(&self.now, side, level, seed),
                None => computer::best_answer(&self.now, side),
            };
            if orders.is_empty() {
                return false;
            }
            for order in orders {
                if self.apply(side, &order).is_err() {
                    return false;
                }
            }
        }
    }
}

/// The orders of a decision, one by one, as they are written in a position.
pub(crate) fn texts<'d>(now: &AnyPosition, side: Side, decision: &'d Decision) -> Vec<&'d str> {
    split_orders(now, side, &decision.orders)
}
