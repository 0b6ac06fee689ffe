//! Attempts to dial the peer, one at a time.

use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::dial_error::DialError;

/// Attempts, each of which ends with a `T` or fails.
#[derive(Debug)]
pub(super) struct Attempts<T> {
    under_way: Option<AbortHandle>,
    /// The attempts so far.
    count: u64,
    tell: mpsc::UnboundedSender<(u64, Result<T, DialError>)>,
    /// The result of each attempt. A result waits here when dialing is stopped.
    told: mpsc::UnboundedReceiver<(u64, Result<T, DialError>)>,
}

impl<T: Send + 'static> Attempts<T> {
    pub(super) fn new() -> Self {
        let (tell, told) = mpsc::unbounded_channel();
        Self {
            under_way: None,
            count: 0,
            tell,
            told,
        }
    }

    /// Begins an attempt in place of the one under way, if any. Must be called inside the runtime.
    pub(super) fn begin(
        &mut self,
        attempt: impl Future<Output = Result<T, DialError>> + Send + 'static,
    ) {
        // one attempt at a time: two would dial the same addresses and could choose two connections
        self.stop();
        // the number distinguishes a result of this attempt from one of an attempt that was stopped and whose task had
        // already sent
        self.count += 1;
        let (count, tell) = (self.count, self.tell.clone());
        let task = tokio::spawn(async move {
            let outcome = attempt.await;
            // unbounded, so that a task that is about to be aborted never waits here with a finished connection in hand
            let _ended_meanwhile = tell.send((count, outcome));
        });
        self.under_way = Some(task.abort_handle());
    }

    pub(super) fn stop(&mut self) {
        if let Some(attempt) = self.under_way.take() {
            attempt.abort();
        }
    }

    pub(super) fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Waits for the result of an attempt. The failure of a stopped attempt counts for nothing; a connection that was
    /// made counts all the same, since the peer may have taken it already. The future may be dropped without losing
    /// anything.
    pub(super) async fn next(&mut self) -> Result<T, DialError> {
        while let Some((count, outcome)) = self.told.recv().await {
            // `take` only for the present one: an old result must not mark the new attempt as over
            let is_present = count == self.count && self.under_way.take().is_some();
            if is_present || outcome.is_ok() {
                return outcome;
            }
        }
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::task::yield_now;
    use tokio::time::timeout;

    use super::*;
    use crate::dial_error::silence;

    #[tokio::test(start_paused = true)]
    async fn a_connection_made_before_dialing_was_stopped_is_kept_and_a_failure_is_not() {
        let mut attempts = Attempts::new();
        attempts.begin(async { Err(silence("nobody")) });
        yield_now().await;
        attempts.stop();
        attempts.begin(async { Ok(2) });
        yield_now().await;
        attempts.stop();
        assert!(!attempts.is_under_way());
        let kept = timeout(Duration::from_secs(1), attempts.next()).await;
        assert_eq!(kept, Ok(Ok(2)), "the connection is kept");
        attempts.begin(async { Err(silence("nobody")) });
        assert_eq!(attempts.next().await, Err(silence("nobody")));
        assert_eq!(attempts.count(), 3);
    }
}
