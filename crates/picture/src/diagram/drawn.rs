//! Boards drawn in rows.

use board::{Board, Cell, Grid};
use rules::warlord::{Terrain, Unit};

use super::DiagramMistake;

/// What the rows of a diagram draw.
pub(super) struct Drawn {
    pub(super) terrain: Grid<Terrain>,
    pub(super) units: Vec<(Cell, Unit)>,
}

/// Reads rows of units, and perhaps of terrain beside them, the top rank first.
pub(super) fn read(rows: &[&str]) -> Result<Drawn, DiagramMistake> {
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.split_whitespace().collect())
        .collect();
    let files = rows
        .first()
        .and_then(|row| row.first())
        .map_or(0, |units| units.chars().count());
    let board = Board::new(files, rows.len()).map_err(|_size| DiagramMistake::Rows)?;
    let mut drawn = Drawn {
        terrain: Grid::filled(board, Terrain::Open),
        units: Vec::new(),
    };
    for (rank, row) in (0..board.ranks()).rev().zip(&rows) {
        let fits = |part: &&str| part.chars().count() == files;
        if row.len() > 2 || !row.iter().all(fits) {
            return Err(DiagramMistake::Rows);
        }
        let cells = |part: &str| (0..).zip(part.chars().collect::<Vec<_>>());
        for (file, symbol) in cells(row[0]).filter(|(_, symbol)| *symbol != '.') {
            let unit = Unit::from_symbol(symbol).ok_or(DiagramMistake::Symbol(symbol))?;
            drawn.units.push((Cell::new(file, rank), unit));
        }
        for (file, symbol) in row.get(1).into_iter().flat_map(|part| cells(part)) {
            drawn.terrain[Cell::new(file, rank)] =
                Terrain::from_symbol(symbol).ok_or(DiagramMistake::Symbol(symbol))?;
        }
    }
    drawn.units.sort_unstable();
    let swims = |(cell, _): &&(Cell, Unit)| !drawn.terrain[*cell].is_land();
    match drawn.units.iter().find(swims) {
        Some((cell, _)) => Err(DiagramMistake::NoLand(*cell)),
        None => Ok(drawn),
    }
}
