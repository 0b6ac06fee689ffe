//! Signing. Every record of this seat passes the same gate as the records of the peer, is given
//! out to be written first, and is never signed a second time.

use rules::{AnyOrder, Rules};

use super::offers::granted;
use super::parts::Match;
use super::signer::Times;
use super::sync::Source;
use super::{Now, ProposeError, Session};
use crate::chain::{COIN, Chain, Plan, Rehearsed, Round, TurnError};
use crate::codec::{decode_canonical, encode};
use crate::file::{Choice, Entry, Wish};
use crate::note::Statement;
use crate::record::{
    AgreeBody, CloseBody, CommitBody, ConfirmBody, LockBody, MAX_ORDERS, OrdersBody, RevealBody,
};
use crate::{Fault, Kind};

impl Session {
    /// Signs the orders of our side up to where the rules ask somebody else, or one secret choice. Without the peer on a
    /// line the decision is kept in the private file and signed once the peer is heard.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if this seat may not sign now, an order is not legal, or orders are too few or too many;
    /// nothing is signed then.
    pub fn propose(&mut self, now: Now, orders: &[AnyOrder]) -> Result<(), ProposeError> {
        let game = self.in_play()?;
        if self.is_strange() {
            return Err(ProposeError::OlderCopy);
        }
        let chain = game.chain();
        if !chain.awaited().contains(&self.seat()) || game.later.has_decision() {
            return Err(ProposeError::NotYourTurn);
        }
        self.is_in_time(game, now)?;
        let decision = self.decision(orders)?;
        match self.is_in_step(game) {
            Ok(()) => {
                self.sign_decision(now, decision);
                self.advance(now);
                Ok(())
            }
            Err(ProposeError::NotHeard) => {
                self.keep_decision(now, decision);
                Ok(())
            }
            Err(refused) => Err(refused),
        }
    }

    /// The decision of those orders, in the bytes of the family.
    fn decision(&self, orders: &[AnyOrder]) -> Result<Decision, ProposeError> {
        let chain = self.in_play()?.chain();
        let side = chain.manifest().side_of(self.seat());
        match (chain.plan(), side) {
            (Plan::Orders { .. }, Some(side)) => {
                if orders.len() > MAX_ORDERS {
                    return Err(ProposeError::TooMany);
                }
                let rehearsed = chain.rehearse(self.seat(), side, orders)?;
                let position = chain.position();
                let bytes = orders.iter().map(|order| position.order_bytes(order));
                let wire = bytes.map(|bytes| bytes.expect("a carried out order has bytes"));
                Ok(Decision::Orders {
                    wire: wire.collect(),
                    rehearsed: Box::new(rehearsed),
                })
            }
            (Plan::Commit(round), Some(side)) if round.sides.contains(side) => {
                let [order] = orders else {
                    return Err(ProposeError::Secret(orders.len()));
                };
                let illegal = |cause| ProposeError::Illegal { index: 0, cause };
                let parts = chain.position().seal(side, order).map_err(illegal)?;
                let parts = parts.into_iter().map(|part| (part.slot, part.payload));
                Ok(Decision::Secret {
                    round: round.clone(),
                    parts: parts.collect(),
                    order: order.clone(),
                })
            }
            _ => Err(ProposeError::NotYourTurn),
        }
    }

    fn sign_decision(&mut self, now: Now, decision: Decision) {
        match decision {
            Decision::Orders { wire, rehearsed } => {
                let body = encode(&OrdersBody(wire));
                self.sign_rehearsed(now, Kind::Orders, body, Some(rehearsed));
            }
            Decision::Secret {
                round,
                parts,
                order,
            } => self.commit(now, &round, parts, Some(order)),
        }
    }

    /// Keeps a decision that may not be signed yet.
    fn keep_decision(&mut self, now: Now, decision: Decision) {
        let Some(game) = &mut self.game else {
            return;
        };
        let (orders, parts) = match decision {
            Decision::Orders { wire, .. } => (wire, Vec::new()),
            Decision::Secret { parts, .. } => (Vec::new(), parts),
        };
        let wish = Wish {
            step: game.chain().step(),
            prev: game.chain().root(),
            orders,
            parts,
        };
        game.timer.decide(now.clock);
        self.outbox.keep(&game.later.decide(wish));
        self.save_time(now.clock);
    }

    /// The kept decision, if its time has come; one whose step is over is forgotten.
    fn due_decision(&mut self) -> Option<Decision> {
        let own = self.seat();
        let game = self.game.as_mut()?;
        let orders = game.later.due(game.ledger.chain(), own)?;
        let decision = self.decision(&orders).ok();
        if let Some(game) = &mut self.game {
            game.later.forget();
        }
        decision
    }

    /// The match, if this seat may still decide something in it.
    pub(super) fn in_play(&self) -> Result<&Match, ProposeError> {
        match self.in_match()? {
            game if game.ledger.is_halted() => Err(ProposeError::Diverged),
            game => Ok(game),
        }
    }

    /// The match, if it continues or the players can continue it by consent.
    pub(super) fn in_match(&self) -> Result<&Match, ProposeError> {
        let game = self.unfinished()?;
        match game.ledger.is_halted_for_good() {
            true => Err(ProposeError::Halted),
            false => Ok(game),
        }
    }

    /// The match, if it is agreed and has no result.
    fn unfinished(&self) -> Result<&Match, ProposeError> {
        let game = self.agreed().ok_or(ProposeError::NotYourTurn)?;
        match game.chain().outcome() {
            Some(_) => Err(ProposeError::Over),
            None if game.ending.is_on_time() => Err(ProposeError::TimeUp),
            None => Ok(game),
        }
    }

    /// The match, if this seat may sign records in it now.
    pub(super) fn may_sign(&self) -> Result<&Match, ProposeError> {
        let game = self.in_play()?;
        self.is_in_step(game)?;
        Ok(game)
    }

    /// Refuses where the peer may hold records of this seat that this seat does not.
    pub(super) fn is_in_step(&self, game: &Match) -> Result<(), ProposeError> {
        if self.is_strange() {
            return Err(ProposeError::OlderCopy);
        }
        if !game.hearing.is_heard() {
            return Err(ProposeError::NotHeard);
        }
        match game.waits_for_own(self.seat()) {
            true => Err(ProposeError::Missing),
            false => Ok(()),
        }
    }

    /// Signs the records that are due and need no decision of the user, and a decision kept for this moment.
    pub(super) fn advance(&mut self, now: Now) {
        loop {
            while let Some(step) = self.automatic() {
                match step {
                    Automatic::Lock(round) => self.lock(now, &round),
                    Automatic::Coin(round) => self.commit(now, &round, Vec::new(), None),
                    Automatic::Reveal(round) => self.reveal(now, &round),
                    Automatic::Agree(body) => self.sign(now, Kind::Agree, encode(&body)),
                    Automatic::Confirm(body) => self.confirm(now, body),
                    Automatic::Close(body) => self.sign(now, Kind::Close, encode(&body)),
                }
            }
            let due = self.may_sign().is_ok().then(|| self.due_decision());
            match due.flatten() {
                Some(decision) => self.sign_decision(now, decision),
                None => break,
            }
        }
        self.note_progress(now);
    }

    fn automatic(&self) -> Option<Automatic> {
        let game = self.agreed()?;
        let chain = game.chain();
        // a seat that agrees that its time was up signs nothing that takes the claim away
        if game.is_final() || game.ending.is_on_time() || self.is_in_step(game).is_err() {
            return None;
        }
        if game.ledger.is_halted() {
            // this program confirms its own position all the same: nothing continues without the confirmation
            let is_due = *chain.plan() == Plan::Confirm && chain.awaited().contains(&self.seat());
            return is_due.then(|| self.confirmation(game));
        }
        if chain.is_closable() {
            // a closing record would move the step from which the new match begins
            let may_close = self.may_close(chain) && !game.continuing.may_end_in_new_match();
            return may_close.then(|| {
                chain.outcome().map(|outcome| {
                    Automatic::Close(CloseBody {
                        result: outcome.into(),
                        state: chain.position_digest(),
                        notes: chain.notes().seen(),
                    })
                })
            })?;
        }
        if !chain.awaited().contains(&self.seat()) {
            return None;
        }
        match chain.plan() {
            Plan::Commit(_) if chain.agreement_of_another(self.seat()).is_some() => {
                // the seat that made the offer stands by the offer, in place of a choice
                let answer = chain.agreement_of_another(self.seat())?;
                let taken: AgreeBody = decode_canonical(&answer.body).ok()?;
                chain.offered(&taken.proposal, self.seat()).then(|| {
                    Automatic::Agree(AgreeBody {
                        proposal: taken.proposal,
                        answer: Some(answer.id()),
                    })
                })
            }
            Plan::Commit(_) | Plan::Orders { .. }
                if chain.decides(self.seat()) && granted(chain, self.seat()).is_some() =>
            {
                granted(chain, self.seat()).map(Automatic::Agree)
            }
            Plan::Commit(round) if !chain.plan().is_secret_of(self.side_of(self.seat())) => {
                Some(Automatic::Coin(round.clone()))
            }
            Plan::Lock(round) => Some(Automatic::Lock(round.clone())),
            Plan::Reveal(round) => Some(Automatic::Reveal(round.clone())),
            Plan::Confirm => Some(self.confirmation(game)),
            Plan::Commit(_) | Plan::Orders { .. } | Plan::Close => None,
        }
    }

    fn confirmation(&self, game: &Match) -> Automatic {
        let chain = game.chain();
        let confirm = ConfirmBody {
            state: chain.position_digest(),
            notes: chain.notes().seen(),
        };
        let (over_ms, terms) = (game.timer.over_ms(), &chain.manifest().terms);
        Automatic::Confirm(confirm.to_bytes(&over_ms, terms))
    }

    /// True if the closing record of this seat is due. Where notes ended the match under way, both seats must
    /// close the same step: so the seat that signed the ending note waits until the other is known to have stopped too.
    fn may_close(&self, chain: &Chain) -> bool {
        let other = self.seat().other();
        let notes = chain.notes();
        let stopped = notes.has_resigned(other) || chain.closing(other).is_some();
        chain.closing(self.seat()).is_none()
            && (*chain.plan() == Plan::Close || !notes.has_resigned(self.seat()) || stopped)
    }

    /// Commits to the parts of a secret choice, and to a coin.
    fn commit(
        &mut self,
        now: Now,
        round: &Round,
        mut parts: Vec<(u16, Vec<u8>)>,
        order: Option<AnyOrder>,
    ) {
        let Some(sid) = self.sid() else {
            return;
        };
        let coin = self.signer.coin(&sid, round);
        parts.push((COIN.number, coin.to_vec()));
        parts.sort();
        let body = CommitBody(self.signer.commitments(&sid, round, &parts));
        let choice = Choice {
            step: round.step,
            parts,
        };
        if let Some(game) = &mut self.game {
            self.outbox.keep(&game.later.seal(choice, order));
        }
        self.sign(now, Kind::Commit, encode(&body));
    }

    /// Locks if the private file holds this seat's choice, since a seat that has locked must reveal.
    fn lock(&mut self, now: Now, round: &Round) {
        match self.choice_of(round) {
            Some(_) => self.sign(now, Kind::Lock, encode(&LockBody {})),
            None => self.halt(Fault::LostChoice),
        }
    }

    fn reveal(&mut self, now: Now, round: &Round) {
        let (Some(sid), Some(choice)) = (self.sid(), self.choice_of(round)) else {
            self.halt(Fault::LostChoice);
            return;
        };
        let body = RevealBody(self.signer.openings(&sid, round, choice));
        self.sign(now, Kind::Reveal, encode(&body));
    }

    fn confirm(&mut self, now: Now, body: Vec<u8>) {
        self.sign(now, Kind::Confirm, body);
        if let Some(game) = &mut self.game {
            game.timer.forget_measures();
        }
    }

    /// The kept choice of a round, if it is the one that this seat has committed to there.
    pub(super) fn choice_of(&self, round: &Round) -> Option<&Choice> {
        let game = self.game.as_ref()?;
        let chain = game.chain();
        let choice = game.later.choice_in(round)?;
        let committed = match chain.pending(self.seat()) {
            Some(record) if record.kind == Kind::Commit => decode_canonical(&record.body).ok(),
            _ => round.commitments.get(&self.seat()).cloned().map(CommitBody),
        };
        let CommitBody(committed) = committed?;
        let ours = self.signer.commitments(&chain.sid(), round, &choice.parts);
        (committed == ours).then_some(choice)
    }

    /// Signs a record of the present step and takes it in like any other; then it is written, then sent.
    pub(super) fn sign(&mut self, now: Now, kind: Kind, body: Vec<u8>) {
        self.sign_rehearsed(now, kind, body, None);
    }

    fn sign_rehearsed(
        &mut self,
        now: Now,
        kind: Kind,
        body: Vec<u8>,
        rehearsed: Option<Box<Rehearsed>>,
    ) {
        let times = Times {
            sent_ms: now.unix_ms,
            think_ms: self.thought_ms(now),
        };
        let game = self.game.as_ref();
        let record = game.and_then(|game| self.signer.record(game.chain(), kind, body, times));
        let Some(record) = record else {
            return;
        };
        let source = Source::Signed(rehearsed);
        if self.take_in(now, Entry::Record(record), source).is_err() {
            self.halt(Fault::OwnRecord);
        }
    }

    /// Resigns, whether the peer is heard or not. On strange files the note says so: another copy may have played on.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if the match has not begun, is over, or has no room for another note.
    pub fn resign(&mut self, now: Now) -> Result<(), ProposeError> {
        let is_strange = self.is_strange();
        self.sign_note(now, Statement::Resign { is_strange })
    }

    pub(super) fn sign_note(&mut self, now: Now, statement: Statement) -> Result<(), ProposeError> {
        let is_resigning = matches!(statement, Statement::Resign { .. });
        let may_sign = statement.is_free() && (is_resigning || !self.lacks_match_key());
        if self.is_strange() && !may_sign {
            return Err(ProposeError::OlderCopy);
        }
        let chain = self.unfinished()?.chain();
        if !chain.may_sign_note(self.seat()) {
            return Err(ProposeError::TooManyNotes);
        }
        let note = self.signer.note(chain, statement, now.unix_ms);
        let source = Source::Signed(None);
        if self.take_in(now, Entry::Note(note), source).is_err() {
            self.halt(Fault::OwnRecord);
        }
        self.advance(now);
        Ok(())
    }
}

impl From<TurnError> for ProposeError {
    fn from(cause: TurnError) -> Self {
        match cause {
            TurnError::Illegal { index, cause } => Self::Illegal { index, cause },
            TurnError::AfterEnd => Self::AfterEnd,
            TurnError::Unfinished => Self::Unfinished,
        }
    }
}

/// A decision of the user, checked and in the bytes of the family.
enum Decision {
    Orders {
        wire: Vec<Vec<u8>>,
        rehearsed: Box<Rehearsed>,
    },
    Secret {
        round: Round,
        parts: Vec<(u16, Vec<u8>)>,
        order: AnyOrder,
    },
}

/// A record that a program signs without asking its user.
enum Automatic {
    Lock(Round),
    Coin(Round),
    Reveal(Round),
    Agree(AgreeBody),
    Confirm(Vec<u8>),
    Close(CloseBody),
}
