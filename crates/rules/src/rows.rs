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
