//! Lines of standard input, awaited without blocking the runtime.

use std::io::{self, BufRead, IsTerminal};

use tokio::sync::mpsc;

/// Lines of a stream, awaited without blocking the thread.
pub(crate) struct Lines {
    lines: mpsc::Receiver<String>,
    /// The line that was looked at before it is taken.
    ahead: Option<String>,
    is_terminal: bool,
}

impl Lines {
    /// The lines of standard input, read by a separate thread.
    pub(crate) fn stdin() -> Self {
        // one line ahead at most: what is typed before a question must not answer it unread
        let (sender, lines) = mpsc::channel(1);
        // a thread of its own, never joined: a read of standard input cannot be cancelled, and would keep the runtime
        // from ending
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while input
                .read_until(b'\n', &mut line)
                .is_ok_and(|count| count > 0)
            {
                // lossy: a byte that is no UTF-8 makes one line unreadable, not the rest of the input
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                // nobody reads any more, so the thread ends with the command
                if sender.blocking_send(text).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Self {
            lines,
            ahead: None,
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// True if a person types the lines.
    pub(super) const fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// The next line without surrounding blanks; `None` after the last line.
    pub(crate) async fn next(&mut self) -> Option<String> {
        match self.ahead.take() {
            Some(line) => Some(line),
            None => self.lines.recv().await,
        }
    }

    /// The same line, which stays for `next`. The future may be dropped and called again.
    pub(super) async fn peek(&mut self) -> Option<&str> {
        if self.ahead.is_none() {
            self.ahead = self.lines.recv().await;
        }
        self.ahead.as_deref()
    }
}

#[cfg(test)]
impl Lines {
    pub(super) fn of(text: &str, is_terminal: bool) -> Self {
        let (sender, lines) = mpsc::channel(1000);
        for line in text.lines() {
            sender
                .try_send(line.trim().to_owned())
                .expect("a test has few lines");
        }
        Self::from_channel(lines, is_terminal)
    }

    pub(super) const fn from_channel(lines: mpsc::Receiver<String>, is_terminal: bool) -> Self {
        Self {
            lines,
            ahead: None,
            is_terminal,
        }
    }
}
