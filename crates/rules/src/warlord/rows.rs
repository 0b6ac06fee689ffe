//! Rows of units as position texts and set-ups write them: blanks as numbers, rows joined by `/`.

use board::Cell;

use super::Unit;

/// A mistake in rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RowError {
    /// A character that is neither a unit nor part of a number.
    Symbol { rank: u8, found: char },
    /// A row that does not add up to the width.
    Width { rank: u8 },
    /// Too many or too few rows.
    Count(usize),
}

/// Writes the rows of those ranks, the highest first.
pub(super) fn write(
    ranks: std::ops::Range<u8>,
    files: u8,
    unit: impl Fn(Cell) -> Option<Unit>,
    out: &mut String,
) {
    for (n, rank) in ranks.rev().enumerate() {
        if n > 0 {
            out.push('/');
        }
        let mut blanks = 0;
        for file in 0..files {
            match unit(Cell::new(file, rank)) {
                Some(unit) => {
                    write_blanks(&mut blanks, out);
                    out.push(unit.symbol());
                }
                None => blanks += 1,
            }
        }
        write_blanks(&mut blanks, out);
    }
}

fn write_blanks(blanks: &mut u32, out: &mut String) {
    if *blanks > 0 {
        out.push_str(&blanks.to_string());
        *blanks = 0;
    }
}

/// Reads rows written for those ranks; the units come in the order they are written.
pub(super) fn read(
    text: &str,
    ranks: std::ops::Range<u8>,
    files: u8,
) -> Result<Vec<(Cell, Unit)>, RowError> {
    let rows = text.split('/').count();
    if rows != ranks.len() {
        return Err(RowError::Count(rows));
    }
    let mut units = Vec::new();
    for (row, rank) in text.split('/').zip(ranks.rev()) {
        let mut file = 0_u32;
        let mut number = None;
        for symbol in row.chars() {
            if let Some(digit) = symbol.to_digit(10) {
                let value = number.unwrap_or(0) * 10 + digit;
                if value == 0 || value > u32::from(files) {
                    return Err(RowError::Width { rank });
                }
                number = Some(value);
                continue;
            }
            let unit = Unit::from_symbol(symbol).ok_or(RowError::Symbol {
                rank,
                found: symbol,
            })?;
            file += number.take().unwrap_or(0);
            let place = u8::try_from(file).ok().filter(|file| *file < files);
            units.push((
                Cell::new(place.ok_or(RowError::Width { rank })?, rank),
                unit,
            ));
            file += 1;
        }
        if file + number.unwrap_or(0) != u32::from(files) {
            return Err(RowError::Width { rank });
        }
    }
    Ok(units)
}
