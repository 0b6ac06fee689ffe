//! The table [set-up].

use board::Cell;
use rules::wargame::{Game, HiddenSetUp, Kind, Ruleset, Side, Start, Unit};

use super::Field;
use crate::book::BookText;
use crate::mistake::Source;
use crate::table::Table;
use crate::terrain::{SYMMETRIES, check_symmetry_of_units, has_rows_or_fen};
use crate::wargame::drawing::{self, Units};
use crate::wargame::fen;

/// The content of the table; `start` has no books yet.
pub(super) struct SetUpText<'a> {
    pub(super) line: usize,
    /// The lines of the drawing's rows, the lowest rank first.
    pub(super) rows: Vec<usize>,
    pub(super) start: Start,
    pub(super) books: Vec<BookText<'a, &'a str>>,
}

pub(super) fn read<'a>(
    table: &Table<'a>,
    ruleset: Ruleset,
    field: Option<&Field>,
) -> Option<SetUpText<'a>> {
    let kind = table.word("kind", &["fixed", "hidden"]);
    table.require("kind", "`fixed` or `hidden`");
    let text = match kind? {
        "fixed" => read_fixed(table, ruleset, field),
        _ => read_hidden(table, ruleset, field),
    };
    table.finish();
    text
}

fn read_fixed<'a>(
    table: &Table<'a>,
    ruleset: Ruleset,
    field: Option<&Field>,
) -> Option<SetUpText<'a>> {
    let source = table.source();
    let rows = table.rows("rows", |row| drawing::words(row, ruleset));
    let fen = table.long_line("fen");
    let symmetry = table.word("symmetry", &SYMMETRIES);
    if !has_rows_or_fen(table) {
        return None;
    }
    let board = field?.terrain.board();
    let (line, lines, units) = match fen {
        Some(fen) => (
            fen.line,
            Vec::new(),
            fen::read(source, &fen, ruleset, board)?,
        ),
        None => {
            let rows = rows?;
            if !rows.has_size(source, "the board", board.files(), board.ranks()) {
                return None;
            }
            let units = drawing::units(source, &rows, ruleset, board.ranks() - 1)?;
            // the first row of a drawing is the highest rank
            let lines = rows.rows.iter().rev().map(|row| row.line).collect();
            (rows.line, lines, units)
        }
    };
    if let Some(symmetry) = symmetry {
        check_symmetry_of_units(source, line, symmetry, board, &units, Unit::symbol);
    }
    Some(SetUpText {
        line,
        rows: lines,
        start: Start::Fixed(units),
        books: Vec::new(),
    })
}

fn read_hidden<'a>(
    table: &Table<'a>,
    ruleset: Ruleset,
    field: Option<&Field>,
) -> Option<SetUpText<'a>> {
    // read even without a board, so that the mistakes in them are reported
    let books = table.tables("book", "set-up.book");
    let rows = |table: &Table<'a>, key| table.rows(key, |row| drawing::words(row, ruleset));
    let books = books.iter().map(|table| BookText::read(table, rows));
    let books = books.collect();
    let Field { terrain, home, .. } = field?;
    let board = terrain.board();
    let zone = |side: Side| {
        // Rules: wargame 1.13: the ranks nearest to the side, all of them
        let is_home = |cell: &Cell| match side {
            Side::White => cell.rank() < *home,
            Side::Black => cell.rank() >= board.ranks() - home,
        };
        board.cells().filter(is_home).collect()
    };
    Some(SetUpText {
        line: table.line(),
        rows: Vec::new(),
        start: Start::Hidden(HiddenSetUp {
            zones: Side::BOTH.map(zone),
            books: [Vec::new(), Vec::new()],
        }),
        books,
    })
}

/// Checks the units of a fixed set-up against terrain and armies.
pub(super) fn check_fixed(source: &Source<'_>, line: usize, game: &Game, units: &Units) {
    for (cell, unit) in units {
        let ground = game.terrain[*cell];
        // only ground that the kind may enter: Warlord alone lets a scenario start a unit on closed ground
        if game.cost(unit.kind, ground).is_none() {
            source.report(
                line,
                format!("`{}` at {cell}, on {}", unit.symbol(), ground.name()),
                format!("ground that a unit of {} may enter", unit.kind.name()),
            );
        }
    }
    for side in Side::BOTH {
        for kind in drawing::kinds(game.ruleset) {
            let own = Unit { side, kind };
            let found = units.iter().filter(|(_, unit)| *unit == own).count();
            let expected = count(&game.armies[side.index()], kind);
            if found != expected {
                source.report(
                    line,
                    format!("{found} {} of {side}", drawing::name(kind)),
                    format!("{expected}, as [army] says"),
                );
            }
        }
    }
}

/// Checks that each army has room in its home.
pub(super) fn check_hidden(source: &Source<'_>, line: usize, game: &Game, hidden: &HiddenSetUp) {
    for side in Side::BOTH {
        let (army, zone) = (&game.armies[side.index()], &hidden.zones[side.index()]);
        if army.len() > zone.len() {
            source.report(
                line,
                format!(
                    "{} units of {side} for a home of {} cells",
                    army.len(),
                    zone.len()
                ),
                "a home with a cell for each unit",
            );
        }
        // for example guns in a home of trees alone
        let homeless = drawing::kinds(game.ruleset).find(|kind| {
            let fits = |cell: &&Cell| game.cost(*kind, game.terrain[**cell]).is_some();
            zone.iter().filter(fits).count() < count(army, *kind)
        });
        // if the whole army does not fit, that has been reported above
        if let Some(kind) = homeless.filter(|_| army.len() <= zone.len()) {
            source.report(
                line,
                format!(
                    "{} of {side} without a cell of the home to stand on",
                    kind.name()
                ),
                "enough ground in the home for every kind",
            );
        }
    }
}

fn count(army: &[Kind], kind: Kind) -> usize {
    army.iter().filter(|other| **other == kind).count()
}
