//! Drawings of a board: each line is a row of the board, the highest rank first, and each glyph a cell. A glyph is a
//! letter or, in a family whose units have names of several letters, a word.

use board::Cell;

use crate::mistake::{Source, quote};
use crate::text::Text;

pub(crate) const BLANK: char = '.';

/// A drawing and the line on which the text of the drawing starts.
#[derive(Debug, Clone)]
pub(crate) struct Drawing<G = char> {
    pub(crate) line: usize,
    pub(crate) rows: Vec<Row<G>>,
}

/// A row of a drawing, without white space.
#[derive(Debug, Clone)]
pub(crate) struct Row<G = char> {
    pub(crate) line: usize,
    pub(crate) glyphs: Vec<G>,
}

impl<G: Copy> Drawing<G> {
    /// True if the drawing has that many files and ranks; reports each row that is too long or too short.
    pub(crate) fn has_size(&self, source: &Source<'_>, what: &str, files: u8, ranks: u8) -> bool {
        let (files, ranks) = (usize::from(files), usize::from(ranks));
        // every row is looked at even if their number is wrong, so that all mistakes are reported at once
        let mut is_right = self.rows.len() == ranks;
        if !is_right {
            let found = format!("{} rows for {what}", self.rows.len());
            source.report(self.line, found, format!("{ranks}"));
        }
        for (number, row) in (1..).zip(&self.rows) {
            if row.glyphs.len() != files {
                let found = format!("{} cells in row {number} from the top", row.glyphs.len());
                source.report(row.line, found, format!("{files}"));
                is_right = false;
            }
        }
        is_right
    }

    /// The glyph of each cell with its line; the top row of the drawing lies on rank `top`, counted from 0.
    fn glyphs(&self, top: u8) -> impl Iterator<Item = (usize, Cell, G)> + '_ {
        let ranks = (0..=top).rev().zip(&self.rows);
        ranks.flat_map(|(rank, row)| {
            let files = (0u8..).zip(&row.glyphs);
            files.map(move |(file, glyph)| (row.line, Cell::new(file, rank), *glyph))
        })
    }

    /// Reads every glyph of a drawing of the right size with its line and cell; `read` reports a glyph without meaning
    /// and returns `None`, and then the result is `None` for the whole drawing.
    pub(crate) fn read<T>(
        &self,
        top: u8,
        mut read: impl FnMut(usize, Cell, G) -> Option<T>,
    ) -> Option<Vec<(Cell, T)>> {
        let glyphs = self.glyphs(top);
        // in two steps: collecting into an `Option` at once would stop at the first wrong glyph and report no other
        let read: Vec<Option<(Cell, T)>> = glyphs
            .map(|(line, cell, glyph)| Some((cell, read(line, cell, glyph)?)))
            .collect();
        read.into_iter().collect()
    }
}

impl<G: Copy> Drawing<G> {
    /// The units of a drawing, in board order, read as [`Drawing::read`] reads glyphs: a blank cell gives `Some(None)`.
    pub(crate) fn units<U>(
        &self,
        top: u8,
        read: impl FnMut(usize, Cell, G) -> Option<Option<U>>,
    ) -> Option<Vec<(Cell, U)>> {
        let cells = self.read(top, read)?.into_iter();
        let mut units: Vec<(Cell, U)> = cells
            .filter_map(|(cell, unit)| Some((cell, unit?)))
            .collect();
        // rows come from the top, and everything later wants board order
        units.sort_by_key(|(cell, _)| *cell);
        Some(units)
    }
}

impl Drawing {
    /// Reads the rows of a FEN without white space: a number stands for as many blank cells, `/` ends a row.
    pub(crate) fn from_fen(source: &Source<'_>, text: &Text<'_>, files: usize) -> Option<Self> {
        let row = |row: &str| {
            let glyphs = row_of_fen(source, text.line, row, files)?;
            Some(Row {
                line: text.line,
                glyphs,
            })
        };
        let rows: Option<Vec<Row>> = text.value.split('/').map(row).collect();
        Some(Self {
            line: text.line,
            rows: rows?,
        })
    }
}

fn row_of_fen(source: &Source<'_>, line: usize, row: &str, files: usize) -> Option<Vec<char>> {
    let mut glyphs = Vec::new();
    let mut rest = row;
    // a number may have several digits: 16 empty cells are `16` and not `1` and `6`
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            // any character counts as a letter here: whether it means something is for the family, which knows the
            // words for it
            glyphs.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
            continue;
        }
        let (number, tail) = rest.split_at(digits);
        let blanks = number.parse().ok();
        // bounded by the board: a pasted number such as 999999999 must not make us fill memory with blanks
        let Some(blanks) = blanks.filter(|blanks| (1..=files).contains(blanks)) else {
            let found = format!("{} blanks in the FEN", quote(number));
            source.report(line, found, format!("1 to {files}"));
            return None;
        };
        glyphs.extend(std::iter::repeat_n(BLANK, blanks));
        rest = tail;
    }
    Some(glyphs)
}
