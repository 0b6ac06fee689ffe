use std::collections::BTreeMap;

use board::{Board, Cell, Grid};
use rules::warlord::Side;
use rules::warlord::{Kind, Terrain, Unit};
use toml::de::DeValue;

use crate::mistake::{Source, quote};
use crate::table::{Drawing, Row, Table, Text};

/// What the letters of a drawing stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Legend {
    /// The letters of position texts.
    Usual,
    /// The file's own; nothing else is allowed.
    Own(BTreeMap<char, Option<Unit>>),
}

/// Units on cells, in board order.
pub(crate) type Units = Vec<(Cell, Unit)>;

const BLANK: char = '.';

impl Legend {
    /// Reads `legend = { M = "I", … }`. An entry of two capitals stands for the small letters too.
    pub(crate) fn read(set_up: &Table<'_>) -> Self {
        let Some(table) = set_up.table("legend", "set-up.legend") else {
            return Self::Usual;
        };
        let mut own = BTreeMap::from([(BLANK, None)]);
        let mut small = BTreeMap::new();
        for (line, key, value) in table.entries() {
            let source = table.source();
            let mut glyphs = key.chars();
            let (Some(glyph), None) = (glyphs.next(), glyphs.next()) else {
                source.report(
                    line,
                    format!("the key {} in [set-up.legend]", quote(key)),
                    "a single letter or sign",
                );
                continue;
            };
            if glyph.is_whitespace() || glyph.is_ascii_digit() || glyph == '/' {
                source.report(
                    line,
                    format!("the key {} in [set-up.legend]", quote(key)),
                    "a letter or sign that is neither white space, a digit nor `/`",
                );
                continue;
            }
            let unit = match value {
                DeValue::String(text) => match text.chars().collect::<Vec<_>>()[..] {
                    [BLANK] => Some(None),
                    [letter] => unit_of(letter).map(Some),
                    _ => None,
                },
                _ => None,
            };
            let Some(unit) = unit else {
                source.report(
                    line,
                    format!("no unit for {} in [set-up.legend]", quote(key)),
                    format!("one of the letters {}, capital or small, or \".\" for an empty cell, in quotes", letters()),
                );
                continue;
            };
            if let (true, Some(white)) = (
                glyph.is_ascii_uppercase(),
                unit.filter(|unit| unit.side == Side::White),
            ) {
                let black = Unit {
                    side: Side::Black,
                    ..white
                };
                small.insert(glyph.to_ascii_lowercase(), Some(black));
            }
            own.insert(glyph, unit);
        }
        for (glyph, unit) in small {
            own.entry(glyph).or_insert(unit);
        }
        Self::Own(own)
    }

    /// Whether every letter of a drawing stands for something.
    pub(crate) fn knows(&self, drawing: &Drawing) -> bool {
        let mut glyphs = drawing.rows.iter().flat_map(|row| &row.glyphs);
        glyphs.all(|glyph| self.unit(*glyph).is_some())
    }

    fn unit(&self, glyph: char) -> Option<Option<Unit>> {
        match self {
            Self::Usual if glyph == BLANK => Some(None),
            Self::Usual => unit_of(glyph).map(Some),
            Self::Own(own) => own.get(&glyph).copied(),
        }
    }

    fn expected(&self) -> String {
        match self {
            Self::Usual => format!(
                "`.` or one of {}, capital for White, small for Black",
                letters()
            ),
            Self::Own(own) => format!("a letter of the legend: {}", own.keys().collect::<String>()),
        }
    }
}

/// The unit of a letter, as far as armies may hold it from the start.
fn unit_of(letter: char) -> Option<Unit> {
    Unit::from_symbol(letter).filter(|unit| unit.kind != Kind::Promoted)
}

/// The letters of the kinds an army may hold.
pub(crate) fn letters() -> String {
    Kind::ALL
        .into_iter()
        .filter(|kind| *kind != Kind::Promoted)
        .map(Kind::symbol)
        .collect()
}

/// Checks that a drawing has the size asked for; wrong rows are reported one by one.
pub(crate) fn has_size(
    source: &Source<'_>,
    drawing: &Drawing,
    what: &str,
    files: u8,
    ranks: u8,
) -> bool {
    let (files, ranks) = (usize::from(files), usize::from(ranks));
    if drawing.rows.len() != ranks {
        source.report(
            drawing.line,
            format!("{} rows for {what}", drawing.rows.len()),
            format!("{ranks}"),
        );
    }
    let mut right = drawing.rows.len() == ranks;
    for (number, row) in (1..).zip(&drawing.rows) {
        if row.glyphs.len() != files {
            source.report(
                row.line,
                format!("{} cells in row {number} from the top", row.glyphs.len()),
                format!("{files}"),
            );
            right = false;
        }
    }
    right
}

/// The cells of a drawing's row `index`, when the row at the top lies on rank `top` (counted from 0).
fn cells_of(row: &Row, top: u8, index: usize) -> impl Iterator<Item = (Cell, char)> {
    let rank = top.saturating_sub(u8::try_from(index).unwrap_or(u8::MAX));
    (0u8..)
        .zip(&row.glyphs)
        .map(move |(file, glyph)| (Cell::new(file, rank), *glyph))
}

/// Every cell of a drawing of the right size, top row first, and its glyph and line.
pub(crate) fn glyphs(drawing: &Drawing, top: u8) -> impl Iterator<Item = (usize, Cell, char)> + '_ {
    drawing
        .rows
        .iter()
        .enumerate()
        .flat_map(move |(index, row)| {
            cells_of(row, top, index).map(move |(cell, glyph)| (row.line, cell, glyph))
        })
}

/// Reads units from a drawing of the right size whose top row lies on rank `top`; in board order.
pub(crate) fn units(
    source: &Source<'_>,
    drawing: &Drawing,
    legend: &Legend,
    top: u8,
) -> Option<Units> {
    let mut units = Vec::new();
    let mut right = true;
    for (line, cell, glyph) in glyphs(drawing, top) {
        match legend.unit(glyph) {
            Some(Some(unit)) => units.push((cell, unit)),
            Some(None) => {}
            None => {
                right = false;
                source.report(
                    line,
                    format!("{} at {cell}", quote(&glyph.to_string())),
                    legend.expected(),
                );
            }
        }
    }
    units.sort_by_key(|(cell, _)| *cell);
    right.then_some(units)
}

/// Writes the rows of a FEN, without white space, as a drawing: digits are so many blanks, `/` ends a row.
pub(crate) fn fen(source: &Source<'_>, text: &Text<'_>, files: usize) -> Option<Drawing> {
    let mut rows = Vec::new();
    for row in text.value.split('/') {
        let mut glyphs = Vec::new();
        let mut rest = row;
        while let Some(c) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                glyphs.push(c);
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
                continue;
            }
            let (number, tail) = rest.split_at(digits);
            let blanks = number
                .parse::<usize>()
                .ok()
                .filter(|blanks| (1..=files).contains(blanks));
            let Some(blanks) = blanks else {
                source.report(
                    text.line,
                    format!("{} blanks in the FEN", quote(number)),
                    format!("1 to {files}"),
                );
                return None;
            };
            glyphs.extend(std::iter::repeat_n(BLANK, blanks));
            rest = tail;
        }
        rows.push(Row {
            line: text.line,
            glyphs,
        });
    }
    Some(Drawing {
        line: text.line,
        rows,
    })
}

/// Reads terrain from a drawing of the board's size.
pub(crate) fn terrain(
    source: &Source<'_>,
    drawing: &Drawing,
    board: Board,
) -> Option<Grid<Terrain>> {
    let mut grid = Grid::filled(board, Terrain::Open);
    let mut right = true;
    for (line, cell, glyph) in glyphs(drawing, board.ranks() - 1) {
        match Terrain::from_symbol(glyph) {
            Some(terrain) => grid[cell] = terrain,
            None => {
                right = false;
                let capital = glyph.to_ascii_uppercase();
                let advice = Terrain::from_symbol(capital)
                    .is_some()
                    .then(|| format!("did you mean `{capital}`?"));
                source.report_with(
                    line,
                    format!("{} at {cell}", quote(&glyph.to_string())),
                    "`.` open, `T` town, `F` trees, `H` hill, `~` water or `_` no cell",
                    advice,
                );
            }
        }
    }
    right.then_some(grid)
}
