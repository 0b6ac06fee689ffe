//! The commands that wait: read while another is under way, up to a bound.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The bytes of waiting commands at which reading pauses until some of them are answered.
const MOST: usize = 4 * 1024 * 1024;
/// About how many bytes a waiting command takes besides its text.
const EACH: usize = 64;

/// The longest wait for the answer of a command once `quit` or the end of the input is heard.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// The part of that wait kept for the answer of a search that is stopped because the wait is over.
const KEPT: Duration = Duration::from_secs(1);

pub(super) enum Input {
    Command(String),
    Unreadable(&'static str),
}

/// The commands between the thread that reads them and the one that answers them, in the order of arrival.
///
/// `stop` and `quit` are heard as they are read: `stop` ends every `go` and `perft` that came before it, and `quit`, as
/// the end of the input does, leaves each command before it [`LONGEST_WAIT`].
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// Set to end the command under way.
    stop: AtomicBool,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Input>,
    bytes: usize,
    /// The number of `stop` among what waits.
    stops: usize,
    /// How the input ended, once it has.
    end: Option<io::Result<()>>,
    /// When `quit` or the end of the input was read.
    leaving: Option<Instant>,
    /// When the command under way began.
    busy: Option<Instant>,
}

impl Input {
    fn says(&self, word: &str) -> bool {
        matches!(self, Self::Command(command) if command.trim() == word)
    }

    const fn size(&self) -> usize {
        match self {
            Self::Command(command) => EACH + command.len(),
            Self::Unreadable(_) => EACH,
        }
    }
}

impl Queue {
    /// Adds a line, as soon as there is room.
    pub(super) fn push(&self, input: Input) {
        let mut state = self.lock();
        // the reader waits here, and with it the driver at its pipe: a flood of commands takes no more memory than this
        while state.bytes >= MOST {
            state = self.wait(state);
        }
        if input.says("stop") {
            state.stops += 1;
            self.stop.store(true, Ordering::Relaxed);
        }
        if input.says("quit") {
            state.leaving.get_or_insert_with(Instant::now);
        }
        state.bytes += input.size();
        state.waiting.push_back(input);
        self.changed.notify_all();
    }

    /// Marks the end of the input.
    pub(super) fn end(&self, end: io::Result<()>) {
        let mut state = self.lock();
        state.leaving.get_or_insert_with(Instant::now);
        state.end = Some(end);
        self.changed.notify_all();
    }

    /// The next line, which is under way from now on; nothing after the last one.
    pub(super) fn take(&self) -> io::Result<Option<Input>> {
        let mut state = self.lock();
        // between commands no clock runs: a long wait for input is not a command that takes too long
        state.busy = None;
        loop {
            if let Some(input) = state.waiting.pop_front() {
                state.bytes -= input.size();
                // this `stop` has done its work on what came before it
                state.stops -= usize::from(input.says("stop"));
                state.busy = Some(Instant::now());
                // by the stops that still wait: one behind this command is meant for it, one before it is not
                self.stop.store(state.stops > 0, Ordering::Relaxed);
                self.changed.notify_all();
                return Ok(Some(input));
            }
            if let Some(end) = state.end.take() {
                return end.map(|()| None);
            }
            state = self.wait(state);
        }
    }

    /// The flag that ends the command under way.
    pub(super) const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns when a command has had its time after `quit` or the end of the input; ends its search a moment before.
    pub(super) fn overdue(&self) {
        let mut state = self.lock();
        loop {
            let left = state.left(Instant::now());
            match left {
                Some(Duration::ZERO) => return,
                Some(left) if left <= KEPT => self.stop.store(true, Ordering::Relaxed),
                _ => {}
            }
            let nap = left.map(|left| match left.checked_sub(KEPT) {
                // woken twice: once to stop the search, once at the end
                None | Some(Duration::ZERO) => left,
                Some(before) => before,
            });
            state = match nap {
                Some(nap) => {
                    let woken = self.changed.wait_timeout(state, nap);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.wait(state),
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // a panic of one thread must not silence the engine
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The time that the command under way has left; nothing if it has no bound.
    fn left(&self, now: Instant) -> Option<Duration> {
        // a command that began after `quit` was heard has its whole time from its beginning
        let since = self.leaving?.max(self.busy?);
        Some(LONGEST_WAIT.saturating_sub(now.saturating_duration_since(since)))
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn command(text: &str) -> Input {
        Input::Command(text.to_owned())
    }

    #[test]
    fn reading_stops_while_the_queue_is_full_and_nothing_is_lost() {
        const LINES: usize = 200_000;
        let queue = Queue::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                let line = "x".repeat(100);
                for _ in 0..LINES {
                    queue.push(command(&line));
                }
                queue.end(Ok(()));
            });
            // the commands come far faster than they are answered
            loop {
                let state = queue.lock();
                if state.bytes >= MOST || state.end.is_some() {
                    break;
                }
                drop(state);
                thread::yield_now();
            }
            let mut taken = 0;
            while let Ok(Some(_)) = queue.take() {
                taken += 1;
                let bytes = queue.lock().bytes;
                assert!(bytes < MOST + EACH + 100, "{bytes} bytes wait");
            }
            assert_eq!(taken, LINES);
        });
    }

    #[test]
    fn a_stop_ends_what_came_before_it_and_nothing_after() {
        let queue = Queue::default();
        for line in ["go one", "go two", " stop\r", "go three"] {
            queue.push(command(line));
        }
        let is_stopped = |_: usize| {
            let taken = queue.take().expect("no failure");
            assert!(taken.is_some());
            queue.stop().load(Ordering::Relaxed)
        };
        assert_eq!([0, 1, 2, 3].map(is_stopped), [true, true, false, false]);
        queue.push(command("stop"));
        assert!(
            queue.stop().load(Ordering::Relaxed),
            "while it is under way"
        );
    }

    #[test]
    fn a_command_has_its_time_from_when_it_begins_and_quit_is_heard() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut state = State {
            busy: Some(at(0)),
            ..State::default()
        };
        assert_eq!(state.left(at(3600)), None, "nobody is leaving");
        state.leaving = Some(at(100));
        assert_eq!(state.left(at(130)), Some(Duration::from_secs(30)));
        assert_eq!(state.left(at(160)), Some(Duration::ZERO));
        state.busy = Some(at(170));
        assert_eq!(state.left(at(180)), Some(Duration::from_secs(50)));
        state.busy = None;
        assert_eq!(state.left(at(3600)), None, "nothing is under way");
    }
}
