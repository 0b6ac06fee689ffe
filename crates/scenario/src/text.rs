//! Texts of a file, with their lines.

use std::borrow::Cow;

use crate::mistake::is_plain;

/// The most characters of a title or a name.
// fits a line of a terminal, and a title bar
pub(crate) const TITLE_LIMIT: usize = 80;

/// True for a line that a file may have as its title.
// the same limits as the reader's, so that a made scenario can be read again
pub(crate) fn is_title(text: &str) -> bool {
    let is_line = text.chars().all(|c| is_plain(c) && c != '\n');
    is_line && (1..=TITLE_LIMIT).contains(&text.chars().count())
}

/// A text and the line on which the text starts.
#[derive(Debug, Clone)]
pub(crate) struct Text<'a> {
    pub(crate) line: usize,
    pub(crate) value: Cow<'a, str>,
}
