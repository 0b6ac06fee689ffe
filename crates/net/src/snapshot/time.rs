//! The time of a match as the user sees it.

use std::time::{Duration, Instant};

use protocol::{Seat, StandingClaim};

/// The time left of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockFace {
    Stands(Duration),
    /// The clock runs; the time is up at that instant.
    Runs(Instant),
}

impl ClockFace {
    pub fn left(&self, now: Instant) -> Duration {
        match self {
            Self::Stands(left) => *left,
            // a time that is up shows as zero, not as a negative one
            Self::Runs(until) => until.saturating_duration_since(now),
        }
    }
}

/// The clocks, and what follows from them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeView {
    /// In a match with clocks, those of every seat; in one of days, those of the seats that are awaited.
    pub clocks: Vec<(Seat, ClockFace)>,
    /// How often the user was warned that time is low or up.
    pub calls: u32,
    /// The claim of silence that now counts.
    pub claim: Option<StandingClaim>,
    /// This player's seat that may claim that the other player is silent beyond the agreed time.
    pub may_claim: Option<Seat>,
}
