//! The tables [[set-up.book]].

use std::sync::Arc;

use rules::wargame::{Game, HiddenSetUp, Order, Placement, Position, SetUp, Side};

use crate::book::{self, Book, BookText, Placed};
use crate::drawing::Drawing;
use crate::mistake::Source;
use crate::wargame::drawing::{self, Units};

/// Reads the books of a hidden set-up, and lets the rules check each set-up.
pub(super) fn check(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    texts: &[BookText<'_, &str>],
) -> (Vec<Book>, Placed<Placement>) {
    // after a mistake in army or board every set-up would be illegal
    let start = (!source.has_mistakes()).then(|| Position::new(Arc::new(game.without_lots())));
    let units = |side, drawing: &Drawing<&str>| read_side(source, game, hidden, side, drawing);
    let mistake = |side, set_up: SetUp| {
        let illegal = start.as_ref()?.check(side, &Order::SetUp(set_up)).err()?;
        Some((illegal.to_string(), illegal.advice()))
    };
    book::read(source, game.board(), texts, units, mistake)
}

/// Reads a side's units from a drawing of its home, in letters of either case.
fn read_side(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    side: Side,
    drawing: &Drawing<&str>,
) -> Option<Units> {
    // the zone's ranks, since a book draws the home alone
    let ranks = hidden.ranks(side);
    let height = ranks.end - ranks.start;
    if !drawing.has_size(source, "the home", game.board().files(), height) {
        return None;
    }
    drawing::units(source, drawing, game.ruleset, ranks.end.checked_sub(1)?)
}
