//! Offers between the players: draws, and turns taken back.

use super::due::Due;
use super::{Now, ProposeError, Session};
use crate::chain::Chain;
use crate::hash::Digest;
use crate::note::Statement;
use crate::record::Agreement;
use crate::{AskedBack, Fault, Kind, Seat};

impl Session {
    /// Offers a draw. The offer stands for every other seat until that seat has decided something.
    ///
    /// # Errors
    /// Returns [`ProposeError::OfferOpen`] while this player's own offer stands, [`ProposeError::OfferLate`] if
    /// another seat has decided already in the present step, and any other if this seat may not sign now.
    pub fn offer_draw(&mut self, now: Now) -> Result<(), ProposeError> {
        let chain = self.due()?.may_sign()?.chain();
        if chain.has_offered(self.seat(), true) {
            return Err(ProposeError::OfferOpen);
        }
        if has_decided(chain, self.seat()) {
            return Err(ProposeError::OfferLate);
        }
        self.sign_note(now, Statement::ProposeDraw)
    }

    /// Answers the open offer of a draw. An offer is taken in place of this seat's own decision, and declined at any
    /// time. With more than two teams a seat agrees by an offer of its own, and the seat that decides takes the offers
    /// of all other teams together.
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
        let decides = chain.decides(self.seat()) && chain.pending(self.seat()).is_none();
        let taken = chain.takes(self.seat(), true).filter(|_| decides);
        match taken.and_then(|taken| taken.to_bytes()) {
            Some(body) => {
                self.sign(now, Kind::Agree, body);
                self.advance(now);
                Ok(())
            }
            None if chain.manifest().has_table() => self.offer_draw(now),
            None => Err(ProposeError::TakeInTurn),
        }
    }

    /// Asks to continue from the position before the last turn of this seat. The question stands until anybody has
    /// decided something.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if turns cannot be taken back in this match, there is none, this player's own
    /// question stands, another seat has decided already in the present step, or this seat may not sign now.
    pub fn ask_takeback(&mut self, now: Now) -> Result<(), ProposeError> {
        let chain = self.due()?.may_sign()?.chain();
        if !chain.manifest().policies.takeback {
            return Err(ProposeError::NoTakeback);
        }
        let to = chain.before_last_turn(self.seat());
        let to = to.ok_or(ProposeError::NothingToTakeBack)?;
        if chain.has_offered(self.seat(), false) {
            return Err(ProposeError::AskedAlready);
        }
        if has_decided(chain, self.seat()) {
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
        let mut seats = chain.manifest().all_seats().into_iter();
        let is_open = seats.any(|seat| chain.asked_back(seat).is_some());
        let has_turn = chain.before_last_turn(self.seat()).is_some();
        chain.manifest().policies.takeback && has_turn && !is_open
    }

    /// Answers another player who asks to take the last turn back, in the note that the user was shown: see
    /// [`Session::takeback_asked`]. A seat that is to decide grants the request in place of the decision, once every
    /// other team has granted it; any other seat by a note; then the program of the seat that decides does the rest.
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
        let decides = chain.decides(self.seat()) && chain.pending(self.seat()).is_none();
        let has_table = chain.manifest().has_table();
        let taken = match has_table {
            true => chain.takes(self.seat(), false),
            // the very note that was shown
            false => Some(Agreement {
                proposals: vec![proposal],
                answer: None,
            }),
        };
        match taken.filter(|_| decides).and_then(|taken| taken.to_bytes()) {
            Some(body) => {
                self.sign(now, Kind::Agree, body);
                self.advance(now);
                Ok(())
            }
            None if has_table && chain.has_granted(self.seat(), &proposal) => {
                Err(ProposeError::AskedAlready)
            }
            None => self.sign_note(now, Statement::GrantTakeback { proposal }),
        }
    }

    /// The question of a seat to take its last turn back: another team's while it waits for the answer of our own, and our own
    /// while it waits for that of any other team.
    pub fn takeback_asked(&self) -> Option<AskedBack> {
        let chain = self.game.as_ref()?.chain();
        let (manifest, own) = (chain.manifest(), self.seat());
        let seats = || manifest.all_seats().into_iter();
        let has_granted = |team: u8, asked: &AskedBack| {
            let mut members = seats().filter(|seat| manifest.team_of(*seat) == Some(team));
            members.any(|seat| chain.has_granted(seat, &asked.note))
        };
        let waits = |asked: &AskedBack| match manifest.team_of(own) {
            // with more than two teams the yes of one leaves the others to be asked
            Some(team) if manifest.team_of(asked.seat) != Some(team) => !has_granted(team, asked),
            _ => {
                let mut others = chain.other_teams(asked.seat).into_iter();
                others.any(|team| !has_granted(team, asked))
            }
        };
        seats()
            .filter_map(|seat| chain.asked_back(seat))
            .find(waits)
    }

    /// True if the two programs differ about the present position.
    pub fn differs(&self) -> bool {
        matches!(self.fault(), Some(Fault::Diverged { .. }))
    }
}

/// True if a seat other than that one has decided in the present step, which is not complete.
fn has_decided(chain: &Chain, seat: Seat) -> bool {
    let mut others = chain.manifest().all_seats().into_iter();
    others.any(|other| other != seat && chain.decides(other) && chain.pending(other).is_some())
}
