//! Signing. Every record of this seat passes the same gate as the records of the peer, is given
//! out to be written first, and is never signed a second time.

use rules::{AnyOrder, Rules};

use super::{File, Game, Now, ProposeError, Session};
use crate::chain::{COIN, Chain, Plan, Round, TurnError};
use crate::codec::encode;
use crate::file::{Choice, Entry, Secret};
use crate::hash;
use crate::note::Statement;
use crate::record::{
    CloseBody, CommitBody, Commitment, ConfirmBody, LockBody, MAX_ORDERS, Opening, OrdersBody,
    RevealBody,
};
use crate::{Fault, Kind, Note, Record, Signature};

impl Session {
    /// Signs the orders of our side up to where the rules ask somebody else, or one secret choice.
    ///
    /// # Errors
    /// Returns [`ProposeError`] where this seat may not sign now, an order is not legal, or orders are too few or too many;
    /// nothing is signed then.
    pub fn propose(&mut self, now: Now, orders: &[AnyOrder]) -> Result<(), ProposeError> {
        let game = self.may_sign()?;
        let chain = &game.chain;
        if !chain.awaited().contains(&self.seat) {
            return Err(ProposeError::NotYourTurn);
        }
        let side = chain.manifest().side_of(self.seat);
        match (chain.plan(), side) {
            (Plan::Orders { .. }, Some(side)) => {
                if orders.len() > MAX_ORDERS {
                    return Err(ProposeError::TooMany);
                }
                chain.play(self.seat, side, orders.to_vec())?;
                let position = chain.position();
                let bytes = orders.iter().map(|order| position.order_bytes(order));
                let wire = bytes.map(|bytes| bytes.expect("a carried out order has bytes"));
                let wire = wire.collect();
                self.sign(now, Kind::Orders, encode(&OrdersBody(wire)));
            }
            (Plan::Commit(round), Some(side)) if round.sides.contains(side) => {
                let [order] = orders else {
                    return Err(ProposeError::Secret(orders.len()));
                };
                let illegal = |cause| ProposeError::Illegal { index: 0, cause };
                chain.position().check(side, order).map_err(illegal)?;
                let parts = chain.position().seal(side, order).map_err(illegal)?;
                let parts = parts.into_iter().map(|part| (part.slot, part.payload));
                let round = round.clone();
                self.commit(now, &round, parts.collect(), Some(order.clone()));
            }
            _ => return Err(ProposeError::NotYourTurn),
        }
        self.advance(now);
        Ok(())
    }

    /// The match, if this seat may sign in it now.
    pub(super) fn may_sign(&self) -> Result<&Game, ProposeError> {
        let game = self.game.as_ref().filter(|game| game.is_agreed());
        let game = game.ok_or(ProposeError::NotYourTurn)?;
        if game.halted.is_some() {
            return Err(ProposeError::Halted);
        }
        if game.chain.outcome().is_some() {
            return Err(ProposeError::Over);
        }
        self.is_in_step(game)?;
        Ok(game)
    }

    /// Refuses where the peer may hold records of this seat that this seat does not.
    fn is_in_step(&self, game: &Game) -> Result<(), ProposeError> {
        let chain = &game.chain;
        let lacks_record = game.missing.record.is_some_and(|(step, id)| {
            let held = chain.record_ids(step, self.seat);
            !held.contains(&id)
        });
        if !game.is_heard {
            return Err(ProposeError::NotHeard);
        }
        if lacks_record || game.is_forked || chain.notes().count(self.seat) < game.missing.notes {
            return Err(ProposeError::Missing);
        }
        Ok(())
    }

    /// Signs the records that are due and need no decision of the user.
    pub(super) fn advance(&mut self, now: Now) {
        while let Some(step) = self.automatic() {
            match step {
                Automatic::Lock(round) => self.lock(now, &round),
                Automatic::Coin(round) => self.commit(now, &round, Vec::new(), None),
                Automatic::Reveal(round) => self.reveal(now, &round),
                Automatic::Confirm(body) => self.sign(now, Kind::Confirm, encode(&body)),
                Automatic::Close(body) => self.sign(now, Kind::Close, encode(&body)),
            }
        }
        self.note_progress(now);
    }

    fn automatic(&self) -> Option<Automatic> {
        let game = self.game.as_ref().filter(|game| game.is_agreed())?;
        let chain = &game.chain;
        if game.halted.is_some() || chain.closed().is_some() || self.is_in_step(game).is_err() {
            return None;
        }
        if chain.is_closable() {
            return self.may_close(chain).then(|| {
                chain.outcome().map(|outcome| {
                    Automatic::Close(CloseBody {
                        result: outcome.into(),
                        state: chain.position_digest(),
                        notes: chain.notes().seen(),
                    })
                })
            })?;
        }
        if !chain.awaited().contains(&self.seat) {
            return None;
        }
        match chain.plan() {
            Plan::Commit(round) if !chain.plan().is_secret_of(self.side_of(self.seat)) => {
                Some(Automatic::Coin(round.clone()))
            }
            Plan::Lock(round) => Some(Automatic::Lock(round.clone())),
            Plan::Reveal(round) => Some(Automatic::Reveal(round.clone())),
            Plan::Confirm => Some(Automatic::Confirm(ConfirmBody {
                state: chain.position_digest(),
                notes: chain.notes().seen(),
            })),
            Plan::Commit(_) | Plan::Orders { .. } | Plan::Close => None,
        }
    }

    /// Tells whether the closing record of this seat is due. Where notes ended the match under way, both seats must
    /// close the same step: so the seat that signed the ending note waits until the other is known to have stopped too.
    fn may_close(&self, chain: &Chain) -> bool {
        let other = self.seat.other();
        let notes = chain.notes();
        let stopped = notes.is_ended_by(other) || chain.closing(other).is_some();
        chain.closing(self.seat).is_none()
            && (*chain.plan() == Plan::Close || !notes.is_ended_by(self.seat) || stopped)
    }

    /// Commits to the parts of a secret choice, and to a coin.
    fn commit(
        &mut self,
        now: Now,
        round: &Round,
        mut parts: Vec<(u16, Vec<u8>)>,
        order: Option<AnyOrder>,
    ) {
        let (seat, secret) = (self.seat, self.secrets.match_secret.clone());
        let Some(game) = &mut self.game else {
            return;
        };
        let sid = game.chain.sid();
        let coin = hash::coin(&secret, &sid, round.step);
        parts.push((COIN.number, coin.to_vec()));
        parts.sort();
        let commitment = |(slot, payload): &(u16, Vec<u8>)| {
            let nonce = hash::nonce(&secret, &sid, round.step, *slot, 0);
            let at = (round.step, seat, *slot);
            let digest = hash::commit(&nonce, &sid, at, &round.prev, payload);
            Commitment {
                slot: *slot,
                digest,
            }
        };
        let body = CommitBody(parts.iter().map(commitment).collect());
        let choice = Choice {
            step: round.step,
            parts,
        };
        game.choice = Some(choice.clone());
        game.secret = order;
        self.persist(File::Private, Secret::Choice(choice).to_bytes());
        self.sign(now, Kind::Commit, encode(&body));
    }

    /// Locks if the private file holds the own choice, since a seat that has locked must reveal.
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
        let opening = |(slot, payload): &(u16, Vec<u8>)| Opening {
            slot: *slot,
            nonce: hash::nonce(&self.secrets.match_secret, &sid, round.step, *slot, 0),
            payload: payload.clone(),
        };
        let body = RevealBody(choice.parts.iter().map(opening).collect());
        self.sign(now, Kind::Reveal, encode(&body));
    }

    pub(super) fn choice_of(&self, round: &Round) -> Option<&Choice> {
        let choice = self.game.as_ref()?.choice.as_ref();
        choice.filter(|choice| choice.step == round.step)
    }

    /// Signs a record of the present step and takes it in like any other; then it is written, then sent.
    fn sign(&mut self, now: Now, kind: Kind, body: Vec<u8>) {
        let Some(game) = &self.game else {
            return;
        };
        let chain = &game.chain;
        let think = now.clock.saturating_sub(game.since.1).as_millis();
        let record = Record {
            sid: chain.sid(),
            step: chain.step(),
            seat: self.seat,
            kind,
            prev: chain.root(),
            body,
            sent_ms: now.unix_ms,
            think_ms: u32::try_from(think).unwrap_or(u32::MAX),
            signature: Signature([0; 64]),
        }
        .signed(&self.secrets.key);
        if self.take_in(now, Entry::Record(record)).is_err() {
            self.halt(Fault::OwnRecord);
        }
    }

    /// Resigns.
    ///
    /// # Errors
    /// Returns [`ProposeError`] where this seat may not sign now.
    pub fn resign(&mut self, now: Now) -> Result<(), ProposeError> {
        self.may_sign()?;
        self.sign_note(now, Statement::Resign)
    }

    /// Offers a draw. The offer stands for the orders or the secret round in which it is made and for the next.
    ///
    /// # Errors
    /// Returns [`ProposeError::OfferOpen`] while an own offer stands, and any other where this seat may not sign now.
    pub fn offer_draw(&mut self, now: Now) -> Result<(), ProposeError> {
        let game = self.may_sign()?;
        if game.chain.notes().has_open_offer(self.seat) {
            return Err(ProposeError::OfferOpen);
        }
        self.sign_note(now, Statement::ProposeDraw)
    }

    /// Answers the open offer of a draw.
    ///
    /// # Errors
    /// Returns [`ProposeError::NoOffer`] where no offer stands, and any other where this seat may not sign now.
    pub fn answer_draw(&mut self, now: Now, accept: bool) -> Result<(), ProposeError> {
        let game = self.may_sign()?;
        let (_seat, proposal) = game
            .chain
            .notes()
            .offer_to(self.seat)
            .ok_or(ProposeError::NoOffer)?;
        self.sign_note(now, Statement::Answer { proposal, accept })
    }

    /// Claims that the peer is silent beyond the agreed time. The claim goes into the match file and proves nothing; the
    /// peer ends it by the missing record.
    ///
    /// # Errors
    /// Returns [`ProposeError::NotLate`] before the time is up, and any other where this seat may not sign now.
    pub fn claim(&mut self, now: Now) -> Result<(), ProposeError> {
        let game = self.may_sign()?;
        let (chain, against) = (&game.chain, self.seat.other());
        let terms = chain.manifest().terms;
        let owes_user = match chain.plan() {
            Plan::Orders { .. } => true,
            Plan::Commit(round) => round.asks(self.side_of(against)),
            _ => false,
        };
        let limit = match owes_user {
            true => terms.turn_ms(),
            false => Some(terms.answer_ms()),
        };
        let waited = now.clock.saturating_sub(game.since.1).as_millis();
        let is_late = limit.is_some_and(|limit| waited >= u128::from(limit));
        if !is_late || chain.awaited() != [against] {
            return Err(ProposeError::NotLate);
        }
        let step = chain.step();
        self.sign_note(now, Statement::Claim { against, step })
    }

    fn sign_note(&mut self, now: Now, statement: Statement) -> Result<(), ProposeError> {
        let game = self.may_sign()?;
        let chain = &game.chain;
        if !chain.may_sign_note(self.seat) {
            return Err(ProposeError::TooManyNotes);
        }
        let seen = chain.notes().seen()[self.seat.index()];
        let (kind, body) = statement.to_bytes();
        let note = Note {
            sid: chain.sid(),
            seat: self.seat,
            seq: seen.count + 1,
            prev: seen.last,
            at_root: chain.root(),
            kind,
            body,
            sent_ms: now.unix_ms,
            signature: Signature([0; 64]),
        }
        .signed(&self.secrets.key);
        if self.take_in(now, Entry::Note(note)).is_err() {
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

/// A record that a program signs without asking its user.
enum Automatic {
    Lock(Round),
    Coin(Round),
    Reveal(Round),
    Confirm(ConfirmBody),
    Close(CloseBody),
}
