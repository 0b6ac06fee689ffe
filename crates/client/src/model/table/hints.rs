//! Hints in play: the computer's advice for the unfinished turn, never in a match with another person.

use std::sync::Arc;

use computer::Level;
use rules::{AnyOrder, Draft};

use super::{Decider, Question, Table, Wish};

/// The level whose advice is given.
const ADVISER: Level = Level::Normal;

/// An order that the computer advises.
#[derive(Debug)]
pub(crate) struct Advice {
    order: AnyOrder,
    /// The number of orders in the unfinished turn for which it holds.
    given: usize,
}

impl Table {
    /// True if one person plays here against computers alone. With another person, at this screen or at another, advice
    /// would be unfair.
    pub(crate) fn is_against_computer(&self) -> bool {
        let is_computer = |decider: &Decider| matches!(decider, Decider::Computer(_));
        let is_peer = |decider: &Decider| *decider == Decider::Peer;
        self.only_person().is_some()
            && self.deciders.iter().any(is_computer)
            && !self.deciders.iter().any(is_peer)
    }

    /// Lights the unit of the advised order, or the order once the unit is lit; asks the computer if there is no advice
    /// for this moment yet.
    pub(crate) fn hint(&mut self) -> Option<Wish> {
        let (given, side) = self.open_draft().map(|draft| (draft.len(), draft.side()))?;
        let advice = self.board.advice.take();
        if let Some(advice) = advice.filter(|advice| advice.given == given) {
            self.say_advice(&advice, true);
            self.board.advice = Some(advice);
            return None;
        }
        let seat = self.seen.seat_of(side)?.seat;
        let position = self.open_draft()?.position().clone();
        Some(Wish::Think(Question {
            table: self.id,
            seat,
            side,
            steps: self.steps(),
            level: ADVISER,
            position: Arc::new(position),
        }))
    }

    /// Takes the computer's answer, if it was asked for advice: the seat is a person's.
    pub(crate) fn hear_advice(&mut self, question: &Question, orders: &[AnyOrder]) -> bool {
        if question.table != self.id || self.decider(question.seat) != Decider::Person {
            return false;
        }
        // stale if the user has given an order meanwhile
        let given = self.open_draft().map(Draft::len);
        let is_fresh = self
            .open_draft()
            .is_some_and(|draft| *draft.position() == *question.position);
        if let Some((given, order)) = given.zip(orders.first()).filter(|_| is_fresh) {
            let order = order.clone();
            let advice = Advice { order, given };
            self.say_advice(&advice, false);
            self.board.advice = Some(advice);
        }
        true
    }

    /// Shows advice on the board and below it: the unit alone, or the whole order.
    fn say_advice(&mut self, advice: &Advice, is_whole: bool) {
        let Some(now) = self.open_draft().map(|draft| draft.position().clone()) else {
            return;
        };
        let words = families::order(&advice.order, &now);
        let way = families::way(&advice.order);
        match way {
            Some((from, to)) => self.point_at(from, is_whole.then_some(to)),
            None => self.end_pointers(),
        }
        self.board.said = Some(match (way, is_whole) {
            (Some((from, _)), false) => {
                format!("Look at the unit on {from}. Ask again for its order.")
            }
            _ => format!("A strong player would play {words}."),
        });
    }
}
