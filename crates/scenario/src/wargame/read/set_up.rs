//! The table [set-up].

use std::collections::BTreeMap;

use board::{Board, Cell};
use rules::wargame::{Game, HiddenSetUp, Kind, Ruleset, Side, Start, Unit};

use super::Ground;
use crate::book::BookText;
use crate::ground::{SYMMETRIES, image};
use crate::mistake::Source;
use crate::table::Table;
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
    ground: Option<&Ground>,
) -> Option<SetUpText<'a>> {
    let kind = table.word("kind", &["fixed", "hidden"]);
    table.require("kind", "`fixed` or `hidden`");
    let text = match kind? {
        "fixed" => read_fixed(table, ruleset, ground),
        _ => read_hidden(table, ruleset, ground),
    };
    table.finish();
    text
}

fn read_fixed<'a>(
    table: &Table<'a>,
    ruleset: Ruleset,
    ground: Option<&Ground>,
) -> Option<SetUpText<'a>> {
    let source = table.source();
    let rows = table.rows("rows", |row| drawing::words(row, ruleset));
    let fen = table.long_line("fen");
    let symmetry = table.word("symmetry", &SYMMETRIES);
    if table.has("rows") == table.has("fen") {
        let found = if table.has("rows") {
            "both `rows` and `fen`"
        } else {
            "neither `rows` nor `fen`"
        };
        source.report_missing(
            table.line(),
            format!("{found} in [set-up]"),
            "the units drawn in `rows` or pasted in `fen`",
        );
        return None;
    }
    let (_, terrain, _) = ground?;
    let board = terrain.board();
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
            let lines = rows.rows.iter().rev().map(|row| row.line).collect();
            (rows.line, lines, units)
        }
    };
    if let Some(symmetry) = symmetry {
        check_symmetry(source, line, symmetry, board, &units);
    }
    Some(SetUpText {
        line,
        rows: lines,
        start: Start::Fixed(units),
        books: Vec::new(),
    })
}

fn check_symmetry(source: &Source<'_>, line: usize, symmetry: &str, board: Board, units: &Units) {
    let at: BTreeMap<Cell, Unit> = units.iter().copied().collect();
    let lonely = units.iter().find_map(|(cell, unit)| {
        let other = image(symmetry, board, *cell);
        let side = unit.side.opponent();
        let expected = Unit { side, ..*unit };
        let stands = at.get(&other).copied();
        (stands != Some(expected)).then_some((cell, unit, other, expected, stands))
    });
    if let Some((cell, unit, other, expected, stands)) = lonely {
        let stands = stands.map_or("nothing".to_owned(), |unit| format!("`{}`", unit.symbol()));
        source.report_to_author(
            line,
            format!("`{}` at {cell} but {stands} at {other}", unit.symbol()),
            format!(
                "`{}` there, as `symmetry = \"{symmetry}\"` says",
                expected.symbol()
            ),
        );
    }
}

fn read_hidden<'a>(
    table: &Table<'a>,
    ruleset: Ruleset,
    ground: Option<&Ground>,
) -> Option<SetUpText<'a>> {
    let books = table.tables("book", "set-up.book");
    let rows = |table: &Table<'a>, key| table.rows(key, |row| drawing::words(row, ruleset));
    let books = books.iter().map(|table| BookText::read(table, rows));
    let books = books.collect();
    let (_, terrain, home) = ground?;
    let board = terrain.board();
    let zone = |side: Side| {
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
        // the guns, or the men, that no cell of the home can take
        let homeless = drawing::kinds(game.ruleset).find(|kind| {
            let fits = |cell: &&Cell| game.cost(*kind, game.terrain[**cell]).is_some();
            zone.iter().filter(fits).count() < count(army, *kind)
        });
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
