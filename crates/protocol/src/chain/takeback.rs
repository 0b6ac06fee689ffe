//! Turns taken back by consent: the match continues from an earlier position, by a step forward.

use rules::Rules;

use super::Chain;
use super::bodies::Played;
use super::offers::Offered;
use crate::history::{Deed, Step};
use crate::{Record, Seat, SessionEvent};

impl Chain {
    /// The number of steps of the history that stand if the match continues after the chain's step `to`. Turns can be
    /// taken back if the match allows it, and no further than to before the first orders: what was sealed and opened
    /// before them stays.
    pub(super) fn place_to_go_back(&self, to: u64) -> Option<usize> {
        // before orders only: a sealed choice that was opened is known to both, and cannot be made again unseen
        let place = self.history().place_after(to);
        let is_before_orders = self
            .history()
            .standing()
            .any(|(at, step)| at == place && matches!(step.deed, Deed::Orders { .. }));
        (self.manifest().policies.takeback && is_before_orders).then_some(place)
    }

    /// The step after which the match continues if the seat takes its last turn back.
    pub(crate) fn before_last_turn(&self, seat: Seat) -> Option<u64> {
        let (at, _) = self.last_orders(seat)?;
        let before = at
            .checked_sub(1)
            .and_then(|at| self.history().steps().get(at));
        Some(before.map_or(0, |step| step.number))
    }

    /// The turn in which the seat gave its last orders that stand.
    pub(super) fn last_turn(&self, seat: Seat) -> Option<u32> {
        self.last_orders(seat).map(|(_, step)| step.turn)
    }

    /// The last orders of the seat that stand, with their place in the history.
    fn last_orders(&self, seat: Seat) -> Option<(usize, &Step)> {
        // turns that were taken back are not in `standing`: asking twice goes back two turns
        let mut steps = self.history().standing().rev();
        steps.find(|(_, step)| matches!(step.deed, Deed::Orders { seat: by, .. } if by == seat))
    }

    /// True if the seat's last turn, and nothing before it, is taken back if the match continues after the chain's
    /// step `to`.
    pub(super) fn is_turn_back(&self, seat: Seat, to: u64) -> bool {
        self.before_last_turn(seat) == Some(to) && self.place_to_go_back(to).is_some()
    }

    /// A seat agrees to an offer in place of its own decision.
    pub(super) fn note_agreement(&mut self, record: &Record) -> Option<SessionEvent> {
        let agreement = self.agreement(record).ok()?;
        let (what, _) = self.stands(&agreement.proposals, record.seat)?;
        let seat = record.seat;
        match what {
            Offered::Draw => {
                // in a secret round both seats sign AGREE: the second one must not be shown as a second answer
                let is_new = !self.is_agreed();
                self.agreed_in.get_or_insert(record.step);
                is_new.then_some(SessionEvent::DrawAnswered(seat, true))
            }
            Offered::Takeback(to) => {
                let is_new = self.going_back.replace(to).is_none();
                is_new.then_some(SessionEvent::TakebackAnswered(seat, true))
            }
            // a grant that stands is resolved to what it grants
            Offered::Grant(_) => None,
        }
    }

    /// Continues from the earlier position that was agreed to.
    pub(super) fn go_back(&mut self) -> Option<SessionEvent> {
        let to = self.going_back.take()?;
        let to = self.place_to_go_back(to)?;
        Some(self.return_to(to))
    }

    /// Continues from the position after that many steps of the history, by one more step of it.
    pub(super) fn return_to(&mut self, to: usize) -> SessionEvent {
        // one more step instead of cutting the history: the records stay signed, and no number is used twice
        let after = self.history().position_after(to);
        let step = Step {
            number: self.step(),
            turn: self.position().turn().number,
            on_turn: self.position().turn().side,
            deed: Deed::TakenBack { to },
            digest: crate::digest(&after),
        };
        self.add_to_history(Played { step, after })
    }
}
