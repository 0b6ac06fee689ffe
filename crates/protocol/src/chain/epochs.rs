//! New match keys: a step of its own, in place of what was planned.

use std::collections::BTreeMap;

use super::{Admission, Chain, Objection, Plan};
use crate::codec::CodecError;
use crate::epoch::{MAX_RENEWALS, Renewal, answered};
use crate::fault::Breach;
use crate::frame::Held;
use crate::{Kind, PublicKey, Record, Seat, SessionEvent, Signature};

impl Chain {
    /// The key that the seat signs with now.
    pub(crate) fn key(&self, seat: Seat) -> Option<PublicKey> {
        self.keys.last(seat)
    }

    /// Tells whether the record is signed by the key of its seat and step, or is a request under both signatures that it needs.
    pub(crate) fn is_signed(&self, record: &Record) -> bool {
        self.keys.is_signed(record, self.manifest())
    }

    /// Tells whether a seat has or had that key.
    pub(crate) fn knows_key(&self, key: &PublicKey) -> bool {
        self.keys.contains(key)
    }

    /// The steps in which seats got new keys.
    pub(crate) fn renewals(&self) -> Vec<(u64, Seat)> {
        self.keys.renewals()
    }

    /// Tells whether a seat got a new key in that step.
    pub(crate) fn is_epoch(&self, step: u64) -> bool {
        let index = step
            .checked_sub(1)
            .and_then(|index| usize::try_from(index).ok());
        let records = index.and_then(|index| self.steps.get(index));
        records.is_some_and(|records| records.iter().any(|record| record.kind == Kind::Epoch))
    }

    /// The request that the record has just answered, if it is an answer.
    pub(crate) fn answered_by(&self, record: &Record) -> Option<&Record> {
        let id = answered(record)?;
        let mut records = self.steps.last()?.iter();
        records.find(|request| request.id() == id)
    }

    /// The last request of the seat that was answered.
    pub(crate) fn last_request(&self, seat: Seat) -> Option<&Record> {
        let steps = self.keys.renewals().into_iter().rev();
        let mut steps = steps.filter(|(_, renewed)| *renewed == seat);
        steps.find_map(|(step, _)| self.record(step, seat))
    }

    /// The records and notes of the seat that this chain holds.
    pub(crate) fn held(&self, seat: Seat) -> Held {
        let head = self.head(seat, [0; 32]);
        head.held.get(seat.index()).copied().unwrap_or_default()
    }

    /// The record in which the seat asks for a new key, empty and unsigned.
    pub(crate) fn blank(&self, seat: Seat, unix_ms: u64) -> Record {
        Record {
            sid: self.sid(),
            step: self.step(),
            seat,
            kind: Kind::Epoch,
            prev: self.root(),
            body: Vec::new(),
            sent_ms: unix_ms,
            think_ms: 0,
            signature: Signature([0; 64]),
        }
    }

    /// Tells whether the request fits the present step and nothing of its seat is held that the request does not name.
    pub(crate) fn may_answer(&self, request: &Record) -> bool {
        let renewal = Renewal::of(request);
        let count = self
            .renewals()
            .iter()
            .filter(|(_, seat)| *seat == request.seat)
            .count();
        renewal.is_some_and(|renewal| renewal.held == self.held(request.seat))
            && request.step == self.step()
            && request.prev == self.root()
            && self.closed().is_none()
            && count < MAX_RENEWALS
    }

    /// Admits a request for a new key or the answer to one. Neither convicts its signer: what goes on from both is what
    /// counts.
    pub(super) fn admit_epoch(&mut self, record: &Record) -> Result<Admission, Objection> {
        if record.step > self.step() {
            return Err(Objection::Ahead);
        }
        if self.root_of(record.step.wrapping_sub(1)) != Some(record.prev) {
            return Err(Objection::OtherHistory);
        }
        if record.step < self.step() || self.closed().is_some() {
            return Err(Objection::Stale);
        }
        match (Renewal::of(record), answered(record)) {
            (Some(renewal), _) => self.admit_request(record, &renewal),
            (None, Some(request)) => {
                let held = self
                    .request
                    .take_if(|held| held.id() == request && held.seat != record.seat);
                let Some(request) = held else {
                    return Err(Objection::UnknownNotes);
                };
                let seat = request.seat;
                self.renew(request, record);
                Ok(Admission::New(vec![SessionEvent::Renewed(seat)]))
            }
            (None, None) => {
                let what = CodecError::Bounds("neither a request for a new key nor an answer");
                Err(self.breach(record, Breach::Malformed(what)))
            }
        }
    }

    fn admit_request(
        &mut self,
        record: &Record,
        renewal: &Renewal,
    ) -> Result<Admission, Objection> {
        if self.keys.count(record.seat) > MAX_RENEWALS {
            // no honest program agrees to so many
            return Err(Objection::Stale);
        }
        let seen = self.notes().seen();
        let seen = seen.get(record.seat.index());
        let is_held =
            |count, last| seen.is_some_and(|seen| (seen.count, seen.last) == (count, last));
        if !is_held(renewal.held.notes, renewal.held.note) {
            return Err(Objection::UnknownNotes);
        }
        let mut seats = self.manifest().seats.iter();
        let is_identity = seats.any(|entry| entry.identity == renewal.key);
        if renewal.key.is_weak() || is_identity || self.knows_key(&renewal.key) {
            let what = CodecError::Bounds("a new key that is weak or in use");
            return Err(self.breach(record, Breach::Malformed(what)));
        }
        self.request = Some(record.clone());
        Ok(Admission::New(Vec::new()))
    }

    /// Completes an answered request for a new key. Records signed for the present step are dropped and signed anew for
    /// the next; a round of which nothing is opened begins anew, since commitments under a lost secret can never be
    /// opened.
    fn renew(&mut self, request: Record, answer: &Record) {
        let seat = request.seat;
        if let Some(renewal) = Renewal::of(&request) {
            self.keys.renew(seat, self.step(), &renewal);
        }
        self.marks.clone_from(&self.marks_before);
        self.going_back = None;
        self.is_agreed &= self.plan == Plan::Close;
        self.closing.clear();
        let records = BTreeMap::from([(seat, request), (answer.seat, answer.clone())]);
        self.complete(records);
        if matches!(self.plan, Plan::Commit(_) | Plan::Lock(_)) {
            self.plan = self.next_plan();
        }
    }
}
