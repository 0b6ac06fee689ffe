//! The tables [[set-up.book]].

use std::sync::Arc;

use board::Cell;
use rules::wargame::{Game, HiddenSetUp, Order, Placement, Position, SetUp, Side, Unit};

use crate::book::{self, Book, BookText, Placed, Reader};
use crate::drawing::Drawing;
use crate::mistake::Source;
use crate::wargame::drawing;

/// Reads the books of a hidden set-up, and lets the rules check each set-up.
pub(super) fn check(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    texts: &[BookText<'_, &str>],
) -> (Vec<Book>, Placed<Placement>) {
    // after a mistake in army or board every set-up would be illegal
    let start = (!source.has_mistakes()).then(|| Position::new(Arc::new(game.without_lots())));
    let reader = Reader {
        sides: Side::BOTH,
        units: |side, drawing: &Drawing<&str>| read_side(source, game, hidden, side, drawing),
        turned: |placement: &Placement| Placement {
            cell: game.board().half_turn(placement.cell),
            kind: placement.kind,
        },
        mistake: |side, placements: &[Placement]| {
            let order = Order::SetUp(SetUp::new(placements.to_vec()));
            let illegal = start.as_ref()?.check(side, &order).err()?;
            Some((illegal.to_string(), illegal.advice()))
        },
    };
    book::read(source, texts, &reader)
}

/// Reads a side's units from a drawing of its home, in letters of either case.
fn read_side(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    side: Side,
    drawing: &Drawing<&str>,
) -> Option<Vec<Placement>> {
    let ranks = hidden.ranks(side);
    let height = ranks.end - ranks.start;
    if !drawing.has_size(source, "the home", game.board().files(), height) {
        return None;
    }
    let units = drawing::units(source, drawing, game.ruleset, ranks.end.checked_sub(1)?)?;
    let place = |(cell, unit): (Cell, Unit)| Placement {
        cell,
        kind: unit.kind,
    };
    Some(units.into_iter().map(place).collect())
}
