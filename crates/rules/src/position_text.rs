//! The beginning of a position text, the same in every family: the rows, the side to move, the turn and the passes.

use std::fmt::Display;
use std::str::Split;

use board::{Board, Cell, Grid};

use crate::rows::{self, RowError};
use crate::white_black::Side;

/// A mistake in a position text.
// a word for each mistake, since texts come from people, from files and from a peer (threat row 31)
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Not one row for each rank.
    #[error("{found} rows, but the board has {expected} ranks")]
    Rows { found: usize, expected: u8 },
    /// A row that does not add up.
    #[error("the row of rank {rank} does not add up to {files} cells")]
    Width { rank: u16, files: u8 },
    /// A symbol that means nothing in a row of this game.
    #[error("`{found}` in the row of rank {rank} is no unit")]
    Symbol { rank: u16, found: String },
    /// A field without a value it can have.
    #[error("`{found}` is not {expected}")]
    Field {
        found: String,
        expected: &'static str,
    },
}

impl TextError {
    /// The error of a field without a value it can have.
    pub(crate) fn field(found: &str, expected: &'static str) -> Self {
        let found = cut(found);
        Self::Field { found, expected }
    }

    /// The error in a game whose symbols are single letters: a bracket is the mistake, not the symbol in it.
    pub(crate) fn of_letters(self) -> Self {
        match self {
            Self::Symbol { rank, found } => Self::Symbol {
                rank,
                found: found.chars().take(1).collect(),
            },
            other => other,
        }
    }

    pub(crate) fn row(error: RowError, board: Board) -> Self {
        match error {
            RowError::Symbol { rank, found } => Self::Symbol {
                rank: u16::from(rank) + 1,
                found,
            },
            RowError::Width { rank } => Self::Width {
                rank: u16::from(rank) + 1,
                files: board.files(),
            },
            RowError::Count(found) => Self::Rows {
                found,
                expected: board.ranks(),
            },
        }
    }
}

/// The letters of the sides in position texts, and the words for a letter that is none of them.
pub(crate) struct Letters<S: 'static> {
    pub(crate) sides: &'static [(char, S)],
    /// `a side to move: w or b`.
    pub(crate) expected: &'static str,
}

/// The letters of games played by White and Black.
pub(crate) const WHITE_BLACK: Letters<Side> = Letters {
    sides: &[('w', Side::White), ('b', Side::Black)],
    expected: "a side to move: w or b",
};

/// The beginning of a position text.
pub(crate) struct Head<U, S = Side> {
    /// The units on the board; a family with several units on a cell has a stack of them for `U`.
    pub(crate) units: Grid<Option<U>>,
    pub(crate) side: S,
    /// The turn number, from 1.
    pub(crate) turn: u32,
    /// The passes in a row, 0 or 1.
    pub(crate) passes: u8,
}

impl<U: Clone, S: Copy> Head<U, S> {
    /// Reads the beginning, each symbol by `unit`, and returns it with the fields after it. A bracket is one symbol,
    /// which [`rows::stacked`] takes apart.
    pub(crate) fn read<'t>(
        board: Board,
        text: &'t str,
        letters: &Letters<S>,
        unit: impl Fn(&str) -> Option<U>,
    ) -> Result<(Self, Split<'t, char>), TextError> {
        let mut fields = text.split(' ');
        let mut field = |name| {
            // two spaces in a row are an empty field, not one separator: a position has one text only
            let field = fields.next().filter(|field| !field.is_empty());
            field.ok_or(TextError::Missing(name))
        };
        let rows = rows::read(field("the board")?, 0..board.ranks(), board.files(), unit);
        let mut units = Grid::filled(board, None);
        for (cell, unit) in rows.map_err(|error| TextError::row(error, board))? {
            units[cell] = Some(unit);
        }
        let letter = field("the side to move")?;
        let mut sides = letters.sides.iter();
        // the letter alone: `white` would be a second spelling of one position
        let side = sides.find(|(own, _)| letter.chars().eq([*own]));
        let (_, side) = *side.ok_or_else(|| TextError::field(letter, letters.expected))?;
        let turn = field("the turn number")?;
        // from 1: a text for turn 0 would be a position that no game has
        let turn = number(turn)
            .filter(|turn| *turn > 0)
            .ok_or_else(|| TextError::field(turn, "a turn number, from 1"))?;
        let passes = match field("the number of passes")? {
            "0" => 0,
            "1" => 1,
            other => {
                let expected = "a number of passes in a row: 0 or 1";
                return Err(TextError::field(other, expected));
            }
        };
        let head = Self {
            units,
            side,
            turn,
            passes,
        };
        Ok((head, fields))
    }
}

/// Writes the beginning of a position text.
pub(crate) fn write<S: Display>(
    board: Board,
    symbol: impl Fn(Cell) -> Option<S>,
    side: char,
    turn: u32,
    passes: u8,
) -> String {
    let mut text = String::new();
    rows::write(0..board.ranks(), board.files(), symbol, &mut text);
    text.push_str(&format!(" {side} {turn} {passes}"));
    text
}

/// A number in digits only, without leading zeros.
pub(crate) fn number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    // `parse` also takes `+7` and `007`, but a position has one text only
    (number.to_string() == text).then_some(number)
}

/// The beginning of a field, for an error.
pub(crate) fn cut(field: &str) -> String {
    // characters, not bytes: a cut inside a character would panic
    field.chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_four_sides_has_four_letters() {
        let letters = Letters {
            sides: &[('w', 0), ('b', 1), ('r', 2), ('g', 3)],
            expected: "a side to move: w, b, r or g",
        };
        let board = Board::new(3, 1).expect("a board");
        let unit = |symbol: &str| rows::stacked(symbol, &['r', 'g']).map(|units| units.len());
        let head = |text: &'static str| Head::read(board, text, &letters, unit);
        let Ok((read, mut fields)) = head("1(WgF)k r 7 0 quiet=3") else {
            panic!("a right text");
        };
        assert_eq!((read.side, read.turn, read.passes), (2, 7, 0));
        let counts: Vec<_> = read.units.iter().map(|(_, units)| *units).collect();
        assert_eq!(counts, [None, Some(2), Some(1)]);
        assert_eq!(fields.next(), Some("quiet=3"));
        assert_eq!(
            head("3 gw 7 0").err().map(|error| error.to_string()),
            Some("`gw` is not a side to move: w, b, r or g".to_owned())
        );
    }
}
