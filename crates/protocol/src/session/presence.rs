//! Which seats of a table were heard of lately, over whatever lines: a seat behind others shows that its program runs.

use std::time::Duration;

use crate::Seat;

/// How often a program at a table shows that it runs.
const BEAT_EVERY: Duration = Duration::from_secs(30);
/// After that time without a word a seat is not reached.
pub(super) const SILENT_AFTER: Duration = Duration::from_secs(2 * 60);

/// The time of the last word of each seat, signed end to end. A bridge can keep words back and make none up.
#[derive(Default)]
pub(super) struct Presence {
    /// For each seat the time of its last word, and its last beat.
    seats: Vec<(Duration, u64)>,
    shown: Option<Duration>,
    beat: u64,
}

impl Presence {
    /// From now on: who is not heard of has its time anew.
    pub(super) fn begin(&mut self, seats: usize, now: Duration) {
        if self.seats.len() != seats {
            self.seats = vec![(now, 0); seats];
        }
    }

    /// A word of the seat is here.
    pub(super) fn note(&mut self, seat: Seat, now: Duration) {
        if let Some((last, _)) = self.seats.get_mut(seat.index()) {
            *last = now.max(*last);
        }
    }

    /// True if a beat of the seat is later than the one before.
    pub(super) fn is_new(&self, seat: Seat, beat: u64) -> bool {
        let known = self.seats.get(seat.index());
        known.is_some_and(|(_, last)| beat > *last)
    }

    /// A beat of the seat is here, whose signature was checked.
    pub(super) fn note_beat(&mut self, seat: Seat, beat: u64, now: Duration) {
        if let Some((_, last)) = self.seats.get_mut(seat.index()) {
            *last = beat.max(*last);
        }
        self.note(seat, now);
    }

    /// The time since the last word of the seat.
    pub(super) fn silent_for(&self, seat: Seat, now: Duration) -> Duration {
        let last = self.seats.get(seat.index());
        last.map_or(Duration::ZERO, |(last, _)| now.saturating_sub(*last))
    }

    /// True if the seat was heard of lately.
    pub(super) fn is_reached(&self, seat: Seat, now: Duration) -> bool {
        self.silent_for(seat, now) < SILENT_AFTER
    }

    /// The beat to show now, if one is due.
    pub(super) fn due_beat(&mut self, now: Duration, unix_ms: u64) -> Option<u64> {
        if self
            .shown
            .is_some_and(|shown| now < shown.saturating_add(BEAT_EVERY))
        {
            return None;
        }
        self.shown = Some(now);
        self.beat = unix_ms.max(self.beat.saturating_add(1));
        Some(self.beat)
    }
}
