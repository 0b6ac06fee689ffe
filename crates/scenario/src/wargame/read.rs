//! Reading the content of a WarGame scenario: everything a [`Game`] fixes.

mod army;
mod book;
mod set_up;

use std::ops::RangeInclusive;

use board::{Grid, Shape};
use rules::wargame::{Game, Options, Ruleset, Start, Terrain};

use super::{Content, option};
use crate::head::Parts;
use crate::lines::Lines;
use crate::table::Table;
use crate::terrain;

/// The values of a byte other than 0.
const BYTE: RangeInclusive<u16> = 1..=u8::MAX as u16;

/// The content of the table [board].
struct Field {
    line: usize,
    terrain: Grid<Terrain>,
    /// The ranks of either side's home.
    home: u8,
}

/// Reads the tables of the family; `None` if a table has mistakes, which are reported.
pub(super) fn read(parts: &Parts<'_, '_>) -> Option<Content> {
    let (root, source) = (parts.root(), parts.source());
    let ruleset = parts.required("rules", rules);
    // without the game no word of the other tables has a meaning: they are marked as known and left unread
    let Some(ruleset) = ruleset else {
        for name in ["board", "army", "turn", "set-up", "endings", "options"] {
            parts.optional::<()>(name, |_| None);
        }
        return None;
    };
    let field = parts.required("board", |table| field(table, ruleset));
    let army = parts.required("army", |table| army::read(table, ruleset));
    let turn = parts.required("turn", turn);
    let set_up = parts.required("set-up", |table| {
        set_up::read(table, ruleset, field.as_ref())
    });
    let endings = parts.optional("endings", |table| {
        endings(table, field.as_ref().map(|field| &field.terrain))
    });
    let options = parts.optional("options", option::read);
    // only now, when every table has been read, so that all mistakes are reported at once
    let Field {
        line: board_line,
        terrain,
        home,
    } = field?;
    let (army_line, armies) = army?;
    let (cap_line, cap) = turn?;
    let set_up = set_up?;
    let middle = home..terrain.board().ranks() - home;
    let mut game = Game {
        ruleset,
        terrain,
        cap,
        armies,
        start: set_up.start,
        middle,
        towns: endings?.unwrap_or(0),
        options: Options::ALL_OFF,
        map_lot: None,
    };
    army::check(source, army_line, &game);
    let mut books = Vec::new();
    match game.start.clone() {
        Start::Fixed(units) => set_up::check_fixed(source, set_up.line, &game, &units),
        Start::Hidden(mut hidden) => {
            set_up::check_hidden(source, set_up.line, &game, &hidden);
            (books, hidden.books) = book::check(source, &game, &hidden, &set_up.books);
            game.start = Start::Hidden(hidden);
        }
    }
    // against the game without them: whether a switch is of use depends on everything else
    option::check(root, &game, options?.unwrap_or(Options::ALL_OFF));
    game.options = options?.unwrap_or(Options::ALL_OFF);
    let lines = Lines {
        board: board_line,
        army: army_line,
        cap: cap_line,
        rows: set_up.rows,
        books: set_up.books.iter().map(|book| book.line).collect(),
    };
    (!source.has_mistakes()).then_some(Content { game, books, lines })
}

fn rules(table: &Table<'_>) -> Option<Ruleset> {
    let game = table.number("game", 1..=2);
    table.require("game", "1 for WarGame 1 or 2 for WarGame 2");
    table.finish();
    let (_, number) = game?;
    Ruleset::BOTH.get(usize::from(number) - 1).copied()
}

/// Reads the table [board]: squares in WarGame 1, hexes in WarGame 2.
fn field(table: &Table<'_>, ruleset: Ruleset) -> Option<Field> {
    let shape = match ruleset {
        Ruleset::One => Shape::Square,
        Ruleset::Two => Shape::Hex,
    };
    let home = table.number("home", BYTE);
    table.require("home", "the number of ranks of either side's home");
    let (line, terrain) = terrain::read::<Terrain>(table, shape)?;
    let (home_line, home) = home?;
    let ranks = terrain.board().ranks();
    // equal is too much: `plant` and the random map need a rank between the homes
    if 2 * home >= ranks.into() {
        table.source().report(
            home_line,
            format!("two homes of {home} ranks on a board of {ranks}"),
            "at least one rank between the homes",
        );
        return None;
    }
    let home = u8::try_from(home).ok()?;
    Some(Field {
        line,
        terrain,
        home,
    })
}

/// Reads the table [turn]: the line of the cap, and the cap.
fn turn(table: &Table<'_>) -> Option<(usize, u8)> {
    let cap = table.number("cap", BYTE);
    table.require("cap", "how many orders a turn may hold");
    table.finish();
    let (line, cap) = cap?;
    Some((line, u8::try_from(cap).ok()?))
}

/// Reads the table [endings]: how many towns win with the option `towns`.
fn endings(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<u8> {
    let towns = table.number("towns", BYTE);
    table.finish();
    let Some((line, needed)) = towns else {
        return Some(0);
    };
    let ground = terrain?.iter();
    let there = ground.filter(|(_, terrain)| **terrain == Terrain::Town);
    let there = there.count();
    // more could never be held, and the ending would be promised for nothing
    if usize::from(needed) > there {
        table.source().report(
            line,
            format!("{needed} towns to win"),
            format!("no more than the {there} on the board"),
        );
    }
    u8::try_from(needed).ok()
}
