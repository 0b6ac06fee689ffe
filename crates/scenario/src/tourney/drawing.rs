//! The words of Tourney drawings: units, stacks and terrain.

use board::Cell;
use rules::Side;
use rules::tourney::{BLACK, GREEN, Kind, RED, Start, Terrain, WHITE};

use super::layout::is_brought;
use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::terrain::Letters;

pub(super) const BLANK: &str = ".";

/// The words of a drawing of units, for mistakes.
const UNITS: &str = "`.`, one of W L K F, or two of them in brackets: capitals for white, small letters for black, \
                     `r` or `g` before a capital for red or green";

/// Splits a row into words: a stack in brackets, a letter with the prefix of its side, a number, or one letter.
pub(super) fn words(row: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = row.trim_start();
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let next = rest.chars().nth(1);
        // an open bracket takes the rest of the row: the mistake then shows where it began
        let length = if first == '(' {
            rest.find(')').map_or(rest.len(), |close| close + 1)
        } else if matches!(first, 'r' | 'g') && next.is_some_and(|next| next.is_ascii_uppercase()) {
            2
        } else {
            first.len_utf8().max(digits)
        };
        let (word, tail) = rest.split_at(length);
        words.push(word);
        rest = tail.trim_start();
    }
    words
}

/// The units of a word: none for a blank; `None` for a word without meaning.
fn units_of(word: &str) -> Option<Vec<(Side, Kind)>> {
    if word == BLANK {
        return Some(Vec::new());
    }
    let inside = word
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let mut letters = inside
        .unwrap_or(word)
        .chars()
        .filter(|c| !c.is_whitespace());
    let mut units = Vec::new();
    while let Some(letter) = letters.next() {
        let (side, letter) = match letter {
            'r' => (RED, letters.next()?),
            'g' => (GREEN, letters.next()?),
            small if small.is_ascii_lowercase() => (BLACK, small.to_ascii_uppercase()),
            capital => (WHITE, capital),
        };
        let kind = Kind::from_symbol(letter).filter(|kind| !is_brought(*kind))?;
        units.push((side, kind));
    }
    (!units.is_empty()).then_some(units)
}

/// Reads units from a drawing of the whole board, of the right size, in board order.
pub(super) fn units(source: &Source<'_>, drawing: &Drawing<&str>, top: u8) -> Option<Vec<Start>> {
    let cells = drawing.read(top, |line, cell, word| {
        let units = units_of(word);
        if units.is_none() {
            let found = format!("{} at {cell}", quote(word));
            let brought = "Sergeants, Bowmen and Bishops come by their options";
            let is_brought_one = word.chars().any(|c| "SBPsbp".contains(c));
            let advice = is_brought_one.then(|| brought.to_owned());
            source.report_with(line, found, UNITS, advice);
        }
        units
    })?;
    let start = |(cell, units): (Cell, Vec<(Side, Kind)>)| {
        let units = units.into_iter();
        units.map(move |(side, kind)| Start { side, kind, cell })
    };
    let mut starts: Vec<Start> = cells.into_iter().flat_map(start).collect();
    // one order whatever the rows look like: the id lists the units in it
    starts.sort_by_key(|start| (start.side, start.kind, start.cell));
    Some(starts)
}

impl Letters for Terrain {
    const OPEN: Self = Self::Open;
    const LETTERS: &'static str = "`.` open, `F` forest, `R` rough, `C` Castle, `G` Green, `H` hill, `~` river, `M` \
                                   mountain or `=` bridge";

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
            (". (WL) . k", vec![".", "(WL)", ".", "k"]),
            ("3W(kf)2", vec!["3", "W", "(kf)", "2"]),
            ("rKgL.g", vec!["rK", "gL", ".", "g"]),
            ("..(W", vec![".", ".", "(W"]),
            ("", vec![]),
        ] {
            assert_eq!(words(row), split, "{row:?}");
        }
    }

    #[test]
    fn a_word_is_the_units_of_a_cell() {
        let one = |side, kind| Some(vec![(side, kind)]);
        assert_eq!(units_of("k"), one(BLACK, Kind::Knight));
        assert_eq!(units_of("rW"), one(RED, Kind::Warlord));
        let pair = vec![(WHITE, Kind::Lady), (WHITE, Kind::Footman)];
        assert_eq!(units_of("(LF)"), Some(pair));
        let mixed = vec![(WHITE, Kind::Warlord), (GREEN, Kind::Footman)];
        assert_eq!(units_of("(WgF)"), Some(mixed));
        for word in ["S", "x", "()", "(W", "r", "4"] {
            assert_eq!(units_of(word), None, "{word}");
        }
    }
}
