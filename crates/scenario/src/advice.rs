//! Remarks on scenarios that are legal but make a poor game.

use std::fmt;

use board::Cell;
use rules::white_black::Side;
use rules::white_black::{Placement, Unit};

use crate::MAX_BYTES;
use crate::book::{MOST_BOOKS, Placed};
use crate::head::Written;
use crate::lines::Lines;

/// A remark on a part of a scenario that the rules allow but that makes a poor game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The check that gives the advice: a word of `docs/scenario-format.md`.
    // a key and not only a sentence: authors name it in a note, and programs read it from the JSON
    pub key: &'static str,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What the scenario does, as a sentence without its end.
    pub what: String,
    /// Why that makes a poor game.
    pub why: &'static str,
    /// What would make the scenario better.
    pub mend: String,
    /// True if a house note of the file names the key in backquotes, and so gives the reason.
    pub is_known: bool,
}

/// The most cells or orders that an advice names.
const NAMED: usize = 4;

impl Advice {
    fn new(
        file: Written<'_>,
        (key, line): (&'static str, usize),
        what: String,
        why: &'static str,
        mend: impl Into<String>,
    ) -> Self {
        let name = format!("`{key}`");
        let mut notes = file.head.house.iter();
        Self {
            key,
            line,
            what,
            why,
            mend: mend.into(),
            // any mention will do: a note is prose, and an author who names the check has seen the advice
            is_known: notes.any(|house| house.note.contains(&name)),
        }
    }
}

/// The remarks on a scenario, with the lines of its file.
pub(crate) struct Adviser<'a, G> {
    file: Written<'a>,
    pub(crate) game: &'a G,
    pub(crate) lines: &'a Lines,
    advice: Vec<Advice>,
}

impl<'a, G> Adviser<'a, G> {
    pub(crate) const fn new(file: Written<'a>, game: &'a G, lines: &'a Lines) -> Self {
        Self {
            file,
            game,
            lines,
            advice: Vec::new(),
        }
    }

    pub(crate) fn say(
        &mut self,
        key: &'static str,
        line: usize,
        what: String,
        why: &'static str,
        mend: impl Into<String>,
    ) {
        let advice = Advice::new(self.file, (key, line), what, why, mend);
        self.advice.push(advice);
    }

    /// Advises on the share of terrain among the cells of `ground`, which names them.
    pub(crate) fn density(&mut self, (rough, cells): (usize, usize), ground: &str) {
        // as whole numbers: 10 to 30 percent without a division that rounds
        let is_odd = rough > 0 && !(10 * cells..=30 * cells).contains(&(100 * rough));
        if is_odd {
            self.say(
                "terrain-density",
                self.lines.board,
                format!("terrain, towns included, on {rough} of {cells} {ground}"),
                "less than 10 percent leaves an open field, more than 30 slows the game down",
                // rounded up at the lower bound and down at the upper, so that every number in the advice passes the
                // check
                format!("make it {} to {} cells", cells.div_ceil(10), cells * 3 / 10),
            );
        }
    }

    /// Advises on the size of the file, and returns all the advice given.
    pub(crate) fn finish(mut self) -> Vec<Advice> {
        let bytes = self.file.text.len();
        // a tenth before the limit, while the author can still shorten the file
        if bytes * 10 > MAX_BYTES * 9 {
            self.say(
                "near-limit",
                1,
                format!("{bytes} of at most {MAX_BYTES} bytes"),
                "a scenario travels whole to the guest, and one that is too long is refused",
                "leave the blanks out of the drawings, or write the set-up as `fen`",
            );
        }
        self.advice
    }
}

/// The units of a fixed set-up, or of a book of White's with a book of Black's.
pub(crate) struct Array<'a, K> {
    /// ` in the book …`, or empty.
    pub(crate) of: String,
    /// True if both sides' units are those of the same book, or of the fixed set-up.
    pub(crate) is_own: bool,
    pub(crate) units: Vec<(Cell, Unit<K>)>,
    /// The placements of White's book, and those of Black's; `None` for a fixed set-up.
    pub(crate) placed: Option<[&'a [Placement<K>]; 2]>,
    /// The line of White's book; `None` for a fixed set-up, whose cells have lines of their own.
    line: Option<usize>,
}

impl<'a, K: Copy> Array<'a, K> {
    /// The array of a fixed set-up.
    pub(crate) const fn fixed(units: Vec<(Cell, Unit<K>)>) -> Self {
        Self {
            of: String::new(),
            is_own: true,
            units,
            placed: None,
            line: None,
        }
    }

    /// Each book of White's with each book of Black's, with the lines of the books.
    pub(crate) fn of_books([white, black]: &'a Placed<Placement<K>>, lines: &[usize]) -> Vec<Self> {
        let mut arrays = Vec::new();
        // an agreed text may have more books than an author may write, and the pairs grow with their square
        for ((own, placed), line) in white.iter().take(MOST_BOOKS).zip(lines) {
            for (other, replied) in black.iter().take(MOST_BOOKS) {
                // a book that answers another is looked at for captures alone; everything else was said of it by itself
                arrays.push(Self {
                    of: if own == other {
                        format!(" in the book {own}")
                    } else {
                        format!(" in the book {own} against {other}")
                    },
                    is_own: own == other,
                    units: Side::BOTH
                        .into_iter()
                        .zip([placed, replied])
                        .flat_map(|(side, placed)| {
                            let unit = move |placement: &Placement<K>| {
                                let kind = placement.kind;
                                (placement.cell, Unit { side, kind })
                            };
                            placed.iter().map(unit)
                        })
                        .collect(),
                    placed: Some([placed, replied]),
                    line: Some(*line),
                });
            }
        }
        arrays
    }

    pub(crate) fn own(&self, side: Side) -> impl Iterator<Item = (Cell, Unit<K>)> {
        let units = self.units.iter().copied();
        units.filter(move |(_, unit)| unit.side == side)
    }

    /// The line of the unit on a cell.
    pub(crate) fn line(&self, lines: &Lines, cell: Cell) -> usize {
        self.line.unwrap_or_else(|| lines.set_up(cell))
    }
}

/// The kinds of which the armies have different numbers, with both numbers.
pub(crate) fn unequal<K: Copy + Eq>(
    [white, black]: &[Vec<K>; 2],
    kinds: impl IntoIterator<Item = K>,
    name: impl Fn(K) -> String,
) -> Vec<String> {
    let count = |army: &[K], kind| army.iter().filter(|other| **other == kind).count();
    let unequal = kinds.into_iter().filter_map(|kind| {
        let (white, black) = (count(white, kind), count(black, kind));
        (white != black).then(|| format!("{} {white} against {black}", name(kind)))
    });
    unequal.collect()
}

/// The first [`NAMED`] items, and how many items follow.
pub(crate) fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    // a few names show what is meant; the rest would fill the screen
    let more = items.len().saturating_sub(NAMED);
    let named: Vec<String> = items.take(NAMED).collect();
    let named = named.join(", ");
    // the rest in one number, because the line must stay one line of a terminal
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
