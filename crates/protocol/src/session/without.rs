//! Going on without seats that are gone: who may be left out, and the players' consent.
//!
//! Nothing here happens without a click of every player who remains, but for the answer that a player has given ahead. A
//! consent binds to nothing; it lapses when the seat that was silent is heard again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rules::Rules;

use super::parts::Match;
use super::{Fresh, LineId, Now, ProposeError, Refusal, Session};
use crate::event::{Fate, LeaveTerms, Leaver};
use crate::frame::{Alive, ByeCode, Frame};
use crate::hash::Digest;
use crate::manifest::ClaimEffect;
use crate::start::WhyGone;
use crate::{Fault, Seat, SessionEvent};

/// After that time without a sign of life the clock of a seat stands: two of them are missing.
const MISSED: Duration = Duration::from_secs(75);

impl Session {
    /// The seats without which the others may go on now, and who has agreed to that so far: each that has resigned or is
    /// convicted at once, and each that is silent once it was not heard of for two minutes, over whatever lines, while
    /// something of it is awaited.
    pub fn leavers(&self, now: Now) -> Vec<Leaver> {
        let Some(game) = self.agreed().filter(|_| self.has_table()) else {
            return Vec::new();
        };
        let leavers = self.reasons(game, now);
        let present = game.chain().manifest().present();
        let leaver = |(seat, why): (&Seat, &WhyGone)| {
            let rest = present.iter().copied();
            let rest = rest.filter(|other| other != seat && !leavers.contains_key(other));
            let agrees = |other: &Seat| {
                let consent = game.leaving.consent(*other);
                consent.is_some_and(|consent| consent.leaves_out(*seat))
            };
            let (agreed, missing) = rest.partition(agrees);
            Leaver {
                seat: *seat,
                why: *why,
                agreed,
                missing,
            }
        };
        leavers.iter().map(leaver).collect()
    }

    /// True if our player has agreed to go on without the seat.
    pub fn goes_on_without(&self, seat: Seat) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.leaving.wish().contains(&seat))
    }

    /// True if this seat has signed a new match in place of this one: until that begins it signs nothing more here but a
    /// resignation or a claim.
    pub fn is_going_on(&self) -> bool {
        self.game.as_ref().is_some_and(Match::is_frozen)
    }

    /// True if our player has resigned.
    pub fn has_resigned(&self) -> bool {
        let game = self.agreed();
        game.is_some_and(|game| game.chain().notes().has_resigned(self.seat()))
    }

    /// True if the others have gone on without this seat, in another match.
    pub fn is_left_out(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.is_left_out)
    }

    /// The seats of the present match that do not play in it, with the reason why the others went on.
    pub fn gone(&self) -> Vec<(Seat, WhyGone)> {
        let start = self.manifest().and_then(|manifest| manifest.start.as_ref());
        let gone = start.map_or(&[][..], |start| &start.gone);
        gone.iter().map(|gone| (gone.seat, gone.why)).collect()
    }

    /// What going on without those seats would change, for the player's click.
    pub fn leave_terms(&self, without: &[Seat]) -> Option<LeaveTerms> {
        let game = self.agreed().filter(|_| self.has_table())?;
        Some(game.leave_terms(without))
    }

    /// True if the seat was heard of in the last two minutes, over whatever lines.
    pub fn is_reached(&self, seat: Seat, now: Now) -> bool {
        seat == self.seat() || self.presence.is_reached(seat, now.clock)
    }

    /// Whether our player may agree now to go on without the seat, or why not.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if the match is none of a table or has a result, our player has resigned, or the seat
    /// plays on.
    pub fn may_go_on_without(&self, now: Now, seat: Seat) -> Result<(), ProposeError> {
        let game = self.agreed().filter(|_| self.has_table());
        let game = game.ok_or(ProposeError::NotYourTurn)?;
        if game.chain().outcome().is_some() {
            return Err(ProposeError::Over);
        }
        if game.chain().notes().has_resigned(self.seat()) {
            return Err(ProposeError::Resigned);
        }
        if !game.may_be_left() {
            return Err(ProposeError::Halted);
        }
        match self.reasons(game, now).contains_key(&seat) {
            true => Ok(()),
            false => Err(ProposeError::PlaysOn),
        }
    }

    /// Our player agrees to go on without the seat, or no longer does. The new match is written and signed once every
    /// player who remains has agreed to the same. The secrets of the new match are given out to be written first.
    ///
    /// # Errors
    /// As [`Session::may_go_on_without`].
    pub fn go_on_without(
        &mut self,
        now: Now,
        seat: Seat,
        agrees: bool,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        if agrees {
            self.may_go_on_without(now, seat)?;
        }
        if agrees {
            self.keep_next_keys(fresh);
        }
        self.set_wish(seat, agrees);
        self.go_on(now);
        Ok(())
    }

    /// Answers ahead for our player, in this run of the program: it goes on without seats that resign or are convicted, as
    /// soon as they do. None takes that back.
    pub fn go_on_ahead(&mut self, now: Now, fresh: Option<Fresh>) {
        self.ahead = fresh;
        self.go_on(now);
    }

    /// The seats that may be left out now, each with the reason.
    fn reasons(&self, game: &Match, now: Now) -> BTreeMap<Seat, WhyGone> {
        let (chain, own) = (game.chain(), self.seat());
        let present = chain.manifest().present();
        let mut reasons = BTreeMap::new();
        if chain.outcome().is_some() {
            return reasons;
        }
        let mut late = game.leaving.late(&present, now.clock);
        let cannot_go_on = game.ledger.difference().is_some();
        late.extend(game.leaving.blocking(&present, cannot_go_on, now.clock));
        // by claim its time is up, and as agreed it has lost by that: a continuation without it is due
        // (but only where our own clock agrees: otherwise any seat could have another left out in its first second)
        let claims = game.claims().into_iter();
        let lost = claims
            .filter(|claim| claim.effect == ClaimEffect::Loss && game.is_late(claim.against, now));
        late.extend(lost.map(|claim| claim.against));
        let odd = game.odd_seats();
        let is_silent = |seat: &Seat| !self.presence.is_reached(*seat, now.clock);
        for seat in present.iter().filter(|seat| **seat != own) {
            if let Some(why) = game.proved_reason(*seat) {
                reasons.insert(*seat, why);
            } else if odd.contains(seat) {
                reasons.insert(*seat, WhyGone::Differs);
            } else if late.contains(seat) {
                reasons.insert(*seat, WhyGone::Silent);
            }
        }
        // a seat from which nothing is awaited costs nobody anything, unless it would have to sign as well
        let awaited = chain.awaited();
        let is_due = !reasons.is_empty()
            // who has signed another match plays no more here, so that all must get on
            || game.leaving.has_anyone_signed()
            || present
                .iter()
                .any(|seat| *seat != own && awaited.contains(seat) && is_silent(seat));
        for seat in present.iter().filter(|seat| **seat != own && is_due) {
            if is_silent(seat) {
                reasons.entry(*seat).or_insert(WhyGone::Silent);
            }
        }
        reasons
    }

    fn set_wish(&mut self, seat: Seat, agrees: bool) {
        if let Some(game) = &mut self.game {
            game.leaving.set_wish(seat, agrees);
        }
    }

    /// Takes every step on the way to a new match that is due.
    pub(super) fn go_on(&mut self, now: Now) {
        if !self.has_table() || !self.is_playing() {
            return;
        }
        self.forget_former();
        if let Some(game) = &mut self.game {
            game.leaving.end_silence(now.clock);
        }
        self.note_leavers(now);
        self.say_consent(now);
        for sid in self.left_matches() {
            self.go_on_from(now, &sid);
        }
    }

    /// The matches that may be left for a new one: the one before, as long as not everybody has signed in this one, and
    /// this one.
    pub(super) fn left_matches(&self) -> Vec<Digest> {
        let former = self.former.iter().map(|former| former.chain().sid());
        let game = self.game.iter().map(|game| game.chain().sid());
        former.chain(game).collect()
    }

    /// The match of that id, if it may be left for a new one.
    pub(super) fn left_match(&self, sid: &Digest) -> Option<&Match> {
        let former = self.former.as_deref();
        let all = former.into_iter().chain(self.game.as_ref());
        let mut all = all.filter(|game| game.ledger.is_agreed());
        all.find(|game| game.chain().sid() == *sid)
    }

    pub(super) fn left_match_mut(&mut self, sid: &Digest) -> Option<&mut Match> {
        let former = self.former.as_deref_mut();
        let all = former.into_iter().chain(self.game.as_mut());
        let mut all = all.filter(|game| game.ledger.is_agreed());
        all.find(|game| game.chain().sid() == *sid)
    }

    /// Tells our player of seats that may be left out, takes the answer given ahead, and lets consents lapse whose seat is
    /// back.
    fn note_leavers(&mut self, now: Now) {
        let Some(game) = &self.game else {
            return;
        };
        let reasons = self.reasons(game, now);
        let ahead = self.ahead.clone();
        let has_resigned = game.chain().notes().has_resigned(self.seat());
        let has_signed = game.leaving.has_signed();
        let wish = game.leaving.wish().clone();
        let told = game.leaving.told.clone();
        for (seat, why) in &reasons {
            if !told.contains(seat) {
                self.show(SessionEvent::MayGoOn {
                    without: *seat,
                    why: *why,
                });
            }
            if let Some(fresh) = &ahead
                && why.is_proved()
                && !wish.contains(seat)
                && !has_resigned
            {
                self.keep_next_keys(fresh);
                self.set_wish(*seat, true);
            }
        }
        // nothing is lost by waiting: a seat that is back plays on, unless this one has signed already
        for seat in wish.iter().filter(|seat| !reasons.contains_key(seat)) {
            let is_back = self.presence.is_reached(*seat, now.clock);
            if is_back && !has_signed {
                if let Some(game) = &mut self.game {
                    game.leaving.set_wish(*seat, false);
                }
                self.show(SessionEvent::GoOnLapsed(*seat));
            }
        }
        if let Some(game) = &mut self.game {
            game.leaving.told = reasons.into_keys().collect();
        }
    }

    /// Counts a frame about continuing that is new and that one of these seats has signed. Returns `false` if the line has
    /// brought too many of them.
    pub(super) fn count_signed(&mut self, id: LineId, by: &[Seat], now: Now) -> bool {
        let line = self.lines.get_mut(&id);
        line.is_some_and(|line| line.count_signed(by, now.clock))
    }

    /// Counts a frame about continuing whose signer is not known. Returns `false` if the line has brought too many.
    pub(super) fn count_unsigned(&mut self, id: LineId, now: Now) -> bool {
        let line = self.lines.get_mut(&id);
        line.is_some_and(|line| line.count_unsigned(now.clock))
    }

    /// Shows the others of a table that this program runs, and takes note of those to whom there is a line.
    pub(super) fn beat(&mut self, now: Now) {
        if !self.has_table() || !self.is_playing() {
            return;
        }
        let seats = self.manifest().map_or(0, |manifest| manifest.seats.len());
        self.presence.begin(seats, now.clock);
        let lines = self.lines.iter().filter(|(_, line)| line.is_synced());
        let near: Vec<Seat> = lines.map(|(id, _)| self.seat_on(*id)).collect();
        for seat in &near {
            self.presence.note(*seat, now.clock);
        }
        // an unreached seat stops its own clock, and nobody else's
        let others = self.other_seats().into_iter();
        let lost = others.filter(|seat| self.presence.silent_for(*seat, now.clock) >= MISSED);
        for seat in lost.collect::<Vec<Seat>>() {
            if let Some(game) = &mut self.game {
                game.timer.hear(now.clock, seat, false);
            }
        }
        // once all have closed nobody is waited for
        if near.is_empty() || self.is_closed() {
            return;
        }
        let beat = self.presence.due_beat(now.clock, now.unix_ms);
        if let (Some(beat), Some(game)) = (beat, &self.game) {
            let alive = self.signer.alive(game.chain(), beat);
            self.spread(None, &Frame::Alive(alive));
            self.say_again();
            // a plan may have been lost on a line of others, of which this seat hears nothing
            self.owe_plans();
        }
    }

    /// Says again what this seat has said about going on: a line drops what is too much at once.
    fn say_again(&mut self) {
        let own = self.seat();
        let frames = self.left_matches().into_iter();
        let frames = frames.filter_map(|sid| Some(self.left_match(&sid)?.leaving.own_frames(own)));
        for frame in frames.flatten().collect::<Vec<Frame>>() {
            self.pass_on(None, &frame);
        }
    }

    pub(super) fn handle_alive(&mut self, now: Now, id: LineId, alive: Alive) -> Result<(), Fault> {
        let Some(game) = self.agreed() else {
            return Ok(());
        };
        let chain = game.chain();
        let is_new = alive.sid == chain.sid()
            && alive.seat != self.seat()
            && self.presence.is_new(alive.seat, alive.beat);
        if !is_new {
            return Ok(());
        }
        let entry = chain.manifest().present_seat(alive.seat);
        if !entry.is_some_and(|entry| entry.speaks(|key| alive.is_signed_by(key))) {
            let what = "a sign of life that its seat did not sign";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        // dropped without a fault: an honest program may pass on what others sign
        if !self.count_signed(id, &[alive.seat], now) {
            return Ok(());
        }
        self.presence.note_beat(alive.seat, alive.beat, now.clock);
        if let Some(game) = &mut self.game
            && game.hearing.has_heard(alive.seat)
        {
            game.timer.hear(now.clock, alive.seat, true);
        }
        self.spread(Some(id), &Frame::Alive(alive));
        Ok(())
    }

    /// Ends the lines to seats without which the table has gone on, once they were shown how.
    pub(super) fn turn_away_the_gone(&mut self) {
        let lines = self.lines.keys().copied().collect::<Vec<LineId>>();
        for id in lines {
            let seat = self.seat_on(id);
            if self
                .manifest()
                .is_some_and(|manifest| manifest.is_gone(seat))
            {
                self.refuse(id, ByeCode::Refused, Refusal::LeftOut);
            }
        }
    }

    /// Shows a line that comes up whatever is said and signed about going on.
    pub(super) fn show_going_on(&mut self, id: LineId) {
        let frames = self.left_matches().into_iter();
        let frames = frames.filter_map(|sid| Some(self.left_match(&sid)?.leaving.frames()));
        for frame in frames.flatten().collect::<Vec<Frame>>() {
            self.send(id, &frame);
        }
    }
}

impl Match {
    /// Why a seat may be left out at once: bytes of this match say so.
    pub(super) fn proved_reason(&self, seat: Seat) -> Option<WhyGone> {
        if self.ledger.has_convicted(seat) {
            return Some(WhyGone::Convicted);
        }
        let has_resigned = self.chain().notes().has_resigned(seat);
        has_resigned.then_some(WhyGone::Resigned)
    }

    /// True if the others can go on from this match: it is not halted, or by somebody else's breach.
    pub(super) fn may_be_left(&self) -> bool {
        matches!(
            self.ledger.fault(),
            None | Some(Fault::Proved(_) | Fault::Diverged { .. } | Fault::LostChoice)
        )
    }

    /// The seats that confirmed another position than most: the others may go on without them. Of equally many nobody can
    /// say who is wrong.
    pub(super) fn odd_seats(&self) -> Vec<Seat> {
        let chain = self.chain();
        let odd: BTreeSet<Seat> = chain.differing().map(|record| record.seat).collect();
        match odd.len().saturating_mul(2) < chain.in_play().len() {
            true => odd.into_iter().collect(),
            false => Vec::new(),
        }
    }

    /// True if this seat has signed a new match in place of this one, or of the one before.
    pub(super) fn is_frozen(&self) -> bool {
        self.leaving.has_signed() || self.is_superseded
    }

    fn leave_terms(&self, without: &[Seat]) -> LeaveTerms {
        let chain = self.chain();
        let manifest = chain.manifest();
        let after = chain.settled(chain.last_step());
        let history = chain.history();
        let later = history.orders().filter(|orders| orders.step.number > after);
        let position = history.position_after(history.place_after(after));
        let names = chain.scenario().side_names();
        let fates = without.iter().filter_map(|seat| {
            let side = manifest.side_of(*seat)?;
            let fate = Fate::of(manifest, *seat, side, without);
            let side = names.of(side).to_owned();
            Some((*seat, side, fate))
        });
        let present = manifest.present().into_iter();
        let rest: Vec<Seat> = present.filter(|seat| !without.contains(seat)).collect();
        let teams = rest.iter().filter_map(|seat| manifest.team_of(*seat));
        let teams: Vec<u8> = teams.collect();
        LeaveTerms {
            turn: position.turn().number,
            turn_name: history.turn_name(names, position.turn()),
            undone: later.count(),
            fates: fates.collect(),
            round: self.round_terms(Some(&rest)),
            wins: teams.windows(2).all(|two| two[0] == two[1]),
            pace: manifest.terms.pace,
        }
    }
}
