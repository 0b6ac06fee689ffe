//! Continuing with everybody at a table: after a lost key, on an older copy, where positions differ, from an earlier turn,
//! or although there is a result.
//!
//! It goes the same way as without some seats (`consents`, `tries`), with nobody left out. Every player clicks, and what a
//! player has clicked for lapses when it would give up more than was shown.

use rules::{Outcome, Rules};

use super::due::Due;
use super::parts::Match;
use super::{Fresh, Now, ProposeError, Session};
use crate::frame::ContinueWish;
use crate::{ContinueTerms, Seat, SessionEvent};

impl Session {
    /// Whether our player may ask the table now to continue with everybody.
    pub(super) fn may_ask_table(&self) -> Result<(), ProposeError> {
        let game = self.agreed().ok_or(ProposeError::NotYourTurn)?;
        game.may_continue(self.seat())?;
        let is_asked = game.leaving.question(self.seat()).is_some();
        match () {
            () if game.leaving.asks() => Err(ProposeError::AskedAlready),
            // whoever has won gives that up when somebody else asks, and signs last
            () if !is_asked && game.has_won(self.seat()) => Err(ProposeError::WinStands),
            () if !game.hearing.is_heard() => Err(ProposeError::NotHeard),
            () => Ok(()),
        }
    }

    /// Our player asks the table to continue with everybody.
    pub(super) fn ask_table(
        &mut self,
        now: Now,
        wish: ContinueWish,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        self.may_ask_table()?;
        let game = self.agreed().ok_or(ProposeError::NotYourTurn)?;
        game.check_wish(wish)?;
        let after = self.after_asked(game, wish.after);
        self.agree_with_all(now, after, fresh);
        Ok(())
    }

    /// The step after which the new match begins if our player asks for `after`, or agrees to it. Once a choice of a round is
    /// open, all that was sealed goes over into the new match, and a seat that cannot open its own choice would halt that match
    /// too: so the program of such a seat names the step before the round, and everybody must agree to choosing again.
    pub(super) fn after_asked(&self, game: &Match, after: Option<u64>) -> Option<u64> {
        let (chain, own) = (game.chain(), self.seat());
        let is_carried = || {
            let carried = chain.carried(chain.last_step(), &chain.manifest().present());
            carried.is_some_and(|carried| carried.seats.iter().any(|(seat, _)| *seat == own))
        };
        let begins_anew = || {
            let has_lost = Due::new(game, &self.signer).has_lost_choice();
            (has_lost && is_carried()).then(|| game.after_wish(None))
        };
        after.or_else(begins_anew)
    }

    /// Our player answers the question of another one.
    pub(super) fn answer_table(
        &mut self,
        now: Now,
        accept: bool,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        let own = self.seat();
        let game = self.agreed().ok_or(ProposeError::NotAsked)?;
        let question = game.leaving.question(own).copied();
        let question = question.ok_or(ProposeError::NotAsked)?;
        if accept {
            let shown = (question.seat, question.base());
            let was_shown = game.leaving.shown;
            if was_shown.is_some_and(|was| was.0 == shown.0 && was != shown) {
                // a yes is given to what was shown
                if let Some(terms) = self.asked_to_continue() {
                    self.show(SessionEvent::ContinueAsked(terms));
                }
                if let Some(game) = &mut self.game {
                    game.leaving.shown = Some(shown);
                }
                return Err(ProposeError::OtherOffer);
            }
            let after = self.after_asked(game, question.after);
            let swaps = false;
            game.may_continue(own)?;
            game.check_wish(ContinueWish { after, swaps })?;
            self.agree_with_all(now, after, fresh);
            return Ok(());
        }
        self.keep_next_keys(fresh);
        if let Some(game) = &mut self.game {
            game.leaving.decline(own, now.clock);
        }
        self.go_on(now);
        Ok(())
    }

    fn agree_with_all(&mut self, now: Now, after: Option<u64>, fresh: &Fresh) {
        self.keep_next_keys(fresh);
        if let Some(game) = &mut self.game {
            game.leaving.ask(after, now.clock);
        }
        self.go_on(now);
    }
}

impl Match {
    /// When a player of a table may agree to continue with everybody.
    fn may_continue(&self, seat: Seat) -> Result<(), ProposeError> {
        let chain = self.chain();
        if !self.may_be_left() {
            return Err(ProposeError::Halted);
        }
        let is_over = match chain.outcome() {
            // playing on from an agreed draw is a match beside the old one
            Some(Outcome::Drawn(_)) => return Err(ProposeError::DrawStands),
            outcome => outcome.is_some(),
        };
        let has_resigned = chain.notes().has_resigned(seat);
        // a claim that it is out of time cannot be escaped into a new match
        let is_claimed = self.claims().into_iter().any(|claim| claim.against == seat);
        match () {
            () if is_over && self.has_leavers() => Err(ProposeError::Halted),
            () if !is_over && has_resigned => Err(ProposeError::Resigned),
            () if self.has_leavers() => Err(ProposeError::LeaversFirst),
            () if is_claimed => Err(ProposeError::Claimed),
            () => Ok(()),
        }
    }

    /// True if a seat still sits here that is convicted, or has resigned in a match that goes on. In a new match with
    /// everybody it would play as if nothing had been.
    pub(super) fn has_leavers(&self) -> bool {
        let chain = self.chain();
        let is_over = chain.outcome().is_some();
        let mut present = chain.manifest().present().into_iter();
        present.any(|seat| {
            let has_resigned = chain.notes().has_resigned(seat);
            self.ledger.has_convicted(seat) || has_resigned && !is_over
        })
    }

    fn has_won(&self, seat: Seat) -> bool {
        let side = self.chain().manifest().side_of(seat);
        match self.chain().outcome() {
            Some(Outcome::Won(sides, _)) => side.is_some_and(|side| sides.contains(side)),
            _ => false,
        }
    }

    /// Whether a table can continue as wished.
    fn check_wish(&self, wish: ContinueWish) -> Result<(), ProposeError> {
        if wish.swaps {
            return Err(ProposeError::SidesStay);
        }
        if wish.after.is_some_and(|after| after >= self.chain().step()) {
            return Err(ProposeError::NoSuchStep);
        }
        let position = self.position_at(self.after_wish(wish.after));
        match position.to_whole() {
            _ if position.outcome().is_some() => Err(ProposeError::EarlierTurn),
            Ok(_) => Ok(()),
            Err(_too_large) => Err(ProposeError::NoPosition),
        }
    }

    fn after_wish(&self, after: Option<u64>) -> u64 {
        let chain = self.chain();
        after.unwrap_or_else(|| chain.settled(chain.last_step()))
    }

    /// The changes that continuing with everybody makes, for a player's click.
    pub(super) fn table_terms(
        &self,
        (asks, is_strange): (Seat, bool),
        after: Option<u64>,
    ) -> ContinueTerms {
        let chain = self.chain();
        let manifest = chain.manifest();
        let agreed = self.leaving.agreed_with_all(after);
        let mut missing = manifest.present();
        missing.retain(|seat| !agreed.contains(seat) && *seat != asks);
        let terms = self.changes((asks, is_strange), self.after_wish(after));
        let present = manifest.present();
        // playing on from a turn that is named gives up every choice of the round
        let carries = after.is_none().then_some(&present[..]);
        ContinueTerms {
            agreed,
            missing,
            round: self.round_terms(carries),
            ..terms
        }
    }
}
