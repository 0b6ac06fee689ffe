//! Set-ups as rows joined by `/`, as people paste them.

use std::sync::Arc;

use board::{Board, Cell};
use rules::wargame::{Game, Position, Ruleset, Start, Unit};

use super::drawing::{self, Units};
use crate::drawing::{Drawing, Row};
use crate::fen;
use crate::mistake::{Source, quote};
use crate::text::Text;

/// Writes units on the board of a game.
pub(super) fn write(game: &Game, units: impl IntoIterator<Item = (Cell, Unit)>) -> String {
    // without lots, because a position that awaits its map has no rows yet
    let game = Game {
        start: Start::Fixed(units.into_iter().collect()),
        ..game.without_lots()
    };
    // the rules write the rows, so that a pasted set-up and a position text always agree
    let mut text = Position::new(Arc::new(game)).to_text();
    text.truncate(text.find(' ').unwrap_or(text.len()));
    text
}

/// Reads pasted text as units on a board.
pub(super) fn read(
    source: &Source<'_>,
    pasted: &Text<'_>,
    ruleset: Ruleset,
    board: Board,
) -> Option<Units> {
    let text = fen::rows(source, pasted);
    let row = |row| {
        let words = drawing::words(row, ruleset);
        // read word by word: a row of a FEN has numbers for blanks
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
    drawing::units(source, &drawing, ruleset, board.ranks() - 1)
}

/// The words of a row, with each number replaced by that many blanks, and Game Courier's sign of a missing cell by one
/// blank.
fn spread<'a>(
    source: &Source<'_>,
    line: usize,
    words: Vec<&'a str>,
    files: usize,
) -> Option<Vec<&'a str>> {
    let mut spread = Vec::new();
    for word in words {
        if word == "-" {
            spread.push(drawing::BLANK);
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            // bounded by the board: a number such as 999999999 must not fill memory with blanks (threat row 31)
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
