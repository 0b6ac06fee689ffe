//! Ready-made set-ups of hidden games: the tables [[set-up.book]].

use board::{Board, Cell};
use rules::white_black::Side;
use rules::white_black::{Placement, SetUp, Unit};

use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::table::Table;
use crate::text::Text;

/// The most books that an author may give a scenario: advice looks at each book against every other.
pub(crate) const MOST_BOOKS: usize = 64;

/// A ready-made set-up of a hidden game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The name of the set-up.
    pub name: String,
    /// The idea behind the set-up; empty if the file has none.
    pub about: String,
}

/// A book as the file writes it.
pub(crate) struct BookText<'a, G = char> {
    pub(crate) line: usize,
    pub(crate) name: Option<Text<'a>>,
    about: Option<Text<'a>>,
    pub(crate) white: Option<Drawing<G>>,
    pub(crate) black: Option<Drawing<G>>,
}

impl<'a, G> BookText<'a, G> {
    /// Reads a book; `drawing` reads the drawing of a key.
    pub(crate) fn read(
        table: &Table<'a>,
        drawing: impl Fn(&Table<'a>, &'static str) -> Option<Drawing<G>>,
    ) -> Self {
        let text = Self {
            line: table.line(),
            name: table.title("name"),
            about: table.text("about"),
            // read even if White's is wrong, so that the mistakes in both drawings are reported
            white: drawing(table, "white"),
            black: drawing(table, "black"),
        };
        table.require("name", "what the set-up is called");
        // not Black's: without a drawing of its own Black has White's after a half-turn
        table.require("white", "a drawing of White's zone");
        table.finish();
        text
    }

    /// The book of that name, as people see it.
    fn book(&self, name: &Text<'_>) -> Book {
        let about = self.about.as_ref();
        Book {
            name: name.value.to_string(),
            about: about.map_or_else(String::new, |about| about.value.to_string()),
        }
    }
}

/// The set-ups of either side, by the names of their books.
pub(crate) type Placed<P> = [Vec<(String, Vec<P>)>; 2];

/// Reads the books of a hidden set-up; Black, without its own drawing, has White's after a half-turn of the board.
///
/// `units` reads a side's units from a drawing, in board order, and reports what it cannot read; `mistake` is why the
/// rules refuse a set-up, and what to do about it.
pub(crate) fn read<G, K: Copy + Ord>(
    source: &Source<'_>,
    board: Board,
    texts: &[BookText<'_, G>],
    units: impl Fn(Side, &Drawing<G>) -> Option<Vec<(Cell, Unit<K>)>>,
    mistake: impl Fn(Side, SetUp<K>) -> Option<(String, &'static str)>,
) -> (Vec<Book>, Placed<Placement<K>>) {
    check_count(source, texts);
    let mut books: Vec<Book> = Vec::new();
    let mut placed: Placed<Placement<K>> = [Vec::new(), Vec::new()];
    for text in texts {
        // reported already, as a missing key
        let (Some(name), Some(white)) = (&text.name, &text.white) else {
            continue;
        };
        check_name(source, name, &books);
        let placements = |side, drawing| -> Option<Vec<Placement<K>>> {
            let placed = units(side, drawing)?.into_iter();
            let placed = placed.map(|(cell, Unit { kind, .. })| Placement { cell, kind });
            Some(placed.collect())
        };
        let white = placements(Side::White, white);
        let black = match &text.black {
            Some(drawing) => placements(Side::Black, drawing),
            None => white.as_ref().map(|white: &Vec<Placement<K>>| {
                // reversed, since a half-turn reverses the board order in which placements are kept
                let turned = white.iter().rev().map(|placement| Placement {
                    cell: board.half_turn(placement.cell),
                    kind: placement.kind,
                });
                turned.collect()
            }),
        };
        // both sides are checked even if one is wrong, for the same reason
        for ((side, units), placed) in Side::BOTH.into_iter().zip([white, black]).zip(&mut placed) {
            let Some(units) = units else {
                continue;
            };
            if let Some((mistake, advice)) = mistake(side, SetUp::new(units.clone())) {
                // quoted, since the name comes from anybody's file
                let name = quote(&name.value);
                source.report_with(
                    text.line,
                    format!("an illegal set-up for {side} in {name}: {mistake}"),
                    "one the rules allow",
                    Some(advice.to_owned()),
                );
            }
            placed.push((name.value.to_string(), units));
        }
        books.push(text.book(name));
    }
    (books, placed)
}

fn check_count<G>(source: &Source<'_>, texts: &[BookText<'_, G>]) {
    if let Some(text) = texts.get(MOST_BOOKS) {
        source.report_to_author(
            text.line,
            format!("{} books", texts.len()),
            format!("no more than {MOST_BOOKS}"),
        );
    }
}

/// Checks the name of a book against the books before it.
fn check_name(source: &Source<'_>, name: &Text<'_>, before: &[Book]) {
    let taken = before
        .iter()
        // in any letter case: people choose a book by typing its name
        .any(|book| book.name.eq_ignore_ascii_case(&name.value));
    // not a number either: where a book is chosen, digits mean its place in the list
    if taken || name.value.bytes().all(|byte| byte.is_ascii_digit()) {
        source.report_to_author(
            name.line,
            format!("{} for a book", quote(&name.value)),
            "a name of its own that is not a number",
        );
    }
}
