//! Resigning, whether the peer is heard or not.

use super::line::SHOWN_WITHIN;
use super::{File, Game, Hearing, Now, ProposeError, Session};
use crate::file::{Resigning, Secret};
use crate::note::Statement;
use crate::{Kind, Note, Record, Seat, SessionEvent};

impl Session {
    /// Resigns: at once where the peer is heard and names nothing of this seat that is missing here. Otherwise the
    /// resignation is kept in the private file, and signed as soon as that is so: another copy of these files may have gone
    /// on, and who signs more after resigning is convicted. Asked again, a kept resignation is signed at once, so that no
    /// silent or lying peer forbids it.
    ///
    /// # Errors
    /// Returns [`ProposeError`] where the match is over, the peer has not agreed to this seat's new key, or the peer holds
    /// a note of this seat that this seat does not and the resignation was kept before.
    pub fn resign(&mut self, now: Now) -> Result<(), ProposeError> {
        let game = self.in_match()?;
        if self.lacks_key() {
            return Err(ProposeError::NewKey);
        }
        if game.resigning.is_none() && !self.is_level(game) {
            self.keep_resignation();
            return Ok(());
        }
        self.may_note()?;
        self.sign_resignation(now)
    }

    /// The match, if this seat may sign a note in it without having heard the peer.
    pub(super) fn may_note(&self) -> Result<&Game, ProposeError> {
        let game = self.in_match()?;
        if self.lacks_key() {
            return Err(ProposeError::NewKey);
        }
        match game.lacks_notes(self.seat) && !game.is_sure {
            true => Err(ProposeError::Missing),
            false => Ok(game),
        }
    }

    /// Tells whether a resignation of our user waits for the peer to be heard.
    pub fn keeps_resignation(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.resigning.is_some() && game.outcome().is_none())
    }

    /// Tells whether the peer is heard, and all it names of this seat is here.
    fn is_level(&self, game: &Game) -> bool {
        self.is_in_step(game).is_ok() && (!game.is_forked() || game.is_sure)
    }

    fn keep_resignation(&mut self) {
        let seat = self.seat;
        if let Some(game) = &mut self.game {
            let held = Some(game.chain.held(seat));
            game.resigning = held;
            self.persist(File::Private, Secret::Resigning(Resigning(held)).to_bytes());
        }
    }

    /// Signs a kept resignation once the peer is heard. Where it turns out that this seat has gone on in another copy, the
    /// user is asked again: the resignation was for another position.
    pub(super) fn sign_kept_resignation(&mut self, now: Now) {
        let Some(game) = &self.game else {
            return;
        };
        let Some(held) = game.resigning else {
            return;
        };
        let is_over = game.is_halted_for_good() || game.outcome().is_some();
        if !is_over && !self.is_level(game) {
            return;
        }
        let has_gone_on = game.chain.held(self.seat) != held;
        if !is_over && !has_gone_on {
            // with as many notes as a match has room for, nothing is signed
            let _full = self.sign_resignation(now);
            return;
        }
        if let Some(game) = &mut self.game {
            game.resigning = None;
        }
        self.persist(File::Private, Secret::Resigning(Resigning(None)).to_bytes());
        if !is_over {
            self.tell(SessionEvent::ResignationLapsed(self.seat));
        }
    }

    fn sign_resignation(&mut self, now: Now) -> Result<(), ProposeError> {
        if let Some(game) = &mut self.game {
            game.resigning = None;
        }
        self.sign_note(now, Statement::Resign)
    }

    /// Tells whether the peer may still show within its time what this copy of the files lacks.
    pub(super) fn may_learn_more(&self, game: &Game, now: Now) -> bool {
        let Some(line) = &self.line else {
            return false;
        };
        let since = match (game.hearing, &game.claimed) {
            (Hearing::Now, Some(claimed)) if !game.is_sure => claimed.since,
            (Hearing::Now, _) => return false,
            _ => line.since,
        };
        now.clock < since + SHOWN_WITHIN
    }
}

/// Tells whether a seat that has resigned upon the root of a step contradicts itself by that record.
pub(super) fn contradicts(record: &Record, resigned_at: u64) -> bool {
    let is_alone = matches!(record.kind, Kind::Orders | Kind::Agree);
    let from = match is_alone {
        true => resigned_at + 1,
        false => resigned_at + 2,
    };
    record.kind != Kind::Close && record.step >= from
}

/// Tells whether the note is a resignation of the seat.
pub(super) fn is_resignation(note: &Note, seat: Seat) -> bool {
    let statement = Statement::from_bytes(note.kind, &note.body);
    note.seat == seat && statement == Ok(Statement::Resign)
}
