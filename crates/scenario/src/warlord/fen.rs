//! Set-ups as FEN: rows joined by `/`, as Game Courier writes them and people paste them.

use std::borrow::Cow;
use std::sync::Arc;

use rules::warlord::{Game, Position, Start};

use super::drawing::Units;
use crate::drawing::Drawing;
use crate::fen;
use crate::mistake::{Source, quote};
use crate::text::Text;

/// Writes units on the board of a game.
pub(super) fn write(game: &Game, units: Units) -> String {
    let game = Game {
        start: Start::Fixed(units),
        ..game.clone()
    };
    // the rules write the rows, so that a pasted set-up and a position text always agree
    let mut text = Position::new(Arc::new(game)).to_text();
    text.truncate(text.find(' ').unwrap_or(text.len()));
    text
}

/// Reads pasted text as a drawing of a board of that many files.
pub(super) fn read(source: &Source<'_>, pasted: &Text<'_>, files: usize) -> Option<Drawing> {
    let text = Text {
        line: pasted.line,
        value: Cow::Owned(plain(source, pasted.line, &fen::rows(source, pasted))?),
    };
    Drawing::from_fen(source, &text, files)
}

/// Rows without white space, brackets around single letters, and Game Courier's sign for a missing cell.
fn plain(source: &Source<'_>, line: usize, rows: &str) -> Option<String> {
    let mut plain = String::with_capacity(rows.len());
    // white space within rows is how people align them
    let mut letters = rows.chars().filter(|c| !c.is_whitespace());
    while let Some(letter) = letters.next() {
        let close = match letter {
            '(' => ')',
            '{' => '}',
            // Game Courier's sign for a missing cell
            '-' => {
                plain.push('.');
                continue;
            }
            _ => {
                plain.push(letter);
                continue;
            }
        };
        // everything up to the closing bracket, so that a missing one is reported with what it swallowed
        let inner: String = letters.by_ref().take_while(|c| *c != close).collect();
        if inner.chars().count() != 1 {
            let found = format!("the unit {}", quote(&format!("{letter}{inner}{close}")));
            source.report(line, found, "units of one letter");
            return None;
        }
        plain.push_str(&inner);
    }
    Some(plain)
}
