//! Offers between the players: draws, and turns taken back.

use super::due::Due;
use super::{Now, ProposeError, Session};
use crate::codec::encode;
use crate::hash::Digest;
use crate::note::Statement;
use crate::record::AgreeBody;
use crate::{AskedBack, Fault, Kind};

impl Session {
    /// Offers a draw. The offer stands for the other seat until that seat has decided something.
    ///
    /// # Errors
    /// Returns [`ProposeError::OfferOpen`] while this player's own offer stands, [`ProposeError::OfferLate`] if the
    /// other seat has decided already in the present step, and any other if this seat may not sign now.
    pub fn offer_draw(&mut self, now: Now) -> Result<(), ProposeError> {
        let chain = self.due()?.may_sign()?.chain();
        let other = self.seat().other();
        if chain.offer_to(other).is_some() {
            return Err(ProposeError::OfferOpen);
        }
        if chain.decides(other) && chain.pending(other).is_some() {
            return Err(ProposeError::OfferLate);
        }
        self.sign_note(now, Statement::ProposeDraw)
    }

    /// Answers the open offer of a draw. An offer is taken in place of this seat's own decision, and declined at any
    /// time.
    ///
    /// # Errors
    /// Returns [`ProposeError::NoOffer`] if no offer stands, [`ProposeError::TakeInTurn`] if an offer is taken and
    /// this seat has nothing to decide, and any other if this seat may not sign now.
    pub fn answer_draw(&mut self, now: Now, accept: bool) -> Result<(), ProposeError> {
        let game = self.due()?.may_sign()?;
        if accept {
            game.is_in_time(self.seat(), now)?;
        }
        let chain = game.chain();
        let (_seat, proposal) = chain.offer_to(self.seat()).ok_or(ProposeError::NoOffer)?;
        if !accept {
            return self.sign_note(now, Statement::Decline { proposal });
        }
        if !chain.decides(self.seat()) || chain.pending(self.seat()).is_some() {
            return Err(ProposeError::TakeInTurn);
        }
        let body = AgreeBody {
            proposal,
            answer: None,
        };
        self.sign(now, Kind::Agree, encode(&body));
        self.advance(now);
        Ok(())
    }

    /// Asks to continue from the position before the last turn of this seat. The question stands until anybody has
    /// decided something.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if turns cannot be taken back in this match, there is none, this player's own
    /// question stands, the other seat has decided already in the present step, or this seat may not sign now.
    pub fn ask_takeback(&mut self, now: Now) -> Result<(), ProposeError> {
        let chain = self.due()?.may_sign()?.chain();
        if !chain.manifest().policies.takeback {
            return Err(ProposeError::NoTakeback);
        }
        let to = chain.before_last_turn(self.seat());
        let to = to.ok_or(ProposeError::NothingToTakeBack)?;
        let other = self.seat().other();
        if chain.asked_back(other).is_some() {
            return Err(ProposeError::AskedAlready);
        }
        if chain.decides(other) && chain.pending(other).is_some() {
            return Err(ProposeError::OfferLate);
        }
        self.sign_note(now, Statement::ProposeTakeback { to })
    }

    /// True if this seat may ask for its last turn now.
    pub fn may_ask_takeback(&self) -> bool {
        let Ok(game) = self.due().and_then(Due::may_sign) else {
            return false;
        };
        let chain = game.chain();
        let is_open = [self.seat(), self.seat().other()]
            .iter()
            .any(|seat| chain.asked_back(*seat).is_some());
        let has_turn = chain.before_last_turn(self.seat()).is_some();
        chain.manifest().policies.takeback && has_turn && !is_open
    }

    /// Answers the other player who asks to take the last turn back, in the note that the user was shown: see
    /// [`Session::takeback_asked`]. A seat that is to decide grants the request in place of the decision, any other
    /// seat by a note; then the program of the other player does the rest.
    ///
    /// # Errors
    /// Returns [`ProposeError::NotAsked`] if nobody asks, [`ProposeError::OtherOffer`] if another note asks by now,
    /// and any other if this seat may not sign now.
    pub fn answer_takeback(
        &mut self,
        now: Now,
        shown: &Digest,
        accept: bool,
    ) -> Result<(), ProposeError> {
        let chain = self.due()?.may_sign()?.chain();
        let asked = chain.asked_back(self.seat());
        let proposal = asked.ok_or(ProposeError::NotAsked)?.note;
        if proposal != *shown {
            return Err(ProposeError::OtherOffer);
        }
        if !accept {
            return self.sign_note(now, Statement::Decline { proposal });
        }
        if !chain.decides(self.seat()) || chain.pending(self.seat()).is_some() {
            return self.sign_note(now, Statement::GrantTakeback { proposal });
        }
        let body = AgreeBody {
            proposal,
            answer: None,
        };
        self.sign(now, Kind::Agree, encode(&body));
        self.advance(now);
        Ok(())
    }

    /// The question of a seat to take its last turn back, while it waits for the answer.
    pub fn takeback_asked(&self) -> Option<AskedBack> {
        let chain = self.game.as_ref()?.chain();
        let seats = chain.manifest().all_seats().into_iter();
        let is_granted = |asked: &AskedBack| {
            let granted = chain.granted_to(asked.seat);
            granted.is_some_and(|(_, note)| note == asked.note)
        };
        let mut asked = seats.filter_map(|seat| chain.asked_back(seat));
        asked.find(|asked| !is_granted(asked))
    }

    /// True if the two programs differ about the present position.
    pub fn differs(&self) -> bool {
        matches!(self.fault(), Some(Fault::Diverged { .. }))
    }
}
