//! The beginning of a match from a position of an older one: in its place, or beside it.
//!
//! Nothing reopens a step. Whatever departs from the plan of a match (a lost file, positions that differ, a
//! substitute, a wish of both players) is a new match, which all who play it sign.

use bincode::{Decode, Encode};

use crate::Seat;
use crate::bounds;
use crate::codec::Wire;
use crate::hash::Digest;
use crate::record::{CommitBody, MAX_SEATS, WireOutcome};

/// The position of an older match that a match begins from, and what goes over from that match.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Start {
    /// The new match takes the place of the old one; else it stands beside it.
    pub instead: bool,
    /// The id of the old match.
    pub sid: Digest,
    /// The old match's last complete step.
    pub at: u64,
    /// The root after that step.
    pub root: Digest,
    /// The step of the old match after which the position stood; at most `at`.
    pub after: u64,
    /// The position, in the whole bytes of its family, at most [`rules::MAX_WHOLE_BYTES`].
    pub position: Vec<u8>,
    /// The time at which the writer wrote the manifest, in Unix milliseconds by its own clock. Of several
    /// continuations of one match, the latest counts, so that an older draft in somebody's pocket is worth nothing.
    pub written_ms: u64,
    /// By days: the time at which the present decision began, in Unix milliseconds, so that no day comes twice.
    pub began_ms: u64,
    /// The time of each seat of the new match; empty beside the old match, where the clocks start again.
    pub times: Vec<StartTime>,
    /// The result of the old match that its players give up.
    pub gives_up: Option<WireOutcome>,
    /// Seats of the old match whose proved breach is forgiven.
    pub forgiven: Vec<Seat>,
    /// The seat of the old match that asked, and so signs first; none if the match is an ordinary offer.
    pub asks: Option<Seat>,
    /// Seats of the old match whose files may be older than what they have signed.
    pub strange: Vec<Seat>,
    /// Of a table the number of this try to continue it, from 1: of several that are signed the highest counts. 0 in a
    /// match of two, in which the asked seat vouches instead.
    pub number: u8,
    /// Of a table the seats that do not play on, rising. They keep their entries in the manifest and sign nothing.
    pub gone: Vec<Gone>,
    /// Of a table that goes on from a round of which something is opened: the choices that were sealed in it. Whoever
    /// sealed one opens that one, so that nobody chooses again and knows the others' choices.
    pub carried: Option<Carried>,
}

/// The sealed choices that go over into a new match.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Carried {
    /// The match in which they were sealed.
    pub sid: Digest,
    /// The step of the commitments in that match.
    pub step: u64,
    /// The root before that step.
    pub prev: Digest,
    /// For each seat that plays on its commitments, the seats rising; where members have leaders of their own, those of
    /// gone members too, which a mate opens.
    pub seats: Vec<(Seat, CommitBody)>,
}

/// A seat without which a table plays on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Gone {
    /// The same in the old match and in the new one.
    pub seat: Seat,
    /// Why the others went on without it.
    pub why: WhyGone,
}

/// Why a table plays on without a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub enum WhyGone {
    /// It was not reached, or did not sign what the others had agreed on. Nobody can prove either.
    Silent,
    /// It resigned; the old match holds its note.
    Resigned,
    /// It is convicted by its own signatures in the old match.
    Convicted,
    /// It confirmed another position than most. The old match holds its record, which says nothing of who is right.
    Differs,
}

impl WhyGone {
    /// True if the bytes of the old match say so, and not the word of those who went on alone.
    pub const fn is_proved(self) -> bool {
        match self {
            Self::Silent | Self::Differs => false,
            Self::Resigned | Self::Convicted => true,
        }
    }

    /// The reason in one word, for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Resigned => "resigned",
            Self::Convicted => "convicted",
            Self::Differs => "differs",
        }
    }
}

/// The difference between two programs' accounts of a seat's time that is nobody's fault.
const TOLERANCE_MS: u64 = 10_000;

/// The time of a seat that goes over into a new match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Encode, Decode)]
pub struct StartTime {
    /// The milliseconds left of a bank, as the other seats have measured.
    pub left_ms: u64,
    /// The milliseconds left by the seat's own word. By this account its own program goes on: otherwise a false measure
    /// would become its clock.
    pub own_ms: u64,
}

impl StartTime {
    /// The same time by both accounts.
    pub(crate) const fn of(left_ms: u64) -> Self {
        Self {
            left_ms,
            own_ms: left_ms,
        }
    }

    /// True if two programs may have measured both, each by its own clock.
    pub(crate) const fn is_about(&self, other: &Self) -> bool {
        self.left_ms.abs_diff(other.left_ms) <= TOLERANCE_MS
            && self.own_ms.abs_diff(other.own_ms) <= TOLERANCE_MS
    }
}

impl Wire for Start {
    const LIMIT: usize = rules::MAX_WHOLE_BYTES + 4096;

    fn check(&self) -> Result<(), &'static str> {
        match self.instead {
            true => self.check(self.times.len(), false),
            false => self.check(0, false),
        }
    }
}

impl Start {
    /// Checks lengths and order; the content is checked against the old match by whoever holds it.
    /// Only where members have leaders of their own is anything carried of a seat that is gone.
    pub(crate) fn check(&self, seats: usize, is_by_leaders: bool) -> Result<(), &'static str> {
        let rises = |seats: &[Seat]| {
            seats.is_sorted_by(|a, b| a < b) && seats.iter().all(|seat| seat.index() < MAX_SEATS)
        };
        self.check_numbers()?;
        match self {
            _ if self.position.len() > rules::MAX_WHOLE_BYTES => Err("a position over 48 KiB"),
            _ if self.after > self.at => Err("a position after the last step"),
            _ if !rises(&self.forgiven) || !rises(&self.strange) => Err("seats out of order"),
            _ if !rises(
                &self
                    .gone
                    .iter()
                    .map(|gone| gone.seat)
                    .collect::<Vec<Seat>>(),
            ) =>
            {
                Err("seats out of order")
            }
            _ if self.number == 0 && !self.gone.is_empty() => {
                Err("seats that are gone from no table")
            }
            _ if !self.carries_soundly(is_by_leaders) => {
                Err("sealed choices of no table, or out of order")
            }
            // a table continues by numbers, and nobody vouches or is forgiven in it
            _ if self.number > 0 && !self.is_of_table() => Err("a try of other than a table"),
            _ if self.instead && self.times.len() != seats => Err("times of other than all seats"),
            _ if !self.instead && !self.stands_alone() => {
                Err("a match beside another that takes something from it")
            }
            _ => self.gives_up.as_ref().map_or(Ok(()), WireOutcome::check),
        }
    }

    fn check_numbers(&self) -> Result<(), &'static str> {
        let carried = self.carried.iter().map(|carried| carried.step);
        bounds::steps([self.at, self.after].into_iter().chain(carried))?;
        let times = |time: &StartTime| [time.left_ms, time.own_ms];
        bounds::numbers([self.written_ms, self.began_ms])?;
        bounds::numbers(self.times.iter().flat_map(times))
    }

    /// True if nothing but the position goes over.
    fn stands_alone(&self) -> bool {
        let gives_nothing = self.gives_up.is_none() && self.forgiven.is_empty();
        self.times.is_empty() && gives_nothing && self.asks.is_none() && self.strange.is_empty()
    }

    fn is_of_table(&self) -> bool {
        self.instead && self.asks.is_none() && self.forgiven.is_empty()
    }

    fn carries_soundly(&self, is_by_leaders: bool) -> bool {
        self.carried.as_ref().is_none_or(|carried| {
            let seats = &carried.seats;
            let are_sound = seats.iter().all(|(seat, body)| {
                seat.index() < MAX_SEATS
                    && body.check().is_ok()
                    && (is_by_leaders || !self.leaves_out(*seat))
            });
            self.number > 0
                && are_sound
                && seats.is_sorted_by(|a, b| a.0 < b.0)
                && !seats.is_empty()
        })
    }

    /// True if the seat does not play on.
    pub fn leaves_out(&self, seat: Seat) -> bool {
        self.gone.iter().any(|gone| gone.seat == seat)
    }

    /// True if the seat of the old match binds itself by its signature: it has signed and will sign nothing more of
    /// the old match. A seat that asks, or whose files may be older, cannot promise that.
    pub fn vouches(&self, old: Seat) -> bool {
        // at a table nobody does: a split leaves honest seats on either side beyond the step that they share
        self.instead && self.number == 0 && self.asks != Some(old) && !self.strange.contains(&old)
    }
}
