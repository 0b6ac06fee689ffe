//! The new match that this program writes, or would have written: what the other shows is held against it.

use std::time::Duration;

use rules::{Outcome, Rules, Side};

use super::clock::millis;
use super::continuing::start_of;
use super::parts::Match;
use super::{Face, Now, Offer, ProposeError, Session, Vacancy};
use crate::bounds::SKEW_MS;
use crate::chain::{COIN, Chain, Plan};
use crate::file::{Asked, Wish};
use crate::frame::{Ask, ContinueWish};
use crate::manifest::{Manifest, PROTO};
use crate::record::WireOutcome;
use crate::start::{Start, StartTime};
use crate::text::clean_name;
use crate::{ContinueTerms, Kind, RoundTerms, Seat};

/// The age up to which a written manifest is signed: longer, and a player would choose between two games.
pub(super) const FRESH: Duration = Duration::from_secs(2 * 60);
impl Session {
    /// The offer of a match in place of this one, in which somebody else takes the seat of the other player, who is
    /// gone: from the position after that step, or from where the match stands. The player who stays vouches for the
    /// old match as a player who is asked does; the one who is gone has signed nothing, and against that player the old
    /// match stands.
    ///
    /// # Errors
    /// Returns [`ProposeError::Over`] if there is a result, which nobody gives up for a guest, and [`ProposeError`]
    /// if there is no such step or the position is too large to travel.
    pub fn offer_vacancy(&self, after: Option<u64>, now: Now) -> Result<Offer, ProposeError> {
        let game = self.agreed().ok_or(ProposeError::NotYourTurn)?;
        let (chain, gone) = (game.chain(), self.seat().other());
        let manifest = chain.manifest();
        if game.ledger.result().is_some() || self.is_over_on_time() {
            return Err(ProposeError::Over);
        }
        // the last complete step: what stands alone in the present one is not agreed upon
        let at = chain.last_step();
        let after = after.unwrap_or_else(|| game.default_after());
        if after > at {
            return Err(ProposeError::NoSuchStep);
        }
        let position = game.position_at(after);
        let whole = position.to_whole().ok();
        // a match cannot begin when the game is over already
        let whole = whole.filter(|_| position.outcome().is_none());
        let strange = [(self.seat(), self.is_strange()), (gone, true)];
        let mut strange: Vec<Seat> = strange
            .into_iter()
            .filter_map(|(seat, is_strange)| is_strange.then_some(seat))
            .collect();
        strange.sort_unstable();
        let own_time = game.time_of(self.seat(), true, now);
        let start = Start {
            instead: true,
            sid: chain.sid(),
            at,
            root: chain.root(),
            after,
            position: whole.ok_or(ProposeError::NoPosition)?,
            written_ms: now.unix_ms.max(game.continuing.dated().saturating_add(1)),
            began_ms: now.unix_ms,
            times: vec![own_time, StartTime::full(manifest.terms.pace)],
            gives_up: None,
            forgiven: Vec::new(),
            asks: None,
            strange,
            number: 0,
            gone: Vec::new(),
            carried: None,
        };
        // a draw that was agreed for an earlier turn would end the match before it begins
        let played = position.turn().number.saturating_sub(1);
        Ok(Offer {
            scenario: chain.scenario().clone(),
            options: manifest.options.clone(),
            host_side: manifest.side_of(self.seat()),
            max_turns: manifest.max_turns.filter(|limit| played < *limit),
            terms: manifest.terms,
            takeback: manifest.policies.takeback,
            drop: None,
            start: Some(start),
            vacancy: manifest.seat(gone).map(|entry| Vacancy {
                host_was: self.seat(),
                gone: entry.identity,
            }),
        })
    }
}

impl Match {
    /// The result and the breaches that a new match in place of this one gives up by name.
    pub(super) fn gives_up(&self) -> (Option<WireOutcome>, Vec<Seat>) {
        let result = self.chain().outcome().map(Into::into);
        (result, self.ledger.convicted().into_iter().collect())
    }

    /// The step after which a new match begins unless the players wish otherwise: the present position; the last one
    /// that all confirmed, if the positions differ; the one before a round that is not opened.
    pub(super) fn default_after(&self) -> u64 {
        let at = self.chain().last_step();
        match self.chain().plan().round() {
            // first, since a round may be open when the positions differ as well
            _ if self.ledger.difference().is_some() => self.chain().last_confirmed(),
            Some(round) => round.step.saturating_sub(1),
            None => at,
        }
    }

    /// The position of the old match after a step.
    pub(super) fn position_at(&self, after: u64) -> rules::AnyPosition {
        let history = self.chain().history();
        history.position_after(history.place_after(after))
    }

    /// The seats whose choice of the present round is opened already.
    pub(super) fn opened(&self) -> Vec<Seat> {
        let seats = self.chain().manifest().all_seats().into_iter();
        let is_open = |seat: &Seat| {
            let record = self.chain().pending(*seat);
            record.is_some_and(|record| record.kind == Kind::Reveal)
        };
        seats.filter(is_open).collect()
    }

    /// The fate of the present round in a new match. With `carries` its commitments may go over, for those seats; without, the
    /// players choose again.
    pub(super) fn round_terms(&self, carries: Option<&[Seat]>) -> RoundTerms {
        let chain = self.chain();
        let at = chain.last_step();
        let opened = self.opened();
        let chooses = |seat: &Seat| chain.plan().is_secret_of(*seat);
        match carries.and_then(|seats| chain.carried(at, seats)) {
            Some(_) => RoundTerms::Carried,
            None if opened.is_empty() => RoundTerms::Unopened,
            None if !opened.iter().any(chooses) => RoundTerms::Redrawn,
            None => RoundTerms::Again(opened.into_iter().filter(chooses).collect()),
        }
    }

    /// The changes that a continuation of two makes, for the player who is asked to agree to it.
    pub(super) fn terms_of(
        &self,
        asks: Seat,
        is_strange: bool,
        wish: ContinueWish,
        name: &str,
    ) -> ContinueTerms {
        let after = wish.after.unwrap_or_else(|| self.default_after());
        let terms = self.changes((asks, is_strange), after);
        let (name, before) = (
            clean_name(name, "player"),
            self.chain().manifest().seat(asks),
        );
        let is_new = before.is_some_and(|before| before.name != name);
        let mut sides = terms.sides.clone();
        if wish.swaps {
            let seats: Vec<Seat> = sides.iter().map(|(seat, _)| *seat).collect();
            sides.reverse();
            for ((seat, _), own) in sides.iter_mut().zip(seats) {
                *seat = own;
            }
        }
        ContinueTerms {
            agreed: vec![asks],
            missing: vec![asks.other()],
            swaps: wish.swaps,
            sides,
            renames: is_new.then_some(name),
            ..terms
        }
    }

    /// What a new match after that step changes, whoever agrees.
    pub(super) fn changes(&self, (asks, is_strange): (Seat, bool), after: u64) -> ContinueTerms {
        let chain = self.chain();
        let manifest = chain.manifest();
        let later = chain.history().orders();
        let later = later.filter(|orders| orders.step.number > after);
        let position = self.position_at(after);
        let names = chain.scenario().side_names();
        let side = |seat: Seat| Some((seat, names.of(manifest.side_of(seat)?).to_owned()));
        let gives_up = self.ledger.result();
        let has_won = |seat: &Seat| match gives_up {
            Some(Outcome::Won(sides, _)) => manifest
                .side_of(*seat)
                .is_some_and(|side| sides.contains(side)),
            _ => false,
        };
        ContinueTerms {
            asks,
            is_strange,
            after,
            turn: position.turn().number,
            turn_name: chain.history().turn_name(names, position.turn()),
            undone: later.count(),
            gives_up,
            winners: manifest.present().into_iter().filter(has_won).collect(),
            agreed: Vec::new(),
            missing: Vec::new(),
            differ: chain.differing().map(|record| record.seat).collect(),
            round: self.round_terms(None),
            swaps: false,
            sides: manifest.all_seats().into_iter().filter_map(side).collect(),
            renames: None,
            pace: manifest.terms.pace,
        }
    }

    /// True if the chain begins with a position of this match, in its place.
    pub(super) fn is_next(&self, next: &Chain) -> bool {
        start_of(next).is_some_and(|start| start.instead && start.sid == self.chain().sid())
    }

    /// The manifest of a match that follows this one, of today's program and rules, before anything else in it changes.
    pub(super) fn followed(&self) -> Manifest {
        let chain = self.chain();
        let mut manifest = chain.manifest().clone();
        // this program may be newer than the match that it continues
        manifest.proto = PROTO;
        let version = chain.position().family().version();
        version.clone_into(&mut manifest.rules_version);
        concat!("warlord ", env!("CARGO_PKG_VERSION")).clone_into(&mut manifest.program);
        for (seat, entry) in (0..).map(Seat).zip(manifest.seats.iter_mut()) {
            entry.was = Some(seat);
        }
        manifest
    }

    /// The new match that this program writes for a question, with the seat, key and nonce of the writer.
    pub(super) fn next_match(
        &self,
        ask: &Ask,
        (writer, key, nonce): (Seat, crate::PublicKey, [u8; 32]),
        strange: Option<Seat>,
        now: Now,
    ) -> Option<Chain> {
        let chain = self.chain();
        let after = ask.wish.after.unwrap_or_else(|| self.default_after());
        let mut manifest = self.followed();
        let sides: Vec<(u8, u8)> = manifest
            .seats
            .iter()
            .map(|seat| (seat.side, seat.team))
            .collect();
        let places = (0..).map(Seat).zip(manifest.seats.iter_mut());
        // reversed means swapped as long as there are two seats
        for ((seat, entry), (side, team)) in places.zip(sides.iter().rev()) {
            if ask.wish.swaps {
                (entry.side, entry.team) = (*side, *team);
            }
            if seat == ask.seat {
                (entry.key, entry.session_nonce) = (ask.key, ask.session_nonce);
                entry.name = clean_name(&ask.name, "player");
            } else if seat == writer {
                (entry.key, entry.session_nonce) = (key, nonce);
            }
        }
        let (gives_up, forgiven) = self.gives_up();
        let mut strange: Vec<Seat> = ask
            .is_strange
            .then_some(ask.seat)
            .into_iter()
            .chain(strange)
            .collect();
        strange.sort_unstable();
        let seats = chain.manifest().all_seats();
        let time = |seat: &Seat| self.time_of(*seat, *seat == writer, now);
        manifest.start = Some(Start {
            instead: true,
            sid: chain.sid(),
            at: chain.last_step(),
            root: chain.root(),
            after,
            position: self.position_at(after).to_whole().ok()?,
            // an earlier one that this seat signed first may come complete at any time: this one must count before it
            written_ms: now.unix_ms.max(self.continuing.dated().saturating_add(1)),
            began_ms: self.timer.saved(now.clock).began_ms,
            times: seats.iter().map(time).collect(),
            gives_up,
            forgiven,
            asks: Some(ask.seat),
            strange,
            number: 0,
            gone: Vec::new(),
            carried: None,
        });
        Chain::of(manifest, chain.scenario().clone()).ok()
    }

    /// True if a new match is the one that this program would write for its own question: position, root, seats and
    /// accounts are its own findings, and nothing is believed.
    pub(super) fn is_as_asked(
        &self,
        own: &Asked,
        next: &Chain,
        seat: Seat,
        is_strange: bool,
        now: Now,
    ) -> bool {
        let Some(start) = start_of(next) else {
            return false;
        };
        let other = seat.other();
        let Some(entry) = next.manifest().seat(other) else {
            return false;
        };
        let writer = (other, entry.key, entry.session_nonce);
        // the other says itself whether its files may be older; it binds itself less then, and this player sees that
        let strange = start.strange.contains(&other).then_some(other);
        let Some(expected) = self.next_match(&own.ask, writer, strange, now) else {
            return false;
        };
        let mut expected = expected.manifest().clone();
        let Some(mine) = expected.start.take() else {
            return false;
        };
        let is_later = start.written_ms > self.continuing.signed_at();
        let times = mine.times.iter().zip(&start.times);
        let is_fair = times.clone().all(|(mine, theirs)| mine.is_about(theirs));
        // a result that came after the click was not given up by it; to strange files every result is news
        let is_result = self.ledger.result().map(WireOutcome::from) == own.gives_up || is_strange;
        // a text for people, which differs between two builds of the same rules (section 5)
        expected.program.clone_from(&next.manifest().program);
        // these differ between two honest programs: what counts is that they differ by no more than was checked
        // above
        expected.start = Some(Start {
            written_ms: start.written_ms,
            began_ms: start.began_ms,
            times: start.times.clone(),
            ..mine
        });
        expected == *next.manifest() && is_later && is_fair && is_result
    }

    /// True if the wall clocks of the two machines agree well enough for a new match. A letter may be read days after it was
    /// written, so of that only one from the future is wrong.
    pub(super) fn is_dated(&self, next: &Chain, (is_by_mail, now): (bool, Now)) -> bool {
        let began_ms = self.timer.saved(now.clock).began_ms;
        start_of(next).is_some_and(|start| {
            let is_from_now = match is_by_mail {
                true => start.written_ms <= now.unix_ms.saturating_add(SKEW_MS),
                false => start.written_ms.abs_diff(now.unix_ms) <= SKEW_MS,
            };
            // each program goes on by its own measure, so that an earlier beginning takes nothing from anybody
            is_from_now && start.began_ms <= began_ms.saturating_add(SKEW_MS)
        })
    }

    /// What is left of a seat's bank now, by this program's measures: of what the others have charged, and of what the seat
    /// has said itself.
    pub(super) fn time_of(&self, seat: Seat, is_own: bool, now: Now) -> StartTime {
        let Some(clocks) = self.chain().clocks() else {
            return StartTime::default();
        };
        let left = match self.face(seat, is_own, now) {
            Some(Face::Stands(left)) => left,
            Some(Face::Runs(until)) => until.saturating_sub(now.clock),
            None => Duration::ZERO,
        };
        let thought = match self.chain().decides(seat) {
            false => Duration::ZERO,
            true if is_own => self.timer.thought(now.clock),
            true => self.timer.waited(seat, now.clock),
        };
        let said_ms = clocks.thought_ms(seat).unwrap_or(0);
        let taken_ms = said_ms.saturating_add(millis(thought));
        let own_ms = clocks.left_by_own_word_ms(seat).saturating_sub(taken_ms);
        StartTime {
            left_ms: millis(left),
            own_ms,
        }
    }

    /// A decision that our player has made and that is not in the new match's position: it is signed again there. A
    /// sealed choice is kept only on own files: on older ones it may have been opened.
    pub(super) fn decision_for(&self, next: &Chain, seat: Seat, is_strange: bool) -> Option<Wish> {
        let start = start_of(next)?;
        let is_here = start.after.saturating_add(1) >= self.chain().step()
            || self.chain().plan().round().is_some();
        // from an earlier turn of a table the choice would be another one's, and its player gave it up
        let after = self.chain().settled(self.chain().last_step());
        let is_earlier = next.manifest().has_table() && start.after < after;
        if is_strange
            || !is_here
            || is_earlier
            || !next.decides(seat)
            // after a swap the decision would be that of the other player's pieces
            || side_in(next, seat) != side_in(self.chain(), seat)
        {
            return None;
        }
        let (orders, parts) = match self.later.wish() {
            Some(wish) => (wish.orders.clone(), wish.parts.clone()),
            None => {
                let choice = self.later.choice_in(self.chain().plan().round()?)?;
                let is_choice = |(slot, _): &&(u16, Vec<u8>)| *slot != COIN.number;
                let parts = choice.parts.iter().filter(is_choice);
                (Vec::new(), parts.cloned().collect())
            }
        };
        let is_sealed = match next.plan() {
            // a part of a set-up is shown again before it is sealed
            Plan::Commit(round) => next.openers(round, side_in(next, seat)?).len() == 1,
            _ => false,
        };
        if matches!(next.plan(), Plan::Commit(_)) && !is_sealed {
            return None;
        }
        // orders when a choice is due, or the other way round, would be refused when they are signed
        let fits = orders.is_empty() == is_sealed && parts.is_empty() != is_sealed;
        fits.then_some(Wish {
            step: next.step(),
            prev: next.root(),
            orders,
            parts,
        })
    }
}

fn side_in(chain: &Chain, seat: Seat) -> Option<Side> {
    chain.manifest().side_of(seat)
}
