//! The words of WarGame's drawings: units and terrain.

use board::Cell;
use rules::wargame::{Kind, Ruleset, Terrain, Unit};

use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::terrain::Letters;

/// Units with their cells, in board order.
pub(super) type Units = Vec<(Cell, Unit)>;

pub(super) const BLANK: &str = ".";

/// The name of a kind in files: its symbol without brackets.
pub(super) fn name(kind: Kind) -> &'static str {
    kind.symbol().trim_matches(['(', ')'])
}

/// The kinds that an army may hold: Paratroops come by their option only.
pub(super) fn kinds(ruleset: Ruleset) -> impl Iterator<Item = Kind> + Clone {
    // Rules: wargame 1.14: a side names its Paratroops as it sets up, so that no army lists them
    let kinds = ruleset.kinds().iter().copied();
    kinds.filter(|kind| *kind != Kind::Paratroops)
}

/// The names of the kinds that an army may hold.
pub(super) fn names(ruleset: Ruleset) -> Vec<&'static str> {
    kinds(ruleset).map(name).collect()
}

/// Splits a row into words. A symbol of two letters is a word if white space or brackets separate it from the others; a
/// number is a word too, and every other letter is a word by itself.
pub(super) fn words(row: &str, ruleset: Ruleset) -> Vec<&str> {
    let mut words = Vec::new();
    for part in row.split_whitespace() {
        // a whole word first: `TC` alone is one unit, while `TCI` without blanks is three letters
        if unit(part, ruleset).is_some() {
            words.push(part);
            continue;
        }
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            // pasted set-ups have symbols of several letters in round or curly brackets
            let close = match first {
                '(' => rest.find(')'),
                '{' => rest.find('}'),
                _ => None,
            };
            // an open bracket is a word of one letter, which then is reported as such
            let length = close.map_or(first.len_utf8().max(digits), |close| close + 1);
            let (word, tail) = rest.split_at(length);
            words.push(word);
            rest = tail;
        }
    }
    words
}

/// The unit of a word, in brackets or without.
fn unit(word: &str, ruleset: Ruleset) -> Option<Unit> {
    let inside = |open, close| word.strip_prefix(open)?.strip_suffix(close);
    let bare = inside('(', ')').or_else(|| inside('{', '}'));
    let bare = bare.unwrap_or(word);
    let unit = if bare.len() > 1 {
        Unit::from_symbol(&format!("({bare})"))
    } else {
        Unit::from_symbol(bare)
    };
    unit.filter(|unit| kinds(ruleset).any(|kind| kind == unit.kind))
}

/// Reads units from a drawing of the right size whose top row lies on rank `top`, counted from 0; in board order.
pub(super) fn units(
    source: &Source<'_>,
    drawing: &Drawing<&str>,
    ruleset: Ruleset,
    top: u8,
) -> Option<Units> {
    drawing.units(top, |line, cell, word| {
        if word == BLANK {
            return Some(None);
        }
        let unit = unit(word, ruleset);
        if unit.is_none() {
            let expected = format!(
                "`.` or one of {}, capital for White, small for Black",
                names(ruleset).join(" ")
            );
            source.report(line, format!("{} at {cell}", quote(word)), expected);
        }
        unit.map(Some)
    })
}

impl Letters for Terrain {
    const OPEN: Self = Self::Open;
    const LETTERS: &'static str = "`.` open, `T` town, `F` trees or `H` hill";

    fn from_letter(letter: char) -> Option<Self> {
        Self::from_symbol(letter)
    }

    fn letter(self) -> char {
        self.symbol()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_split_where_people_would_split_it() {
        for (row, split) in [
            (". TC  I", vec![".", "TC", "I"]),
            ("12(TC)I", vec!["12", "(TC)", "I"]),
            ("II{tc} tc", vec!["I", "I", "{tc}", "tc"]),
            ("TCI", vec!["T", "C", "I"]),
            (" . (TC ü", vec![".", "(", "T", "C", "ü"]),
            ("", vec![]),
        ] {
            assert_eq!(words(row, Ruleset::One), split, "{row:?}");
        }
        assert_eq!(words("IC .", Ruleset::Two), ["I", "C", "."]);
    }

    #[test]
    fn words_name_the_units_of_both_sides_of_a_game() {
        for (word, symbol) in [
            ("tc", "(tc)"),
            ("(TC)", "(TC)"),
            ("{sc}", "(sc)"),
            ("i", "i"),
            ("(I)", "I"),
        ] {
            let symbol = Some(symbol.to_owned());
            assert_eq!(unit(word, Ruleset::One).map(Unit::symbol), symbol, "{word}");
        }
        for word in ["P", "p", "Tc", "TCC", "(", "()", "V", "7"] {
            assert_eq!(unit(word, Ruleset::One), None, "{word}");
        }
        assert_eq!(unit("tc", Ruleset::Two), None);
    }
}
