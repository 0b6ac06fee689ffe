//! Continuing in a new match: one player asks, the other writes the new match out of its own history, the asking one
//! signs first, the other last.
//!
//! * [`Session::ask_to_continue`] and [`Session::answer_continue`] are the two clicks; nothing here happens without
//!   them.
//! * The player who asks has written nothing and is bound to nothing but its signature, which lapses like an offer of
//!   a draw once the other has signed on.
//! * The player who is asked signs last, and only what its program would write again at that moment; with its
//!   signature it vouches that it signs nothing more in the old match. So nobody holds a complete new match in the
//!   pocket while the old one is played.
//! * `begin` swaps the session over to the new match, on the same line and with files of its own.

use rules::Outcome;

use super::continuing::Written;
use super::line::Line;
use super::parts::Match;
use super::{Fresh, LineId, Now, ProposeError, Session};
use crate::file::{Asked, NextKeys, Secret};
use crate::frame::{Ask, ContinueWish, Declined, Frame};
use crate::hash::Digest;
use crate::manifest::Genesis;
use crate::{Agreement, ContinueTerms, Fault, Seat, SessionEvent, Signature};

impl Session {
    /// Whether our player may ask now to continue in a new match, or why not.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if the match has not begun, the others are not heard, it is another who must ask, or a
    /// question stands.
    pub fn may_ask_to_continue(&self) -> Result<(), ProposeError> {
        if self.has_table() {
            return self.may_ask_table();
        }
        let game = self.agreed();
        let game = game.ok_or(ProposeError::NotYourTurn)?;
        // by letter a question from an older copy needs no hearing: the answer brings what is missing
        let is_by_mail = self.lines.is_empty() && self.is_strange();
        // without the match key this seat can sign no HEAD, so its peer may never show one; its greeting is enough
        let is_here = game.hearing.is_heard()
            || is_by_mail
            || (self.lacks_match_key() && self.is_peer_here());
        if game.continuing.own().is_some() {
            return Err(ProposeError::AskedAlready);
        }
        game.may_ask(self.seat(), self.is_strange())?;
        match is_here {
            true => Ok(()),
            false => Err(ProposeError::NotHeard),
        }
    }

    /// The changes that the wish would make, for the player's click.
    pub fn continue_terms(&self, wish: ContinueWish) -> Option<ContinueTerms> {
        let game = self.game.as_ref()?;
        if self.has_table() {
            let asks = (self.seat(), self.is_strange());
            return Some(game.table_terms(asks, self.after_asked(game, wish.after)));
        }
        let name = game.chain().manifest().seat(self.seat())?.name.clone();
        Some(game.terms_of(self.seat(), self.is_strange(), wish, &name))
    }

    /// The question of another player that waits for our player's answer, with who has agreed so far at a table.
    pub fn asked_to_continue(&self) -> Option<ContinueTerms> {
        let game = self.game.as_ref()?;
        if self.has_table() {
            let asked = game.leaving.question(self.seat())?;
            let after = self.after_asked(game, asked.after);
            return Some(game.table_terms((asked.seat, asked.is_strange), after));
        }
        let ask = game.continuing.theirs()?;
        Some(game.terms_of(ask.seat, ask.is_strange, ask.wish, &ask.name))
    }

    /// True if our player's question stands, or our player has agreed to that of another one at a table, and the new match has
    /// not begun.
    pub fn asks_to_continue(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.continuing.own().is_some() || game.leaving.asks())
    }

    /// At a table, who has agreed to the new match that our player has agreed to, with everybody or without those who are gone,
    /// and who is missing: from our player's yes until that match begins.
    pub fn agreement(&self) -> Option<Agreement> {
        let game = self.agreed().filter(|_| self.has_table())?;
        let present = game.chain().manifest().present();
        game.leaving.agreement(self.seat(), &present)
    }

    /// True if the question of any player stands, or a new match is written and not signed by all.
    pub fn is_continuing(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.continuing.is_under_way() || game.leaving.is_under_way())
    }

    /// Asks the others to continue in a new match. The secrets of the new match are given out to be written
    /// first.
    ///
    /// # Errors
    /// As [`Session::may_ask_to_continue`]; [`ProposeError::NoSuchStep`] for a wish that names no step of the match.
    pub fn ask_to_continue(
        &mut self,
        now: Now,
        wish: ContinueWish,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        if self.has_table() {
            return self.ask_table(now, wish, fresh);
        }
        self.may_ask_to_continue()?;
        let keys = NextKeys::of(fresh);
        let (own, is_strange) = (self.seat(), self.is_strange());
        let nonce = self.lines.values().next();
        let nonce = nonce.map_or([0; 32], Line::peer_nonce);
        let Some(game) = &mut self.game else {
            return Err(ProposeError::NotYourTurn);
        };
        let chain = game.ledger.chain();
        // before the HEAD is made, so that a wish that names no step changes nothing
        if wish.after.is_some_and(|after| after >= chain.step()) {
            return Err(ProposeError::NoSuchStep);
        }
        let head = chain.head(own, nonce);
        let entry = chain.manifest().seat(own);
        let ask = self.signer.ask(Ask {
            sid: head.sid,
            seat: own,
            name: entry.map_or(String::new(), |entry| entry.name.clone()),
            key: keys.key().public(),
            session_nonce: keys.session_nonce,
            nonce,
            step: head.step,
            root: head.root,
            held: head.held,
            is_strange,
            wish,
            signature: Signature([0; 64]),
        });
        let asked = Asked {
            // kept with the question: a result that comes later must not be given up by an answer to it
            gives_up: game.ledger.result().map(Into::into),
            ask: ask.clone(),
        };
        game.continuing.ask(asked.clone(), keys.clone());
        let crossing = game.continuing.take_theirs();
        // on disk before the question leaves: its answer may come to a later run, which must be able to sign
        self.outbox.keep(&Secret::Next(keys));
        self.outbox.keep(&Secret::Asked(Box::new(asked)));
        self.tell(&Frame::Ask(Box::new(ask)));
        match crossing {
            // both have asked: the question that is answered is chosen alike on both sides
            Some(theirs) => self
                .hear_ask(now, theirs)
                .map_err(|_told| ProposeError::NotHeard),
            None => Ok(()),
        }
    }

    /// Answers the other player's question. With a yes this program writes the new match out of its own history; at a table it
    /// agrees to what was asked, and the new match is written once all have.
    ///
    /// # Errors
    /// Returns [`ProposeError::NotAsked`] if no question stands, [`ProposeError::OtherOffer`] if it has changed since it was
    /// shown, and [`ProposeError::NoPosition`] if the position is too large to travel; at a table also as [`Session::may_ask_to_continue`].
    pub fn answer_continue(
        &mut self,
        now: Now,
        accept: bool,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        if self.has_table() {
            return self.answer_table(now, accept, fresh);
        }
        let game = self.game.as_mut().ok_or(ProposeError::NotAsked)?;
        if accept && let Some(ask) = game.continuing.take_change().cloned() {
            // a yes is given to what was shown
            let terms = game.terms_of(ask.seat, ask.is_strange, ask.wish, &ask.name);
            self.show(SessionEvent::ContinueAsked(terms));
            return Err(ProposeError::OtherOffer);
        }
        let ask = game.continuing.take_theirs();
        let ask = ask.ok_or(ProposeError::NotAsked)?;
        if !accept {
            game.continuing.decline(ask.id(), now.clock);
            self.tell(&Frame::Declined(Declined { ask: ask.id() }));
            return Ok(());
        }
        self.write_next(now, ask, NextKeys::of(fresh))
    }

    /// Takes our player's question back; the other's signature under it would be worth nothing.
    pub fn stop_asking_to_continue(&mut self) {
        if let Some(game) = &mut self.game {
            game.continuing.stop_asking();
            // `handle_timeout` tells the other seats of a table that this player no longer agrees
            game.leaving.stop_asking();
        }
    }

    pub(super) fn write_next(
        &mut self,
        now: Now,
        ask: Ask,
        keys: NextKeys,
    ) -> Result<(), ProposeError> {
        // said by this program of itself: strange files vouch for nothing
        let strange = self.is_strange().then_some(self.seat());
        let own = (self.seat(), keys.key().public(), keys.session_nonce);
        let game = self.game.as_mut().ok_or(ProposeError::NotAsked)?;
        let chain = game.next_match(&ask, own, strange, now);
        let chain = chain.ok_or(ProposeError::NoPosition)?;
        let bytes = chain.manifest().to_bytes();
        let is_new_key = game.continuing.write(Written {
            chain,
            // a crossing question is answered with the key that our player asked with, which is on disk already
            keys: keys.clone(),
            ask,
            at: Some(now.clock),
        });
        if is_new_key {
            self.outbox.keep(&Secret::Next(keys));
        }
        // the draft before the manifest leaves: a letter may bring its signature to a later run
        self.outbox.keep(&Secret::Draft(bytes.clone()));
        self.tell(&Frame::Manifest(bytes));
        Ok(())
    }

    /// The other player asks to continue.
    pub(super) fn handle_ask(&mut self, now: Now, id: LineId, ask: &Ask) -> Result<(), Fault> {
        let Some(line) = self.lines.get(&id) else {
            return Ok(());
        };
        if self.has_table() {
            let what = "a question of a match of two";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        // the nonce ties the question to this line: an old one would ask again for what its player has given up
        // since
        if ask.nonce != line.nonce() {
            let what = "a question that is not for this line";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        let own = self.seat();
        let is_sound = |game: &Match| game.is_sound_ask(own, ask);
        if !self.agreed().is_some_and(is_sound) {
            let what = "a question that the other player has not signed";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        // a player without its match key can sign no HEAD: its question says what it holds
        if !line.is_synced() {
            self.hear_head(now, id, &ask.as_head());
        }
        self.hear_ask(now, ask.clone())
    }

    /// Weighs a sound question: which of two crossing ones is answered, and whether its player may ask.
    pub(super) fn hear_ask(&mut self, now: Now, ask: Ask) -> Result<(), Fault> {
        let (is_strange, seat) = (self.is_strange(), self.seat());
        let Some(game) = &self.game else {
            return Ok(());
        };
        let may_ask = game.may_ask(ask.seat, ask.is_strange).is_ok();
        let is_known_step = ask
            .wish
            .after
            .is_none_or(|after| after < game.chain().step());
        let is_silent = game.continuing.is_silent(now.clock);
        // declined, not failed: the other program may have asked before it saw our last record
        if !may_ask || !is_known_step || is_silent {
            self.tell(&Frame::Declined(Declined { ask: ask.id() }));
            return Ok(());
        }
        let crossing = game.continuing.own();
        let is_ours = crossing.is_some_and(|own| asks_first(seat, is_strange, &own.ask, &ask));
        if is_ours {
            return Ok(());
        }
        // our player has clicked for the same
        let agreed = crossing.filter(|own| own.ask.wish == ask.wish);
        let keys = agreed.and_then(|own| game.continuing.keys_of(own.ask.key));
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        // the other's question is answered first: with two answers there would be two new matches
        game.continuing.stop_asking();
        match keys {
            Some(keys) => {
                // a position too large to travel: nothing is sent, and the question lapses
                let _too_large = self.write_next(now, ask, keys);
            }
            None => {
                let terms = game.terms_of(ask.seat, ask.is_strange, ask.wish, &ask.name);
                if game.continuing.hear(ask) {
                    self.show(SessionEvent::ContinueAsked(terms));
                }
            }
        }
        Ok(())
    }

    /// Takes in a frame of a letter about a new match, once everything else of the letter is here.
    pub(super) fn import_next(&mut self, now: Now, frame: Frame) -> Result<(), Fault> {
        match frame {
            // the question was for the match before, which this one continues already
            Frame::Ask(ask) if self.continues() == Some(ask.sid) => Ok(()),
            Frame::Ask(ask) => self.hear_ask(now, *ask),
            Frame::Declined(declined) => {
                self.handle_declined(now, declined);
                Ok(())
            }
            Frame::Manifest(bytes) => self.handle_next_manifest(now, None, &bytes),
            Frame::Genesis(genesis) => self.handle_genesis(now, None, genesis),
            _ => Ok(()),
        }
    }

    pub(super) fn handle_declined(&mut self, now: Now, declined: Declined) {
        let Some(game) = &mut self.game else {
            return;
        };
        if game.continuing.take_declined(&declined.ask) {
            let seat = self.seat().other();
            self.show(SessionEvent::ContinueDeclined(seat));
            // a match that is over is closed now
            self.advance(now);
        }
    }

    /// True if this seat has lost the key that it signs this match with.
    pub fn lacks_match_key(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| self.signer.lacks_key(game.chain().manifest()))
    }

    /// The match that this one continues, if it does.
    pub(super) fn continues(&self) -> Option<Digest> {
        let start = self.manifest()?.start.as_ref()?;
        start.instead.then_some(start.sid)
    }

    /// Shows the whole beginning of this match to a peer that still plays the one before.
    pub(super) fn show_beginning(&mut self, line: LineId) {
        let Some(game) = self.agreed() else {
            return;
        };
        let manifest = game.chain().manifest().to_bytes();
        let signed: Vec<Genesis> = game.ledger.genesis().values().copied().collect();
        self.send(line, &Frame::Manifest(manifest));
        for genesis in signed {
            self.send(line, &Frame::Genesis(genesis));
        }
    }
}

impl Match {
    /// When a player may ask: it gives up no win of the other's and breaks into no decision of its own.
    pub(super) fn may_ask(&self, seat: Seat, is_strange: bool) -> Result<(), ProposeError> {
        let chain = self.chain();
        match self.ledger.result() {
            // an agreed draw has no loser who would sign first; playing on from it is a match beside the old one
            Some(Outcome::Drawn(_)) => return Err(ProposeError::DrawStands),
            Some(Outcome::Won(sides, _)) => {
                let has_won = chain
                    .manifest()
                    .side_of(seat)
                    .is_some_and(|side| sides.contains(side));
                if has_won {
                    return Err(ProposeError::WinStands);
                }
            }
            None => {}
        }
        // a claim that it is out of time cannot be escaped into a new match
        let mut claims = chain.claims().into_iter();
        if claims.any(|claim| claim.against == seat) {
            return Err(ProposeError::Claimed);
        }
        // past a confirmation that is due, the decision after it counts: it could be the one that the question would
        // undo
        let is_under_way = chain.next_deciders().contains(&seat);
        // these need no bar: strange files may lack the decision, and a difference or a result leaves none to make
        let is_barred =
            !is_strange && self.ledger.difference().is_none() && self.ledger.result().is_none();
        match is_barred && is_under_way {
            true => Err(ProposeError::DecideFirst),
            false => Ok(()),
        }
    }

    /// True if the other player has signed the question, and it is about this match.
    pub(super) fn is_sound_ask(&self, own: Seat, ask: &Ask) -> bool {
        let other = own.other();
        let manifest = self.chain().manifest();
        let seats = manifest.seats.len();
        let identity = manifest.seat(other).map(|entry| entry.identity);
        ask.sid == self.chain().sid()
            && ask.seat == other
            // another length would name seats that do not exist, or none of ours
            && ask.held.len() == seats
            // the identity signs, not the match key, which may be what was lost
            && identity.is_some_and(|identity| ask.is_signed_by(&identity))
    }

    /// Questions lapse with the step in which they were asked, and with a new result. Returns whether a player has to
    /// see that.
    pub(super) fn lapse_questions(&mut self, is_new_result: bool, is_strange: bool) -> bool {
        let last = self.chain().history().steps().last();
        let last = last.map_or(0, |step| step.number);
        let lapsed = self.leaving.lapse(is_new_result);
        self.continuing.lapse(last, is_new_result, is_strange) || lapsed
    }
}

/// Of two crossing questions, ours is answered if only our files are strange, or if both or neither are and our seat
/// is the higher one: the rule must give both programs the same answer.
fn asks_first(seat: Seat, is_strange: bool, own: &Ask, theirs: &Ask) -> bool {
    match (is_strange, theirs.is_strange) {
        (true, false) => true,
        (false, true) => false,
        _ => own.seat == seat && seat > theirs.seat,
    }
}
