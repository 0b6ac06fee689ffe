//! Reading the content of a Warlord scenario: everything a [`Game`] fixes.

mod army;
mod book;
mod entry;
mod scatter;
mod set_up;
mod turn;

use std::ops::RangeInclusive;

use board::Shape;
use rules::warlord::{Cap, Game, Options, Start};

use super::Content;
use super::option;
use crate::head::Parts;
use crate::lines::Lines;
use crate::terrain;

/// The values of a byte other than 0.
const BYTE: RangeInclusive<u16> = 1..=u8::MAX as u16;

/// A cap in place of a wrong cap; no army is too small for this cap.
const STAND_IN_CAP: Cap = Cap {
    number: 1,
    leaders_left: false,
    rise: None,
};

/// Reads the tables of the family; `None` if a table has mistakes, which are reported.
pub(super) fn read(parts: &Parts<'_, '_>) -> Option<Content> {
    let (root, source) = (parts.root(), parts.source());
    let terrain = parts.required("board", |table| terrain::read(table, Shape::Square));
    let ground = terrain.as_ref().map(|(_, terrain)| terrain);
    let army = parts.required("army", army::read);
    let turn = parts.required("turn", turn::read);
    let set_up = parts.required("set-up", |table| set_up::read(table, ground));
    let endings = parts.optional("endings", |table| turn::endings(table, ground));
    let options = parts.optional("options", option::read);
    let scatter = parts.optional("scatter", |table| scatter::read(table, ground));
    let (scatter, is_optional) = scatter.flatten().unzip();
    let entry = parts.optional("entry", |table| entry::read(table, ground));
    let (board_line, terrain) = terrain?;
    // a stand-in for each wrong part lets the checks below continue with the other parts without blaming them
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
        scatter,
        start: start.unwrap_or(Start::Fixed(Vec::new())),
        entry: entry?,
        command_ending,
        towns,
        options: options.flatten().unwrap_or(Options::ALL_OFF),
        members: [1, 1],
    };
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
    let is_optional = is_optional.unwrap_or(false);
    // taken out last: until here the checks treat optional terrain like any other
    let lot = game.scatter.take_if(|_| is_optional);
    // mistakes count even if every part came out: the checks above report and do not stop
    (!source.has_mistakes()).then_some(Content {
        game,
        spare,
        lot: lot.map(Box::new),
        legend: set_up.legend,
        books,
        lines,
    })
}
