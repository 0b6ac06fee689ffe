//! A search on another thread; the caller may stop waiting for it and come back.

use rules::{AnyPosition, Side};
use tokio::task::{JoinError, JoinHandle};

/// A search in the background; the waiting caller may be dropped and come back.
#[derive(Debug)]
pub(super) struct Background<T> {
    position: AnyPosition,
    side: Side,
    task: JoinHandle<T>,
}

impl<T> Background<T> {
    pub(super) fn new(position: &AnyPosition, side: Side, task: JoinHandle<T>) -> Self {
        Self {
            position: position.clone(),
            side,
            task,
        }
    }

    pub(super) fn is_about(&self, position: &AnyPosition, side: Side) -> bool {
        // compared in full: after a takeback the same side may be asked again in another position
        self.side == side && self.position == *position
    }

    /// Waits for the answer; dropping the wait does not stop the search.
    pub(super) async fn answer(&mut self) -> Result<T, JoinError> {
        (&mut self.task).await
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        // ends a bot's conversation; a search of the computer runs to its end, and nobody reads the turn
        self.task.abort();
    }
}
