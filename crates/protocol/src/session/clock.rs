//! The clock of one seat in the present step, as this program measures it.

use std::time::Duration;

use crate::file::SavedClock;

/// The grace of one broken line.
pub(super) const GRACE: Duration = Duration::from_secs(2 * 60);
/// The grace of all broken lines of a match.
pub(super) const GRACE_IN_ALL: Duration = Duration::from_secs(10 * 60);
/// The most that a round trip excuses: a peer can make its own line slow.
pub(super) const MOST_ROUND_TRIP: Duration = Duration::from_secs(1);
/// The lag that a seat can have in store, and what it regains with each decision.
pub(super) const MOST_LAG: Duration = Duration::from_secs(5);
pub(super) const REGAINED: Duration = Duration::from_secs(1);

/// The time left of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The time left; nothing that happens alone changes it.
    Stands(Duration),
    /// The clock runs, and the time is up at that time of the caller's clock.
    Runs(Duration),
}

/// One seat's clock: it runs while the seat is heard, and on a broken line once the grace is used up.
#[derive(Debug, Clone)]
pub(super) struct SeatClock {
    /// The time on the clock up to `from`.
    counted: Duration,
    /// The part of the time on the clock that passed before the seat had what its next record stands upon.
    pub(super) unsent: Duration,
    from: Duration,
    /// The grace of the present break at `from`; none while the seat is heard.
    broken: Option<Duration>,
    /// The grace left for all breaks.
    pub(super) grace: Duration,
    /// The round trip of the line to the seat, a second at most.
    pub(super) round_trip: Duration,
    /// The lag that the seat has in store.
    pub(super) lag: Duration,
    /// The milliseconds measured of its last decision beyond its own word and every allowance, not signed yet.
    pub(super) decided_ms: u64,
    /// The same of the records that its program signs by itself.
    pub(super) owed_ms: u64,
}

impl SeatClock {
    pub(super) fn new(now: Duration, is_heard: bool) -> Self {
        Self {
            counted: Duration::ZERO,
            unsent: Duration::ZERO,
            from: now,
            broken: (!is_heard).then_some(GRACE),
            grace: GRACE_IN_ALL,
            round_trip: Duration::ZERO,
            lag: MOST_LAG,
            decided_ms: 0,
            owed_ms: 0,
        }
    }

    /// The clock of a match that continues another from the time `since`.
    pub(super) fn carried(old: &Self, since: Duration, now: Duration) -> Self {
        Self {
            from: since.min(now),
            lag: old.lag,
            grace: old.grace_left(now),
            // the same break of the line continues
            broken: old.broken.map(|_| GRACE),
            round_trip: old.round_trip,
            ..Self::new(now, true)
        }
    }

    /// Goes on from what was saved, of the present step or of an earlier one.
    pub(super) fn resume(&mut self, saved: &SavedClock, is_of_step: bool) {
        // never more than a match begins with, whatever the file says
        self.grace = Duration::from_millis(saved.grace_ms).min(GRACE_IN_ALL);
        self.lag = Duration::from_millis(saved.lag_ms).min(MOST_LAG);
        self.broken = Some(GRACE.min(self.grace));
        if is_of_step {
            self.counted = Duration::from_millis(saved.counted_ms);
            (self.decided_ms, self.owed_ms) = (saved.decided_ms, saved.owed_ms);
        }
    }

    pub(super) fn saved(&self, now: Duration) -> SavedClock {
        SavedClock {
            counted_ms: millis(self.counted(now)),
            grace_ms: millis(self.grace_left(now)),
            lag_ms: millis(self.lag),
            decided_ms: self.decided_ms,
            owed_ms: self.owed_ms,
        }
    }

    /// The next step begins.
    pub(super) fn begin(&mut self, now: Duration) {
        self.settle(now);
        self.counted = Duration::ZERO;
        self.unsent = Duration::ZERO;
    }

    /// Counts up to now.
    fn settle(&mut self, now: Duration) {
        let counted = self.counted(now);
        if let Some(left) = self.broken {
            let used = now.saturating_sub(self.from).min(left);
            self.broken = Some(left.saturating_sub(used));
            self.grace = self.grace.saturating_sub(used);
        }
        (self.counted, self.from) = (counted, now);
    }

    pub(super) fn hear(&mut self, now: Duration, is_heard: bool) {
        // said twice, a broken line would get its two minutes of grace again
        if is_heard == self.broken.is_none() {
            return;
        }
        self.settle(now);
        // the last break of a match gets only what is left of its ten minutes
        self.broken = (!is_heard).then(|| GRACE.min(self.grace));
    }

    pub(super) fn grace_left(&self, now: Duration) -> Duration {
        let used = self.broken.map_or(Duration::ZERO, |left| {
            left.min(now.saturating_sub(self.from))
        });
        self.grace.saturating_sub(used)
    }

    /// The time that the clock has run in this step.
    pub(super) fn counted(&self, now: Duration) -> Duration {
        let grace = self.broken.unwrap_or_default();
        self.counted
            .saturating_add(now.saturating_sub(self.from).saturating_sub(grace))
    }

    pub(super) fn waited(&self, now: Duration) -> Duration {
        self.counted(now).saturating_sub(self.unsent)
    }

    /// The time up to now counts as part of a break. Returns the grace that this has used.
    pub(super) fn send_again(&mut self, now: Duration) -> Duration {
        self.settle(now);
        // at most the grace: otherwise a peer could say on every line that it was never sent the step, and stop its
        // clock
        let before = self.waited(now).min(self.grace);
        self.unsent = self.unsent.saturating_add(before);
        self.grace = self.grace.saturating_sub(before);
        before
    }

    pub(super) fn face(&self, left: Duration, now: Duration) -> Face {
        let grace = self.broken.unwrap_or_default();
        match now.saturating_sub(self.from) < grace {
            true => Face::Stands(left.saturating_sub(self.counted)),
            false => Face::Runs(
                self.from
                    .saturating_add(grace)
                    .saturating_add(left)
                    .saturating_sub(self.counted),
            ),
        }
    }

    /// The milliseconds waited for the seat beyond that time, the round trip and the lag in store, which is used up
    /// by it.
    pub(super) fn beyond(&mut self, said: Duration, round_trip: Duration, now: Duration) -> u64 {
        let more = self.waited(now).saturating_sub(said);
        // the round trip is free every time, and only what exceeds it uses up the lag in store
        let more = more.saturating_sub(round_trip);
        let excused = more.min(self.lag);
        self.lag = self.lag.saturating_sub(excused);
        millis(more.saturating_sub(excused))
    }
}

pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
