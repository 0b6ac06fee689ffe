//! How a command says that it could not be done: what, why, and how to mend it.

use std::fmt;
use std::io;

/// Something the user asked for that could not be done, told with what to do about it.
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

/// Writing fails with this when whoever reads our output has had enough, as `head` has: no mistake of anybody's.
pub(crate) fn or_reader_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes an error to standard error: what, why (its causes), advice.
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
