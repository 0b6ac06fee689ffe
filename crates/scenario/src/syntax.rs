//! Texts that are not TOML throughout: the wrong lines are reported, and the others are still read.

use std::borrow::Cow;
use std::ops::Range;

use toml::de::DeTable;

use crate::mistake::{Source, quote};

/// The most parses of a text, each without the lines found to be wrong: a parse may end at its first error.
// each parse costs time, and a text may come from anybody (threat row 31)
const READINGS: usize = 16;

/// The quotes around a text of several lines.
const QUOTES: &str = "\"\"\"";

/// Reports the lines that are not TOML, and returns the text with blanks in their place, so that the other lines keep
/// their numbers. Returns `None` if [`READINGS`] parses are not enough.
pub(crate) fn readable<'t>(source: &Source<'_>, text: &'t str) -> Option<Cow<'t, str>> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..READINGS {
        // a reading may end at its first error, so that those behind it show only in the next one
        let (_, errors) = DeTable::parse_recoverable(&text);
        if errors.is_empty() {
            return Some(text);
        }
        let mut rest = text.clone().into_owned();
        for error in &errors {
            let Some(at) = error.span() else { continue };
            let line = source.line(at.start);
            let span = source.span_of(line);
            // a second error on the same line, or in the text that was blanked with it, mostly follows from the first
            if rest[span.clone()] == *source.raw(span.clone()) {
                report(source, line, &rest[span.clone()], error.message());
                let end = span.end + together(&rest[span.clone()], &rest[span.end..]);
                blank(&mut rest, span.start..end);
            }
        }
        if rest == text {
            // an error without a span, such as brackets nested too deep
            source.report_missing(1, errors[0].message().to_owned(), "TOML");
            break;
        }
        text = Cow::Owned(rest);
    }
    // too many wrong lines: those reported are enough to begin with
    None
}

fn report(source: &Source<'_>, line: usize, text: &str, message: &str) {
    let found = match text.trim() {
        "" => "nothing".to_owned(),
        text => quote(text),
    };
    source.report_unreadable(line, format!("{found} ({message})"));
}

/// The number of bytes to blank after a wrong line: the rest of the table that the line heads, or of the
/// text of several lines that the line begins.
fn together(line: &str, after: &str) -> usize {
    // the lines of a table whose head is wrong would all be blamed on another table
    if line.trim_start().starts_with('[') {
        after.find("\n[").unwrap_or(after.len())
    } else if line.matches(QUOTES).count() % 2 == 1 {
        let end = after.find(QUOTES);
        end.map_or(0, |end| end + QUOTES.len())
    } else {
        0
    }
}

/// Writes blanks over a span; line feeds stay.
fn blank(text: &mut String, span: Range<usize>) {
    let blanks = text[span.clone()].bytes();
    let blanks: String = blanks
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        // byte for byte, since a letter of several bytes must not shift what follows
        .collect();
    text.replace_range(span, &blanks);
}
