//! The table [set-up].

use std::collections::BTreeMap;

use board::{Cell, Grid};
use rules::warlord::{FirstPlayer, Game, HiddenSetUp, Kind, Side, Start, Terrain, Unit};

use super::army;
use crate::book::BookText;
use crate::drawing::{BLANK, Drawing};
use crate::mistake::{Source, quote};
use crate::table::Table;
use crate::terrain::{SYMMETRIES, check_symmetry_of_units, has_rows_or_fen};
use crate::warlord::drawing::{self, Legend, Units};
use crate::warlord::fen;
use crate::warlord::option::leave_out;

/// The content of the table; `start` has no books yet.
pub(super) struct SetUpText<'a> {
    pub(super) line: usize,
    /// The lines of the drawing's rows, the lowest rank first.
    pub(super) rows: Vec<usize>,
    pub(super) start: Start,
    /// The line and the cells of the leaders that may stay away.
    pub(super) spare: (usize, Vec<Cell>),
    pub(super) legend: Legend,
    pub(super) books: Vec<BookText<'a>>,
}

pub(super) fn read<'a>(
    table: &Table<'a>,
    terrain: Option<&Grid<Terrain>>,
) -> Option<SetUpText<'a>> {
    let kind = table.word("kind", &["fixed", "sections"]);
    table.require("kind", "`fixed` or `sections`");
    let text = match kind? {
        "fixed" => read_fixed(table, terrain),
        _ => read_sections(table, terrain),
    };
    table.finish();
    text
}

fn read_fixed<'a>(table: &Table<'a>, terrain: Option<&Grid<Terrain>>) -> Option<SetUpText<'a>> {
    let source = table.source();
    let (rows, fen) = (table.drawing("rows"), table.long_line("fen"));
    let legend = Legend::read(table);
    let symmetry = table.word("symmetry", &SYMMETRIES);
    let spare = table.cells("reduced-chiefs").unwrap_or_default();
    if !has_rows_or_fen(table) {
        return None;
    }
    let board = terrain?.board();
    let drawing = match fen {
        Some(fen) => fen::read(source, &fen, board.files().into())?,
        None => rows?,
    };
    if !drawing.has_size(source, "the board", board.files(), board.ranks()) {
        return None;
    }
    let units = drawing::units(source, &drawing, &legend, board.ranks() - 1)?;
    let symbol = |unit: Unit| unit.symbol().to_string();
    if let Some(symmetry) = symmetry {
        check_symmetry_of_units(source, drawing.line, symmetry, board, &units, symbol);
        // the same claim must hold for the game without these leaders
        let (line, cells) = &spare;
        let stay = units.iter().filter(|(cell, _)| !cells.contains(cell));
        let stay: Units = stay.copied().collect();
        // not after a mistake: the same pair of cells would be reported again
        if !source.has_mistakes() {
            check_symmetry_of_units(source, *line, symmetry, board, &stay, symbol);
        }
    }
    Some(SetUpText {
        line: drawing.line,
        rows: drawing.rows.iter().rev().map(|row| row.line).collect(),
        start: Start::Fixed(units),
        spare,
        legend,
        books: Vec::new(),
    })
}

fn read_sections<'a>(table: &Table<'a>, terrain: Option<&Grid<Terrain>>) -> Option<SetUpText<'a>> {
    const MOST: u16 = u8::MAX as u16;
    let drawing = table.drawing("sections");
    table.require(
        "sections",
        "a drawing of the board: a capital for each section of White, a small letter for each of Black",
    );
    let used = table.number("used", 1..=MOST);
    table.require("used", "how many sections a side uses");
    let leaders = table.number("leaders", 0..=MOST);
    table.require("leaders", "how many leaders each used section holds");
    let others = table.number("others", 0..=MOST);
    table.require("others", "how many other units each used section holds");
    // rising, since the sections are listed by their letters and enter in that order
    let enters = table.rising("enters", 1..=u16::MAX);
    let books = table.tables("book", "set-up.book");
    let books = books.iter();
    let books = books.map(|table| BookText::read(table, Table::drawing));
    let books = books.collect();
    let (enters_line, enters) = match enters {
        // reported already: a wrong list must not count as none
        None if table.has("enters") => return None,
        enters => enters.unwrap_or_default(),
    };
    let drawing = drawing?;
    let sections = lettered_cells(table.source(), &drawing, terrain?)?;
    for side in Side::BOTH {
        let found = sections[side.index()].len();
        if !enters.is_empty() && found != enters.len() {
            table.source().report(
                enters_line,
                format!("{} turns for the {found} sections of {side}", enters.len()),
                "a turn for each section",
            );
        }
    }
    let narrow = |(_, number): (usize, u16)| u8::try_from(number).ok();
    Some(SetUpText {
        line: drawing.line,
        rows: drawing.rows.iter().rev().map(|row| row.line).collect(),
        start: Start::Hidden(HiddenSetUp {
            // the letters are gone from here on: their order is all that counts, and the id too
            sections: sections.map(|sections| sections.into_values().collect()),
            used: narrow(used?)?,
            leaders: narrow(leaders?)?,
            others: narrow(others?)?,
            enters,
            books: [Vec::new(), Vec::new()],
        }),
        spare: (0, Vec::new()),
        legend: Legend::Usual,
        books,
    })
}

/// Reads the cells of each letter, in board order: White's zones have capitals, Black's small letters.
pub(super) fn lettered_cells(
    source: &Source<'_>,
    drawing: &Drawing,
    terrain: &Grid<Terrain>,
) -> Option<[BTreeMap<char, Vec<Cell>>; 2]> {
    let board = terrain.board();
    if !drawing.has_size(source, "the board", board.files(), board.ranks()) {
        return None;
    }
    // the drawing's top row lies on the highest rank, counted from 0
    let letters = drawing.read(board.ranks() - 1, |line, cell, glyph| {
        let ground = terrain[cell];
        let (found, expected) = match glyph {
            BLANK => return Some(None),
            'A'..='Z' | 'a'..='z' if ground.is_land() => return Some(Some(glyph)),
            'A'..='Z' | 'a'..='z' => (
                format!("`{glyph}` at {cell}, where there is {}", ground.name()),
                "`.` where nothing can stand",
            ),
            _ => (
                format!("{} at {cell}", quote(&glyph.to_string())),
                "a capital for White, a small letter for Black, or `.`",
            ),
        };
        source.report(line, found, expected);
        None
    })?;
    let mut sides = [BTreeMap::new(), BTreeMap::new()];
    for (cell, letter) in letters {
        let Some(letter) = letter else { continue };
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let zones: &mut BTreeMap<char, Vec<Cell>> = &mut sides[side.index()];
        zones.entry(letter).or_default().push(cell);
    }
    for cells in sides.iter_mut().flat_map(BTreeMap::values_mut) {
        // drawings are read from the top, but cells are listed in board order, in which set-ups are sealed
        cells.sort_unstable();
    }
    Some(sides)
}

/// Refuses parts of the file that need a hidden set-up if the set-up is fixed.
pub(super) fn check_parts(root: &Table<'_>, game: &Game) {
    const HIDDEN: &str = "a hidden set-up, or none";
    let says = |table: &str, key: &str, found: &str, expected: &str| {
        let line = root.line_of(table, key);
        root.source()
            .report(line, format!("{found} beside a fixed set-up"), expected);
    };
    if game.choice.is_some() {
        says("army", "choice", "units to choose", HIDDEN);
    }
    if game.scatter.is_some() {
        says("scatter", "ranks", "terrain laid by lot", HIDDEN);
    }
    if game.options.first_player != FirstPlayer::LotAfter {
        says(
            "options",
            "first-player",
            "a `first-player`",
            "none: White begins",
        );
    }
    let entry = game.entry.as_ref();
    // without blocks nothing would ever enter
    if entry.is_some_and(|entry| entry.blocks.iter().all(Vec::is_empty)) {
        says(
            "entry",
            "zones",
            "an [entry] without blocks",
            "at least one table [[entry.block]]",
        );
    }
}

/// Checks the units of a fixed set-up against terrain and armies.
pub(super) fn check_fixed(source: &Source<'_>, line: usize, game: &Game, units: &Units) {
    for (cell, unit) in units {
        let ground = game.terrain[*cell];
        if !ground.is_land() {
            source.report(
                line,
                format!(
                    "`{}` at {cell}, where there is {}",
                    unit.symbol(),
                    ground.name()
                ),
                "units where something can stand",
            );
        }
    }
    for side in Side::BOTH {
        let on_board = units.iter().filter(|(_, unit)| unit.side == side);
        let mut present: Vec<Kind> = on_board.map(|(_, unit)| unit.kind).collect();
        if let Some(entry) = &game.entry {
            let blocks = &entry.blocks[side.index()];
            present.extend(blocks.iter().flat_map(|block| &block.kinds));
        }
        for kind in Kind::ALL {
            let count = |kinds: &[Kind]| kinds.iter().filter(|other| **other == kind).count();
            let (found, expected) = (count(&present), count(&game.armies[side.index()]));
            if found != expected {
                source.report(
                    line,
                    format!("{found} {} of {side}", kind.symbol()),
                    format!("{expected}, as [army] says"),
                );
            }
        }
    }
}

/// Checks that leaders stand on the cells of `reduced-chiefs`, and that the armies are enough for a game without them.
pub(super) fn check_spare(
    source: &Source<'_>,
    (line, spare): (usize, &[Cell]),
    game: &Game,
    units: &Units,
) {
    for cell in spare {
        let there = units.iter().find(|(other, _)| other == cell);
        if there.is_none_or(|(_, unit)| !unit.kind.is_leader()) {
            let found = there.map_or("nobody".to_owned(), |(_, unit)| {
                format!("`{}`", unit.symbol())
            });
            source.report(
                line,
                format!("{found} at {cell} for `reduced-chiefs`"),
                "cells on which leaders stand",
            );
        }
    }
    // only for armies that are right so far, or the same mistake would be reported for both
    if !spare.is_empty() && !source.has_mistakes() {
        let mut reduced = game.clone();
        leave_out(&mut reduced, spare);
        army::check(source, army::Blame::on(line), &reduced);
    }
}

/// Checks the sections of a hidden set-up against armies, reinforcements and terrain by lot.
pub(super) fn check_hidden(source: &Source<'_>, line: usize, game: &Game, hidden: &HiddenSetUp) {
    match &game.entry {
        Some(entry) if hidden.enters.is_empty() || !entry.blocks.iter().all(Vec::is_empty) => {
            source.report(
                line,
                "a hidden set-up with the blocks of an [entry]",
                "`enters` in [set-up] and no [[entry.block]], or `kind = \"fixed\"`",
            );
        }
        None if !hidden.enters.is_empty() => source.report(
            line,
            "units that enter later, but no [entry]",
            "the `zones` of an [entry]",
        ),
        _ => {}
    }
    let used = usize::from(hidden.used);
    let (leaders, others) = (usize::from(hidden.leaders), usize::from(hidden.others));
    for side in Side::BOTH {
        let sections = &hidden.sections[side.index()];
        if sections.len() < used {
            source.report(
                line,
                format!("{} sections of {side}", sections.len()),
                format!("at least the {used} that are used"),
            );
        }
        let scattered = game
            .scatter
            .map(|scatter| scatter.ranks.from..=scatter.ranks.to);
        if let Some(cell) = sections.iter().flatten().find(|cell| {
            scattered
                .as_ref()
                .is_some_and(|ranks| ranks.contains(&cell.rank()))
        }) {
            source.report(
                line,
                format!("the home cell {cell} of {side} on a rank of [scatter]"),
                "sections away from the terrain laid by lot",
            );
        }
        for section in sections {
            if section.len() < leaders + others {
                source.report(
                    line,
                    format!("a section of {} cells of {side}", section.len()),
                    format!("room for {} units", leaders + others),
                );
            }
        }
        let has = game.leaders(side);
        let rest = game.units(side) - has;
        // exactly: a set-up leaves no unit over and no used section short
        if (has, rest) != (used * leaders, used * others) {
            source.report(
                line,
                format!("an army of {has} leaders and {rest} others for {side}"),
                format!(
                    "{} and {}, to fill {used} sections",
                    used * leaders,
                    used * others
                ),
            );
        }
    }
}
