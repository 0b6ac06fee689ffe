//! `warlord-engine(7)`: the page of the engine's commands, `docs/engine.md`, as a manual page.

use std::fmt::Write as _;

use about::VERSION;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::roff::{MANUAL, escaped};
use super::{PackageFile, Release};

const ENGINE: &str = include_str!("../../../../docs/engine.md");

/// The manual page of the engine protocol.
pub(super) fn engine(release: &Release) -> PackageFile {
    let head = format!(
        ".TH WARLORD\\-ENGINE 7 {} \"warlord {VERSION}\" {MANUAL}\n.SH NAME\nwarlord\\-engine \\- the line protocol of Warlord's engine\n.SH DESCRIPTION\n",
        release.day
    );
    let page = format!(
        "{head}{}.SH SEE ALSO\n.BR warlord (1)\n",
        Roff::from_markdown(ENGINE)
    );
    (
        "share/man/man7/warlord-engine.7".to_owned(),
        page.into_bytes(),
    )
}

/// A page under way.
#[derive(Default)]
struct Roff {
    page: String,
    /// The words of the paragraph, heading or cell that is open.
    words: String,
    /// The place of the cell in its row, while a table is open.
    cell: Option<usize>,
    is_code: bool,
}

impl Roff {
    fn from_markdown(text: &str) -> String {
        let mut roff = Self::default();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            roff.take(event);
        }
        roff.page
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::End(TagEnd::Table) => self.cell = None,
            // the cells before it are column names, which have no place in a list of terms
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => self.cell = Some(0),
            Event::End(TagEnd::TableCell) => self.end_cell(),
            Event::Start(Tag::CodeBlock(_)) => {
                self.is_code = true;
                self.begin_paragraph();
                self.page.push_str(".nf\n");
            }
            Event::End(TagEnd::CodeBlock) => {
                self.is_code = false;
                self.page.push_str(".fi\n");
            }
            Event::End(TagEnd::Heading(level)) => {
                let heading = std::mem::take(&mut self.words);
                // the title of the page is said by its head
                if level as u8 > 1 {
                    let _ = writeln!(self.page, ".SH {}", heading.to_uppercase());
                }
            }
            Event::Start(Tag::Paragraph) => self.words.clear(),
            Event::End(TagEnd::Paragraph) => self.end_paragraph(),
            Event::Code(code) => {
                let _ = write!(self.words, "\\fB{}\\fR", escaped(&code));
            }
            Event::Text(text) if self.is_code => {
                for line in text.lines() {
                    let _ = writeln!(self.page, "{}", escaped(line));
                }
            }
            Event::Text(text) => self.words.push_str(&escaped(&text)),
            Event::SoftBreak | Event::HardBreak => self.words.push('\n'),
            // links keep their words; a page has no rules, pictures or raw HTML
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let words = std::mem::take(&mut self.words);
        self.begin_paragraph();
        self.write_sentences(&words);
    }

    /// Parts what follows from what stands before; a heading has done so already.
    fn begin_paragraph(&mut self) {
        let last = self.page.lines().last();
        if last.is_some_and(|line| !line.starts_with(".SH")) {
            self.page.push_str(".PP\n");
        }
    }

    /// A first cell is a term, the next ones explain it.
    fn end_cell(&mut self) {
        let words = std::mem::take(&mut self.words);
        let Some(place) = self.cell else { return };
        self.cell = Some(place + 1);
        if place == 0 {
            let _ = writeln!(self.page, ".TP\n{words}");
        } else if !words.trim().is_empty() {
            self.write_sentences(&words);
        }
    }

    /// Writes each sentence on a line of its own, as `man` wants it: it then sets the gap between them itself.
    fn write_sentences(&mut self, words: &str) {
        let text = words
            .split('\n')
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(" ");
        let lines = text.replace(". ", ".\n");
        for line in lines.lines() {
            let _ = writeln!(self.page, "{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tables_and_code_become_sections_terms_and_lines() {
        let text = "# Title\n\nOne `a-b`. Two.\n\n## Next\n\n| command | answer |\n|---|---|\n| `go` | .runs |\n\n```text\n$ x\\y\n```\n";
        let page = Roff::from_markdown(text);
        let expected = "One \\fBa\\-b\\fR\\&.\nTwo.\n.SH NEXT\n.TP\n\\fBgo\\fR\n\\&.runs\n.PP\n.nf\n$ x\\ey\n.fi\n";
        assert_eq!(page, expected);
    }
}
