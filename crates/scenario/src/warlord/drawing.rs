//! The letters of Warlord's drawings: units by a legend, and terrain.

use std::collections::BTreeMap;

use board::Cell;
use rules::warlord::{Kind, Side, Terrain, Unit};
use toml::de::DeValue;

use crate::drawing::{BLANK, Drawing};
use crate::mistake::{Source, quote};
use crate::table::Table;
use crate::terrain::Letters;

/// The units that the letters of a drawing stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Legend {
    /// The letters of position texts.
    Usual,
    /// The file's own letters, and no others.
    Own(BTreeMap<char, Option<Unit>>),
}

/// Units with their cells, in board order.
pub(crate) type Units = Vec<(Cell, Unit)>;

impl Legend {
    /// Reads `legend = { M = "I", … }`; `M = "I"` also gives `m = "i"`, unless the legend has its own `m`.
    pub(crate) fn read(set_up: &Table<'_>) -> Self {
        let Some(table) = set_up.table("legend", "set-up.legend") else {
            return Self::Usual;
        };
        // a blank is always a blank, or a legend would have to name it
        let mut own = BTreeMap::from([(BLANK, None)]);
        let mut small = BTreeMap::new();
        for (line, key, value) in table.entries() {
            let source = table.source();
            let mut glyphs = key.chars();
            let (glyph, expected) = match (glyphs.next(), glyphs.next()) {
                (Some(glyph), None) => (
                    glyph,
                    "a letter or sign that is neither white space, a digit nor `/`",
                ),
                _ => ('/', "a single letter or sign"),
            };
            // digits and `/` have a meaning in a FEN, and white space none in a drawing
            if glyph.is_whitespace() || glyph.is_ascii_digit() || glyph == '/' {
                let found = format!("the key {} in [set-up.legend]", quote(key));
                source.report(line, found, expected);
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
            // only a capital that stands for a unit of White's has a small letter of its own
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
        // after all entries, since the legend's own small letters come first wherever they stand
        for (glyph, unit) in small {
            own.entry(glyph).or_insert(unit);
        }
        Self::Own(own)
    }

    /// True if the legend has every letter of a drawing.
    pub(crate) fn knows(&self, drawing: &Drawing) -> bool {
        let mut glyphs = drawing.rows.iter().flat_map(|row| &row.glyphs);
        // every letter, since a legend that lacks one is not the one the text was written with
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

/// The unit of a letter, other than promoted units, which no army holds at the start.
fn unit_of(letter: char) -> Option<Unit> {
    // Rules: warlord 5: units are promoted in play
    Unit::from_symbol(letter).filter(|unit| unit.kind != Kind::Promoted)
}

/// The letters of the kinds that an army may hold at the start.
pub(crate) fn letters() -> String {
    Kind::ALL
        .into_iter()
        .filter(|kind| *kind != Kind::Promoted)
        .map(Kind::symbol)
        .collect()
}

/// Reads units from a drawing of the right size whose top row lies on rank `top`, counted from 0; in board order.
pub(crate) fn units(
    source: &Source<'_>,
    drawing: &Drawing,
    legend: &Legend,
    top: u8,
) -> Option<Units> {
    drawing.units(top, |line, cell, glyph| {
        let unit = legend.unit(glyph);
        if unit.is_none() {
            let found = format!("{} at {cell}", quote(&glyph.to_string()));
            source.report(line, found, legend.expected());
        }
        unit
    })
}

impl Letters for Terrain {
    const OPEN: Self = Self::Open;
    const LETTERS: &'static str =
        "`.` open, `T` town, `F` trees, `H` hill, `~` water or `_` no cell";

    fn from_letter(letter: char) -> Option<Self> {
        Self::from_symbol(letter)
    }

    fn letter(self) -> char {
        self.symbol()
    }
}
