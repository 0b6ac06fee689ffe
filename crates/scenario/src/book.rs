//! Ready-made set-ups of hidden games: the tables [[set-up.book]].

use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::table::{Table, Text};

/// The most books that an author may give a scenario: advice looks at each book against every other.
pub(crate) const MOST_BOOKS: usize = 64;

/// A ready-made set-up of a hidden game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The name of the set-up.
    pub name: String,
    /// The thought behind the set-up; empty without such a text.
    pub about: String,
}

/// A book as the file writes it.
pub(crate) struct BookText<'a, G = char> {
    pub(crate) line: usize,
    pub(crate) name: Option<Text<'a>>,
    about: Option<Text<'a>>,
    pub(crate) white: Option<Drawing<G>>,
    pub(crate) black: Option<Drawing<G>>,
}

impl<'a, G> BookText<'a, G> {
    /// Reads a book; `drawing` reads the drawing of a key.
    pub(crate) fn read(
        table: &Table<'a>,
        drawing: impl Fn(&Table<'a>, &'static str) -> Option<Drawing<G>>,
    ) -> Self {
        let text = Self {
            line: table.line(),
            name: table.title("name"),
            about: table.text("about"),
            white: drawing(table, "white"),
            black: drawing(table, "black"),
        };
        table.require("name", "what the set-up is called");
        table.require("white", "a drawing of White's zone");
        table.finish();
        text
    }

    /// The book of that name, as people see it.
    pub(crate) fn book(&self, name: &Text<'_>) -> Book {
        let about = self.about.as_ref();
        Book {
            name: name.value.to_string(),
            about: about.map_or_else(String::new, |about| about.value.to_string()),
        }
    }
}

/// Checks the number of books.
pub(crate) fn check_count<G>(source: &Source<'_>, texts: &[BookText<'_, G>]) {
    if let Some(text) = texts.get(MOST_BOOKS) {
        source.report_to_author(
            text.line,
            format!("{} books", texts.len()),
            format!("no more than {MOST_BOOKS}"),
        );
    }
}

/// Checks the name of a book against the books before it.
pub(crate) fn check_name(source: &Source<'_>, name: &Text<'_>, before: &[Book]) {
    let taken = before
        .iter()
        .any(|book| book.name.eq_ignore_ascii_case(&name.value));
    if taken || name.value.bytes().all(|byte| byte.is_ascii_digit()) {
        source.report_to_author(
            name.line,
            format!("{} for a book", quote(&name.value)),
            "a name of its own that is not a number",
        );
    }
}
