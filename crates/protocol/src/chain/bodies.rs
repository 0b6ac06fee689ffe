//! The body rules of each kind of record.

use rules::{AnyOrder, AnyPosition, Outcome, Rules, Side, ToAct, Turn};

use super::plan::COIN;
use super::{Chain, Objection, Plan, Round};
use crate::codec::{CodecError, Wire, decode_canonical};
use crate::fault::{Breach, Proof};
use crate::hash::{self, Digest};
use crate::history::{Deed, Done, Opened, Step};
use crate::record::{
    Agreement, CloseBody, CommitBody, LockBody, NotesSeen, OrdersBody, RevealBody, WireOutcome,
};
use crate::{Kind, Record, Seat};

/// The effect of a checked record once its step is complete.
pub(super) enum Effect {
    None,
    /// A side's orders were carried out.
    Play(Box<Played>),
    /// A side's secret choice is open and legal, under the first of the seats that opened it. It is carried out together
    /// with those of the other sides.
    Open(Seat, Box<AnyOrder>),
}

/// A step of the history that is not taken in yet, and the position after it.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) step: Step,
    pub(crate) after: AnyPosition,
}

/// Orders that a chain has carried out on its present position and not taken in: a session works them out before it
/// signs them, and the same work need not be done again when the record passes the gate. Only a chain makes one, and
/// only the record with these very orders upon the same root uses it.
#[derive(Debug)]
pub(crate) struct Rehearsed {
    prev: Digest,
    seat: Seat,
    orders: Vec<AnyOrder>,
    played: Played,
}

impl Chain {
    /// Checks kind, seat and body of a soundly signed record of the present step.
    pub(super) fn check(
        &self,
        record: &Record,
        rehearsed: Option<Rehearsed>,
    ) -> Result<Effect, Objection> {
        // a closing record may come beside what was planned, so the plan is not asked
        if record.kind == Kind::Close {
            return self.check_close(record);
        }
        // somebody closes this step: what was planned in it counts for nothing any more, and proves nothing
        // (of more than two seats some may be a step ahead, and the others come after them)
        if !self.closing.is_empty() && !self.manifest().has_table() {
            return Err(Objection::Stale);
        }
        // before the offers: a seat that has resigned may not take a draw either
        self.check_resigned(record)?;
        if record.kind == Kind::Agree && self.decides(record.seat) {
            return self.check_agree(record);
        }
        if record.kind != self.plan().kind() || !self.contributors().contains(&record.seat) {
            return Err(self.breach(record, Breach::OutOfTurn));
        }
        match self.plan() {
            Plan::Commit(round) => self.check_commit(round, record),
            Plan::Lock(_) => self.body::<LockBody>(record).map(|_body| Effect::None),
            Plan::Reveal(round) => self.check_reveal(round, record),
            Plan::Orders { side, .. } => self.check_orders(*side, record, rehearsed),
            Plan::Confirm => self.check_confirm(record),
            Plan::Close => Err(self.breach(record, Breach::OutOfTurn)),
        }
    }

    /// A seat that has resigned contributes to the step under way at most, and nothing that would be alone in a step.
    fn check_resigned(&self, record: &Record) -> Result<(), Objection> {
        let resigned = self.notes.resigned_at(record.seat, u32::MAX);
        // an honest program stops at its resignation, but records of one step may cross it
        let is_alone = self.contributors().len() == 1;
        match resigned {
            Some(at) if record.step > at.saturating_add(1) || is_alone => {
                Err(self.breach(record, Breach::AfterResigning))
            }
            _ => Ok(()),
        }
    }

    /// The offers of every other team taken in place of one's own decision, or the assent of another seat in a step of
    /// several.
    fn check_agree(&self, record: &Record) -> Result<Effect, Objection> {
        let agreement = self
            .agreement(record)
            .map_err(|cause| self.breach(record, Breach::Malformed(cause)))?;
        let stands = self.stands(&agreement.proposals, record.seat);
        match (stands, agreement.answer) {
            // a note may be on its way, or missing from the file: that is not the signer's fault
            (None, _) => Err(Objection::UnknownNotes),
            (Some((_, true)), None) => Ok(Effect::None),
            // the assent of another seat that decides in the round must name the very record that took the offers
            (Some(_), Some(answer)) if self.assents(&agreement, record.seat) => {
                let given = self.agreement_of_another(record.seat);
                match given.is_some_and(|given| given.id() == answer) {
                    true => Ok(Effect::None),
                    false => Err(Objection::UnknownNotes),
                }
            }
            // with every note here, to take what was not offered, or what has lapsed, is a breach
            (Some(_), _) => Err(self.breach(record, Breach::NoOffer)),
        }
    }

    /// The offers that an AGREE of a seat takes.
    pub(crate) fn agreement(&self, record: &Record) -> Result<Agreement, CodecError> {
        let others = self.other_teams(record.seat).len();
        Agreement::read(&record.body, others)
    }

    pub(super) fn body<T: Wire>(&self, record: &Record) -> Result<T, Objection> {
        decode_canonical(&record.body)
            .map_err(|cause| self.breach(record, Breach::Malformed(cause)))
    }

    fn check_commit(&self, round: &Round, record: &Record) -> Result<Effect, Objection> {
        let CommitBody(commitments) = self.body(record)?;
        let slots = self.slots(round, record.seat);
        let slots = slots.iter().map(|slot| slot.number);
        // exactly the slots: more could be opened as needed, fewer would leave a choice for later (threat 2)
        if !commitments
            .iter()
            .map(|commitment| commitment.slot)
            .eq(slots)
        {
            return Err(self.breach(record, Breach::WrongSlots));
        }
        Ok(Effect::None)
    }

    /// Carries out the opened choices of all seats and draws the lots that the rules then await.
    pub(super) fn open_all(&self, round: &Round) -> Result<Vec<Played>, Proof> {
        // a copy: if any choice turns out illegal beside the others, nothing of the round has happened
        let mut position = self.position.clone();
        let turn = position.turn();
        let mut choices = Vec::new();
        let mut coins: Vec<(Seat, [u8; 32])> = Vec::new();
        for record in self.pending.values() {
            let proof = |breach| Proof {
                step: record.step,
                seat: record.seat,
                breach,
            };
            let RevealBody(openings) =
                decode_canonical(&record.body).map_err(|cause| proof(Breach::Malformed(cause)))?;
            // lots are a round of their own then
            if !round.has_coins {
                continue;
            }
            let coin = openings.iter().find(|opening| opening.slot == COIN.number);
            // the size was checked when the REVEAL came, so this never fails for an admitted record
            let coin = coin.and_then(|opening| opening.payload.as_slice().try_into().ok());
            let no_coin = || proof(Breach::WrongSize { slot: COIN.number });
            coins.push((record.seat, coin.ok_or_else(no_coin)?));
        }
        // by seat, not by arrival: both programs must carry the choices out in one order
        let mut chosen = self.opened.clone();
        chosen.extend(self.stood_choices(round));
        for (seat, order) in &chosen {
            let Some(side) = self.manifest().side_of(*seat) else {
                continue;
            };
            let illegal = |cause: rules::AnyIllegal| Proof {
                step: self.step(),
                seat: *seat,
                breach: Breach::IllegalChoice(cause.to_string()),
            };
            let order = order.clone();
            let events = position.apply(side, &order).map_err(illegal)?;
            choices.push(Opened {
                seat: *seat,
                side,
                parts: match self.sealers(round, side) {
                    sealers if sealers.len() > 1 => sealers,
                    _ => Vec::new(),
                },
                done: Done { order, events },
                gone: self.gone_sharers(side),
            });
        }
        for opened in &choices {
            opened.hand_over(&mut position);
        }
        let mut played = Vec::new();
        if !choices.is_empty() {
            played.push(self.played(turn, Deed::Opened(choices), position.clone()));
        }
        // each lot draws from the next bytes of the expanded seed, so that several in one round differ
        for index in 0.. {
            let ToAct::Lots(draw) = position.to_act() else {
                break;
            };
            if !round.has_coins {
                break;
            }
            let turn = position.turn();
            let coins = coins.iter().map(|(seat, coin)| (*seat, coin));
            // the purpose is in the hash: two kinds of lots in one round must not fall alike
            let seed = hash::joint_seed(&self.sid, round.step, draw.purpose, coins);
            let lots = rules::Lots(hash::expand(&seed, index));
            // a lot that the rules refuse is a bug in them: the match stays where it is instead of looping forever
            let Ok(events) = position.resolve(lots) else {
                break;
            };
            let deed = Deed::Lots { draw, lots, events };
            played.push(self.played(turn, deed, position.clone()));
        }
        Ok(played)
    }

    /// The step of the history made by the present step of the chain.
    fn played(&self, turn: Turn, deed: Deed, after: AnyPosition) -> Played {
        let step = Step {
            number: self.step(),
            turn: turn.number,
            on_turn: turn.side,
            deed,
            digest: crate::digest(&after),
        };
        Played { step, after }
    }

    fn check_orders(
        &self,
        side: Side,
        record: &Record,
        rehearsed: Option<Rehearsed>,
    ) -> Result<Effect, Objection> {
        let OrdersBody(wire) = self.body(record)?;
        let mut orders = Vec::with_capacity(wire.len());
        // all bytes are read before any order is played: unknown ones convict even after an illegal order
        for (index, bytes) in wire.iter().enumerate() {
            let order = self.position.order_from_bytes(bytes).map_err(|cause| {
                let why = cause.to_string();
                self.breach(record, Breach::IllegalOrder { index, why })
            })?;
            orders.push(order);
        }
        // the orders too: the user's next proposal may have been rehearsed upon the same root
        let rehearsed = rehearsed.filter(|rehearsed| {
            (rehearsed.prev, rehearsed.seat) == (self.root(), record.seat)
                && rehearsed.orders == orders
        });
        let played = match rehearsed {
            Some(rehearsed) => Ok(rehearsed.played),
            None => self.play(record.seat, side, orders),
        };
        match played {
            Ok(played) => Ok(Effect::Play(Box::new(played))),
            Err(cause) => Err(self.breach(record, cause.into())),
        }
    }

    /// Carries out orders that a seat wants to sign, on a copy of the position.
    pub(crate) fn rehearse(
        &self,
        seat: Seat,
        side: Side,
        orders: &[AnyOrder],
    ) -> Result<Rehearsed, TurnError> {
        Ok(Rehearsed {
            prev: self.root(),
            seat,
            played: self.play(seat, side, orders.to_vec())?,
            orders: orders.to_vec(),
        })
    }

    /// A side's orders up to where the rules ask another side or member: neither fewer nor more.
    fn play(&self, seat: Seat, side: Side, orders: Vec<AnyOrder>) -> Result<Played, TurnError> {
        let turn = self.position.turn();
        let member = self.position.member(side);
        // a member orders up to where the rules ask another one
        let is_asked = |position: &AnyPosition| {
            position.to_act() == ToAct::One(side) && position.member(side) == member
        };
        // a copy: the position changes only with the whole turn
        let mut after = self.position.clone();
        let mut done = Vec::with_capacity(orders.len());
        for (index, order) in orders.into_iter().enumerate() {
            // one too many would be played on the other side's turn
            if !is_asked(&after) {
                return Err(TurnError::AfterEnd);
            }
            let events = after
                .apply(side, &order)
                .map_err(|cause| TurnError::Illegal { index, cause })?;
            done.push(Done { order, events });
        }
        // one too few would leave the rest of the turn for later, when more is known
        if is_asked(&after) {
            return Err(TurnError::Unfinished);
        }
        let orders = Deed::Orders {
            seat,
            side,
            orders: done,
        };
        Ok(self.played(turn, orders, after))
    }

    fn check_confirm(&self, record: &Record) -> Result<Effect, Objection> {
        let read = self.confirmed(&record.body);
        let (body, _) = read.map_err(|cause| self.breach(record, Breach::Malformed(cause)))?;
        // another position is no wrong of this record: the step waits until the seats settle the difference
        self.check_seen(&body.notes)?;
        Ok(Effect::None)
    }

    fn check_close(&self, record: &Record) -> Result<Effect, Objection> {
        // it has nothing more to sign, and proves nothing by it
        if !self.closers().contains(&record.seat) {
            return Err(Objection::Stale);
        }
        let body: CloseBody = self.body(record)?;
        self.check_seen(&body.notes)?;
        // a statement that came before, and is on its way
        if body.resigned & !self.notes.stated_resignations() != 0 {
            return Err(Objection::UnknownNotes);
        }
        let own = body.notes.get(record.seat.index());
        if own.is_none_or(|own| own.count < self.notes.count(record.seat)) {
            return Err(self.breach(record, Breach::HiddenNotes));
        }
        // asked of the notes that the record names, not of all: its signer cannot know what was on its way
        let ended = self.ending(&body.notes, body.resigned).is_some();
        if *self.plan() != Plan::Close && !ended {
            return Err(self.breach(record, Breach::OutOfTurn));
        }
        // before the result: if the position differs, the result that follows from it will differ too
        if body.state != self.digest {
            return Err(Objection::Diverged);
        }
        let result = self.result(&body.notes, body.resigned);
        if Some(body.result) != result.map(WireOutcome::from) {
            return Err(self.breach(record, Breach::FalseResult));
        }
        Ok(Effect::None)
    }

    fn check_seen(&self, seen: &[NotesSeen]) -> Result<(), Objection> {
        match self.notes.holds(seen) {
            true => Ok(()),
            false => Err(Objection::UnknownNotes),
        }
    }

    /// The result for a signer who has seen all notes that the closing records name.
    pub(super) fn signed_result(&self) -> Option<Outcome> {
        // the most that anybody has seen: a resignation must not be lost because one of the records crossed it
        let mut seen = vec![NotesSeen::NONE; self.manifest().seats.len()];
        let mut stated = 0;
        for record in self.closing.values() {
            let body: CloseBody = decode_canonical(&record.body).ok()?;
            stated |= body.resigned;
            for (most, notes) in seen.iter_mut().zip(body.notes) {
                if notes.count > most.count {
                    *most = notes;
                }
            }
        }
        self.result(&seen, stated)
    }
}

/// Why a list of orders fills no ORDERS record.
#[derive(Debug)]
pub(crate) enum TurnError {
    Illegal {
        index: usize,
        cause: rules::AnyIllegal,
    },
    AfterEnd,
    Unfinished,
}

impl From<TurnError> for Breach {
    fn from(cause: TurnError) -> Self {
        match cause {
            TurnError::Illegal { index, cause } => Self::IllegalOrder {
                index,
                why: cause.to_string(),
            },
            TurnError::AfterEnd => Self::AfterEnd,
            TurnError::Unfinished => Self::UnfinishedTurn,
        }
    }
}
