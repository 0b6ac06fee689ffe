//! Signing. Every record of this seat passes the same gate as the records of the peer, is given
//! out to be written first, and is never signed a second time.

use rules::AnyOrder;

use super::due::{Automatic, Decision, Due};
use super::signer::Times;
use super::sync::Source;
use super::{Now, ProposeError, Session};
use crate::chain::{COIN, Rehearsed, Round};
use crate::codec::encode;
use crate::file::{Choice, Entry};
use crate::note::Statement;
use crate::record::{CommitBody, OrdersBody};
use crate::{Fault, Kind};

impl Session {
    /// Works out what this seat may and must sign now, once the match is agreed.
    pub(super) fn due(&self) -> Result<Due<'_>, ProposeError> {
        let game = self.agreed().ok_or(ProposeError::NotYourTurn)?;
        Ok(Due::new(game, &self.signer))
    }

    /// Signs the orders of our side up to where the rules ask somebody else, or one secret choice. Without the peer
    /// on a line the decision is kept in the private file and signed once the peer is heard, or a minute later.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if this seat may not sign now, an order is not legal, or orders are too few or too
    /// many; nothing is signed then.
    pub fn propose(&mut self, now: Now, orders: &[AnyOrder]) -> Result<(), ProposeError> {
        let due = self.due()?;
        let game = due.in_play()?;
        // not even kept for later: another copy may have signed a decision for this step already
        if self.is_strange() {
            return Err(ProposeError::OlderCopy);
        }
        let chain = game.chain();
        // one decision a step: a second one kept beside the first would be signed in its place
        if !chain.awaited().contains(&self.seat()) || game.later.has_decision() {
            return Err(ProposeError::NotYourTurn);
        }
        game.is_in_time(self.seat(), now)?;
        let decision = due.decision(orders)?;
        if let Decision::Secret { round, parts, .. } = &decision
            && due.plans_with_mates(round)
        {
            // whether anybody is heard or not: it is shown, and nothing is signed yet
            let (round, parts) = (round.clone(), parts.clone());
            self.plan_part(now, &round, parts);
            self.advance(now);
            return Ok(());
        }
        match due.is_in_step() {
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
        let wish = decision.into_wish(game.chain());
        game.timer.decide(now.clock);
        self.outbox.keep(&game.later.decide(wish));
        self.save_time(now.clock);
    }

    /// The kept decision, if its time has come; one whose step is over is forgotten.
    fn due_decision(&mut self) -> Option<Decision> {
        let own = self.seat();
        let game = self.game.as_mut()?;
        let orders = game.later.due(game.ledger.chain(), own)?;
        let decision = self.due().and_then(|due| due.decision(&orders)).ok();
        // also if it is not legal any more: the user is asked again instead of at every start
        if let Some(game) = &mut self.game {
            game.later.forget();
        }
        decision
    }

    /// Signs the records that are due and need no decision of the user, and a decision kept for this moment.
    pub(super) fn advance(&mut self, now: Now) {
        // a decision can complete a step, after which this seat may have to sign more, and so on
        loop {
            while let Some(step) = self.due().ok().and_then(Due::next) {
                match step {
                    Automatic::Sign(kind, body) => self.sign(now, kind, body),
                    Automatic::Coin(round) => self.commit(now, &round, Vec::new(), None),
                    Automatic::Part(round, parts) => self.seal_part(now, &round, parts),
                    Automatic::LostChoice => self.halt(Fault::LostChoice),
                }
            }
            let may_sign = self.due().is_ok_and(|due| due.may_sign().is_ok());
            let decision = may_sign.then(|| self.due_decision());
            match decision.flatten() {
                Some(decision) => self.sign_decision(now, decision),
                None => break,
            }
        }
        self.note_progress(now);
        if self.has_table() {
            self.share_plans(now);
            self.tell_plans();
        } else {
            self.sign_shown(now);
            self.write_moved(now);
        }
    }

    /// Commits to our player's part of a set-up.
    fn seal_part(&mut self, now: Now, round: &Round, parts: Vec<(u16, Vec<u8>)>) {
        let own = self.seat();
        let order = self.plans().into_iter().find(|(seat, _)| *seat == own);
        self.commit(now, round, parts, order.map(|(_, order)| order));
    }

    /// Commits to the parts of a secret choice, and to a coin where the round has one.
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
        // as the chain gives the slots: at a table the choices of a round hold no coin
        if round.has_coins || parts.is_empty() {
            let coin = self.signer.coin(&sid, round);
            parts.push((COIN.number, coin.to_vec()));
        }
        // a record holds its slots rising, or it is refused as malformed (threat 16)
        parts.sort();
        let body = CommitBody(self.signer.commitments(&sid, round, &parts));
        let choice = Choice {
            step: round.step,
            parts,
        };
        // on disk before the COMMIT: without its choice this seat could never reveal, and would lose by that
        if let Some(game) = &mut self.game {
            self.outbox.keep(&game.later.seal(choice, order));
        }
        self.sign(now, Kind::Commit, encode(&body));
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
        let record = self.game.as_ref().and_then(|game| {
            let times = Times {
                sent_ms: now.unix_ms,
                think_ms: game.thought_ms(now),
            };
            self.signer.record(game.chain(), kind, body, times)
        });
        let Some(record) = record else {
            return;
        };
        let source = Source::Signed(rehearsed);
        // our own gate refuses it, so the peer's would: going on would only convict this seat
        if self.take_in(now, Entry::Record(record), source).is_err() {
            self.halt(Fault::OwnRecord);
        }
        // a CONFIRM carries the measures: signed again they would be charged twice
        if let Some(game) = self.game.as_mut().filter(|_| kind == Kind::Confirm) {
            game.timer.forget_measures();
        }
    }

    /// Resigns, whether the peer is heard or not. On strange files by a statement: another copy may have played on.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if the match has not begun, is over, or has no room for another note;
    /// [`ProposeError::Resigned`] if our player has. Where more than one team is left, the others go on without this seat.
    pub fn resign(&mut self, now: Now) -> Result<(), ProposeError> {
        let chain = self.due()?.unfinished()?.chain();
        if chain.notes().has_resigned(self.seat()) {
            return Err(ProposeError::Resigned);
        }
        self.sign_note(now, Statement::Resign)?;
        self.go_on(now);
        Ok(())
    }

    pub(super) fn sign_note(&mut self, now: Now, statement: Statement) -> Result<(), ProposeError> {
        // on strange files only what can convict nobody
        if self.is_strange() && !statement.may_be_unnumbered() {
            return Err(ProposeError::OlderCopy);
        }
        let chain = self.due()?.unfinished()?.chain();
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
