//! The table [board], and the symmetries that terrain and set-ups can claim.

use std::ops::RangeInclusive;

use board::{Board, Cell, Grid};
use rules::warlord::Terrain;

use crate::mistake::Source;
use crate::table::Table;
use crate::warlord::drawing;

/// The symmetries that terrain and set-ups can claim.
pub(super) const SYMMETRIES: [&str; 2] = ["half-turn", "mirror"];

/// Reads the terrain, and the line of its drawing or, without a drawing, of the table.
pub(super) fn read(table: &Table<'_>) -> Option<(usize, Grid<Terrain>)> {
    const SIDE: RangeInclusive<u16> = 1..=board::MAX_SIDE as u16;
    let (files, ranks) = (table.number("files", SIDE), table.number("ranks", SIDE));
    table.require("files", "the number of files, 1 to 120");
    table.require("ranks", "the number of ranks, 1 to 120");
    let drawing = table.drawing("terrain");
    let symmetry = table.word("symmetry", &SYMMETRIES);
    table.finish();
    let ((_, files), (_, ranks)) = (files?, ranks?);
    let board = Board::new(files.into(), ranks.into()).ok()?;
    let Some(drawing) = drawing else {
        let open = || (table.line(), Grid::filled(board, Terrain::Open));
        return (!table.has("terrain")).then(open);
    };
    let source = table.source();
    if !drawing.has_size(source, "the terrain", board.files(), board.ranks()) {
        return None;
    }
    let terrain = drawing::terrain(source, &drawing, board)?;
    if let Some(symmetry) = symmetry {
        check_symmetry(source, drawing.line, symmetry, &terrain);
    }
    Some((drawing.line, terrain))
}

fn check_symmetry(source: &Source<'_>, line: usize, symmetry: &str, terrain: &Grid<Terrain>) {
    let symbol = |cell: Cell| terrain[cell].symbol();
    let unequal = terrain
        .board()
        .cells()
        .map(|cell| (cell, image(symmetry, terrain.board(), cell)))
        .find(|(cell, other)| symbol(*cell) != symbol(*other));
    if let Some((cell, other)) = unequal {
        source.report_to_author(
            line,
            format!(
                "`{}` at {cell} but `{}` at {other}",
                symbol(cell),
                symbol(other)
            ),
            format!("the same on both, as `symmetry = \"{symmetry}\"` says"),
        );
    }
}

/// The image of a cell under one of [`SYMMETRIES`].
pub(super) fn image(symmetry: &str, board: Board, cell: Cell) -> Cell {
    let turned = board.half_turn(cell);
    match symmetry {
        "mirror" => Cell::new(cell.file(), turned.rank()),
        _ => turned,
    }
}
