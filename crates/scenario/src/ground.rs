//! The table [board]: the size, the drawing of the terrain, and the symmetries that a drawing can claim.

use std::ops::RangeInclusive;

use board::{Board, BoardError, Cell, Grid, Shape};

use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::table::Table;

/// The symmetries that terrain and set-ups can claim.
pub(crate) const SYMMETRIES: [&str; 2] = ["half-turn", "mirror"];

/// The ground of a cell in the letters of the engine's `terrain` answer.
pub(crate) trait Ground: Copy {
    /// The ground of every cell where a file draws none.
    const OPEN: Self;
    /// The letters and their meaning, for mistakes.
    const LETTERS: &'static str;

    fn from_letter(letter: char) -> Option<Self>;
    fn letter(self) -> char;
}

/// Reads the terrain of a board of cells of that shape, and the line of its drawing or, without a drawing, of the table.
pub(crate) fn read<G: Ground>(table: &Table<'_>, shape: Shape) -> Option<(usize, Grid<G>)> {
    const SIDE: RangeInclusive<u16> = 1..=board::MAX_SIDE as u16;
    let (files, ranks) = (table.number("files", SIDE), table.number("ranks", SIDE));
    table.require("files", "the number of files, 1 to 120");
    table.require("ranks", "the number of ranks, 1 to 120");
    let drawing = table.drawing("terrain");
    let symmetry = table.word("symmetry", &SYMMETRIES);
    table.finish();
    let source = table.source();
    let ((_, files), (line, ranks)) = (files?, ranks?);
    let board = match Board::of(shape, files.into(), ranks.into()) {
        Ok(board) => board,
        Err(error) => {
            let expected = match error {
                BoardError::OddRanks { .. } => "an even number of ranks on a board of hexes",
                BoardError::Size { .. } => "1 to 120 files and ranks",
            };
            source.report(line, format!("{files} files and {ranks} ranks"), expected);
            return None;
        }
    };
    let Some(drawing) = drawing else {
        let open = || (table.line(), Grid::filled(board, G::OPEN));
        return (!table.has("terrain")).then(open);
    };
    if !drawing.has_size(source, "the terrain", board.files(), board.ranks()) {
        return None;
    }
    let terrain = terrain(source, &drawing, board)?;
    if let Some(symmetry) = symmetry {
        check_symmetry(source, drawing.line, symmetry, &terrain);
    }
    Some((drawing.line, terrain))
}

/// Reads terrain from a drawing of the board's size.
fn terrain<G: Ground>(source: &Source<'_>, drawing: &Drawing, board: Board) -> Option<Grid<G>> {
    let cells = drawing.read(board.ranks() - 1, |line, cell, glyph| {
        let terrain = G::from_letter(glyph);
        if terrain.is_none() {
            let capital = glyph.to_ascii_uppercase();
            let is_small = G::from_letter(capital).is_some();
            source.report_with(
                line,
                format!("{} at {cell}", quote(&glyph.to_string())),
                G::LETTERS,
                is_small.then(|| format!("did you mean `{capital}`?")),
            );
        }
        terrain
    })?;
    let mut grid = Grid::filled(board, G::OPEN);
    for (cell, terrain) in cells {
        grid[cell] = terrain;
    }
    Some(grid)
}

fn check_symmetry<G: Ground>(source: &Source<'_>, line: usize, symmetry: &str, terrain: &Grid<G>) {
    let letter = |cell: Cell| terrain[cell].letter();
    let unequal = terrain
        .board()
        .cells()
        .map(|cell| (cell, image(symmetry, terrain.board(), cell)))
        .find(|(cell, other)| letter(*cell) != letter(*other));
    if let Some((cell, other)) = unequal {
        source.report_to_author(
            line,
            format!(
                "`{}` at {cell} but `{}` at {other}",
                letter(cell),
                letter(other)
            ),
            format!("the same on both, as `symmetry = \"{symmetry}\"` says"),
        );
    }
}

/// The image of a cell under one of [`SYMMETRIES`].
pub(crate) fn image(symmetry: &str, board: Board, cell: Cell) -> Cell {
    let turned = board.half_turn(cell);
    match symmetry {
        "mirror" => Cell::new(cell.file(), turned.rank()),
        _ => turned,
    }
}
