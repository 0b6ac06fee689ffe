//! Rows of units as position texts and set-ups write them: blanks as numbers, rows joined by `/`, symbols of more than
//! one letter in brackets.

use std::fmt::Display;
use std::ops::Range;

use board::{Cell, Grid};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RowError {
    /// A symbol that is neither a unit nor part of a number.
    Symbol { rank: u8, found: String },
    /// A row that does not add up to the width.
    Width { rank: u8 },
    /// Too many or too few rows.
    Count(usize),
}

/// Writes the rows of those ranks, the highest first.
pub(crate) fn write<S: Display>(
    ranks: Range<u8>,
    files: u8,
    symbol: impl Fn(Cell) -> Option<S>,
    out: &mut String,
) {
    for (n, rank) in ranks.rev().enumerate() {
        if n > 0 {
            out.push('/');
        }
        let mut blanks = 0;
        for file in 0..files {
            match symbol(Cell::new(file, rank)) {
                Some(symbol) => {
                    write_blanks(&mut blanks, out);
                    out.push_str(&symbol.to_string());
                }
                None => blanks += 1,
            }
        }
        write_blanks(&mut blanks, out);
    }
}

fn write_blanks(blanks: &mut u32, out: &mut String) {
    // no `0` is written, and `read` refuses it: a row has one text only
    if *blanks > 0 {
        out.push_str(&blanks.to_string());
        *blanks = 0;
    }
}

/// Reads rows written for those ranks, each symbol by `unit`; the units are returned in the order in which they are
/// written.
pub(crate) fn read<U>(
    text: &str,
    ranks: Range<u8>,
    files: u8,
    unit: impl Fn(&str) -> Option<U>,
) -> Result<Vec<(Cell, U)>, RowError> {
    let rows = text.split('/').count();
    // counted before anything is read: with a row missing, every unit would stand a rank too high
    if rows != ranks.len() {
        return Err(RowError::Count(rows));
    }
    let mut units = Vec::new();
    for (mut row, rank) in text.split('/').zip(ranks.rev()) {
        let mut file = 0_u32;
        let mut number = None;
        while let Some(first) = row.chars().next() {
            // a bracket that is never closed counts as a symbol by itself, which no unit has
            let symbol = match row.find(')') {
                Some(end) if first == '(' => &row[..=end],
                _ => &row[..first.len_utf8()],
            };
            row = &row[symbol.len()..];
            if let Some(digit) = first.to_digit(10) {
                let value = number.unwrap_or(0) * 10 + digit;
                // checked digit by digit, so that a number of any length cannot overflow the sum
                if value == 0 || value > u32::from(files) {
                    return Err(RowError::Width { rank });
                }
                number = Some(value);
                continue;
            }
            let unit = unit(symbol).ok_or_else(|| RowError::Symbol {
                rank,
                // cut, since a bracket may hold a text of any length
                found: symbol.chars().take(16).collect(),
            })?;
            file += number.take().unwrap_or(0);
            // at once and not only at the end of the row: a unit beyond the last file has no cell
            let place = u8::try_from(file).ok().filter(|file| *file < files);
            units.push((
                Cell::new(place.ok_or(RowError::Width { rank })?, rank),
                unit,
            ));
            file += 1;
        }
        // blanks at the end must be written too, so that a row has one text only
        if file + number.unwrap_or(0) != u32::from(files) {
            return Err(RowError::Width { rank });
        }
    }
    Ok(units)
}

/// The texts of the units in one symbol, first to last: `W` is one unit, `(WF)` two, `(K2*gF)` two of which one belongs
/// to a third side. A unit is a letter with the marks behind it, and before a capital letter perhaps one of `prefixes`.
/// `None` for text that [`stack`] does not write.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "for families with several units on a cell")
)]
pub(crate) fn stacked<'s>(symbol: &'s str, prefixes: &[char]) -> Option<Vec<&'s str>> {
    // a bracket only around the whole symbol: half a bracket is a mistake and no unit
    let inside = symbol.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let text = inside.unwrap_or(symbol);
    let mut units = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        // a mark in front of every unit is no mark of a unit
        if !letter.is_ascii_alphabetic() && at == 0 {
            return None;
        }
        let is_capital =
            |next: Option<&(usize, char)>| next.is_some_and(|it| it.1.is_ascii_uppercase());
        if prefixes.contains(&letter) && is_capital(letters.peek()) {
            letters.next();
        }
        let ends = |next: &(usize, char)| next.1.is_ascii_alphabetic();
        while letters.next_if(|next| !ends(next)).is_some() {}
        let end = letters.peek().map_or(text.len(), |next| next.0);
        units.push(&text[start..end]);
        start = end;
    }
    // one position has one text: a single letter needs no bracket, and more than a letter does
    (stack(&units).as_deref() == Some(symbol)).then_some(units)
}

/// The symbol of the units on a cell, in the order given: in a bracket if it is more than one character; `None` without
/// a unit.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "for families with several units on a cell")
)]
pub(crate) fn stack<S: Display>(units: impl IntoIterator<Item = S>) -> Option<String> {
    let text: String = units.into_iter().map(|unit| unit.to_string()).collect();
    match text.chars().count() {
        0 => None,
        1 => Some(text),
        _ => Some(format!("({text})")),
    }
}

/// A grid as text: one letter for each cell, the top rank first, rows joined by `/`.
pub(crate) fn letters<T: Copy>(grid: &Grid<T>, letter: impl Fn(T) -> char) -> String {
    let board = grid.board();
    let mut text = String::with_capacity(board.len() + usize::from(board.ranks()));
    for rank in (0..board.ranks()).rev() {
        if !text.is_empty() {
            text.push('/');
        }
        text.extend((0..board.files()).map(|file| letter(grid[Cell::new(file, rank)])));
    }
    text
}

/// The ranks from the first to the last of some cells.
pub(crate) fn ranks(cells: impl Iterator<Item = Cell> + Clone) -> Range<u8> {
    let ranks = || cells.clone().map(Cell::rank);
    let first = ranks().min().unwrap_or(0);
    let end = ranks().max().map_or(0, |last| last + 1);
    first..end
}

#[cfg(test)]
mod tests {
    use board::Board;

    use super::*;

    #[test]
    fn a_bracket_holds_one_unit_with_marks_or_several_units_of_up_to_four_sides() {
        let units = |symbol: &'static str| stacked(symbol, &['r', 'g']);
        assert_eq!(units("W"), Some(vec!["W"]));
        assert_eq!(units("(WF)"), Some(vec!["W", "F"]));
        assert_eq!(units("(rK)"), Some(vec!["rK"]));
        assert_eq!(units("(WgF)"), Some(vec!["W", "gF"]));
        assert_eq!(units("(K2*F)"), Some(vec!["K2*", "F"]));
        assert_eq!(units("(wf~3)"), Some(vec!["w", "f~3"]));
        // `r` before a small letter is a unit of that letter
        assert_eq!(units("(rkK)"), Some(vec!["r", "k", "K"]));
        for wrong in [
            "", "()", "(W)", "WF", "(2K)", "*", "((WF))", "(WF", "WF)", "(W F)x",
        ] {
            assert_eq!(units(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rows_with_brackets_are_read_cell_by_cell_and_written_again() {
        let text = "2(WF)1/k(rK)(K2*F)1";
        let read = |symbol: &str| {
            let units = stacked(symbol, &['r'])?;
            Some(units.into_iter().map(str::to_owned).collect::<Vec<_>>())
        };
        let stacks = read_rows(text, read);
        assert_eq!(stacks.len(), 4);
        let board = Board::new(4, 2).expect("a board");
        let mut grid = Grid::filled(board, Vec::new());
        for (cell, units) in stacks {
            grid[cell] = units;
        }
        let mut again = String::new();
        write(0..2, 4, |cell| stack(&grid[cell]), &mut again);
        assert_eq!(again, text);
    }

    fn read_rows<U>(text: &str, unit: impl Fn(&str) -> Option<U>) -> Vec<(Cell, U)> {
        read(text, 0..2, 4, unit).expect("right rows")
    }
}
