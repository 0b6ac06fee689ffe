//! The table [board]: the size, the drawing of the terrain, and the symmetries that a drawing can claim.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use board::{Board, BoardError, Cell, Grid, Shape};
use rules::white_black::Unit;

use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::table::Table;

/// The symmetries that terrain and set-ups can claim.
pub(crate) const SYMMETRIES: [&str; 2] = ["half-turn", "mirror"];

/// A family's terrain in the letters of the engine's `terrain` answer.
// a trait, so that the families share one reader of drawings and each has letters of its own
pub(crate) trait Letters: Copy {
    /// The terrain of every cell if a file draws none.
    const OPEN: Self;
    /// The letters and their meaning, for mistakes.
    const LETTERS: &'static str;

    fn from_letter(letter: char) -> Option<Self>;
    fn letter(self) -> char;
}

/// Reads the terrain of a board of cells of that shape, and the line of its drawing or, without a drawing, of the table.
pub(crate) fn read<G: Letters>(table: &Table<'_>, shape: Shape) -> Option<(usize, Grid<G>)> {
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
        // a drawing that is there but wrong has been reported and must not count as none
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
fn terrain<G: Letters>(source: &Source<'_>, drawing: &Drawing, board: Board) -> Option<Grid<G>> {
    let cells = drawing.read(board.ranks() - 1, |line, cell, glyph| {
        let terrain = G::from_letter(glyph);
        if terrain.is_none() {
            let capital = glyph.to_ascii_uppercase();
            let is_small = G::from_letter(capital).is_some();
            // small letters are units elsewhere, and a common slip in terrain
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

fn check_symmetry<G: Letters>(source: &Source<'_>, line: usize, symmetry: &str, terrain: &Grid<G>) {
    let letter = |cell: Cell| terrain[cell].letter();
    // only the first pair, as for units: one wrong row would fill the screen
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

/// Checks that units look the same from both sides, as a set-up claims.
pub(crate) fn check_symmetry_of_units<K: Copy + PartialEq>(
    source: &Source<'_>,
    line: usize,
    symmetry: &str,
    board: Board,
    units: &[(Cell, Unit<K>)],
    symbol: impl Fn(Unit<K>) -> String,
) {
    // by cells, since the image of each unit is looked up once: a large board has thousands
    let at: BTreeMap<Cell, Unit<K>> = units.iter().copied().collect();
    // only the first: one wrong row would fill the screen with its images
    let lonely = units.iter().find_map(|(cell, unit)| {
        let other = image(symmetry, board, *cell);
        let expected = Unit {
            side: unit.side.opponent(),
            kind: unit.kind,
        };
        let stands = at.get(&other).copied();
        (stands != Some(expected)).then_some((cell, unit, other, expected, stands))
    });
    if let Some((cell, unit, other, expected, stands)) = lonely {
        let stands = stands.map_or("nothing".to_owned(), |unit| format!("`{}`", symbol(unit)));
        source.report_to_author(
            line,
            format!("`{}` at {cell} but {stands} at {other}", symbol(*unit)),
            format!(
                "`{}` there, as `symmetry = \"{symmetry}\"` says",
                symbol(expected)
            ),
        );
    }
}

/// True if the table [set-up] gives its units in one of the two ways; reports one that gives none or both.
pub(crate) fn has_rows_or_fen(table: &Table<'_>) -> bool {
    // exactly one: with both, a file could contradict itself
    let is_one = table.has("rows") != table.has("fen");
    if !is_one {
        let found = if table.has("rows") {
            "both `rows` and `fen`"
        } else {
            "neither `rows` nor `fen`"
        };
        table.source().report_missing(
            table.line(),
            format!("{found} in [set-up]"),
            "the units drawn in `rows` or pasted in `fen`",
        );
    }
    is_one
}

/// The image of a cell under one of [`SYMMETRIES`].
pub(crate) fn image(symmetry: &str, board: Board, cell: Cell) -> Cell {
    let turned = board.half_turn(cell);
    match symmetry {
        // files stay and ranks turn: the half-turn gives the rank for either shape of board
        "mirror" => Cell::new(cell.file(), turned.rank()),
        _ => turned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_all<L: Letters>(all: &[L]) {
        for terrain in all {
            let letter = format!("`{}`", terrain.letter());
            assert!(L::LETTERS.contains(&letter), "{letter} in {}", L::LETTERS);
        }
    }

    #[test]
    fn a_mistake_names_the_letter_of_every_terrain() {
        names_all(&rules::warlord::Terrain::ALL);
        names_all(&rules::wargame::Terrain::ALL);
    }
}
