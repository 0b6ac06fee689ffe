//! Remarks on scenarios that are legal but make a poor game.

use std::fmt;

use crate::book::MOST_BOOKS;
use crate::{MAX_BYTES, Scenario};

/// A remark on a part of a scenario that the rules allow but that makes a poor game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The check that gives the advice: a word of `docs/scenario-format.md`.
    pub key: &'static str,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The fact.
    pub what: String,
    /// The reason why the fact makes a poor game.
    pub why: &'static str,
    /// A way to mend the scenario.
    pub mend: String,
    /// True if a house note of the file names the key in backquotes, and so gives the reason.
    pub is_known: bool,
}

/// The most cells or orders that an advice names.
const NAMED: usize = 4;

impl Advice {
    /// The advice of a check on a line of a scenario's file.
    pub(crate) fn new(
        scenario: &Scenario,
        (key, line): (&'static str, usize),
        what: String,
        why: &'static str,
        mend: impl Into<String>,
    ) -> Self {
        let name = format!("`{key}`");
        let mut notes = scenario.head().house.iter();
        Self {
            key,
            line,
            what,
            why,
            mend: mend.into(),
            is_known: notes.any(|house| house.note.contains(&name)),
        }
    }
}

/// A book of White's with a book of Black's.
pub(crate) struct Pair<'a, P> {
    /// ` in the book …`.
    pub(crate) of: String,
    /// True if both sides' units are those of the same book.
    pub(crate) is_own: bool,
    /// White's placements, and Black's.
    pub(crate) placed: [&'a [P]; 2],
    /// The line of White's book.
    pub(crate) line: usize,
}

/// Each book of White's with each book of Black's, with the lines of the books.
pub(crate) fn pairs<'a, P>(
    [white, black]: &'a [Vec<(String, Vec<P>)>; 2],
    lines: &'a [usize],
) -> impl Iterator<Item = Pair<'a, P>> {
    let white = white.iter().take(MOST_BOOKS).zip(lines);
    white.flat_map(move |((own, placed), line)| {
        black
            .iter()
            .take(MOST_BOOKS)
            .map(move |(other, replied)| Pair {
                of: if own == other {
                    format!(" in the book {own}")
                } else {
                    format!(" in the book {own} against {other}")
                },
                is_own: own == other,
                placed: [placed, replied],
                line: *line,
            })
    })
}

/// Advises on the share of terrain among the cells of `ground`, which names them.
pub(crate) fn density(
    scenario: &Scenario,
    line: usize,
    (rough, cells): (usize, usize),
    ground: &str,
) -> Option<Advice> {
    let is_odd = rough > 0 && !(10 * cells..=30 * cells).contains(&(100 * rough));
    is_odd.then(|| {
        Advice::new(
            scenario,
            ("terrain-density", line),
            format!("terrain, towns included, on {rough} of {cells} {ground}"),
            "less than 10 percent leaves an open field, more than 30 slows the game down",
            format!("make it {} to {} cells", cells.div_ceil(10), cells * 3 / 10),
        )
    })
}

/// Advises on the size of the file.
pub(crate) fn size(scenario: &Scenario) -> Option<Advice> {
    let bytes = scenario.text().len();
    (bytes * 10 > MAX_BYTES * 9).then(|| {
        Advice::new(
            scenario,
            ("near-limit", 1),
            format!("{bytes} of at most {MAX_BYTES} bytes"),
            "a scenario travels whole to the guest, and one that is too long is refused",
            "leave the blanks out of the drawings, or write the set-up as `fen`",
        )
    })
}

/// The first [`NAMED`] items, and how many items follow.
pub(crate) fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(NAMED);
    let named: Vec<String> = items.take(NAMED).collect();
    let named = named.join(", ");
    if more > 0 {
        format!("{named} and {more} more")
    } else {
        named
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            what,
            why,
            mend,
            ..
        } = self;
        write!(f, "{what}: {why}; {mend} ({key})")
    }
}
