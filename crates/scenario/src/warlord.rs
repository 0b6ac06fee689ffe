//! Reading the content of a Warlord scenario: everything a [`Game`] fixes.

mod access;
mod advice;
mod army;
mod book;
mod facts;
mod id;
mod lines;
mod pasted;
mod plan;
mod set_up;

use std::ops::RangeInclusive;

use board::{Board, Cell, Grid};
use rules::warlord::Side;
use rules::warlord::{Cap, Entry, Game, Kind, Options, Scatter, Span, Start, Terrain, Towns};

use crate::drawing::{self, Legend};
use crate::mistake::{Source, quote};
use crate::option::{RULES, Value};
use crate::table::{Table, one_of};

pub use access::{Access, TownAccess};
pub use advice::Advice;
pub(crate) use advice::{KEYS, advice};
pub use book::Book;
pub use facts::{counted, facts};
pub(crate) use id::id;
pub(crate) use lines::Lines;
pub(crate) use pasted::{fen, with_set_up};
pub use plan::{Plan, PlanError};

/// The content of a file.
pub(crate) struct Content {
    pub(crate) game: Game,
    /// The cells of the leaders that may stay away.
    pub(crate) spare: Vec<Cell>,
    pub(crate) legend: Legend,
    pub(crate) books: Vec<Book>,
    pub(crate) house: Vec<HouseNote>,
    pub(crate) lines: Lines,
}

/// Something the original leaves open or that is lost, and what we made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseNote {
    /// The part of the file: `board`, `army`, …
    pub part: &'static str,
    /// What is ours, and why it is as it is.
    pub note: String,
}

/// The symmetries a set-up or terrain can claim.
const SYMMETRIES: [&str; 2] = ["half-turn", "mirror"];

const BYTE: RangeInclusive<u16> = 1..=u8::MAX as u16;

/// How many cells a lot may lay, a tenth of the largest board: it is laid anew while a match waits, on a guest's machine
/// too.
const MOST_BY_LOT: usize = 1440;

/// The cap in place of a wrong one.
const STAND_IN_CAP: Cap = Cap {
    number: 1,
    leaders_left: false,
    rise: None,
};

/// Reads everything but the file's head; nothing where there were mistakes, which are in the table's source.
pub(crate) fn read(root: &Table<'_>) -> Option<Content> {
    let mut house = Vec::new();
    let terrain = part(root, "board", &mut house, board);
    let ground = terrain.as_ref().map(|(_, terrain)| terrain);
    let army = part(root, "army", &mut house, army::read);
    let turn = part(root, "turn", &mut house, turn);
    let set_up = part(root, "set-up", &mut house, |table| {
        set_up::read(table, ground)
    });
    let endings = optional_part(root, "endings", &mut house, |table| endings(table, ground));
    let options = optional_part(root, "options", &mut house, options);
    let scatter = optional_part(root, "scatter", &mut house, |table| scatter(table, ground));
    let entry = optional_part(root, "entry", &mut house, |table| entry(table, ground));
    let (board_line, terrain) = terrain?;
    // where a part is wrong, the others are checked with one in its place with which they are not
    let (cap_line, cap, range) = turn.unwrap_or((root.line(), STAND_IN_CAP, 2));
    let start = set_up.as_ref().map(|set_up| set_up.start.clone());
    let army = army.or_else(|| army::standing(start.as_ref()?, entry.as_ref()?.as_ref()))?;
    let (command_ending, towns) = endings.flatten().unwrap_or((false, None));
    let mut game = Game {
        terrain,
        cap,
        range,
        heavy_as_hero: army.heavy_as_hero,
        armies: army.kinds,
        choice: army.choice,
        scatter: scatter.flatten(),
        start: start.unwrap_or(Start::Fixed(Vec::new())),
        entry: entry?,
        command_ending,
        towns,
        options: options.flatten().unwrap_or(Options::ALL_OFF),
    };
    let source = root.source();
    let blame = army::Blame {
        army: army.line,
        command: root.line_of("endings", "command"),
        short: root.line_of("options", "short"),
    };
    army::check(source, blame, &game);
    let set_up = set_up?;
    let (spare_line, spare) = set_up.spare;
    let mut books = Vec::new();
    match game.start.clone() {
        Start::Fixed(units) => {
            set_up::check_fixed(source, set_up.line, &game, &units);
            set_up::check_parts(root, &game);
            set_up::check_spare(source, (spare_line, &spare), &game, &units);
        }
        Start::Hidden(mut hidden) => {
            set_up::check_hidden(source, set_up.line, &game, &hidden);
            (books, hidden.books) = book::check(source, &game, &hidden, &set_up.books);
            game.start = Start::Hidden(hidden);
        }
    }
    let lines = Lines {
        board: board_line,
        army: army.line,
        cap: cap_line,
        rows: set_up.rows,
        books: set_up.books.iter().map(|book| book.line).collect(),
    };
    (!source.has_mistakes()).then_some(Content {
        game,
        spare,
        legend: set_up.legend,
        books,
        house,
        lines,
    })
}

/// How many moves the towns lie from where either side may stand at first.
pub(crate) fn access(game: &Game) -> Access {
    Access::new(game, &access::places(game))
}

/// A table that must be there; `None` where it is missing or wrong.
fn part<'a, T>(
    root: &Table<'a>,
    name: &'static str,
    house: &mut Vec<HouseNote>,
    read: impl FnOnce(&Table<'a>) -> Option<T>,
) -> Option<T> {
    root.require(name, &format!("a table [{name}]"));
    optional_part(root, name, house, read)?
}

/// A table that may be left out; the outer `None` is for one that is wrong.
fn optional_part<'a, T>(
    root: &Table<'a>,
    name: &'static str,
    house: &mut Vec<HouseNote>,
    read: impl FnOnce(&Table<'a>) -> Option<T>,
) -> Option<Option<T>> {
    if !root.has(name) {
        root.table(name, name);
        return Some(None);
    }
    let table = root.table(name, name)?;
    if let Some(note) = table.text("house") {
        let note = note.value.to_owned();
        house.push(HouseNote { part: name, note });
    }
    read(&table).map(Some)
}

/// The line of the drawing, or of the table without one, and the terrain.
fn board(table: &Table<'_>) -> Option<(usize, Grid<Terrain>)> {
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
    if !drawing::has_size(
        source,
        &drawing,
        "the terrain",
        board.files(),
        board.ranks(),
    ) {
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
        source.report(
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

/// The line of the cap, the cap and the range.
fn turn(table: &Table<'_>) -> Option<(usize, Cap, u8)> {
    let number = table.number("cap", BYTE);
    table.require("cap", "how many orders a turn may hold");
    let leaders_left = table.switch("cap-falls-with-leaders").unwrap_or(false);
    let rise = table.table("cap-rises", "turn.cap-rises").map(|rise| {
        let (turn, cap) = (rise.number("turn", 2..=u16::MAX), rise.number("cap", BYTE));
        rise.require("turn", "the owner's turn from which on the new cap holds");
        rise.require("cap", "the new cap");
        rise.finish();
        Some((turn?.1, u8::try_from(cap?.1).ok()?))
    });
    let range = table.number("range", 1..=board::MAX_SIDE.into());
    table.finish();
    let (line, number) = number?;
    let cap = Cap {
        number: u8::try_from(number).ok()?,
        leaders_left,
        rise: rise.flatten(),
    };
    let range = u8::try_from(range.map_or(2, |(_, range)| range)).ok()?;
    Some((line, cap, range))
}

fn endings(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<(bool, Option<Towns>)> {
    let command = table.switch("command").unwrap_or(false);
    let towns = table.number("towns", BYTE);
    table.finish();
    let Some((line, needed)) = towns else {
        return Some((command, None));
    };
    let is_town = |(_, terrain): &(Cell, &Terrain)| **terrain == Terrain::Town;
    let there = terrain?.iter().filter(is_town).count();
    if usize::from(needed) > there {
        table.source().report(
            line,
            format!("{needed} towns to win"),
            format!("no more than the {there} on the board"),
        );
    }
    let needed = u8::try_from(needed).ok()?;
    Some((command, Some(Towns { needed })))
}

/// Reads `{ from = 7, to = 8 }`.
fn span(
    table: &Table<'_>,
    key: &'static str,
    bounds: RangeInclusive<u16>,
) -> Option<(usize, Span<u16>)> {
    table.require(key, "two numbers such as { from = 7, to = 8 }");
    let span = table.table(key, key)?;
    let (from, to) = (
        span.number("from", bounds.clone()),
        span.number("to", bounds),
    );
    span.require("from", "the first number");
    span.require("to", "the last number");
    span.finish();
    let ((_, from), (line, to)) = (from?, to?);
    if to < from {
        table.source().report(
            line,
            format!("{to} after {from} for `{key}`"),
            "a last number no smaller than the first",
        );
        return None;
    }
    Some((span.line(), Span { from, to }))
}

fn scatter(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<Scatter> {
    const CELLS: RangeInclusive<u16> = 0..=MOST_BY_LOT as u16;
    let ranks = span(table, "ranks", 1..=board::MAX_SIDE.into());
    let (trees, hills) = (span(table, "trees", CELLS), span(table, "hills", CELLS));
    let is_symmetric = table.switch("symmetric").unwrap_or(true);
    table.finish();
    let ((line, ranks), (trees_line, trees), (hills_line, hills)) = (ranks?, trees?, hills?);
    let terrain = terrain?;
    let board = terrain.board();
    if ranks.to > board.ranks().into() {
        table.source().report(
            line,
            format!("rank {} on a board of {}", ranks.to, board.ranks()),
            "ranks of the board",
        );
        return None;
    }
    let narrow = |rank: u16| u8::try_from(rank - 1).ok();
    let ranks = Span {
        from: narrow(ranks.from)?,
        to: narrow(ranks.to)?,
    };
    let within = |(cell, terrain): &(Cell, &Terrain)| {
        (ranks.from..=ranks.to).contains(&cell.rank()) && **terrain == Terrain::Open
    };
    for (line, span) in [(trees_line, trees), (hills_line, hills)] {
        if span.from == span.to && span.from % 2 == 1 {
            table.source().report(
                line,
                format!("{} cells and no other number", span.from),
                "an even number among them, for terrain that is the same after a half-turn",
            );
        }
    }
    let room = terrain.iter().filter(within).count();
    let most = usize::from(trees.to) + usize::from(hills.to);
    // half of the ground at most, so that there is always a way round
    let may_be = MOST_BY_LOT.min(room / 2);
    if most > may_be {
        table.source().report(
            line,
            format!("up to {most} trees and hills on {room} open cells"),
            format!("no more than {may_be}"),
        );
    }
    Some(Scatter {
        ranks,
        trees,
        hills,
        is_symmetric,
        seed: None,
    })
}

fn options(table: &Table<'_>) -> Option<Options> {
    let mut options = Options::ALL_OFF;
    for rule in &RULES {
        match rule.value {
            Value::Switch(field) => *field(&mut options) = table.switch(rule.key) == Some(true),
            Value::Leaders(field) => {
                if let Some((_, number)) = table.number(rule.key, 0..=u8::MAX.into()) {
                    *field(&mut options) = u8::try_from(number).ok()?;
                }
            }
            Value::ReducedChiefs | Value::SymmetricTerrain | Value::MirrorTowns => {}
            Value::Promotion | Value::FirstPlayer => {
                let words: Vec<_> = rule.value.words().iter().map(|(word, _)| *word).collect();
                if let Some(word) = table.word(rule.key, &words) {
                    rule.value.set_word(&mut options, word);
                }
            }
        }
    }
    table.finish();
    Some(options)
}

fn entry(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<Entry> {
    let zones = table.drawing("zones");
    table.require(
        "zones",
        "a drawing of the board: A where White's reinforcements enter, a where Black's do",
    );
    let blocks = army::blocks(table);
    table.finish();
    let zones = set_up::lettered_cells(table.source(), &zones?, terrain?)?;
    let zones = zones.map(|letters| {
        let mut cells: Vec<Cell> = letters.into_values().flatten().collect();
        cells.sort_unstable();
        cells
    });
    let blocks = blocks?;
    for side in Side::BOTH {
        let enters = !blocks[side.index()].is_empty() || blocks.iter().all(Vec::is_empty);
        if zones[side.index()].is_empty() && enters {
            table.source().report(
                table.line(),
                format!("no cell on which {side} could enter"),
                "cells of both sides in `zones`",
            );
        }
    }
    Some(Entry { zones, blocks })
}

/// Where a cell goes under one of [`SYMMETRIES`].
fn image(symmetry: &str, board: Board, cell: Cell) -> Cell {
    let turned = board.half_turn(cell);
    match symmetry {
        "mirror" => Cell::new(cell.file(), turned.rank()),
        _ => turned,
    }
}

/// A kind by the letter of position texts.
fn kind_of(source: &Source<'_>, line: usize, word: &str) -> Option<Kind> {
    let mut letters = word.chars();
    let kind = match (letters.next(), letters.next()) {
        (Some(letter), None) => Kind::from_symbol(letter).filter(|kind| *kind != Kind::Promoted),
        _ => None,
    };
    if kind.is_none() {
        let known: Vec<String> = drawing::letters().chars().map(String::from).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let named = Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(word));
        let lower = Kind::ALL
            .into_iter()
            .find(|kind| kind.symbol().to_string().eq_ignore_ascii_case(word));
        source.report_with(
            line,
            format!("the unit {}", quote(word)),
            one_of(&known),
            named
                .or(lower)
                .filter(|kind| *kind != Kind::Promoted)
                .map(|kind| format!("did you mean `{}`?", kind.symbol())),
        );
    }
    kind
}
