//! The tries of a table to continue: written by one seat after the other, pledged for and signed by all who remain.
//!
//! A program pledges for a try only if it would write the same, and signs it only once every other has pledged. So no
//! signature is out before everybody holds the same history, and a seat that stays away costs nobody anything. One that
//! pledges and then keeps its signature back costs a try: the next one has the next number.

use super::leaving::{WRITTEN_WITHIN, number_of};
use super::next::Next;
use super::{LineId, Now, Session};
use crate::chain::Chain;
use crate::file::Secret;
use crate::frame::{Frame, Pledge};
use crate::hash::{self, Digest};
use crate::manifest::{Genesis, Manifest};
use crate::start::Start;
use crate::{Fault, Seat, SessionEvent};

impl Session {
    /// A try to go on is shown.
    pub(super) fn handle_try(&mut self, now: Now, id: LineId, bytes: &[u8]) -> Result<(), Fault> {
        // each costs as much as a manifest is long, so it is counted before it is read: to a seat that has pledged for it,
        // and otherwise to the line
        let sid = hash::session_id(bytes);
        let pledged = self.pledged_for(&sid);
        if !self.count_signed(id, &pledged, now) && !self.count_unsigned(id, now) {
            return Ok(());
        }
        let Ok(manifest) = Manifest::from_bytes(bytes) else {
            return self.fail(
                Some(id),
                Fault::Unexpected("a new match that cannot be played"),
            );
        };
        let old = manifest.start.as_ref().map_or([0; 32], |start| start.sid);
        // one that continues another match is for whoever plays that one
        let Some(game) = self.left_match_mut(&old) else {
            return Ok(());
        };
        if !game.is_try(&manifest) {
            return self.fail(
                Some(id),
                Fault::Unexpected("a new match that continues another one"),
            );
        }
        game.leaving.show(manifest);
        self.pass_on_try(Some(id), &old, &sid);
        if let Some(line) = self.lines.get_mut(&id) {
            line.is_found();
        }
        self.go_on(now);
        Ok(())
    }

    pub(super) fn handle_pledge(
        &mut self,
        now: Now,
        id: LineId,
        pledge: Pledge,
    ) -> Result<(), Fault> {
        let Some(game) = self.left_match(&pledge.old) else {
            return Ok(());
        };
        if game.leaving.has_pledged(pledge.seat, &pledge.sid) || pledge.seat == self.seat() {
            return Ok(());
        }
        let entry = game.chain().manifest().present_seat(pledge.seat);
        if !entry.is_some_and(|entry| pledge.is_signed_by(&entry.identity)) {
            let what = "a pledge that its player did not sign";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        if !self.count_signed(id, &[pledge.seat], now) {
            return Ok(());
        }
        if let Some(game) = self.left_match_mut(&pledge.old) {
            game.leaving.pledge(pledge);
        }
        // before the new match itself, which then counts to this seat on the lines of others
        self.pass_on(Some(id), &Frame::Pledge(pledge));
        self.pass_on_try(Some(id), &pledge.old, &pledge.sid);
        self.go_on(now);
        Ok(())
    }

    /// The seats that have pledged for a new match, whether it is here or not.
    fn pledged_for(&self, sid: &Digest) -> Vec<Seat> {
        let former = self.former.as_deref();
        let all = former.into_iter().chain(self.game.as_ref());
        all.flat_map(|game| game.leaving.pledged_for(sid)).collect()
    }

    /// Passes a try on for which somebody has pledged, once.
    fn pass_on_try(&mut self, from: Option<LineId>, old: &Digest, sid: &Digest) {
        let game = self.left_match_mut(old);
        if let Some(bytes) = game.and_then(|game| game.leaving.take_to_pass_on(sid)) {
            self.pass_on(from, &Frame::Manifest(bytes));
        }
    }

    /// Signatures at a table that are not under its present match.
    pub(super) fn handle_try_genesis(&mut self, now: Now, id: LineId, genesis: Genesis) {
        let former = self.former.as_deref();
        let mut all = former.into_iter().chain(self.game.as_ref());
        let fits = all.any(|game| game.leaving.is_of_try(&genesis));
        let is_counted = match fits {
            true => self.count_signed(id, &[genesis.seat], now),
            false => self.count_unsigned(id, now),
        };
        if !is_counted {
            return;
        }
        let mut is_new = false;
        let former = self.former.as_deref_mut();
        for game in former.into_iter().chain(self.game.as_mut()) {
            is_new |= game.leaving.add(genesis);
        }
        if is_new {
            self.pass_on(Some(id), &Frame::Genesis(genesis));
            self.go_on(now);
        }
    }

    /// Takes every step on the way from that match to a new one that is due.
    pub(super) fn go_on_from(&mut self, now: Now, old: &Digest) {
        self.write_try(now, old);
        self.pledge_try(now, old);
        self.sign_try(now, old);
        self.begin_try(now, old);
    }

    /// Writes the new match, if it is this seat's turn to.
    fn write_try(&mut self, now: Now, old: &Digest) {
        let own = self.seat();
        let Some(game) = self.left_match_mut(old) else {
            return;
        };
        let consents = game.consents();
        let due = game.leaving.due(consents.as_deref(), now.clock);
        let (Some(consents), Some((number, place))) = (consents, due) else {
            return;
        };
        if consents
            .get(place)
            .is_none_or(|consent| consent.seat != own)
        {
            return;
        }
        let pledged = game.leaving.pledged().map(|(sid, ..)| sid);
        let mut tries = game
            .leaving
            .tries()
            .iter()
            .filter(|of| of.number() == number);
        let is_there = tries.any(|of| {
            // the one that this seat has pledged for stands as long as the history does
            let is_pledged = pledged == Some(of.sid);
            is_pledged && game.is_of_same(&of.manifest, &consents)
                || game.fits(own, &of.manifest, &consents, now)
        });
        if is_there {
            return;
        }
        let last = game.leaving.said_at(&consents, now);
        let written_ms = now.unix_ms.max(last.saturating_add(1));
        let next = game.next_of_table(own, &consents, (number, written_ms), now);
        let Some(next) = next else {
            return;
        };
        let manifest = next.manifest().clone();
        let bytes = manifest.to_bytes();
        if game.leaving.show(manifest) {
            self.pass_on(None, &Frame::Manifest(bytes));
        }
    }

    /// Pledges for the highest try that this program would write itself.
    fn pledge_try(&mut self, now: Now, old: &Digest) {
        let own = self.seat();
        let Some(game) = self.left_match(old) else {
            return;
        };
        let Some(consents) = game.consents() else {
            return;
        };
        let leaving = &game.leaving;
        let pledged = leaving.pledged();
        let open = leaving.tries().iter().filter(|of| {
            let is_other = pledged.is_none_or(|(sid, ..)| of.sid != sid);
            of.number() > leaving.signed_number() && is_other
        });
        let mut open = open.peekable();
        if open.peek().is_none() {
            return;
        }
        let fits = |manifest: &Manifest| game.fits(own, manifest, &consents, now);
        // a word that nobody can keep any more binds to nothing
        let bound = pledged.filter(|(sid, ..)| {
            let before = leaving.try_of(sid);
            before.is_some_and(|before| fits(&before.manifest))
        });
        // the word holds for a while, or each would sign another try
        if bound.is_some_and(|(_, _, at)| now.clock < at.saturating_add(WRITTEN_WITHIN)) {
            return;
        }
        let least = bound.map_or(0, |(_, number, _)| number);
        let fit = open.filter(|of| of.number() >= least && fits(&of.manifest));
        let rank = |start: Option<&Start>| start.map(|start| (start.number, start.written_ms));
        let Some(best) = fit.max_by_key(|of| rank(of.start())) else {
            return;
        };
        let (sid, number) = (best.sid, best.number());
        let pledge = self.signer.pledge(*old, sid);
        if let Some(game) = self.left_match_mut(old) {
            game.leaving.note_pledged(sid, number, now.clock);
            game.leaving.pledge(pledge);
        }
        self.pass_on(None, &Frame::Pledge(pledge));
        // whoever is behind this seat may lack it
        self.pass_on_try(None, old, &sid);
    }

    /// Signs the try that all have pledged for, once it is on disk: after a crash the same signature is sent again.
    fn sign_try(&mut self, now: Now, old: &Digest) {
        let own = self.seat();
        let Some(game) = self.left_match(old) else {
            return;
        };
        let leaving = &game.leaving;
        let again = leaving
            .tries()
            .iter()
            .find(|of| leaving.is_signed(&of.sid, own) && !of.genesis.contains_key(&own));
        let is_again = again.is_some();
        let of = again.or_else(|| {
            let (sid, number, _) = leaving.pledged()?;
            let of = leaving.try_of(&sid)?;
            let all = of.manifest.present();
            let all_pledged = all.iter().all(|seat| leaving.has_pledged(*seat, &sid));
            let consents = game.consents()?;
            let is_due = number > leaving.signed_number() && all_pledged && of.due().contains(&own);
            (is_due && game.fits(own, &of.manifest, &consents, now)).then_some(of)
        });
        let (Some(of), Some(keys)) = (of, leaving.keys()) else {
            return;
        };
        let (sid, manifest, keys) = (of.sid, of.manifest.clone(), keys.clone());
        let genesis = self.signer.genesis_with(&sid, &keys.key());
        let number = of.number();
        let is_former = self
            .former
            .as_ref()
            .is_some_and(|former| former.chain().sid() == *old);
        if !is_again {
            // for a later run, which may have begun the match of a lower number
            if is_former {
                self.outbox.keep(&Secret::Next(keys));
            }
            let bytes = manifest.to_bytes();
            if let Some(game) = self.left_match_mut(old) {
                game.leaving.sign(manifest);
            }
            if let Some(game) = self.game.as_mut().filter(|_| is_former) {
                game.is_superseded |= number > number_of(game.chain());
            }
            // the mark first, as for a record: a copy of these files must not sign another try beside it
            self.note_signed();
            self.outbox.keep(&Secret::Draft(bytes));
        }
        if let Some(game) = self.left_match_mut(old) {
            game.leaving.add(genesis);
        }
        self.pass_on(None, &Frame::Genesis(genesis));
        // the others hear that this number is taken
        self.say_consent(now);
    }

    /// Begins the highest try that is complete, unless this seat has signed a higher one.
    fn begin_try(&mut self, now: Now, old: &Digest) {
        let own = self.seat();
        let playing = self
            .game
            .as_ref()
            .map(|game| (game.chain().sid(), number_of(game.chain())));
        let Some((playing, number)) = playing else {
            return;
        };
        // of the match before only a higher try takes the place of the one that is played
        let from = if playing == *old { 0 } else { number };
        let Some(game) = self.left_match(old) else {
            return;
        };
        let signed = game.leaving.signed_number();
        let complete = game.leaving.tries().iter().filter(|of| of.is_complete());
        let best = complete.max_by_key(|of| of.number());
        let Some(best) = best.filter(|best| best.number() > from && best.sid != playing) else {
            return;
        };
        if best.manifest.is_gone(own) {
            let (sid, was_told) = (best.sid, game.is_left_out);
            if !was_told {
                if let Some(game) = self.left_match_mut(old) {
                    game.is_left_out = true;
                }
                self.show(SessionEvent::LeftOut { sid });
            }
            return;
        }
        if best.number() < signed {
            return;
        }
        let (manifest, sid) = (best.manifest.clone(), best.sid);
        let genesis: Vec<Genesis> = best.genesis.values().copied().collect();
        let mine = manifest.seat(own).map(|entry| entry.key);
        let keys = game
            .leaving
            .keys()
            .filter(|keys| Some(keys.key().public()) == mine);
        let keys = keys.cloned();
        let Ok(chain) = Chain::new(manifest) else {
            return;
        };
        let has_signed = game.leaving.is_signed_in_run(&sid);
        let former = self.former.take();
        let left = match former {
            // the lower try that was played until now is left
            Some(former) if former.chain().sid() == *old => {
                // the opening of a sealed choice is with the match that is left
                let opening = self
                    .game
                    .take()
                    .and_then(|game| game.later.opening().map(<[u8]>::to_vec));
                let mut former = *former;
                if let Some(opening) = opening {
                    former.later.reuse_opening(opening);
                }
                Some(former)
            }
            _ => self.game.take(),
        };
        if let Some(left) = left {
            let next = Next {
                chain,
                signed: genesis,
                keys,
                since: now.clock,
                is_last: false,
                is_signer: has_signed,
            };
            self.begin_after(now, &left, next);
            self.former = Some(Box::new(left));
            self.greet_anew(now);
        }
    }

    /// All lines hear how the new match began, and what this seat holds of it: nothing yet.
    fn greet_anew(&mut self, now: Now) {
        for id in self.lines.keys().copied().collect::<Vec<LineId>>() {
            self.show_beginning(id);
        }
        self.turn_away_the_gone();
        let heads: Vec<(LineId, crate::frame::Head)> = self
            .lines
            .iter_mut()
            .filter_map(|(id, line)| Some((*id, line.move_to_table()?)))
            .collect();
        if let Some(game) = &mut self.game {
            game.unhear(now);
        }
        self.send_heads();
        // of those who had begun before
        for (id, head) in heads {
            let _closed = self.handle_head(now, id, &head);
        }
        self.advance(now);
    }

    /// Once everybody has signed in the new match nobody can go back to the one before.
    pub(super) fn forget_former(&mut self) {
        if self.former.is_none() {
            return;
        }
        let all_play = self.game.as_ref().is_some_and(|game| {
            let mut seats = game.chain().in_play().into_iter();
            seats.all(|seat| game.chain().last_record(seat).is_some())
        });
        if all_play {
            self.former = None;
        }
    }
}
