//! The one gate: whether a record fits, and what it does once its step is complete.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{Rules, Side, ToAct};

use super::bodies::{Effect, Played, Rehearsed};
use super::fate::{Admission, Objection};
use super::{Chain, Plan};
use crate::fault::{Breach, Proof};
use crate::hash::{self, Digest};
use crate::record::Place;
use crate::{Kind, Record, Seat, SessionEvent};

impl Chain {
    /// Takes in a record, all or nothing. No other code decides whether a record is right.
    ///
    /// A record of this seat passes the same checks as one of the peer: a bug that signs what the peer must refuse is
    /// found here, before the record leaves. Only what its orders do is not worked out again if this chain has just
    /// done so.
    pub(crate) fn admit(
        &mut self,
        record: &Record,
        rehearsed: Option<Rehearsed>,
    ) -> Result<Admission, Objection> {
        // before the signature: a seat that does not exist has no key
        if record.sid != self.sid || self.manifest.present_seat(record.seat).is_none() {
            return Err(Objection::Foreign);
        }
        // also before it: after each break of the line the peer sends again what is here, and a check costs far
        // more than an id
        let held = self.rival(record);
        if held.is_some_and(|held| held.id() == record.id()) {
            return Ok(Admission::Known);
        }
        if !self.is_signed(record) {
            return Err(Objection::BadSignature);
        }
        self.admit_checked(record, rehearsed)
    }

    /// Admits a record of this match whose signature was verified before.
    pub(crate) fn admit_signed(&mut self, record: &Record) -> Result<Admission, Objection> {
        self.admit_checked(record, None)
    }

    fn admit_checked(
        &mut self,
        record: &Record,
        rehearsed: Option<Rehearsed>,
    ) -> Result<Admission, Objection> {
        // both asked again, since the judge comes in here directly
        if self.manifest.is_gone(record.seat) {
            return Err(Objection::Foreign);
        }
        if let Some(held) = self.rival(record) {
            return match held.id() == record.id() {
                true => Ok(Admission::Known),
                false => Err(self.breach(record, Breach::TwoRecords)),
            };
        }
        // after the rival: a second record for a place is a proof at any time, but one that is early may only have
        // come too soon
        if record.step > self.step() {
            return Err(Objection::Ahead);
        }
        // wrapping: step 0 is no step of anybody's, and then no root is found
        let fits = self.root_of(record.step.wrapping_sub(1)) == Some(record.prev);
        if record.step < self.step() || self.closed.is_some() {
            // the seat contributed nothing to that step: its record convicts only if the step did not need one
            // (a closed step needs nobody's planned record, so one that is late there proves nothing)
            let convicts = fits && record.kind != Kind::Close && !self.is_closing(record.step);
            return Err(match convicts {
                true => self.breach(record, Breach::OutOfTurn),
                false if fits => Objection::Stale,
                false => Objection::OtherHistory,
            });
        }
        // before kind and body: upon another history the rules may well have asked for this record (soundness rule,
        // section 2)
        if !fits {
            return Err(Objection::OtherHistory);
        }
        // nothing is changed until the whole record is checked, so that a refused one leaves no trace
        let effect = self.check(record, rehearsed)?;
        self.take(record, effect)
    }

    /// The record held already that excludes the given one.
    pub(crate) fn rival(&self, record: &Record) -> Option<&Record> {
        let place = record.place();
        if record.step == self.step() {
            return match place {
                Place::Planned => self.pending.get(&record.seat),
                Place::Closing => self.closing.get(&record.seat),
            };
        }
        let held = self.record(record.step, record.seat);
        held.filter(|held| held.place() == place)
    }

    /// True if two records convict their signer of signing twice.
    pub(crate) fn is_equivocation(&self, first: &Record, second: &Record) -> bool {
        let place = first.place();
        first.sid == self.sid
            && second.sid == self.sid
            && first.seat == second.seat
            && first.step == second.step
            && place == second.place()
            && first.id() != second.id()
            && self.is_signed(first)
            && self.is_signed(second)
    }

    /// True if the key of its seat signed the record.
    pub(crate) fn is_signed(&self, record: &Record) -> bool {
        let entry = self.manifest.present_seat(record.seat);
        entry.is_some_and(|entry| record.is_signed_by(&entry.key))
    }

    /// True if a complete step is the closing step, beside which planned records may have been signed.
    fn is_closing(&self, step: u64) -> bool {
        self.closed.is_some() && step.saturating_add(1) == self.step()
    }

    pub(super) fn breach(&self, record: &Record, breach: Breach) -> Objection {
        Objection::Breach(Proof {
            step: record.step,
            seat: record.seat,
            breach,
        })
    }

    fn take(&mut self, record: &Record, effect: Effect) -> Result<Admission, Objection> {
        let seat = record.seat;
        if record.kind == Kind::Close {
            self.closing.insert(seat, record.clone());
            let mut events = Vec::new();
            // all must close: one closing record alone is a seat's word about a result that concerns the others too
            let closers = self.closers();
            if closers.iter().all(|seat| self.closing.contains_key(seat)) {
                self.closed = self.signed_result();
                let records = std::mem::take(&mut self.closing);
                self.complete(records);
                events.push(SessionEvent::Closed);
            }
            return Ok(Admission::New(events));
        }
        // for the way back: whether opened choices are legal together is known only when all are in
        let kept = self.marks_of(seat);
        // before the record is pending: afterwards the seat is not awaited and decides nothing any more
        self.mark(record);
        if self.decides(seat)
            && let Some(clocks) = &mut self.clocks
        {
            clocks.decided(record);
        }
        self.pending.insert(seat, record.clone());
        let (effect, opened) = match effect {
            Effect::Open(opener, order) => {
                self.opened.insert(opener, *order);
                (Effect::None, opener)
            }
            effect => (effect, seat),
        };
        let mut events = Vec::new();
        if record.kind == Kind::Agree {
            events.extend(self.note_agreement(record));
        }
        if record.kind == Kind::Commit && self.plan.is_secret_of(seat) {
            events.push(SessionEvent::Locked(seat));
        }
        // differing positions keep the step open for good, so that nothing can be built upon either of them
        if self.awaited().is_empty() && !self.is_at_odds() {
            match self.finish_step(effect) {
                Ok(more) => events.extend(more),
                Err(proof) => {
                    // all or nothing: a record whose step cannot be finished must not stay
                    self.pending.remove(&seat);
                    self.opened.remove(&opened);
                    self.marks[seat.index()] = kept;
                    return Err(Objection::Breach(proof));
                }
            }
        }
        Ok(Admission::New(events))
    }

    fn mark(&mut self, record: &Record) {
        // asked of the plan as it is now, since the plan moves on when the step is complete
        let (decides, is_alone) = (self.decides(record.seat), self.contributors().len() == 1);
        let Some(marks) = self.marks.get_mut(record.seat.index()) else {
            return;
        };
        marks.signed = record.step;
        if decides {
            marks.decided = record.step;
        }
        if is_alone {
            marks.alone = record.step;
        }
    }

    /// Carries out the planned step, all of whose records are in.
    fn finish_step(&mut self, effect: Effect) -> Result<Vec<SessionEvent>, Proof> {
        let mut events = Vec::new();
        // taken out, because the arms need the round by value; an arm that fails puts it back
        let next = match std::mem::replace(&mut self.plan, Plan::Confirm) {
            // before the other arms: a draw or a way back stands in place of the decision that was planned
            Plan::Commit(_) | Plan::Orders { .. } if self.is_agreed() => Plan::Close,
            Plan::Commit(_) | Plan::Orders { .. } if self.going_back.is_some() => {
                events.extend(self.go_back());
                Plan::Confirm
            }
            Plan::Commit(mut round) => {
                round.commitments = self.commitments();
                Plan::Lock(round)
            }
            Plan::Lock(round) => Plan::Reveal(round),
            Plan::Reveal(round) => match self.open_all(&round) {
                Ok(played) => {
                    let played = played.into_iter();
                    events.extend(played.map(|played| self.add_to_history(played)));
                    events.extend(self.stand_still(self.step()));
                    Plan::Confirm
                }
                Err(proof) => {
                    self.plan = Plan::Reveal(round);
                    return Err(proof);
                }
            },
            Plan::Orders { side, .. } => {
                let turn = self.position.turn().number;
                if let Effect::Play(played) = effect {
                    events.push(self.add_to_history(*played));
                    events.extend(self.stand_still(self.step()));
                }
                match self.has_next_part(side, turn) {
                    // nobody else need look at half a turn
                    true => self.next_plan(),
                    false => Plan::Confirm,
                }
            }
            Plan::Confirm => {
                let records = std::mem::take(&mut self.pending);
                // charged before the root is made, while the step is still the one that the measures speak of
                events.extend(self.charge(&records));
                if records.len() == self.in_play().len() {
                    self.confirmed_turn = self.position.turn().number;
                }
                self.note_out();
                if self.ruled.is_none() && self.rules_outcome().is_some() {
                    self.ruled = Some(self.step());
                }
                self.complete(records);
                let plan = self.next_plan();
                self.take_plan(plan);
                return Ok(events);
            }
            Plan::Close => Plan::Close,
        };
        let records = std::mem::take(&mut self.pending);
        self.complete(records);
        self.take_plan(next);
        Ok(events)
    }

    /// True if another member has its part of that turn of the side now.
    fn has_next_part(&self, side: Side, turn: u32) -> bool {
        let position = &self.position;
        self.rules_outcome().is_none()
            && position.to_act() == ToAct::One(side)
            && position.turn().number == turn
            && position.member(side).is_some()
    }

    pub(super) fn add_to_history(&mut self, Played { step, after }: Played) -> SessionEvent {
        let step = Arc::new(step);
        self.digest = step.digest;
        Arc::make_mut(&mut self.history).push(Arc::clone(&step), &after);
        self.position = after;
        // the first step that gives a result: a resignation signed upon a later root came after it
        if self.ruled.is_none() && self.rules_outcome().is_some() {
            self.ruled = Some(self.step());
        }
        SessionEvent::Step(step)
    }

    fn complete(&mut self, records: BTreeMap<Seat, Record>) {
        let ids: Vec<(Seat, Digest)> = records
            .values()
            .map(|record| (record.seat, record.id()))
            .collect();
        let ids = ids.iter().map(|(seat, id)| (*seat, id));
        // the root binds the ids of all seats, in their order: a seat that signs upon it has all of them
        let root = hash::step_root(&self.sid, self.step(), &self.root(), ids);
        self.root_steps.insert(root, self.step());
        self.roots.push(root);
        self.steps.push(records.into_values().collect());
        // a choice that was opened and not taken must not be played in the next round
        self.pending.clear();
        self.opened.clear();
        // with more than two seats a seat may close by a note while another's record of the step is still on its way
        // to it: then it closes the next step again
        self.closing.clear();
    }
}
