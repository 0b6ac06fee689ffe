//! A table in the place of this match: what a seat that stays offers, checks and signs.
//!
//! The players come together in the lobby of a table, where those who stay have their seats, and the seats of those who are
//! gone are open. Nothing is believed there: each program that has the match works out root, position and times from its own
//! file, and neither says *Ready* nor signs if anything differs. Its signature is one under a try to continue (`tries`): from
//! it on the seat signs nothing more here, and no other match of that number. So a table that never begins costs no more
//! than a try that somebody did not sign.

use rules::Rules;

use super::parts::Match;
use super::{Now, ProposeError, Session};
use crate::file::Secret;
use crate::hash::Digest;
use crate::manifest::{ClaimEffect, Pace};
use crate::start::{Start, StartTime, WhyGone};
use crate::text::plain_text;
use crate::{Manifest, PublicKey, Seat};

/// How old the beginning may be that a table shows, and how far ahead the host's wall clock may run: by it days are counted.
const WRITTEN_WITHIN_MS: u64 = 24 * 60 * 60 * 1000;

/// Why a player who stays is not ready for a table in place of a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlacesError {
    #[error("this match cannot be continued at a table: {0}")]
    Match(#[from] ProposeError),
    #[error("the table continues another match")]
    OtherMatch,
    #[error(
        "the table begins at step {table} of the match, and this program holds steps up to {own}"
    )]
    Undoes { table: u64, own: u64 },
    #[error(
        "the table begins at step {table} of the match, and this program holds only those up to {own}"
    )]
    Lacks { table: u64, own: u64 },
    #[error("the programs of this player and of the host hold different records of the match")]
    Parted,
    /// This seat has signed the match of that number, written at that time in Unix milliseconds, and signs no other of that
    /// number, no lower one and no earlier one.
    #[error(
        "this player has signed try {number} to continue the match, and the table is no later one"
    )]
    Signed { number: u8, written_ms: u64 },
    #[error("{0} has resigned or is convicted, and would play on")]
    Leaver(String),
    #[error("the time of {0} is up")]
    TimeUp(String),
    #[error("the table differs from the match: {0}")]
    Differs(&'static str),
    #[error("this player has no seat at the table that continues the match")]
    LeftOut,
}

impl PlacesError {
    /// Advice to the user, in one sentence without a full stop.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Match(cause) => cause.advice(),
            Self::OtherMatch => "leave this table; its host's program is faulty",
            Self::Undoes { .. } => {
                "the host must resume the match with one of you first, so that its program gets what it lacks, and host the table again"
            }
            Self::Lacks { .. } => {
                "leave the table and resume the match with another player first, so that your program gets what it lacks"
            }
            Self::Parted => "resume the match together first, and continue it with everybody",
            Self::Signed { .. } => "wait a moment: the host's program takes a higher number",
            Self::Leaver(_) => {
                "the host has to open that seat, or you go on without that player first"
            }
            Self::TimeUp(_) => {
                "the host has to open that seat, or you go on without that player first"
            }
            Self::Differs(_) => {
                "leave this table; the host's program offers another game than the match"
            }
            Self::LeftOut => "ask the host; for you the match stands",
        }
    }
}

impl Session {
    /// The beginning of a table in place of this match, from its last complete step: a whole manifest with the players of
    /// this match, in which the seats of those who are gone already are named as such. Whoever stays keeps seat and side;
    /// whoever takes the place of another begins with a full clock.
    ///
    /// # Errors
    /// Returns [`ProposeError`] if the match is none of a table, has a result, is halted, or is in the middle of opening what
    /// was sealed; and on files that may be older than what this seat has signed.
    pub fn offer_places(&self, now: Now) -> Result<Manifest, ProposeError> {
        let game = self.may_leave_for_table()?;
        // by what this seat has signed alone: what another says to have signed may be a lie, and after the last number there is
        // none
        let number = game.leaving.signed_number().checked_add(1);
        let number = number.ok_or(ProposeError::TooManyTries)?;
        let written_ms = now.unix_ms.max(game.leaving.signed_at().saturating_add(1));
        game.places(number, written_ms)
    }

    /// Whether this seat would sign the match of a table in place of this one. Everything but keys, names and newcomers is
    /// compared with this program's own file.
    ///
    /// # Errors
    /// Returns [`PlacesError`] for whatever differs.
    pub fn may_sign_places(&self, manifest: &Manifest, now: Now) -> Result<(), PlacesError> {
        let game = self.may_leave_for_table()?;
        game.check_places(self.seat(), manifest, now)
    }

    /// Signs off from this match for that one: what is given out to be written must be on disk before the seat's signature
    /// under the new match leaves. From here on nothing is signed in this match but a resignation, a claim, or a match of a
    /// higher number in its place.
    ///
    /// # Errors
    /// As [`Session::may_sign_places`].
    pub fn sign_places(&mut self, manifest: Manifest, now: Now) -> Result<(), PlacesError> {
        self.may_sign_places(&manifest, now)?;
        let bytes = manifest.to_bytes();
        if let Some(game) = &mut self.game {
            game.leaving.sign(manifest);
        }
        // the mark first, as for a record: a copy of these files must not sign another try beside it
        self.note_signed();
        self.outbox.keep(&Secret::Draft(bytes));
        Ok(())
    }

    /// True if the session is of that seat, with that long-lived key.
    pub(crate) fn is_of(&self, seat: Seat, identity: PublicKey) -> bool {
        self.seat() == seat && self.seat_of(identity) == Some(seat)
    }

    /// The match in place of this one that this seat has signed last, which may have begun.
    pub fn signed_next(&self) -> Option<Digest> {
        let game = self.game.as_ref()?;
        let signed = game.leaving.signed();
        let is_of_this = signed.is_some_and(|start| start.sid == game.chain().sid());
        game.leaving.signed_sid().filter(|_| is_of_this)
    }

    /// The match, if a table may take its place.
    fn may_leave_for_table(&self) -> Result<&Match, ProposeError> {
        let game = self.agreed().filter(|_| self.has_table());
        let game = game.ok_or(ProposeError::NotYourTurn)?;
        let chain = game.chain();
        match () {
            () if self.is_strange() || self.lacks_match_key() => Err(ProposeError::OlderCopy),
            () if chain.outcome().is_some() || self.is_over_on_time() => Err(ProposeError::Over),
            () if chain.notes().has_resigned(self.seat()) => Err(ProposeError::Resigned),
            () if game.is_left_out => Err(ProposeError::PlaysOn),
            // differing positions go back to the last one that all confirmed, which takes everybody's word
            () if game.ledger.difference().is_some() || chain.differing().next().is_some() => {
                Err(ProposeError::Diverged)
            }
            () if !game.may_be_left() => Err(ProposeError::Halted),
            // somebody knows what others have sealed or drawn, and all would choose and draw anew
            () if game.is_opening() => Err(ProposeError::Opening),
            () => Ok(game),
        }
    }
}

impl StartTime {
    /// The time of a player who comes new into a match of that pace: a full clock, since nobody takes a seat whose time is
    /// up.
    pub(crate) fn full(pace: Pace) -> Self {
        let left_ms = match pace {
            Pace::Bank { bank_ms, .. } => bank_ms,
            Pace::Untimed | Pace::Days(_) => 0,
        };
        Self::of(left_ms)
    }
}

impl Match {
    /// True if a seat has opened what it sealed or drew in the present round, or had in the match from which it was carried.
    fn is_opening(&self) -> bool {
        let round = self.chain().plan().round();
        !self.opened().is_empty() || round.is_some_and(|round| round.carried_from.is_some())
    }

    /// The beginning of a table in place of this match, out of this program's own history.
    fn places(&self, number: u8, written_ms: u64) -> Result<Manifest, ProposeError> {
        let chain = self.chain();
        let at = chain.last_step();
        let after = chain.settled(at);
        let mut manifest = self.followed();
        let before = manifest.start.as_ref();
        let gone = before.map_or_else(Vec::new, |start| start.gone.clone());
        let position = chain.left_position((after, at), &gone, None);
        if position.outcome().is_some() {
            return Err(ProposeError::Over);
        }
        // by what is signed alone, so that all find the same: each program has measured the present decision for as long as
        // it was open itself
        let full = StartTime::full(manifest.terms.pace);
        let time = |seat: Seat| match chain.clocks() {
            Some(clocks) if !chain.manifest().is_gone(seat) => {
                let said_ms = clocks.thought_ms(seat).unwrap_or(0);
                StartTime {
                    left_ms: clocks.left_ms(seat).saturating_sub(said_ms),
                    own_ms: clocks.left_by_own_word_ms(seat).saturating_sub(said_ms),
                }
            }
            _ => full,
        };
        let seats = manifest.all_seats();
        manifest.start = Some(Start {
            instead: true,
            sid: chain.sid(),
            at,
            root: chain.root(),
            after,
            position: position
                .to_whole()
                .map_err(|_too_large| ProposeError::NoPosition)?,
            written_ms,
            began_ms: written_ms,
            times: seats.into_iter().map(time).collect(),
            gives_up: None,
            forgiven: Vec::new(),
            asks: None,
            strange: Vec::new(),
            number,
            gone,
            carried: None,
        });
        Ok(manifest)
    }

    /// Compares the match of a table with what this program would offer itself.
    fn check_places(&self, own: Seat, manifest: &Manifest, now: Now) -> Result<(), PlacesError> {
        let chain = self.chain();
        let old = chain.manifest();
        let start = manifest.start.as_ref();
        let start = start.filter(|start| start.instead && start.sid == chain.sid());
        let start = start.ok_or(PlacesError::OtherMatch)?;
        let (table, at) = (start.at, chain.last_step());
        let (number, written_ms) = (self.leaving.signed_number(), self.leaving.signed_at());
        match () {
            // a base before what this seat has signed upon would undo it (threat 61)
            () if table < at => return Err(PlacesError::Undoes { table, own: at }),
            () if table > at => return Err(PlacesError::Lacks { table, own: at }),
            () if start.root != chain.root() => return Err(PlacesError::Parted),
            () if start.number <= number || start.written_ms <= written_ms => {
                return Err(PlacesError::Signed { number, written_ms });
            }
            () => {}
        }
        let mut expected = self.places(start.number, start.written_ms)?;
        let Some(mine) = expected.start.take() else {
            return Err(PlacesError::OtherMatch);
        };
        if manifest.seats.len() != old.seats.len() || start.times.len() != old.seats.len() {
            return Err(PlacesError::Differs("its seats"));
        }
        if !manifest.keeps(old, own) {
            return Err(PlacesError::LeftOut);
        }
        self.check_seats(manifest)?;
        // who is gone may stay gone, for the reason that all know; nobody else is left out at a table
        if !start.gone.iter().all(|gone| mine.gone.contains(gone)) {
            return Err(PlacesError::Differs("who is gone"));
        }
        let times = mine.times.iter().zip(old.all_seats());
        let times = times.map(|(time, seat)| match manifest.keeps(old, seat) {
            true => *time,
            false => StartTime::full(old.terms.pace),
        });
        let times: Vec<StartTime> = times.collect();
        if times != start.times {
            return Err(PlacesError::Differs("the clocks"));
        }
        if start.written_ms.abs_diff(now.unix_ms) > WRITTEN_WITHIN_MS {
            return Err(PlacesError::Differs("the time at which it was offered"));
        }
        // these differ between two honest programs, and were checked above
        expected.program.clone_from(&manifest.program);
        expected.seats.clone_from(&manifest.seats);
        expected.start = Some(Start {
            gone: start.gone.clone(),
            times,
            ..mine
        });
        match expected == *manifest {
            true => Ok(()),
            false => Err(PlacesError::Differs("its game, terms or position")),
        }
    }

    fn check_seats(&self, manifest: &Manifest) -> Result<(), PlacesError> {
        let old = self.chain().manifest();
        let name = |seat: Seat| {
            let entry = manifest.seat(seat);
            plain_text(entry.map_or("", |entry| &entry.name))
        };
        let claims = self.claims();
        for seat in old.all_seats() {
            let both = old.seat(seat).zip(manifest.seat(seat));
            let is_same = both.is_some_and(|(before, after)| {
                let place = |entry: &crate::manifest::SeatEntry| (entry.side, entry.team);
                place(before) == place(after) && after.was == Some(seat)
            });
            if !is_same {
                return Err(PlacesError::Differs("sides and teams"));
            }
            let is_late = claims
                .iter()
                .any(|claim| claim.against == seat && claim.effect == ClaimEffect::Loss);
            match self.proved_reason(seat) {
                _ if !manifest.keeps(old, seat) => {}
                // nobody escapes into a new match what counts in the old one
                Some(WhyGone::Resigned | WhyGone::Convicted) => {
                    return Err(PlacesError::Leaver(name(seat)));
                }
                _ if is_late => return Err(PlacesError::TimeUp(name(seat))),
                Some(WhyGone::Silent | WhyGone::Differs) | None => {}
            }
        }
        Ok(())
    }
}
