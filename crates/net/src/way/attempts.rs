//! Attempts to dial the peer, one at a time.

use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::dial_error::DialError;
use crate::greeted::Greeted;
use crate::house::FromWay;

/// Attempts to dial the peer of one way.
#[derive(Debug)]
pub(crate) struct Attempts {
    /// The place of the way.
    at: usize,
    under_way: Option<AbortHandle>,
    /// The attempts so far.
    count: u64,
    /// Takes the result of each attempt. A result waits there when dialing is stopped.
    tell: mpsc::UnboundedSender<FromWay>,
}

impl Attempts {
    pub(crate) fn new(at: usize, tell: mpsc::UnboundedSender<FromWay>) -> Self {
        Self {
            at,
            under_way: None,
            count: 0,
            tell,
        }
    }

    /// Begins an attempt in place of the one under way, if any. Must be called inside the runtime.
    pub(crate) fn begin(
        &mut self,
        attempt: impl Future<Output = Result<Greeted, DialError>> + Send + 'static,
    ) {
        // one attempt at a time: two would dial the same addresses and could choose two connections
        self.stop();
        // the number distinguishes a result of this attempt from one of an attempt that was stopped and whose task had
        // already sent
        self.count += 1;
        let (at, count, tell) = (self.at, self.count, self.tell.clone());
        let task = tokio::spawn(async move {
            let outcome = attempt.await;
            // unbounded, so that a task that is about to be aborted never waits here with a finished connection in hand
            let _ended_meanwhile = tell.send(FromWay::Dialed(at, count, outcome.map(Box::new)));
        });
        self.under_way = Some(task.abort_handle());
    }

    pub(crate) fn stop(&mut self) {
        if let Some(attempt) = self.under_way.take() {
            attempt.abort();
        }
    }

    pub(crate) fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Whether the result of the attempt of that number counts. The failure of a stopped attempt counts for nothing; a
    /// connection that was made counts all the same, since the peer may have taken it already.
    pub(crate) fn counts(&mut self, count: u64, is_connected: bool) -> bool {
        // `take` only for the present one: an old result must not mark the new attempt as over
        let is_present = count == self.count && self.under_way.take().is_some();
        is_present || is_connected
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::yield_now;

    use super::*;
    use crate::dial_error::silence;

    #[tokio::test(start_paused = true)]
    async fn a_connection_made_before_dialing_was_stopped_is_kept_and_a_failure_is_not() {
        let (tell, mut told) = mpsc::unbounded_channel();
        let mut attempts = Attempts::new(3, tell);
        attempts.begin(async { Err(silence("nobody")) });
        yield_now().await;
        attempts.stop();
        attempts.begin(std::future::pending());
        let Some(FromWay::Dialed(3, old, Err(_))) = told.recv().await else {
            panic!("the result of the way is told");
        };
        assert!(!attempts.counts(old, false), "it was stopped");
        assert!(attempts.is_under_way());
        assert!(attempts.counts(old, true), "the peer may have taken it");
        assert!(attempts.is_under_way());
        assert!(attempts.counts(attempts.count(), false));
        assert!(!attempts.is_under_way());
        assert_eq!(attempts.count(), 2);
    }
}
