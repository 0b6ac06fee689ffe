//! The tables [[set-up.book]].

use std::sync::Arc;

use rules::warlord::{Game, HiddenSetUp, Order, Placement, Position, SetUp, Side};

use crate::book::{self, Book, BookText, Placed};
use crate::drawing::Drawing;
use crate::mistake::Source;
use crate::warlord::drawing::{self, Legend, Units};

/// Reads the books of a hidden set-up, and lets the rules check each set-up.
pub(super) fn check(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    texts: &[BookText<'_>],
) -> (Vec<Book>, Placed<Placement>) {
    // after a mistake in army or sections every set-up would be illegal
    let start = (!source.has_mistakes()).then(|| Position::new(Arc::new(game.without_lots())));
    // read all the same, so that wrong letters are reported
    let units = |side, drawing: &Drawing| read_side(source, game, hidden, side, drawing);
    let mistake = |side, set_up: SetUp| {
        let illegal = start.as_ref()?.check(side, &Order::SetUp(set_up)).err()?;
        Some((illegal.to_string(), illegal.advice()))
    };
    book::read(source, game.board(), texts, units, mistake)
}

/// Reads a side's units from a drawing of its zone, in letters of either case.
fn read_side(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    side: Side,
    drawing: &Drawing,
) -> Option<Units> {
    let ranks = hidden.ranks(side);
    let height = ranks.end - ranks.start;
    if !drawing.has_size(source, "the zone", game.board().files(), height) {
        return None;
    }
    drawing::units(source, drawing, &Legend::Usual, ranks.end.checked_sub(1)?)
}
