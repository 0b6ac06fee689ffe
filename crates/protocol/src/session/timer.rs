//! The time of the present step, as this program measures it.
//!
//! Two measures run side by side. `open_for` is the whole time since the step began, by the wall clock across
//! restarts: for days and for what programs sign by themselves. `counted` is the time on a live clock: it runs while
//! the peer is heard, and on a broken line once the grace is used up. While this program is closed it stands, so that
//! two players who both close their programs adjourn.

use std::time::Duration;

use super::Now;
use crate::Seat;
use crate::file::SavedTime;

/// The grace of one broken line.
const GRACE: Duration = Duration::from_secs(2 * 60);
/// The grace of all broken lines of a match.
const GRACE_IN_ALL: Duration = Duration::from_secs(10 * 60);
/// The most that a round trip excuses: a peer can make its own line slow.
const MOST_ROUND_TRIP: Duration = Duration::from_secs(1);
/// The lag that a seat can have in store, and what it regains with each decision.
const MOST_LAG: Duration = Duration::from_secs(5);
const REGAINED: Duration = Duration::from_secs(1);
/// The time on a clock that a crash may cost. Each save is a flush of the disk while a player thinks.
const SAVED_EVERY: Duration = Duration::from_secs(10);

/// The time of the present step. Times are those of the caller's clock that never goes back.
///
/// * **Questions** (`open_for`, `counted`, `waited`, `thought`, the faces, `over_ms`, `saved`…) may be asked at any
///   time and are answered as of the time given.
/// * **Course**: `begin` once for each step, before anything of that step is measured; `hear` whenever the peer is
///   heard or lost; `send_again` when a peer that was lost says that it was never sent the step; `decide` when our
///   player's decision is kept to be signed later.
/// * **Measures**: `take` for each record of the peer once it is admitted; `forget_measures` when a CONFIRM has
///   signed them, `forget_decisions` when a step of CONFIRMs is complete.
/// * **Warnings** (`warn`) come once a step each; `save` is called every ten seconds of a live clock.
#[derive(Debug, Clone)]
pub(super) struct Timer {
    step: u64,
    began: Duration,
    /// The beginning by the wall clock, for the next start of the program.
    began_ms: u64,
    /// The time for which the step had been open before this program took the match up.
    before: Duration,
    /// The time on the clock up to `from`.
    counted: Duration,
    /// The part of the time on the clock that passed before the peer had what its next record stands upon.
    unsent: Duration,
    from: Duration,
    /// The grace of the present break at `from`; none while the peer is heard.
    broken: Option<Duration>,
    /// The grace left for all breaks.
    grace: Duration,
    /// The time on the clock when our user's decision was kept to be signed later.
    decided: Option<Duration>,
    /// What this program will sign to have measured, for each seat.
    measures: Vec<Measure>,
    /// The line's round trip, a second at most.
    round_trip: Duration,
    /// The lag that the peer has in store.
    lag: Duration,
    /// The warnings given in the present step.
    warned: Warnings,
    /// The time at which the time was last saved.
    saved_at: Duration,
}

/// The milliseconds measured of a seat beyond every allowance, and not signed yet.
#[derive(Debug, Clone, Copy, Default)]
struct Measure {
    /// Of its last decision, beyond its own word.
    decided_ms: u64,
    /// Of the records that its program signs by itself.
    owed_ms: u64,
}

/// The warnings due or given in one step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Warnings {
    /// Little of our own time is left.
    pub(super) is_low: bool,
    /// Our own time is up.
    pub(super) is_up: bool,
    /// The peer's time is up.
    pub(super) is_peer_up: bool,
    /// A claim stands that the accused program does not confirm.
    pub(super) is_denied: bool,
}

/// The time left of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The time left; nothing that happens alone changes it.
    Stands(Duration),
    /// The clock runs, and the time is up at that time of the caller's clock.
    Runs(Duration),
}

/// A record of the peer whose time is measured once it is admitted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Measured {
    /// A decision, with the milliseconds that its signer says it took.
    Decision(Seat, u64),
    /// A record that the peer's program signs by itself.
    Owed(Seat),
}

impl Timer {
    /// Lag and grace as a match begins with them.
    pub(super) const fn full_stores() -> (Duration, Duration) {
        (MOST_LAG, GRACE_IN_ALL)
    }

    /// The timer of a step that begins now, with the peer heard or not.
    pub(super) fn new(step: u64, seats: usize, now: Now, is_heard: bool) -> Self {
        Self {
            step,
            began: now.clock,
            began_ms: now.unix_ms,
            before: Duration::ZERO,
            counted: Duration::ZERO,
            unsent: Duration::ZERO,
            from: now.clock,
            broken: (!is_heard).then_some(GRACE),
            grace: GRACE_IN_ALL,
            decided: None,
            measures: vec![Measure::default(); seats],
            round_trip: Duration::ZERO,
            lag: MOST_LAG,
            warned: Warnings::default(),
            saved_at: now.clock,
        }
    }

    /// The timer of a resumed match: by what was saved of the present step, otherwise by the times in the records of
    /// the step before.
    pub(super) fn resumed(
        step: u64,
        seats: usize,
        now: Now,
        saved: Option<SavedTime>,
        last_sent_ms: Option<u64>,
    ) -> Self {
        let mut timer = Self::new(step, seats, now, false);
        let of_step = saved.as_ref().filter(|saved| saved.step == step);
        let began_ms = of_step.map(|saved| saved.began_ms).or(last_sent_ms);
        timer.began_ms = began_ms.unwrap_or(now.unix_ms);
        // saturating: the wall clock may have been set back since
        timer.before = Duration::from_millis(now.unix_ms.saturating_sub(timer.began_ms));
        timer.counted = Duration::from_millis(of_step.map_or(0, |saved| saved.counted_ms));
        // never more than a match begins with, whatever the file says
        if let Some(saved) = saved {
            timer.grace = Duration::from_millis(saved.grace_ms).min(GRACE_IN_ALL);
            timer.lag = Duration::from_millis(saved.lag_ms).min(MOST_LAG);
            if saved.step == step {
                for (measure, (decided_ms, owed_ms)) in
                    timer.measures.iter_mut().zip(saved.measures)
                {
                    *measure = Measure {
                        decided_ms,
                        owed_ms,
                    };
                }
            }
        }
        timer.broken = Some(GRACE.min(timer.grace));
        timer
    }

    /// The timer of a match that continues the one of `old` from the time `since`: lag and grace go over as they
    /// stand, and by days the step has been open since `began_ms`.
    pub(super) fn carried(
        old: &Self,
        seats: usize,
        now: Now,
        since: Duration,
        began_ms: u64,
    ) -> Self {
        // a new match counts from its step 1, and the same break of the line continues in it
        let mut timer = Self::new(1, seats, now, old.broken.is_none());
        timer.from = since.min(timer.from);
        // the other's wall clock may run ahead of ours: a step cannot have begun in the future
        timer.began_ms = began_ms.min(now.unix_ms);
        timer.before = Duration::from_millis(now.unix_ms - timer.began_ms);
        (timer.lag, timer.grace) = (old.lag, old.grace_left(now.clock));
        timer.round_trip = old.round_trip;
        timer
    }

    /// The lag and the grace in store, for a new match.
    pub(super) fn stores(&self, now: Duration) -> (Duration, Duration) {
        (self.lag, self.grace_left(now))
    }

    /// The time as a later start of the program needs it.
    pub(super) fn saved(&self, now: Duration) -> SavedTime {
        SavedTime {
            step: self.step,
            began_ms: self.began_ms,
            counted_ms: millis(self.counted(now)),
            grace_ms: millis(self.grace_left(now)),
            lag_ms: millis(self.lag),
            measures: self
                .measures
                .iter()
                .map(|measure| (measure.decided_ms, measure.owed_ms))
                .collect(),
        }
    }

    /// The present step, which [`Timer::begin`] named last.
    pub(super) fn step(&self) -> u64 {
        self.step
    }

    /// True if so much time has passed since the last save that a crash would cost too much of it.
    pub(super) fn is_save_due(&self, now: Duration) -> bool {
        now >= self.saved_at + SAVED_EVERY
    }

    /// The time as [`Timer::saved`] gives it, which is written now.
    pub(super) fn save(&mut self, now: Duration) -> SavedTime {
        self.saved_at = now;
        self.saved(now)
    }

    /// Takes note of the warnings that are due. Returns those not given before in this step.
    pub(super) fn warn(&mut self, due: Warnings) -> Warnings {
        let before = self.warned;
        self.warned = Warnings {
            is_low: before.is_low | due.is_low,
            is_up: before.is_up | due.is_up,
            is_peer_up: before.is_peer_up | due.is_peer_up,
            is_denied: before.is_denied | due.is_denied,
        };
        Warnings {
            is_low: due.is_low & !before.is_low,
            is_up: due.is_up & !before.is_up,
            is_peer_up: due.is_peer_up & !before.is_peer_up,
            is_denied: due.is_denied & !before.is_denied,
        }
    }

    /// The warnings given in this step.
    pub(super) fn warned(&self) -> Warnings {
        self.warned
    }

    /// Warnings given before a new start of the program are given again.
    pub(super) fn forget_warnings(&mut self) {
        self.warned = Warnings::default();
    }

    /// Begins the next step, whose measures all start from nothing but lag and grace.
    pub(super) fn begin(&mut self, step: u64, now: Now) {
        let is_broken = self.broken.is_some();
        self.settle(now.clock);
        self.step = step;
        (self.began, self.began_ms) = (now.clock, now.unix_ms);
        self.before = Duration::ZERO;
        self.counted = Duration::ZERO;
        self.unsent = Duration::ZERO;
        self.broken = self.broken.filter(|_| is_broken);
        self.decided = None;
        self.warned = Warnings::default();
    }

    /// Counts up to now.
    fn settle(&mut self, now: Duration) {
        let counted = self.counted(now);
        if let Some(left) = self.broken {
            let used = now.saturating_sub(self.from).min(left);
            self.broken = Some(left - used);
            self.grace = self.grace.saturating_sub(used);
        }
        (self.counted, self.from) = (counted, now);
    }

    /// The peer is heard, or is not heard any more.
    pub(super) fn hear(&mut self, now: Duration, is_heard: bool) {
        // said twice, a broken line would get its two minutes of grace again
        if is_heard == self.broken.is_none() {
            return;
        }
        self.settle(now);
        // the last break of a match gets only what is left of its ten minutes
        self.broken = (!is_heard).then(|| GRACE.min(self.grace));
    }

    fn grace_left(&self, now: Duration) -> Duration {
        let used = self.broken.map_or(Duration::ZERO, |left| {
            left.min(now.saturating_sub(self.from))
        });
        self.grace.saturating_sub(used)
    }

    /// The time for which the present step has been open, across restarts.
    pub(super) fn open_for(&self, now: Duration) -> Duration {
        self.before + now.saturating_sub(self.began)
    }

    /// The time at which the step will have been open for that long.
    pub(super) fn open_until(&self, limit: Duration) -> Duration {
        (self.began + limit).saturating_sub(self.before)
    }

    /// The time that a live clock has run in this step.
    pub(super) fn counted(&self, now: Duration) -> Duration {
        let grace = self.broken.unwrap_or_default();
        self.counted + now.saturating_sub(self.from).saturating_sub(grace)
    }

    /// The time on the clock since the peer was sent what its next record stands upon.
    pub(super) fn waited(&self, now: Duration) -> Duration {
        self.counted(now).saturating_sub(self.unsent)
    }

    /// The peer has only now been sent what its next record stands upon: the line was broken before anybody noticed.
    /// The time up to now counts as part of the break, as far as there is grace.
    pub(super) fn send_again(&mut self, now: Duration) {
        self.settle(now);
        // at most the grace: otherwise a peer could say on every line that it was never sent the step, and stop its
        // clock
        let before = self.waited(now).min(self.grace);
        self.unsent += before;
        self.grace -= before;
    }

    /// The time that our user has taken for the present decision.
    pub(super) fn thought(&self, now: Duration) -> Duration {
        self.decided.unwrap_or_else(|| self.counted(now))
    }

    /// Our user has decided, and the decision waits to be signed: this player's clock stands.
    pub(super) fn decide(&mut self, now: Duration) {
        self.decided = Some(self.counted(now));
    }

    /// The face of the peer's clock with that much time left when the present step began.
    pub(super) fn peer_face(&self, left: Duration, now: Duration) -> Face {
        // time before the peer had what it stands upon is not the peer's
        self.face(left + self.unsent, now)
    }

    fn face(&self, left: Duration, now: Duration) -> Face {
        let grace = self.broken.unwrap_or_default();
        match now.saturating_sub(self.from) < grace {
            true => Face::Stands(left.saturating_sub(self.counted)),
            false => Face::Runs((self.from + grace + left).saturating_sub(self.counted)),
        }
    }

    /// The face of our own clock.
    pub(super) fn own_face(&self, left: Duration, now: Duration) -> Face {
        match self.decided {
            Some(thought) => Face::Stands(left.saturating_sub(thought)),
            None => self.face(left, now),
        }
    }

    /// Takes note of the line's round trip.
    pub(super) fn set_round_trip(&mut self, round_trip: Duration) {
        self.round_trip = round_trip.min(MOST_ROUND_TRIP);
    }

    /// The allowance for an error in a measure of the peer's time.
    pub(super) fn allowance(&self) -> Duration {
        self.round_trip + self.lag
    }

    /// Takes the measure of a record that is admitted, and of no other: a peer must not run up its own time or use up
    /// its lag by records that are refused.
    pub(super) fn take(&mut self, measured: Measured, now: Duration) {
        match measured {
            Measured::Decision(seat, said_ms) => self.measure(seat, said_ms, now),
            Measured::Owed(seat) => self.measure_owed(seat, now),
        }
    }

    /// A decision of the peer is here, and its program says that it took `said_ms`. What this program measured beyond
    /// that is charged, less the round trip and the lag in store.
    fn measure(&mut self, seat: Seat, said_ms: u64, now: Duration) {
        let more = self.beyond(Duration::from_millis(said_ms), now);
        // regained only now: a decision must not be excused by what it earns itself
        self.lag = (self.lag + REGAINED).min(MOST_LAG);
        if let Some(measure) = self.measures.get_mut(seat.index()) {
            measure.decided_ms = more;
        }
    }

    /// A record is here that the peer's program signs by itself, and at once. The delay that round trip and lag in
    /// store do not explain is charged like time for thought, since the peer's player may have used it so.
    fn measure_owed(&mut self, seat: Seat, now: Duration) {
        let late = self.beyond(Duration::ZERO, now);
        if let Some(measure) = self.measures.get_mut(seat.index()) {
            // added, not set: a program may sign several late records before one of our CONFIRMs charges them
            measure.owed_ms = measure.owed_ms.saturating_add(late);
        }
    }

    /// The milliseconds waited for the peer beyond that time, the round trip and the lag in store, which is used up
    /// by it.
    fn beyond(&mut self, said: Duration, now: Duration) -> u64 {
        let more = self.waited(now).saturating_sub(said);
        // the round trip is free every time, and only what exceeds it uses up the lag in store
        let more = more.saturating_sub(self.round_trip);
        let excused = more.min(self.lag);
        self.lag -= excused;
        millis(more - excused)
    }

    /// What was measured of each seat and not signed yet.
    pub(super) fn over_ms(&self) -> Vec<u64> {
        let measures = self.measures.iter();
        let all = measures.map(|measure| measure.decided_ms.saturating_add(measure.owed_ms));
        all.collect()
    }

    /// The milliseconds by which records of the seat came late that its program signs by itself, not signed yet.
    pub(super) fn owed_ms(&self, seat: Seat) -> u64 {
        let measure = self.measures.get(seat.index());
        measure.map_or(0, |measure| measure.owed_ms)
    }

    /// The milliseconds measured of the seat's last decision beyond its own word, not signed yet.
    pub(super) fn decided_ms(&self, seat: Seat) -> u64 {
        let measure = self.measures.get(seat.index());
        measure.map_or(0, |measure| measure.decided_ms)
    }

    /// The measures were signed in a CONFIRM: signed again they would be charged twice.
    pub(super) fn forget_measures(&mut self) {
        self.measures.fill(Measure::default());
    }

    /// The decisions measured were charged, whether with these measures or without.
    pub(super) fn forget_decisions(&mut self) {
        for measure in &mut self.measures {
            measure.decided_ms = 0;
        }
    }
}

pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
