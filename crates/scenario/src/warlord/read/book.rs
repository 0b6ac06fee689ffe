//! The tables [[set-up.book]].

use std::sync::Arc;

use board::{Board, Cell};
use rules::warlord::{Game, HiddenSetUp, Order, Placement, Position, SetUp, Side, Unit};

use crate::book::{self, Book, BookText};
use crate::drawing::Drawing;
use crate::mistake::{Source, quote};
use crate::warlord::drawing::{self, Legend};

/// The set-ups of either side, by the names of their books.
type Placed = [Vec<(String, Vec<Placement>)>; 2];

/// Reads the books of a hidden set-up, and lets the rules check each set-up.
pub(super) fn check(
    source: &Source<'_>,
    game: &Game,
    hidden: &HiddenSetUp,
    texts: &[BookText<'_>],
) -> (Vec<Book>, Placed) {
    book::check_count(source, texts);
    // after a mistake in army or sections every set-up would be illegal
    let start = (!source.has_mistakes()).then(|| Position::new(Arc::new(game.without_lots())));
    let mut books: Vec<Book> = Vec::new();
    let mut placed: Placed = [Vec::new(), Vec::new()];
    for text in texts {
        let (Some(name), Some(white)) = (&text.name, &text.white) else {
            continue;
        };
        book::check_name(source, name, &books);
        let white = read_side(source, game.board(), hidden, Side::White, white);
        let black = match &text.black {
            Some(drawing) => read_side(source, game.board(), hidden, Side::Black, drawing),
            None => white.as_ref().map(|white| half_turned(game.board(), white)),
        };
        for (side, placements) in Side::BOTH.into_iter().zip([white, black]) {
            let Some(placements) = placements else {
                continue;
            };
            let order = Order::SetUp(SetUp(placements.clone()));
            let checked = start.as_ref().map(|start| start.check(side, &order));
            if let Some(Err(illegal)) = checked {
                source.report_with(
                    text.line,
                    format!(
                        "an illegal set-up for {side} in {}: {illegal}",
                        quote(&name.value)
                    ),
                    "one the rules allow",
                    Some(illegal.advice().to_owned()),
                );
            }
            placed[side.index()].push((name.value.to_string(), placements));
        }
        books.push(text.book(name));
    }
    (books, placed)
}

/// Reads a side's units from a drawing of its zone, in letters of either case.
fn read_side(
    source: &Source<'_>,
    board: Board,
    hidden: &HiddenSetUp,
    side: Side,
    drawing: &Drawing,
) -> Option<Vec<Placement>> {
    let ranks = hidden.ranks(side);
    let height = ranks.end - ranks.start;
    if !drawing.has_size(source, "the zone", board.files(), height) {
        return None;
    }
    let units = drawing::units(source, drawing, &Legend::Usual, ranks.end.checked_sub(1)?)?;
    let place = |(cell, unit): (Cell, Unit)| Placement {
        cell,
        kind: unit.kind,
    };
    Some(units.into_iter().map(place).collect())
}

/// The set-up after a half-turn of the board, in board order.
fn half_turned(board: Board, placements: &[Placement]) -> Vec<Placement> {
    let turn = |placement: &Placement| Placement {
        cell: board.half_turn(placement.cell),
        kind: placement.kind,
    };
    placements.iter().rev().map(turn).collect()
}
