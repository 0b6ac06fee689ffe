//! Set-ups as rows joined by `/`, as people paste them.

use board::{Board, Cell};
use rules::tourney::{SIDE_NAMES, Start};

use super::drawing;
use super::layout::Layout;
use crate::drawing::{Drawing, Row};
use crate::fen;
use crate::mistake::{Source, quote};
use crate::text::Text;

/// The units drawn, as position texts write rows. Rules: tourney 5.2, 6.1
pub(super) fn write(layout: &Layout) -> String {
    let board = layout.terrain.board();
    let ranks = (0..board.ranks()).rev().map(|rank| {
        let mut row = String::new();
        let mut blanks = 0_u8;
        for file in 0..board.files() {
            match word(&layout.start, Cell::new(file, rank)) {
                Some(word) => {
                    if blanks > 0 {
                        row.push_str(&blanks.to_string());
                    }
                    blanks = 0;
                    row.push_str(&word);
                }
                None => blanks += 1,
            }
        }
        if blanks > 0 {
            row.push_str(&blanks.to_string());
        }
        row
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// The units of a cell: one letter, several in brackets; `None` for an empty cell.
pub(super) fn word(start: &[Start], cell: Cell) -> Option<String> {
    let mut there: Vec<&Start> = start.iter().filter(|unit| unit.cell == cell).collect();
    // Rules: tourney 5.2: white first, in the order of the kinds, so that a set-up has one text
    there.sort_by_key(|unit| (unit.side, unit.kind));
    let letters: Vec<String> = there.iter().map(|unit| letter(unit)).collect();
    match letters.as_slice() {
        [] => None,
        // the letter of another side has a prefix and stands in brackets even alone
        [one] if one.len() == 1 => Some(one.clone()),
        all => Some(format!("({})", all.concat())),
    }
}

fn letter(unit: &Start) -> String {
    let symbol = unit.kind.symbol();
    match unit.side.index() {
        0 => symbol.to_string(),
        1 => symbol.to_ascii_lowercase().to_string(),
        place => {
            let name = SIDE_NAMES.get(place).copied().unwrap_or_default();
            // the first letter of the side's name, as position texts have it
            let prefix = name.get(..1).unwrap_or_default();
            format!("{prefix}{symbol}")
        }
    }
}

/// Reads pasted text as units on a board.
pub(super) fn read(source: &Source<'_>, pasted: &Text<'_>, board: Board) -> Option<Vec<Start>> {
    let text = fen::rows(source, pasted);
    let row = |row| {
        let words = drawing::words(row);
        let glyphs = spread(source, pasted.line, words, board.files().into())?;
        Some(Row {
            line: pasted.line,
            glyphs,
        })
    };
    let rows: Option<Vec<Row<&str>>> = text.split('/').map(row).collect();
    let drawing = Drawing {
        line: pasted.line,
        rows: rows?,
    };
    if !drawing.has_size(source, "the board", board.files(), board.ranks()) {
        return None;
    }
    drawing::units(source, &drawing, board.ranks() - 1)
}

/// The words of a row, with each number replaced by that many blanks.
fn spread<'a>(
    source: &Source<'_>,
    line: usize,
    words: Vec<&'a str>,
    files: usize,
) -> Option<Vec<&'a str>> {
    let mut spread = Vec::new();
    for word in words {
        // bounded by the board: a number such as 999999999 must not fill memory with blanks (threat row 31)
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let Some(blanks) = word.parse().ok().filter(|n| (1..=files).contains(n)) else {
                let found = format!("{} blanks in the set-up", quote(word));
                source.report(line, found, format!("1 to {files}"));
                return None;
            };
            spread.extend(std::iter::repeat_n(drawing::BLANK, blanks));
        } else {
            spread.push(word);
        }
    }
    Some(spread)
}
