//! The two clocks of a match.

use protocol::Now;
use tokio::time::Instant;

/// The time since `started`, which nobody can set and which measures time limits, and the wall clock, which goes into
/// records for people.
///
/// Tests pause tokio's clock and move it. The wall clock moves with it, because the judge compares the two: a claim counts
/// only if its own times say that the time was up.
pub(crate) fn now(started: Instant) -> Now {
    let moved = Instant::now()
        .into_std()
        .saturating_duration_since(std::time::Instant::now());
    let moved = u64::try_from(moved.as_millis()).unwrap_or(u64::MAX);
    Now {
        clock: started.elapsed(),
        unix_ms: home::unix_ms().saturating_add(moved),
    }
}
