//! The time of the present step, as this program measures it.
//!
//! Two measures run side by side. `open_for` is the whole time since the step began, by the wall clock across
//! restarts: for days and for what programs sign by themselves. `counted` is the time on a live clock: it runs while
//! the peer is heard, and on a broken line once the grace is used up. While this program is closed it stands, so that
//! two players who both close their programs adjourn.

use std::time::Duration;

use super::Now;
use super::clock::{Face, MOST_LAG, MOST_ROUND_TRIP, REGAINED, SeatClock};
use crate::Seat;
use crate::file::SavedTime;

/// The time on a clock that a crash may cost. Each save is a flush of the disk while a player thinks.
const SAVED_EVERY: Duration = Duration::from_secs(10);

/// The time of the present step. Times are those of the caller's clock that never goes back.
///
/// * **Questions** (`open_for`, `counted`, `waited`, `thought`, the faces, `over_ms`, `saved`…) may be asked at any
///   time and are answered as of the time given.
/// * **Course**: `begin` once for each step, before anything of that step is measured; `hear` whenever a seat is
///   heard or lost; `send_again` when a seat that was lost says that it was never sent the step; `decide` when our
///   player's decision is kept to be signed later.
/// * **Measures**: `take` for each record of another seat once it is admitted; `forget_measures` when a CONFIRM has
///   signed them, `forget_decisions` when a step of CONFIRMs is complete.
/// * **Warnings** (`warn`) come once a step each; `save` is called every ten seconds of a live clock.
///
/// Each seat has a clock of its own: who is not reached stops that one and nobody else's. The own seat's stands while
/// this program is cut off from all.
#[derive(Debug, Clone)]
pub(super) struct Timer {
    step: u64,
    began: Duration,
    /// The beginning by the wall clock, for the next start of the program.
    began_ms: u64,
    /// The time for which the step had been open before this program took the match up.
    before: Duration,
    own: Seat,
    clocks: Vec<SeatClock>,
    /// The time on the clock when our user's decision was kept to be signed later.
    decided: Option<Duration>,
    /// The warnings given in the present step.
    warned: Warnings,
    /// The time at which the time was last saved.
    saved_at: Duration,
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

/// A record of the peer whose time is measured once it is admitted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Measured {
    /// A decision, with the milliseconds that its signer says it took.
    Decision(Seat, u64),
    /// A decision that follows another one of the seat before both are charged: the part of a turn that it had put off.
    Second(Seat, u64),
    /// A record that the peer's program signs by itself.
    Owed(Seat),
}

impl Timer {
    /// The timer of a step that begins now for one of that many seats, with the others heard or not.
    pub(super) fn new(step: u64, (own, seats): (Seat, usize), now: Now, is_heard: bool) -> Self {
        Self {
            step,
            began: now.clock,
            began_ms: now.unix_ms,
            before: Duration::ZERO,
            own,
            clocks: vec![SeatClock::new(now.clock, is_heard); seats],
            decided: None,
            warned: Warnings::default(),
            saved_at: now.clock,
        }
    }

    /// The timer of a resumed match: by what was saved of the present step, otherwise by the times in the records of
    /// the step before.
    pub(super) fn resumed(
        step: u64,
        (own, seats): (Seat, usize),
        now: Now,
        saved: Option<SavedTime>,
        last_sent_ms: Option<u64>,
    ) -> Self {
        let mut timer = Self::new(step, (own, seats), now, false);
        let of_step = saved.as_ref().filter(|saved| saved.step == step);
        let began_ms = of_step.map(|saved| saved.began_ms).or(last_sent_ms);
        timer.began_ms = began_ms.unwrap_or(now.unix_ms);
        // saturating: the wall clock may have been set back since
        timer.before = Duration::from_millis(now.unix_ms.saturating_sub(timer.began_ms));
        for (clock, saved) in timer
            .clocks
            .iter_mut()
            .zip(saved.iter().flat_map(|saved| &saved.seats))
        {
            clock.resume(saved, of_step.is_some());
        }
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
        let mut timer = Self::new(1, (old.own, seats), now, true);
        // the other's wall clock may run ahead of ours: a step cannot have begun in the future
        timer.began_ms = began_ms.min(now.unix_ms);
        timer.before = Duration::from_millis(now.unix_ms.saturating_sub(timer.began_ms));
        for (clock, old) in timer.clocks.iter_mut().zip(&old.clocks) {
            *clock = SeatClock::carried(old, since, now.clock);
        }
        timer
    }

    fn clock(&self, seat: Seat) -> Option<&SeatClock> {
        self.clocks.get(seat.index())
    }

    /// The time as a later start of the program needs it.
    pub(super) fn saved(&self, now: Duration) -> SavedTime {
        SavedTime {
            step: self.step,
            began_ms: self.began_ms,
            seats: self.clocks.iter().map(|clock| clock.saved(now)).collect(),
        }
    }

    /// The present step, which [`Timer::begin`] named last.
    pub(super) fn step(&self) -> u64 {
        self.step
    }

    /// True if so much time has passed since the last save that a crash would cost too much of it.
    pub(super) fn is_save_due(&self, now: Duration) -> bool {
        now >= self.saved_at.saturating_add(SAVED_EVERY)
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
        self.step = step;
        (self.began, self.began_ms) = (now.clock, now.unix_ms);
        self.before = Duration::ZERO;
        for clock in &mut self.clocks {
            clock.begin(now.clock);
        }
        self.decided = None;
        self.warned = Warnings::default();
    }

    /// A seat is heard, or is not heard any more; the own one with all others.
    pub(super) fn hear(&mut self, now: Duration, seat: Seat, is_heard: bool) {
        if let Some(clock) = self.clocks.get_mut(seat.index()) {
            clock.hear(now, is_heard);
        }
    }

    /// Somebody is heard, so that the own clock runs.
    pub(super) fn hear_any(&mut self, now: Duration) {
        self.hear(now, self.own, true);
    }

    /// Nobody is heard any more.
    pub(super) fn unhear(&mut self, now: Duration) {
        for clock in &mut self.clocks {
            clock.hear(now, false);
        }
    }

    /// The time for which the present step has been open, across restarts.
    pub(super) fn open_for(&self, now: Duration) -> Duration {
        self.before.saturating_add(now.saturating_sub(self.began))
    }

    /// The time at which the step will have been open for that long.
    pub(super) fn open_until(&self, limit: Duration) -> Duration {
        self.began.saturating_add(limit).saturating_sub(self.before)
    }

    /// The time on the clock since the seat was sent what its next record stands upon.
    pub(super) fn waited(&self, seat: Seat, now: Duration) -> Duration {
        self.clock(seat)
            .map_or(Duration::ZERO, |clock| clock.waited(now))
    }

    /// The seat has only now been sent what its next record stands upon: the line was broken before anybody noticed.
    /// The time up to now counts as part of the break, as far as there is grace.
    pub(super) fn send_again(&mut self, seat: Seat, now: Duration) {
        let Some(clock) = self.clocks.get_mut(seat.index()) else {
            return;
        };
        let before = clock.send_again(now);
        // with two seats the line that broke was that of both
        if self.clocks.len() == 2
            && let Some(own) = self.clocks.get_mut(self.own.index())
        {
            own.grace = own.grace_left(now).saturating_sub(before);
        }
    }

    /// The time that our user has taken for the present decision.
    pub(super) fn thought(&self, now: Duration) -> Duration {
        let counted = || {
            self.clock(self.own)
                .map_or(Duration::ZERO, |own| own.counted(now))
        };
        self.decided.unwrap_or_else(counted)
    }

    /// Our user has decided, and the decision waits to be signed: this player's clock stands.
    pub(super) fn decide(&mut self, now: Duration) {
        self.decided = None;
        self.decided = Some(self.thought(now));
    }

    /// The face of another seat's clock with that much time left when the present step began.
    pub(super) fn peer_face(&self, seat: Seat, left: Duration, now: Duration) -> Face {
        // time before the seat had what it stands upon is not its own
        match self.clock(seat) {
            Some(clock) => clock.face(left.saturating_add(clock.unsent), now),
            None => Face::Stands(left),
        }
    }

    /// The face of our own clock.
    pub(super) fn own_face(&self, left: Duration, now: Duration) -> Face {
        match (self.decided, self.clock(self.own)) {
            (None, Some(own)) => own.face(left, now),
            (thought, _) => Face::Stands(left.saturating_sub(thought.unwrap_or_default())),
        }
    }

    /// Takes note of the round trip of the line to a seat.
    pub(super) fn set_round_trip(&mut self, seat: Seat, round_trip: Duration) {
        if let Some(clock) = self.clocks.get_mut(seat.index()) {
            clock.round_trip = round_trip.min(MOST_ROUND_TRIP);
        }
    }

    /// The round trip to a seat: to one without a line the longest, since a line of others leads there.
    fn round_trip(&self, seat: Seat) -> Duration {
        let own = self
            .clock(seat)
            .map_or(Duration::ZERO, |clock| clock.round_trip);
        match own.is_zero() {
            true => self
                .clocks
                .iter()
                .map(|clock| clock.round_trip)
                .max()
                .unwrap_or_default(),
            false => own,
        }
    }

    /// The allowance for an error in a measure of the seat's time.
    pub(super) fn allowance(&self, seat: Seat) -> Duration {
        self.round_trip(seat)
            .saturating_add(self.clock(seat).map_or(Duration::ZERO, |clock| clock.lag))
    }

    /// Takes the measure of a record that is admitted, and of no other: a peer must not run up its own time or use up
    /// its lag by records that are refused.
    pub(super) fn take(&mut self, measured: Measured, now: Duration) {
        match measured {
            Measured::Decision(seat, said_ms) => self.measure(seat, said_ms, now),
            Measured::Second(seat, said_ms) => {
                if let Some(clock) = self.clocks.get_mut(seat.index()) {
                    clock.owed_ms = clock.owed_ms.saturating_add(clock.decided_ms);
                }
                self.measure(seat, said_ms, now);
            }
            Measured::Owed(seat) => self.measure_owed(seat, now),
        }
    }

    /// A decision of another seat is here, and its program says that it took `said_ms`. What this program measured
    /// beyond that is charged, less the round trip and the lag in store.
    fn measure(&mut self, seat: Seat, said_ms: u64, now: Duration) {
        let round_trip = self.round_trip(seat);
        if let Some(clock) = self.clocks.get_mut(seat.index()) {
            clock.decided_ms = clock.beyond(Duration::from_millis(said_ms), round_trip, now);
            // regained only now: a decision must not be excused by what it earns itself
            clock.lag = clock.lag.saturating_add(REGAINED).min(MOST_LAG);
        }
    }

    /// A record is here that the seat's program signs by itself, and at once. The delay that round trip and lag in
    /// store do not explain is charged like time for thought, since the seat's player may have used it so.
    fn measure_owed(&mut self, seat: Seat, now: Duration) {
        let round_trip = self.round_trip(seat);
        if let Some(clock) = self.clocks.get_mut(seat.index()) {
            let late = clock.beyond(Duration::ZERO, round_trip, now);
            // added, not set: a program may sign several late records before one of our CONFIRMs charges them
            clock.owed_ms = clock.owed_ms.saturating_add(late);
        }
    }

    /// What was measured of each seat and not signed yet.
    pub(super) fn over_ms(&self) -> Vec<u64> {
        let clocks = self.clocks.iter();
        let all = clocks.map(|clock| clock.decided_ms.saturating_add(clock.owed_ms));
        all.collect()
    }

    /// The milliseconds by which records of the seat came late that its program signs by itself, not signed yet.
    pub(super) fn owed_ms(&self, seat: Seat) -> u64 {
        self.clock(seat).map_or(0, |clock| clock.owed_ms)
    }

    /// The milliseconds measured of the seat's last decision beyond its own word, not signed yet.
    pub(super) fn decided_ms(&self, seat: Seat) -> u64 {
        self.clock(seat).map_or(0, |clock| clock.decided_ms)
    }

    /// The measures were signed in a CONFIRM: signed again they would be charged twice.
    pub(super) fn forget_measures(&mut self) {
        for clock in &mut self.clocks {
            (clock.decided_ms, clock.owed_ms) = (0, 0);
        }
    }

    /// The decisions measured were charged, whether with these measures or without.
    pub(super) fn forget_decisions(&mut self) {
        for clock in &mut self.clocks {
            clock.decided_ms = 0;
        }
    }
}

#[cfg(test)]
mod tests;
