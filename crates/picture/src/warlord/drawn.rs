//! The positions of diagrams: drawn in rows, or the start of a scenario.

use std::sync::Arc;

use board::{Board, Cell, Grid};
use rules::warlord::{Game, Position, Side, Start, Terrain, Unit};

use crate::DiagramMistake;
use crate::diagram::of_scenario;

/// The terrain and units in the rows of a diagram.
pub(super) struct Drawn {
    pub(super) terrain: Grid<Terrain>,
    pub(super) units: Vec<(Cell, Unit)>,
}

/// Reads rows of units, and perhaps of terrain next to them, the top rank first.
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
        // a row is units and perhaps terrain, each as long as the board is wide
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
    // in board order, as a fixed set-up is
    drawn.units.sort_unstable();
    let swims = |(cell, _): &&(Cell, Unit)| !drawn.terrain[*cell].is_land();
    match drawn.units.iter().find(swims) {
        Some((cell, _)) => Err(DiagramMistake::NoLand(*cell)),
        None => Ok(drawn),
    }
}

/// The start of a game under a scenario's rules.
pub(super) fn new_game(
    key: &str,
    options: &[(String, String)],
) -> Result<Position, DiagramMistake> {
    of_scenario(key, options, "the key of a Warlord scenario")
}

/// A game on open ground without units, otherwise like `like`.
pub(super) fn empty(like: &Game, board: Board) -> Game {
    Game {
        terrain: Grid::filled(board, Terrain::Open),
        // armies, lots and reinforcements of the scenario have no place on a diagram of a few cells
        armies: [Vec::new(), Vec::new()],
        choice: None,
        scatter: None,
        start: Start::Fixed(Vec::new()),
        entry: None,
        members: [1, 1],
        ..like.clone()
    }
}

/// The start of a game with these units on the board.
pub(super) fn with_units(mut game: Game, units: Vec<(Cell, Unit)>) -> Position {
    // the army is what stands there, so that the rules find nothing missing
    for side in Side::BOTH {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        game.armies[side.index()] = own.map(|(_, unit)| unit.kind).collect();
    }
    game.start = Start::Fixed(units);
    Position::new(Arc::new(game))
}
