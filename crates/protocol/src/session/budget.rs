//! How often something may happen in a window of time.

use std::time::Duration;

/// What has happened in the current window.
#[derive(Default)]
pub(super) struct Budget {
    since: Duration,
    count: u8,
}

impl Budget {
    /// Returns `true` if once more is within the limit.
    pub(super) fn has_room(&self, now: Duration, most: u8, window: Duration) -> bool {
        self.count < most || now >= self.since.saturating_add(window)
    }

    /// Counts once more. Returns `true` if that is within the limit.
    pub(super) fn take(&mut self, now: Duration, most: u8, window: Duration) -> bool {
        if now >= self.since.saturating_add(window) {
            (self.since, self.count) = (now, 0);
        }
        let has_room = self.has_room(now, most, window);
        self.count = self.count.saturating_add(1);
        has_room
    }
}
