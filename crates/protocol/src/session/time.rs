//! The time of a match: both clocks, warnings, and claims that the other's time is up.

use std::time::Duration;

use super::clock::{Face, millis};
use super::due::Due;
use super::hearing::is_unshown;
use super::line::Line;
use super::parts::Match;
use super::timer::{Measured, Warnings};
use super::{LineId, Now, ProposeError, Session};
use crate::file::Secret;
use crate::manifest::{ClaimEffect, Pace};
use crate::note::Statement;
use crate::record::Place;
use crate::{Record, Seat, SessionEvent, StandingClaim};

/// The time left on a live clock from which its owner is warned.
const LOW: Duration = Duration::from_secs(30);
/// The time left of days from which their owner is warned.
const LOW_DAYS: Duration = Duration::from_secs(12 * 60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Match {
    /// The time that the seat had left when the present step began; none if it owes nothing now, or has all time. Days
    /// count for whatever is missing, a clock for decisions alone.
    fn left(&self, seat: Seat) -> Option<Duration> {
        let pace = self.chain().manifest().terms.pace;
        // first, because it is asked for every seat at every look
        if pace == Pace::Untimed {
            return None;
        }
        let is_over = self.ledger.is_halted() || self.chain().outcome().is_some();
        if is_over || !self.chain().awaited().contains(&seat) {
            return None;
        }
        match pace {
            Pace::Untimed => None,
            Pace::Days(days) => Some(DAY.saturating_mul(u32::from(days))),
            Pace::Bank { .. } if !self.chain().decides(seat) => None,
            Pace::Bank { .. } => Some(self.bank(seat)?),
        }
    }

    /// The bank of the seat, less what it has thought, or its program's own records were late, and is not charged yet.
    fn bank(&self, seat: Seat) -> Option<Duration> {
        let clocks = self.chain().clocks()?;
        let left_ms = clocks.left_ms(seat);
        let said_ms = clocks.thought_ms(seat);
        let decided_ms = said_ms.map_or(0, |said_ms| {
            said_ms.saturating_add(self.timer.decided_ms(seat))
        });
        let taken_ms = decided_ms.saturating_add(self.timer.owed_ms(seat));
        Some(Duration::from_millis(left_ms.saturating_sub(taken_ms)))
    }

    /// True if this program's own seat has used up its time for the present decision, by this program's own measures:
    /// nobody is late by the other seat's word alone.
    fn is_out_of_time(&self, seat: Seat, now: Now) -> bool {
        // days are measured by this program's clock alone, so the other's word is not in them
        let Some(clocks) = self.chain().clocks() else {
            return self.left_now(seat, true, now) == Some(Duration::ZERO);
        };
        let left_ms = clocks.left_by_own_word_ms(seat);
        let said_ms = clocks.thought_ms(seat).unwrap_or(0);
        let left = Duration::from_millis(left_ms.saturating_sub(said_ms));
        self.left(seat).is_some() && self.timer.thought(now.clock) >= left
    }

    /// The time left of the seat for its present decision.
    fn left_now(&self, seat: Seat, is_own: bool, now: Now) -> Option<Duration> {
        let taken = match self.chain().manifest().terms.has_clocks() {
            true if is_own => self.timer.thought(now.clock),
            true => self.timer.waited(seat, now.clock),
            false => self.timer.open_for(now.clock),
        };
        Some(self.left(seat)?.saturating_sub(taken))
    }

    /// The face of the seat's clock; none in a match without limit, and, in a match of days, if the seat decides
    /// nothing.
    pub(super) fn face(&self, seat: Seat, is_own: bool, now: Now) -> Option<Face> {
        let Some(left) = self.bank(seat) else {
            if is_own && self.later.has_decision() {
                return None;
            }
            return Some(Face::Runs(self.timer.open_until(self.left(seat)?)));
        };
        Some(match self.left(seat) {
            None => Face::Stands(left),
            Some(_) if is_own => self.timer.own_face(left, now.clock),
            Some(_) => self.timer.peer_face(seat, left, now.clock),
        })
    }

    /// A seat that is awaited, and is late by this program's measure and every allowance.
    fn late_seat(&self, own: Seat, now: Now) -> Option<Seat> {
        let awaited = self.chain().awaited();
        // a claim counts only from a seat that owes nothing itself (section 6, Claims)
        if awaited.contains(&own) {
            return None;
        }
        let late = |seat: &Seat| self.is_late(*seat, now);
        let late: Vec<Seat> = awaited.into_iter().filter(late).collect();
        // of several the first against which this seat has not claimed yet
        let open = late.iter().find(|seat| !self.has_claimed(own, **seat));
        open.or(late.first()).copied()
    }

    /// True if the seat has used up its time by this program's own clock.
    pub(super) fn is_late(&self, seat: Seat, now: Now) -> bool {
        let terms = self.chain().manifest().terms;
        let allowance = match terms.has_clocks() {
            true => self.timer.allowance(seat),
            false => Duration::ZERO,
        };
        // records that a program signs by itself have an answer time of their own: thirty seconds, or the days of a turn
        let limit = match self.chain().decides(seat) {
            true => self.left(seat),
            false => Some(Duration::from_millis(terms.answer_ms())),
        };
        let waited = match terms.has_clocks() {
            true => self.timer.waited(seat, now.clock),
            false => self.timer.open_for(now.clock),
        };
        limit.is_some_and(|limit| waited >= limit.saturating_add(allowance))
    }
}

impl Match {
    /// The claim that counts now. None counts whose signer has said to hold a record of the accused seat that it does
    /// not show: it may be the one that the claim says to be missing.
    pub(super) fn claim(&self) -> Option<StandingClaim> {
        let claims = self.claims();
        let ends = claims
            .iter()
            .find(|claim| self.chain().outcome_of(claim).is_some());
        ends.or(claims.first()).copied()
    }

    /// The claims that count now.
    pub(super) fn claims(&self) -> Vec<StandingClaim> {
        let mut claims = self.chain().claims();
        claims.retain(|claim| !self.hides(claim) && !self.ledger.is_astray(claim.by));
        claims
    }

    /// True if that seat claims so already.
    fn has_claimed(&self, by: Seat, against: Seat) -> bool {
        let mut claims = self.chain().claims().into_iter();
        claims.any(|claim| {
            // with two seats a claim of either is enough
            claim.against == against && (claim.by == by || !self.chain().manifest().has_table())
        })
    }

    fn hides(&self, claim: &StandingClaim) -> bool {
        let mut heads = self.ledger.false_heads().chain(self.hearing.heads());
        heads.any(|head| head.seat == claim.by && is_unshown(self.chain(), head, claim.against))
    }

    /// Takes note whether a claim has ended the match: one of this seat, or one against this seat if this program's own
    /// clock says that the time was up. The first claim of the other kind is given back.
    pub(super) fn weigh_claim(&mut self, own: Seat, now: Now) -> Option<StandingClaim> {
        let claim = self.claim();
        let is_out_of_time = claim.is_some() && self.is_out_of_time(own, now);
        let has_table = self.chain().manifest().has_table();
        let is_late = claim.is_some_and(|claim| self.is_late(claim.against, now));
        let agrees = |claim: &StandingClaim| match has_table {
            false => claim.by == own || is_out_of_time,
            // whoever is neither goes by its own measure
            true if claim.against == own => is_out_of_time,
            true => claim.by == own || is_late,
        };
        // of a table a claim that does not end the match is weighed by those who go on
        let claim = claim.filter(|claim| !has_table || self.chain().outcome_of(claim).is_some());
        let is_decided = self.chain().outcome().is_some();
        let was_shown = self.timer.warned().is_denied;
        let denied = self.ending.weigh(claim, agrees, (is_decided, was_shown));
        self.timer.warn(Warnings {
            is_denied: denied.is_some(),
            ..Warnings::default()
        });
        denied
    }
}

impl Match {
    /// How the time of that record of the peer is measured; none if it fills no place of the present step.
    pub(super) fn measured(&self, own: Seat, record: &Record) -> Option<Measured> {
        // a record that comes again, or a closing one beside the planned one, must not be measured as the seat's
        // time
        let seat = record.seat;
        let fills = seat != own
            && record.step == self.chain().step()
            && record.place() == Place::Planned
            && self.chain().pending(seat).is_none();
        let is_timed = self.chain().manifest().terms.has_clocks();
        let said_ms = record.think_ms.into();
        let clocks = self.chain().clocks();
        let has_decided = clocks.is_some_and(|clocks| clocks.thought_ms(seat).is_some());
        (fills && is_timed).then(|| match self.chain().decides(seat) {
            true if has_decided => Measured::Second(seat, said_ms),
            true => Measured::Decision(seat, said_ms),
            false => Measured::Owed(seat),
        })
    }

    /// True if the peer may still show within its time what this copy of the files lacks.
    fn may_learn_more<'a>(
        &self,
        mut lines: impl Iterator<Item = (Seat, &'a Line)>,
        now: Now,
    ) -> bool {
        let step = self.chain().step();
        lines.any(|(seat, line)| {
            let since = (step, line.since());
            let until = self.hearing.shows_until(seat, line.is_synced(), since);
            until.is_some_and(|until| now.clock < until)
        })
    }

    /// Refuses a decision that comes too late, if the other seat claims that, this program's own clock agrees, and
    /// the agreed effect ends the match.
    pub(super) fn is_in_time(&self, own: Seat, now: Now) -> Result<(), ProposeError> {
        // a claim without effect stops nobody: then playing on is what ends it
        let mut claims = self.claims().into_iter();
        let ends = claims.any(|claim| {
            let has_effect = match self.chain().manifest().has_table() {
                true => self.chain().outcome_of(&claim).is_some(),
                false => claim.effect != ClaimEffect::Nothing,
            };
            claim.against == own && has_effect
        });
        match ends && self.is_out_of_time(own, now) {
            true => Err(ProposeError::TimeUp),
            false => Ok(()),
        }
    }

    /// The milliseconds that a decision signed now took: in a match with clocks on this player's clock, otherwise
    /// since the step began.
    pub(super) fn thought_ms(&self, now: Now) -> u32 {
        let thought = match self.chain().manifest().terms.has_clocks() {
            true => self.timer.thought(now.clock),
            false => self.timer.open_for(now.clock),
        };
        u32::try_from(millis(thought)).unwrap_or(u32::MAX)
    }
}

impl Session {
    /// The clock of each seat at that time: in a match with clocks of every seat, in one of days of those that decide.
    /// A clock that runs is shown by the time at which it runs out, which stays while nothing happens.
    pub fn clocks(&self, now: Now) -> Vec<(Seat, Face)> {
        let Some(game) = self.agreed() else {
            return Vec::new();
        };
        let seats = game.chain().manifest().all_seats().into_iter();
        let face = |seat| Some((seat, game.face(seat, seat == self.seat(), now)?));
        seats.filter_map(face).collect()
    }

    /// Takes note of that line's round trip, which the peer's clock is not charged for. At most a second counts: a
    /// peer can make its own line slow.
    pub fn set_round_trip(&mut self, line: LineId, round_trip: Duration) {
        let seat = self.seat_on(line);
        let is_up = self.lines.contains_key(&line);
        if let Some(game) = self.game.as_mut().filter(|_| is_up) {
            game.timer.set_round_trip(seat, round_trip);
        }
    }

    fn lines_by_seat(&self) -> impl Iterator<Item = (Seat, &Line)> {
        let lines = self.lines.iter();
        lines.map(|(id, line)| (self.seat_on(*id), line))
    }

    /// The claim of silence that counts now; of several at a table one that would end the match, else the first.
    pub fn standing_claim(&self) -> Option<StandingClaim> {
        self.game.as_ref()?.claim()
    }

    /// Every claim of silence that counts now.
    pub fn standing_claims(&self) -> Vec<StandingClaim> {
        self.game.as_ref().map_or_else(Vec::new, Match::claims)
    }

    /// True if the match is over by a claim that the time was up, as both clocks say: nothing more is signed in it, and
    /// nothing more is needed.
    pub fn is_over_on_time(&self) -> bool {
        // a result of the chain goes before a claim: it is proved, and a claim never is
        let game = self.game.as_ref();
        game.is_some_and(|game| game.ending.is_on_time() && game.chain().outcome().is_none())
    }

    /// Claims that the peer is silent beyond the agreed time: possible whether the peer is heard or not. The claim goes
    /// into the match file and proves nothing; the peer ends it by the missing record.
    ///
    /// # Errors
    /// Returns [`ProposeError::NotLate`] before the time is up, [`ProposeError::Claimed`] if the claim stands already,
    /// [`ProposeError::NotHeard`] for at most ten seconds of a line whose peer has still to say or to show what it
    /// holds, and any other if this seat may not sign now.
    pub fn claim(&mut self, now: Now) -> Result<(), ProposeError> {
        let game = self.due()?.in_match()?;
        let against = game.late_seat(self.seat(), now);
        let against = against.ok_or(ProposeError::NotLate)?;
        // the record that the claim would say is missing may be among what the peer has ten seconds to show
        if game.may_learn_more(self.lines_by_seat(), now) {
            return Err(ProposeError::NotHeard);
        }
        if game.has_claimed(self.seat(), against) {
            return Err(ProposeError::Claimed);
        }
        let step = game.chain().step();
        self.sign_note(now, Statement::Claim { against, step })
    }

    /// True if the peer alone is awaited, for longer than was agreed, and no claim says so yet.
    pub fn may_claim(&self, now: Now) -> bool {
        self.due().and_then(Due::in_match).is_ok_and(|game| {
            let against = game.late_seat(self.seat(), now);
            let is_new = against.is_some_and(|against| !game.has_claimed(self.seat(), against));
            is_new && !game.may_learn_more(self.lines_by_seat(), now)
        })
    }

    /// Keeps the time of the present step for a later start of the program.
    pub(super) fn save_time(&mut self, now: Duration) {
        let Some(game) = &mut self.game else {
            return;
        };
        // without a limit no time is ever asked for, and each save costs a flush of the disk
        if game.ledger.is_agreed() && game.chain().manifest().terms.pace != Pace::Untimed {
            let saved = game.timer.save(now);
            self.outbox.keep(&Secret::Time(saved));
        }
    }

    /// Warns of time that is low or up, once a step each, and keeps a live clock's time.
    pub(super) fn watch_time(&mut self, now: Now) {
        let Ok(game) = self.due().and_then(Due::in_play) else {
            return;
        };
        let terms = game.chain().manifest().terms;
        if terms.pace == Pace::Untimed {
            return;
        }
        let runs = terms.has_clocks() && !game.chain().awaited().is_empty();
        let is_due = runs && game.timer.is_save_due(now.clock);
        let low = match terms.has_clocks() {
            // half a minute's warning is of no use in a match of days
            true => LOW,
            false => LOW_DAYS,
        };
        let seat = self.seat();
        let awaited = game.chain().awaited();
        let left = game
            .left_now(seat, true, now)
            .filter(|_| !game.later.has_decision());
        let due = Warnings {
            is_low: left.is_some_and(|left| left <= low),
            is_up: left == Some(Duration::ZERO),
            is_peer_up: self.may_claim(now),
            is_denied: false,
        };
        if is_due {
            self.save_time(now.clock);
        }
        let game = self.game.as_mut();
        let new = game.map_or_else(Warnings::default, |game| game.timer.warn(due));
        if new.is_up {
            self.show(SessionEvent::TimeUp(seat));
        } else if new.is_low {
            let left_ms = millis(left.unwrap_or_default());
            self.show(SessionEvent::TimeLow { seat, left_ms });
        }
        if new.is_peer_up {
            for late in awaited.into_iter().filter(|late| *late != seat) {
                self.show(SessionEvent::TimeUp(late));
            }
        }
    }
}
