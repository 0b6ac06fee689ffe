//! The error of a command: the failed request, the cause, and the advice.

use std::fmt;
use std::io::{self, Write as _};

/// A failed request of the user, with advice on how to fix it.
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

/// A mistake in an argument, with the advice behind it: clap prints one line and knows no advice.
#[derive(Debug)]
pub(crate) struct ArgumentError(Failure);

impl From<Failure> for ArgumentError {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.0, self.0.advice())
    }
}

impl std::error::Error for ArgumentError {}

/// True if the command ended because nobody reads its output: a broken pipe can come from nowhere else.
pub(crate) fn is_reader_gone(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(home::is_reader_gone)
}

/// Writes a line to standard error. If that cannot be written, there is no place to report it either.
pub(crate) fn say(line: impl fmt::Display) {
    let _unheard = writeln!(anstream::stderr(), "{line}");
}

/// Turns a broken pipe into success: a reader that has had enough, as `head` has, is no error.
pub(crate) fn or_reader_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if home::is_reader_gone(&error) => Ok(()),
        written => written,
    }
}

/// The error of an output that is not written; `what` is the request.
pub(crate) fn not_written(what: &str, error: home::OutputError) -> anyhow::Error {
    let advice = error.advice();
    anyhow::Error::new(error).context(Failure::new(what, advice))
}

/// Writes an error to standard error: the request, its causes, the advice.
pub(crate) fn print(error: &anyhow::Error) {
    let bold = anstyle::Style::new()
        .bold()
        .fg_color(Some(anstyle::AnsiColor::Red.into()));
    say(format_args!("{bold}error:{bold:#} {error}"));
    let mut last = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // an error that names its cause already would say it twice
        if !last.ends_with(&cause) {
            say(format_args!("  why: {cause}"));
            last = cause;
        }
    }
    // only a failure of ours has advice; the causes behind it are the system's words
    if let Some(failure) = error.downcast_ref::<Failure>() {
        say(format_args!("  do: {}", failure.advice()));
    }
}
