//! The clocks of a match with a bank of time: what each seat has left, from signed records alone, so that both programs
//! and the judge reckon the same.
//!
//! A decision is charged when its step is confirmed: the time that its signer says, and as much more as the other seat
//! signs that it measured. So is the time by which records came late that a program signs by itself, decision or not.
//! Nobody can prove either; a large difference is shown to both and stands in the file.

use std::collections::BTreeMap;

use super::Chain;
use crate::codec::CodecError;
use crate::event::TimeDispute;
use crate::manifest::{Manifest, Pace};
use crate::record::ConfirmBody;
use crate::{Record, Seat, SessionEvent, StartTime};

/// The difference between a seat's own account of a decision's time and the other's from which both players see a
/// warning.
const DISPUTED_MS: u64 = 10_000;

/// Every seat's clock, as the signed records have charged it.
#[derive(Debug, Clone)]
pub(crate) struct Clocks {
    increment_ms: u64,
    seats: Vec<Clock>,
    disputes: Vec<TimeDispute>,
}

#[derive(Debug, Clone, Copy)]
struct Clock {
    left_ms: u64,
    /// The time that would be left by the seat's own word alone.
    left_by_own_word_ms: u64,
    /// The step of a decision that is not charged yet, and the milliseconds that its signer says it took.
    thought: Option<(u64, u64)>,
}

impl Clocks {
    /// The clocks at the beginning; none in a match without.
    pub(super) fn of(manifest: &Manifest) -> Option<Self> {
        let Pace::Bank {
            bank_ms,
            increment_ms,
        } = manifest.terms.pace
        else {
            return None;
        };
        let times = manifest.start.as_ref().map(|start| start.times.iter());
        let mut times = times.into_iter().flatten();
        let clocks = manifest.seats.iter().map(|_| {
            // a match in place of another one takes the times over; beside one it has none and starts full
            let full = StartTime::of(bank_ms);
            let time = times.next().copied().unwrap_or(full);
            Clock {
                left_ms: time.left_ms,
                left_by_own_word_ms: time.own_ms,
                thought: None,
            }
        });
        Some(Self {
            increment_ms,
            seats: clocks.collect(),
            disputes: Vec::new(),
        })
    }

    /// The milliseconds that the seat has left, before what is not charged yet.
    pub(crate) fn left_ms(&self, seat: Seat) -> u64 {
        self.seats
            .get(seat.index())
            .map_or(0, |clock| clock.left_ms)
    }

    /// The milliseconds that the seat would have left if nobody but itself had measured its time, before what is not
    /// charged yet.
    pub(crate) fn left_by_own_word_ms(&self, seat: Seat) -> u64 {
        let clock = self.seats.get(seat.index());
        clock.map_or(0, |clock| clock.left_by_own_word_ms)
    }

    /// The milliseconds that the seat says its decision took which is not charged yet.
    pub(crate) fn thought_ms(&self, seat: Seat) -> Option<u64> {
        let thought = self.seats.get(seat.index())?.thought;
        thought.map(|(_, said_ms)| said_ms)
    }

    /// The decisions about whose time the seats differ.
    pub(crate) fn disputes(&self) -> &[TimeDispute] {
        &self.disputes
    }

    pub(super) fn decided(&mut self, record: &Record) {
        if let Some(clock) = self.seats.get_mut(record.seat.index()) {
            // added: a member that puts its part of a turn off decides twice before the turn is confirmed
            let before = clock.thought.map_or(0, |(_, said_ms)| said_ms);
            clock.thought = Some((record.step, before.saturating_add(record.think_ms.into())));
        }
    }

    /// Charges in that step every decision that is not charged yet; `over_ms` has for each seat what the others
    /// measured beyond its own word, of its decision and of what its program signs by itself.
    fn charge(&mut self, step: u64, over_ms: &[u64]) -> Vec<TimeDispute> {
        let mut disputes = Vec::new();
        // saturating throughout: a false measure may be any u64, and must not make anybody's clock wrap around
        for ((clock, over_ms), seat) in self.seats.iter_mut().zip(over_ms).zip((0..).map(Seat)) {
            // taken: a decision earns its increment once
            let thought = clock.thought.take();
            let gained_ms = thought.map_or(0, |_| self.increment_ms);
            // without a decision the measure is of what the program signed by itself, in the present step
            let (step, said_ms) = thought.unwrap_or((step, 0));
            let measured_ms = said_ms.saturating_add(*over_ms);
            let charge = |left_ms: u64, ms| left_ms.saturating_sub(ms).saturating_add(gained_ms);
            clock.left_ms = charge(clock.left_ms, measured_ms);
            // kept beside: by the other's word alone no program holds its own player late
            clock.left_by_own_word_ms = charge(clock.left_by_own_word_ms, said_ms);
            if *over_ms > DISPUTED_MS {
                disputes.push(TimeDispute {
                    seat,
                    step,
                    said_ms,
                    measured_ms,
                });
            }
        }
        self.disputes.extend(&disputes);
        disputes
    }
}

impl Chain {
    /// The clocks; none in a match without a bank of time.
    pub(crate) fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The body of a confirmation, and what it says about the other seats' times; empty in a match without clocks.
    pub(super) fn confirmed(&self, body: &[u8]) -> Result<(ConfirmBody, Vec<u64>), CodecError> {
        let terms = &self.manifest().terms;
        let (confirm, over_ms) = ConfirmBody::read(body, terms)?;
        // fewer would leave a seat uncharged, more would speak of seats that do not exist
        match terms.has_clocks() && over_ms.len() != self.manifest().seats.len() {
            true => Err(CodecError::Bounds("times of other than all seats")),
            false => Ok((confirm, over_ms)),
        }
    }

    /// What the others measured of a seat's time beyond its own word: the lower median over the other teams of each team's
    /// lower median. So one team of three that lies charges nobody, and mates can excuse nobody (threat 55). With two teams
    /// it is the other's word.
    fn measure_of(&self, seat: Seat, measured: &[(Seat, Vec<u64>)]) -> u64 {
        let manifest = self.manifest();
        let mut teams: BTreeMap<u8, Vec<u64>> = BTreeMap::new();
        for (by, over_ms) in measured {
            let team = manifest
                .team_of(*by)
                .filter(|team| Some(*team) != manifest.team_of(seat));
            if let (Some(team), Some(over_ms)) = (team, over_ms.get(seat.index())) {
                teams.entry(team).or_default().push(*over_ms);
            }
        }
        let teams: Vec<u64> = teams.into_values().map(lower_median).collect();
        lower_median(teams)
    }

    /// Charges the clocks as the confirmations of all seats say.
    pub(super) fn charge(&mut self, confirms: &BTreeMap<Seat, Record>) -> Vec<SessionEvent> {
        let measured = confirms.iter().filter_map(|(by, record)| {
            let (_, over_ms) = self.confirmed(&record.body).ok()?;
            Some((*by, over_ms))
        });
        let measured: Vec<(Seat, Vec<u64>)> = measured.collect();
        let seats = self.manifest().all_seats().into_iter();
        let over_ms: Vec<u64> = seats.map(|seat| self.measure_of(seat, &measured)).collect();
        let step = self.step();
        let clocks = self.clocks.as_mut();
        let disputes = clocks.map_or_else(Vec::new, |clocks| clocks.charge(step, &over_ms));
        disputes
            .into_iter()
            .map(SessionEvent::TimeDisputed)
            .collect()
    }
}

/// The lower of the middle values; 0 of none.
fn lower_median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    let middle = values.len().saturating_sub(1) / 2;
    values.get(middle).copied().unwrap_or(0)
}
