//! Strict reading of TOML tables: every key is asked for by name, and every wrong value is reported with its line.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

use board::Cell;
use toml::de::{DeTable, DeValue};

use crate::MAX_BYTES;
use crate::drawing::{Drawing, Row};
use crate::mistake::{Source, did_you_mean, is_plain, quote};
use crate::text::{TITLE_LIMIT, Text};

/// A table of the file. [`Table::finish`] reports the keys that nobody asked for.
pub(crate) struct Table<'a> {
    source: &'a Source<'a>,
    name: &'static str,
    line: usize,
    entries: &'a DeTable<'a>,
    // behind a cell, because a table is read through shared references
    asked: RefCell<Vec<&'static str>>,
}

/// The most characters of a text of several lines.
const TEXT_LIMIT: usize = 4_000;

impl<'a> Table<'a> {
    /// The whole file as a table.
    pub(crate) fn root(source: &'a Source<'a>, document: &'a DeTable<'a>) -> Self {
        Self::new(source, "", 1, document)
    }

    fn new(
        source: &'a Source<'a>,
        name: &'static str,
        line: usize,
        entries: &'a DeTable<'a>,
    ) -> Self {
        Self {
            source,
            name,
            line,
            entries,
            asked: RefCell::default(),
        }
    }

    pub(crate) const fn source(&self) -> &'a Source<'a> {
        self.source
    }

    /// The line on which the table starts.
    pub(crate) const fn line(&self) -> usize {
        self.line
    }

    /// The line of a key of a table within this table; the line of this table if the key is missing.
    pub(crate) fn line_of(&self, table: &str, key: &str) -> usize {
        let within = self.entries.get(table).and_then(|table| {
            let (key, _) = table.get_ref().as_table()?.get_key_value(key)?;
            Some(self.source.line(key.span().start))
        });
        within.unwrap_or(self.line)
    }

    /// True if the table has the key, with a right or a wrong value.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Reports the key if it is missing.
    pub(crate) fn require(&self, key: &str, what: &str) {
        if !self.has(key) {
            self.source
                .report_missing(self.line, format!("no `{key}` {}", self.place()), what);
        }
    }

    fn place(&self) -> String {
        match self.name {
            "" => "at the top".to_owned(),
            name => format!("in [{name}]"),
        }
    }

    fn entry(&self, key: &'static str) -> Option<(Range<usize>, &'a DeValue<'a>)> {
        // also if the table lacks it: `finish` lists the known keys when it reports an unknown one
        self.asked.borrow_mut().push(key);
        let value = self.entries.get(key)?;
        Some((value.span(), value.get_ref()))
    }

    /// A value of any kind, and its line.
    pub(crate) fn any(&self, key: &'static str) -> Option<(usize, &'a DeValue<'a>)> {
        let (span, value) = self.entry(key)?;
        Some((self.source.line(span.start), value))
    }

    fn wrong(&self, span: Range<usize>, expected: String) {
        let raw = self.source.raw(span.clone());
        // the first line only: a whole drawing would bury the message
        let first = raw.lines().next().unwrap_or_default();
        self.source
            .report(self.source.line(span.start), quote(first), expected);
    }

    /// A text without the white space around it. In an agreed text, control characters and characters over the limit
    /// are left out; an author's file with them is refused.
    fn string(&self, key: &'static str, limit: usize, what: &str) -> Option<Text<'a>> {
        let (span, value) = self.entry(key)?;
        let DeValue::String(text) = value else {
            self.wrong(span, format!("{what} in quotes for `{key}`"));
            return None;
        };
        let line = self.source.line(span.start);
        // white space at the ends is the editor's, and would count as a different title
        let value = text.trim();
        if self.source.is_agreed() {
            // cleaned before it is counted, so that invisible characters do not use up the limit
            let plain: String = value.chars().filter(|c| is_plain(*c)).take(limit).collect();
            let value = Cow::Owned(plain);
            // cut and cleaned instead of refused: the match is signed
            return Some(Text { line, value });
        }
        if let Some(bad) = value.chars().find(|c| !is_plain(*c)) {
            self.source.report(
                line,
                format!("the character {} in `{key}`", quote(&bad.to_string())),
                "plain text without control characters",
            );
            return None;
        }
        let length = value.chars().count();
        if length == 0 || length > limit {
            self.source.report(
                line,
                format!("{length} characters in `{key}`"),
                format!("1 to {limit}"),
            );
            return None;
        }
        let value = Cow::Borrowed(value);
        Some(Text { line, value })
    }

    /// A line of text for people: a title, a name. An empty line, which only an agreed scenario can have, gives `None`.
    pub(crate) fn title(&self, key: &'static str) -> Option<Text<'a>> {
        let text = self.string(key, TITLE_LIMIT, "a text")?;
        if text.value.is_empty() {
            return None;
        }
        if !text.value.contains('\n') {
            return Some(text);
        }
        if self.source.is_agreed() {
            let value = Cow::Owned(text.value.replace('\n', " "));
            return Some(Text { value, ..text });
        }
        let found = format!("several lines in `{key}`");
        self.source.report(text.line, found, "one line of text");
        None
    }

    /// A text of several lines for people. An empty text, which only an agreed scenario can have, gives `None`.
    pub(crate) fn text(&self, key: &'static str) -> Option<Text<'a>> {
        let text = self.string(key, TEXT_LIMIT, "a text")?;
        (!text.value.is_empty()).then_some(text)
    }

    /// A long single line, such as a pasted FEN.
    pub(crate) fn long_line(&self, key: &'static str) -> Option<Text<'a>> {
        // an agreed text may be as long as it likes within the whole
        let limit = if self.source.is_agreed() {
            MAX_BYTES
        } else {
            // room for the rows of 120 by 120 cells, which are 14,519 characters
            TEXT_LIMIT * 4
        };
        self.string(key, limit, "a text")
    }

    pub(crate) fn word(&self, key: &'static str, words: &[&'static str]) -> Option<&'static str> {
        self.word_or(key, words, &[])
    }

    /// One of `words`, or of the `unnamed` ones, which mistakes do not mention.
    pub(crate) fn word_or(
        &self,
        key: &'static str,
        words: &[&'static str],
        unnamed: &[&'static str],
    ) -> Option<&'static str> {
        let text = self.string(key, TITLE_LIMIT, "a text")?;
        let mut known = words.iter().chain(unnamed).copied();
        let known = known.find(|word| *word == text.value);
        if known.is_none() {
            self.source.report_with(
                text.line,
                format!("{} for `{key}`", quote(&text.value)),
                // the unnamed ones are no advice either
                one_of(words),
                did_you_mean(&text.value, words.iter().copied()),
            );
        }
        known
    }

    /// A whole number within bounds, and its line.
    pub(crate) fn number(
        &self,
        key: &'static str,
        bounds: RangeInclusive<u16>,
    ) -> Option<(usize, u16)> {
        let (span, value) = self.entry(key)?;
        number(value)
            .filter(|number| bounds.contains(number))
            .map(|number| (self.source.line(span.start), number))
            .or_else(|| {
                let (low, high) = bounds.into_inner();
                let expected = if low == high {
                    format!("{low} for `{key}`")
                } else {
                    format!("a whole number from {low} to {high} for `{key}`")
                };
                self.wrong(span, expected);
                None
            })
    }

    /// Rising whole numbers within bounds, and their line.
    pub(crate) fn rising(
        &self,
        key: &'static str,
        bounds: RangeInclusive<u16>,
    ) -> Option<(usize, Vec<u16>)> {
        let (span, value) = self.entry(key)?;
        let numbers: Option<Vec<u16>> = match value {
            DeValue::Array(items) => items.iter().map(|item| number(item.get_ref())).collect(),
            _ => None,
        };
        let fits = |numbers: &Vec<u16>| {
            // rising, so that one agreement has one spelling
            numbers.is_sorted_by(|a, b| a < b)
                && numbers.iter().all(|number| bounds.contains(number))
        };
        let line = self.source.line(span.start);
        let numbers = numbers.filter(fits);
        if numbers.is_none() {
            let (low, high) = bounds.into_inner();
            self.wrong(
                span,
                format!("rising whole numbers from {low} to {high} in brackets for `{key}`"),
            );
        }
        Some((line, numbers?))
    }

    /// Cells by their names, sorted, and their line; no cell may appear twice.
    pub(crate) fn cells(&self, key: &'static str) -> Option<(usize, Vec<Cell>)> {
        let (span, value) = self.entry(key)?;
        let cell = |item: &DeValue<'_>| item.as_str()?.parse().ok();
        let cells: Option<Vec<Cell>> = match value {
            DeValue::Array(items) => items.iter().map(|item| cell(item.get_ref())).collect(),
            _ => None,
        };
        let line = self.source.line(span.start);
        let cells = cells.and_then(|mut cells| {
            cells.sort_unstable();
            // strictly rising, so that no cell is there twice
            cells.is_sorted_by(|a, b| a < b).then_some(cells)
        });
        if cells.is_none() {
            let example = "[\"d2\", \"e5\"]";
            self.wrong(
                span,
                format!("cells such as {example}, each once, for `{key}`"),
            );
        }
        Some((line, cells?))
    }

    pub(crate) fn switch(&self, key: &'static str) -> Option<bool> {
        match self.entry(key)? {
            (_, DeValue::Boolean(value)) => Some(*value),
            (span, _) => {
                self.wrong(span, format!("true or false for `{key}`"));
                None
            }
        }
    }

    /// A drawing: a text of several lines, read without white space.
    pub(crate) fn drawing(&self, key: &'static str) -> Option<Drawing> {
        self.rows(key, |row| {
            row.chars().filter(|c| !c.is_whitespace()).collect()
        })
    }

    /// A drawing whose glyphs `split` finds in each line.
    pub(crate) fn rows<G>(
        &self,
        key: &'static str,
        split: impl Fn(&'a str) -> Vec<G>,
    ) -> Option<Drawing<G>> {
        let (span, value) = self.entry(key)?;
        let DeValue::String(text) = value else {
            self.wrong(
                span,
                format!("rows of letters between \"\"\" lines for `{key}`"),
            );
            return None;
        };
        let line = self.source.line(span.start);
        let raw = self.source.raw(span);
        // the parser drops the line feed that follows the opening quotes
        let dropped = ["\"\"\"", "'''"].iter().any(|quotes| {
            raw.strip_prefix(quotes)
                // both line ends, because an agreed text is not cleaned of Windows' ones
                .is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n"))
        });
        let first = line + usize::from(dropped);
        let mut rows: Vec<Row<G>> = text
            .lines()
            .enumerate()
            .map(|(index, row)| Row {
                line: first + index,
                glyphs: split(row),
            })
            .collect();
        // the line of the closing quotes is no row
        if rows.last().is_some_and(|row| row.glyphs.is_empty()) {
            rows.pop();
        }
        Some(Drawing { line, rows })
    }

    /// A table within this table; mistakes call the table `name`.
    pub(crate) fn table(&self, key: &'static str, name: &'static str) -> Option<Table<'a>> {
        match self.entry(key)? {
            (span, DeValue::Table(entries)) => Some(Table::new(
                self.source,
                name,
                self.source.line(span.start),
                entries,
            )),
            (span, _) => {
                self.wrong(span, format!("a table [{name}]"));
                None
            }
        }
    }

    /// The tables of an array of tables; mistakes call the array `[[name]]`.
    pub(crate) fn tables(&self, key: &'static str, name: &'static str) -> Vec<Table<'a>> {
        let Some((span, value)) = self.entry(key) else {
            return Vec::new();
        };
        let tables = match value {
            DeValue::Array(items) => items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::Table(entries) => Some(Table::new(
                        self.source,
                        name,
                        self.source.line(item.span().start),
                        entries,
                    )),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        tables.unwrap_or_else(|| {
            self.wrong(span, format!("tables, each headed [[{name}]]"));
            Vec::new()
        })
    }

    /// The line, the key and the value of every entry, for tables whose keys are free.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, &'a str, &'a DeValue<'a>)> {
        let source = self.source;
        self.entries.iter().map(move |(key, value)| {
            (
                source.line(key.span().start),
                key.get_ref().as_ref(),
                value.get_ref(),
            )
        })
    }

    /// Reports every key that nobody asked for.
    pub(crate) fn finish(&self) {
        let asked = self.asked.borrow();
        for (key, _) in self.entries {
            if asked.contains(&key.get_ref().as_ref()) {
                continue;
            }
            self.source.report_with(
                self.source.line(key.span().start),
                format!("the key {} {}", quote(key.get_ref()), self.place()),
                one_of(&asked),
                did_you_mean(key.get_ref(), asked.iter().copied()),
            );
        }
    }
}

/// A whole number that fits 16 bits, in any of TOML's notations.
pub(crate) fn number(value: &DeValue<'_>) -> Option<u16> {
    match value {
        // in any radix: TOML allows `0x10`
        DeValue::Integer(integer) => u16::from_str_radix(integer.as_str(), integer.radix()).ok(),
        _ => None,
    }
}

/// The words in backquotes, joined by [`either`].
pub(crate) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    either(&quoted)
}

/// `a, b or c`.
pub(crate) fn either(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [word] => (*word).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
