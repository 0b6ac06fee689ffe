use std::borrow::Cow;
use std::ops::Range;

use toml::de::DeTable;

use crate::mistake::{Source, quote};

/// How often a text is read anew without what was found to be no TOML: each reading may end at the first such line.
const READINGS: usize = 16;

/// What a text of several lines begins and ends with.
const QUOTES: &str = "\"\"\"";

/// The text with blanks in place of all that is no TOML, which is reported: the rest can be read as it stands. Nothing
/// where that does not come to an end.
pub(crate) fn readable<'t>(source: &Source<'_>, text: &'t str) -> Option<Cow<'t, str>> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..READINGS {
        let (_, errors) = DeTable::parse_recoverable(&text);
        if errors.is_empty() {
            return Some(text);
        }
        let mut rest = text.clone().into_owned();
        for error in &errors {
            let Some(at) = error.span() else { continue };
            let line = source.line(at.start);
            let span = source.span_of(line);
            // what follows an error on the same line, or in what goes with it, is rarely another
            if rest[span.clone()] == *source.raw(span.clone()) {
                report(source, line, &rest[span.clone()], error.message());
                let end = span.end + together(&rest[span.clone()], &rest[span.end..]);
                blank(&mut rest, span.start..end);
            }
        }
        if rest == text {
            // such as brackets too deep to be counted, which stand nowhere
            source.report_missing(1, errors[0].message().to_owned(), "TOML");
            break;
        }
        text = Cow::Owned(rest);
    }
    None
}

fn report(source: &Source<'_>, line: usize, text: &str, message: &str) {
    let found = match text.trim() {
        "" => "nothing".to_owned(),
        text => quote(text),
    };
    source.report_unreadable(line, format!("{found} ({message})"));
}

/// How much of what comes after a line goes with it: what stands under the head of a table, or the rest of a text of
/// several lines.
fn together(line: &str, after: &str) -> usize {
    if line.trim_start().starts_with('[') {
        after.find("\n[").unwrap_or(after.len())
    } else if line.matches(QUOTES).count() % 2 == 1 {
        let end = after.find(QUOTES);
        end.map_or(0, |end| end + QUOTES.len())
    } else {
        0
    }
}

/// Everything but the ends of the lines becomes blanks.
fn blank(text: &mut String, span: Range<usize>) {
    let blanks = text[span.clone()].bytes();
    let blanks: String = blanks
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect();
    text.replace_range(span, &blanks);
}
