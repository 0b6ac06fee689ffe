//! The error of a command: the failed request, the cause, and the advice.

use std::fmt;
use std::io;

/// A failed request of the user, with the advice how to mend it.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    advice: String,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            advice: advice.into(),
        }
    }

    pub(crate) fn advice(&self) -> &str {
        &self.advice
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failure {}

/// Turns a broken pipe into success: a reader that has had enough, as `head` has, is no error.
pub(crate) fn or_reader_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// The error of an output that is not written; `what` is the request.
pub(crate) fn not_written(what: &str, error: net::OutputError) -> anyhow::Error {
    let advice = error.advice();
    anyhow::Error::new(error).context(Failure::new(what, advice))
}

/// Writes an error to standard error: the request, its causes, the advice.
pub(crate) fn print(error: &anyhow::Error) {
    let bold = anstyle::Style::new()
        .bold()
        .fg_color(Some(anstyle::AnsiColor::Red.into()));
    anstream::eprintln!("{bold}error:{bold:#} {error}");
    for cause in error.chain().skip(1) {
        anstream::eprintln!("  why: {cause}");
    }
    if let Some(failure) = error.downcast_ref::<Failure>() {
        anstream::eprintln!("  do: {}", failure.advice());
    }
}
