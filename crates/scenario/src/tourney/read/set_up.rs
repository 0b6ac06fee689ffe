//! The table [set-up]: the units of the base game.

use board::Grid;
use rules::tourney::{Kind, SIDE_NAMES, Start, Terrain};

use crate::mistake::Source;
use crate::table::Table;
use crate::terrain::{SYMMETRIES, has_rows_or_fen, image};
use crate::tourney::layout::{Layout, misplaced};
use crate::tourney::{drawing, fen};

/// The most units of a side: the line in a Castle and the mark of a second unit of a kind need few.
const MOST: usize = 32;

/// The content of the table.
pub(super) struct SetUpText {
    pub(super) line: usize,
    /// The lines of the drawing's rows, the lowest rank first; none for a pasted set-up.
    pub(super) rows: Vec<usize>,
    pub(super) start: Vec<Start>,
}

pub(super) fn read(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<SetUpText> {
    let source = table.source();
    let rows = table.rows("rows", drawing::words);
    let pasted = table.long_line("fen");
    let symmetry = table.word("symmetry", &SYMMETRIES);
    table.finish();
    if !has_rows_or_fen(table) {
        return None;
    }
    let board = terrain?.board();
    let (line, lines, start) = match pasted {
        Some(pasted) => (pasted.line, Vec::new(), fen::read(source, &pasted, board)?),
        None => {
            let rows = rows?;
            if !rows.has_size(source, "the board", board.files(), board.ranks()) {
                return None;
            }
            let start = drawing::units(source, &rows, board.ranks() - 1)?;
            let lines = rows.rows.iter().rev().map(|row| row.line).collect();
            (rows.line, lines, start)
        }
    };
    if let Some(symmetry) = symmetry {
        check_symmetry(source, line, symmetry, board, &start);
    }
    Some(SetUpText {
        line,
        rows: lines,
        start,
    })
}

/// Checks that the units of two sides look the same from both, as the set-up claims.
fn check_symmetry(
    source: &Source<'_>,
    line: usize,
    symmetry: &str,
    board: board::Board,
    start: &[Start],
) {
    let of = |place: usize| start.iter().filter(move |unit| unit.side.index() == place);
    // only the first: one wrong row would fill the screen with its images
    let lonely = [(0, 1), (1, 0)].into_iter().find_map(|(own, other)| {
        of(own).find_map(|unit| {
            let cell = image(symmetry, board, unit.cell);
            let has_image = of(other).any(|other| other.cell == cell && other.kind == unit.kind);
            (!has_image).then_some((own, unit, cell, other))
        })
    });
    if let Some((own, unit, cell, other)) = lonely {
        let name = unit.kind.name();
        source.report_to_author(
            line,
            format!(
                "a {name} of {} at {}, and no {name} of {} at {cell}",
                SIDE_NAMES[own], unit.cell, SIDE_NAMES[other]
            ),
            format!("one there, as `symmetry = \"{symmetry}\"` says"),
        );
    }
}

/// Checks that each side has its Warlord and its Lady, and that every unit may stand where it is drawn.
pub(super) fn check(source: &Source<'_>, layout: &Layout, line: usize, rows: &[usize]) {
    for (side, _) in layout.castles() {
        let name = SIDE_NAMES[side.index()];
        let own = || layout.start.iter().filter(|unit| unit.side == side);
        for kind in [Kind::Warlord, Kind::Lady] {
            let found = own().filter(|unit| unit.kind == kind).count();
            if found != 1 {
                let what = format!("{found} {} of {name}", plural(kind, found));
                source.report(line, what, "one for each side");
            }
        }
        if own().count() > MOST {
            let what = format!("{} units of {name}", own().count());
            source.report(line, what, format!("no more than {MOST}"));
        }
    }
    // a side without a Castle never has a turn
    let mut stray = layout.start.iter();
    let stray = stray.find(|unit| layout.castles().all(|(side, _)| side != unit.side));
    if let Some(stray) = stray {
        let name = SIDE_NAMES
            .get(stray.side.index())
            .copied()
            .unwrap_or_default();
        source.report(
            line,
            format!("a {} of {name} at {}", stray.kind.name(), stray.cell),
            "units of sides that have a Castle",
        );
    }
    for wrong in misplaced(&layout.game(layout.options)) {
        let row = rows.get(usize::from(wrong.start.cell.rank()));
        source.report(row.copied().unwrap_or(line), wrong.found, wrong.expected);
    }
}

fn plural(kind: Kind, count: usize) -> String {
    match (kind, count) {
        (kind, 1) => kind.name().to_owned(),
        (Kind::Lady, _) => "Ladies".to_owned(),
        (kind, _) => format!("{}s", kind.name()),
    }
}
