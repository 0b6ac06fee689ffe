//! The text of a lesson taken apart: rows of a board, and lines of a word and a text.

use picture::Stated;
use scenario::{Mistake, quote};

/// A line of a word, perhaps with what the word is about, and a text, with the lines that continue the text.
#[derive(Debug)]
pub(crate) struct Said<'a> {
    pub(crate) line: usize,
    pub(crate) word: &'a str,
    /// The part of the line between the word and the colon, such as the cell in `say c4: …`.
    pub(crate) about: &'a str,
    pub(crate) text: String,
}

/// The mistakes found in a text so far.
#[derive(Debug)]
pub(crate) struct Mistakes<'a> {
    file: &'a str,
    found: Vec<Mistake>,
}

impl<'a> Mistakes<'a> {
    pub(crate) const fn new(file: &'a str) -> Self {
        Self {
            file,
            found: Vec::new(),
        }
    }

    pub(crate) fn report(
        &mut self,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.report_with(line, found, expected, None);
    }

    pub(crate) fn report_with(
        &mut self,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
        advice: Option<String>,
    ) {
        self.found.push(Mistake {
            file: self.file.to_owned(),
            line,
            found: found.into(),
            expected: expected.into(),
            advice,
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The mistakes in the order of their lines.
    pub(crate) fn into_list(mut self) -> Vec<Mistake> {
        self.found.sort_by_key(|mistake| mistake.line);
        self.found.dedup();
        self.found
    }
}

/// A lesson's text without comments and blank lines.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    /// The line of the first row; 1 without rows.
    pub(crate) board: usize,
    pub(crate) rows: Vec<&'a str>,
    pub(crate) said: Vec<Said<'a>>,
}

impl<'a> Text<'a> {
    /// Takes a text apart. Line ends may be those of any system.
    pub(crate) fn new(text: &'a str, mistakes: &mut Mistakes<'_>) -> Self {
        let mut read = Self {
            board: 1,
            rows: Vec::new(),
            said: Vec::new(),
        };
        // the last line that was a row: rows stand together, so that a line without its word is no row
        let mut last_row = None;
        for (line, whole) in (1..).zip(text.lines()) {
            let trimmed = whole.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            if let Some(hidden) = trimmed.chars().find(|c| !scenario::is_plain(*c)) {
                let found = format!("the character {}", quote(&hidden.to_string()));
                mistakes.report(line, found, "plain text without control characters");
                continue;
            }
            if whole.starts_with([' ', '\t']) {
                match read.said.last_mut() {
                    Some(said) => {
                        said.text.push(' ');
                        said.text.push_str(trimmed);
                    }
                    None => mistakes.report(
                        line,
                        "a line that begins with a blank",
                        "a word before it, whose text it continues",
                    ),
                }
                continue;
            }
            // a blank must follow the colon: orders such as `card ML e5:e5` have colons, too
            let bare = || trimmed.strip_suffix(':').map(|head| (head, ""));
            match trimmed.split_once(": ").or_else(bare) {
                Some((head, text)) => {
                    let (word, about) = head.split_once(' ').unwrap_or((head, ""));
                    read.said.push(Said {
                        line,
                        word,
                        about: about.trim(),
                        text: text.trim().to_owned(),
                    });
                }
                None => {
                    if read.rows.is_empty() {
                        read.board = line;
                    } else if last_row != Some(line - 1) {
                        let expected = "a word and a colon, as in `task: …`: the rows stand above";
                        mistakes.report(line, quote(trimmed), expected);
                        continue;
                    }
                    last_row = Some(line);
                    read.rows.push(trimmed);
                }
            }
        }
        read
    }

    /// The statements of the position.
    pub(crate) fn stated(&self) -> Stated<'_> {
        let lines = self.said.iter();
        Stated {
            line: self.board,
            rows: self.rows.clone(),
            lines: lines
                .map(|said| (said.line, said.word, said.text.as_str()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_rows_words_and_lines_that_continue_a_text() {
        let mut mistakes = Mistakes::new("a.lesson");
        let text =
            "# a comment\ntitle: One\n\n.. ~.\n.I ..\nsay c4: Go\n  on.\nhint d1-d2; end: Try\n";
        let read = Text::new(text, &mut mistakes);
        assert_eq!((read.board, read.rows), (4, vec![".. ~.", ".I .."]));
        let said: Vec<_> = read
            .said
            .iter()
            .map(|said| (said.line, said.word, said.about, said.text.as_str()))
            .collect();
        let expected = [
            (2, "title", "", "One"),
            (6, "say", "c4", "Go on."),
            (8, "hint", "d1-d2; end", "Try"),
        ];
        assert_eq!(said, expected);
        assert!(mistakes.is_empty());
    }

    #[test]
    fn a_stray_line_is_a_mistake_on_its_line() {
        for (text, line) in [
            ("  Go on.\ntitle: One", 1),
            ("...\ntitle: One\n...", 3),
            ("title: \u{1b}[2J", 1),
        ] {
            let mut mistakes = Mistakes::new("a.lesson");
            Text::new(text, &mut mistakes);
            let lines: Vec<usize> = mistakes.into_list().iter().map(|one| one.line).collect();
            assert_eq!(lines, [line], "{text:?}");
        }
    }
}
