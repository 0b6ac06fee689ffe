//! How much is accepted from whom.

use std::collections::VecDeque;
use std::time::Duration;

/// TABLE is sent at most once in this time.
pub const TABLE_GAP: Duration = Duration::from_millis(100);
/// The span that all other limits are counted in.
pub(super) const SPAN: Duration = Duration::from_secs(10);
/// TABLE frames in [`SPAN`].
pub(super) const TABLES: usize = 20;
/// New frames of one signer in [`SPAN`]; and those of all strangers on one connection together.
pub(super) const FRAMES: usize = 60;
/// Everything else on one connection in [`SPAN`]: frames that are not new, of other tables, or over a signer's budget.
/// Seven players that repeat all they hold every five seconds need about forty.
pub(super) const REST: usize = 300;

/// Counts events in a sliding span.
#[derive(Debug, Default)]
pub(super) struct Rate(VecDeque<Duration>);

impl Rate {
    /// Returns `true` and counts the event if it is within the limit.
    pub(super) fn admit(&mut self, now: Duration, limit: usize) -> bool {
        while self
            .0
            .front()
            .is_some_and(|then| now.saturating_sub(*then) >= SPAN)
        {
            self.0.pop_front();
        }
        let is_free = self.0.len() < limit;
        if is_free {
            self.0.push_back(now);
        }
        is_free
    }

    /// The time from which one more event is within the limit, and a gap after the last one has passed.
    pub(super) fn free_at(&self, limit: usize, gap: Duration) -> Duration {
        let last = self
            .0
            .back()
            .map_or(Duration::ZERO, |last| last.saturating_add(gap));
        let nth = self.0.len().checked_sub(limit);
        let oldest = nth.and_then(|nth| self.0.get(nth));
        last.max(oldest.map_or(Duration::ZERO, |then| then.saturating_add(SPAN)))
    }
}
