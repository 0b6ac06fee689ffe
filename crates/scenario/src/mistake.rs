//! Mistakes in scenario files, each with its line and, if possible, a way to correct it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

/// A place in a scenario file that cannot be read, or that the rules or the format forbid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub struct Mistake {
    /// The name that the reader was given for the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The wrong text of the file, or a description of it.
    pub found: String,
    /// A description of a right text.
    pub expected: String,
    /// A way to correct the file, if the reader can guess one.
    pub advice: Option<String>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            found,
            expected,
            advice,
        } = self;
        write!(f, "{file}:{line}: found {found}, expected {expected}")?;
        match advice {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

/// A text, the mistakes found in the text so far, and the reader's strictness.
pub(crate) struct Source<'a> {
    file: &'a str,
    text: &'a str,
    is_agreed: bool,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    mistakes: RefCell<Vec<Mistake>>,
    /// The lines that are not TOML.
    unreadable: RefCell<BTreeSet<usize>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            text,
            is_agreed: false,
            lines: std::iter::once(0)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .collect(),
            mistakes: RefCell::default(),
            unreadable: RefCell::default(),
        }
    }

    /// A text that both players of a match have signed: mistakes that only an author must correct are not reported,
    /// since a signed match must stay readable.
    pub(crate) fn agreed(file: &'a str, text: &'a str) -> Self {
        Self {
            is_agreed: true,
            ..Self::new(file, text)
        }
    }

    pub(crate) const fn file(&self) -> &'a str {
        self.file
    }

    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) const fn is_agreed(&self) -> bool {
        self.is_agreed
    }

    /// The line, counted from 1, of a byte of the text.
    pub(crate) fn line(&self, at: usize) -> usize {
        // lines begin at rising bytes, so the number of beginnings up to here is the line
        self.lines.partition_point(|start| *start <= at)
    }

    /// The bytes of a line, counted from 1, without its line feed.
    pub(crate) fn span_of(&self, line: usize) -> Range<usize> {
        let start = self.lines.get(line - 1).copied();
        let start = start.unwrap_or(self.text.len());
        let text = self.text[start..].lines().next().unwrap_or_default();
        start..start + text.len()
    }

    /// The text of a span, with quotes and escapes as in the file.
    pub(crate) fn raw(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    pub(crate) fn report(
        &self,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.report_with(line, found, expected, None);
    }

    /// Reports a mistake that the rules can live with: an author's file is refused, an agreed text is accepted.
    pub(crate) fn report_to_author(
        &self,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        if !self.is_agreed {
            self.report(line, found, expected);
        }
    }

    /// Reports a line that is not TOML; later reports of the same line are dropped.
    pub(crate) fn report_unreadable(&self, line: usize, found: String) {
        self.report(line, found, "TOML");
        self.unreadable.borrow_mut().insert(line);
    }

    /// Reports a missing part, unless the text has lines that are not TOML, since such a line may be the part.
    pub(crate) fn report_missing(&self, line: usize, found: String, expected: &str) {
        if self.unreadable.borrow().is_empty() {
            self.report(line, found, expected);
        }
    }

    pub(crate) fn report_with(
        &self,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
        advice: Option<String>,
    ) {
        // one unreadable line would otherwise be blamed for every key that it hides
        if self.unreadable.borrow().contains(&line) {
            return;
        }
        self.mistakes.borrow_mut().push(Mistake {
            file: self.file.to_owned(),
            line,
            found: found.into(),
            expected: expected.into(),
            advice,
        });
    }

    /// The mistakes in the order of their lines, without repetitions.
    pub(crate) fn into_mistakes(self) -> Vec<Mistake> {
        let mut mistakes = self.mistakes.into_inner();
        mistakes.sort_by_key(|mistake| mistake.line);
        // the same part may be read twice, as by two sides
        mistakes.dedup();
        mistakes
    }

    pub(crate) fn has_mistakes(&self) -> bool {
        !self.mistakes.borrow().is_empty()
    }
}

/// Foreign text in backquotes: cut to 40 characters, with control characters escaped, which could steer a terminal.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    // shows that something was cut off
    if text.chars().count() > LONGEST {
        short.push('…');
    }
    let plain: String = short
        .chars()
        .flat_map(|c| {
            // a line feed too: a message is one line
            let hidden = !is_plain(c) || c == '\n';
            let escaped = hidden.then(|| c.escape_default());
            escaped
                .into_iter()
                .flatten()
                .chain((!hidden).then_some(c))
                .collect::<Vec<_>>()
        })
        .collect();
    format!("`{plain}`")
}

/// True if a character may appear in a text shown to people. Control characters other than the line feed may not, since
/// they can steer a terminal; nor may characters that turn the direction of writing, since they can make a text look
/// like another.
pub fn is_plain(c: char) -> bool {
    let turns_direction = matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c == '\n' || !c.is_control() && !turns_direction
}

/// `did you mean …?` with the known word closest to the word found, if any is close.
pub fn did_you_mean<'w>(found: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    nearest(found, known).map(|word| format!("did you mean `{word}`?"))
}

/// The known word closest to the word found, if any is close.
pub(crate) fn nearest<'w>(
    found: &str,
    known: impl IntoIterator<Item = &'w str>,
) -> Option<&'w str> {
    // one slip of the finger in a short word, and one more for every four letters
    let tolerance = 1 + found.chars().count() / 4;
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(found, word), word))
        .filter(|(distance, _)| *distance <= tolerance)
        // of words equally close the first by alphabet, so that the advice is always the same
        .min()
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_short_and_cannot_steer_a_terminal() {
        assert_eq!(quote("cap"), "`cap`");
        assert_eq!(quote("\u{1b}[2J\u{202e}x\n"), "`\\u{1b}[2J\\u{202e}x\\n`");
        assert_eq!(quote(&"ü".repeat(41)), format!("`{}…`", "ü".repeat(40)));
    }

    #[test]
    fn close_words_are_suggested_and_far_ones_not() {
        let known = ["cap", "range", "heavy-as-hero"];
        assert_eq!(
            did_you_mean("rnage", known),
            Some("did you mean `range`?".into())
        );
        assert_eq!(
            did_you_mean("heavy_as_hero", known),
            Some("did you mean `heavy-as-hero`?".into())
        );
        assert_eq!(did_you_mean("weather", known), None);
    }
}
