//! How players agree, sign, and begin.
//!
//! At a table of two the second player to agree sends READY and the signatures in one frame. At a larger table all READYs
//! come first, and a program signs only with those of all other players in hand: so a host that shows two players two
//! manifests gets no signature for either.

use std::collections::BTreeMap;

use super::bodies::{Me, Seating, Stance};
use super::seating::Meaning;
use super::table::{Table, Worked};
use super::words::{TableEvent, WishError};
use crate::hash::Digest;
use crate::session::Now;
use crate::{Manifest, PublicKey};

impl Table {
    /// This machine's user agrees to the match as the table shows it. One click counts for all players of the machine. The
    /// host of a table of two can agree before the other player sits.
    ///
    /// # Errors
    /// Returns [`WishError`] if the table is not full, nobody of this machine sits, or the match cannot be played.
    pub fn agree(&mut self, now: Now) -> Result<(), WishError> {
        self.check_open()?;
        if let Some(own) = self.machine.own.iter().find(|own| own.is_elsewhere)
            && self
                .seating()
                .is_some_and(|it| it.seat_of(own.player.key()).is_some())
        {
            return Err(WishError::Elsewhere);
        }
        self.reseat();
        let seating = self.expected().ok_or(WishError::NoTable)?;
        if !seating
            .sitters()
            .any(|(_, it)| self.machine.has(it.identity))
        {
            return Err(WishError::NotSeated);
        }
        let worked = self.work_out(&seating);
        match (worked, &mut self.hosting) {
            (Err(WishError::Free(_)), Some(hosting)) if seating.is_of_two() => {
                hosting.is_in_advance = true;
            }
            (worked, _) => {
                worked?;
                self.agreed = Some(seating.meaning());
            }
        }
        self.settle(now);
        Ok(())
    }

    /// This machine's user no longer agrees.
    pub fn take_back(&mut self, now: Now) {
        self.unagree();
        self.settle(now);
    }

    fn unagree(&mut self) {
        self.agreed = None;
        if let Some(hosting) = &mut self.hosting {
            hosting.is_in_advance = false;
        }
        for own in &mut self.machine.own {
            if own.stance.ready().is_some() {
                own.stance = Stance::Looks;
            }
        }
    }

    /// The seating as it will be once the host has heard what this machine's players say.
    fn expected(&self) -> Option<Seating> {
        let mut seating = self.seating()?.clone();
        if self.hosting.is_none() {
            for own in self.machine.own.iter().filter(|own| !own.is_elsewhere) {
                seating.overlay(own.player.key(), &self.machine.me(own));
            }
        }
        Some(seating)
    }

    /// The newest state of each player, with that of this machine's players as it is about to be said.
    pub(super) fn states(&self) -> BTreeMap<PublicKey, Me> {
        let heard = self.heard.mes.iter();
        let mut states: BTreeMap<PublicKey, Me> =
            heard.map(|(who, heard)| (*who, heard.me.clone())).collect();
        for own in self.machine.own.iter().filter(|own| !own.is_elsewhere) {
            states.insert(own.player.key(), self.machine.me(own));
        }
        states
    }

    /// The manifest of a seating and its id.
    fn work_out(&mut self, seating: &Seating) -> Worked {
        let mut bare = seating.clone();
        bare.begins = None;
        for sitter in bare.seats.iter_mut().filter_map(|it| it.sitter.as_mut()) {
            (sitter.is_here, sitter.is_ready) = (false, false);
        }
        if let Some((known, result)) = &self.worked
            && *known == bare
        {
            return result.clone();
        }
        let game = self.game().filter(|game| game.id() == seating.game);
        // A game that is still on its way is not an answer to keep.
        let game = game.ok_or(WishError::NoTable)?;
        let result = game.manifest(seating).map(|manifest| {
            let sid = manifest.sid();
            (manifest, sid)
        });
        self.worked = Some((bare, result.clone()));
        result
    }

    /// Does everything that follows from what has changed.
    pub(super) fn settle(&mut self, now: Now) {
        if self.begun.is_some() || self.is_closed() {
            return;
        }
        self.reseat();
        let seating = self.expected();
        let worked = seating.map(|seating| {
            let worked = self.work_out(&seating).ok();
            (seating, worked)
        });
        if let Some((seating, worked)) = worked {
            let worked = worked.as_ref();
            self.keep_agreement(&seating.meaning(), worked);
            if let Some((manifest, sid)) = worked {
                self.agree_by_program(&seating, sid);
                self.sign(now, &seating, manifest, sid);
            }
            self.say_news(now);
            if let Some((manifest, sid)) = worked {
                self.try_begin(now, manifest, sid);
            }
        }
        self.say_news(now);
        self.publish(now);
        self.name_the_silent(now);
    }

    /// Takes the agreement back if the match is no longer what the user agreed to.
    fn keep_agreement(&mut self, meaning: &Meaning, worked: Option<&(Manifest, Digest)>) {
        if self.hosting.as_ref().is_some_and(|it| it.is_in_advance) {
            self.agreed = worked.map(|_| meaning.clone());
        }
        let is_kept = self.agreed.as_ref().is_none_or(|agreed| agreed == meaning);
        if !is_kept {
            self.unagree();
            self.show(TableEvent::TakenBack);
        }
    }

    /// Names the exact match that the user's agreement means.
    fn agree_by_program(&mut self, seating: &Seating, sid: &Digest) {
        let mut seated: Vec<_> = self
            .machine
            .own
            .iter_mut()
            .filter(|own| seating.seat_of(own.player.key()).is_some())
            .collect();
        // A program that has started again hears what its user agreed to, by the id of the whole manifest.
        let is_resumed = self.agreed.is_none()
            && !seated.is_empty()
            && seated.iter().all(|own| own.stance.ready() == Some(*sid));
        if is_resumed {
            self.agreed = Some(seating.meaning());
        }
        if self.agreed.is_none() {
            return;
        }
        for own in &mut seated {
            if own.stance.ready() != Some(*sid) && !matches!(own.stance, Stance::Declines(_)) {
                own.stance = Stance::Ready(*sid);
            }
        }
    }
}
