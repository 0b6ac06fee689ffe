//! The table [scatter].

use std::ops::RangeInclusive;

use board::{Cell, Grid};
use rules::warlord::{Scatter, Span, Terrain};

use crate::table::Table;

/// The most cells that a lot may lay, a tenth of the largest board: the programs of both players lay them at the start
/// of every match while the players wait.
const MOST_BY_LOT: usize = 1440;

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

/// Reads the terrain by lot, and whether it waits for the option `terrain`.
pub(super) fn read(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<(Scatter, bool)> {
    const CELLS: RangeInclusive<u16> = 0..=MOST_BY_LOT as u16;
    let ranks = span(table, "ranks", 1..=board::MAX_SIDE.into());
    let (trees, hills) = (span(table, "trees", CELLS), span(table, "hills", CELLS));
    let is_symmetric = table.switch("symmetric").unwrap_or(true);
    let is_apart = table.switch("apart").unwrap_or(false);
    let is_optional = table.switch("optional").unwrap_or(false);
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
    // ranks are counted from 1 in files and from 0 on boards
    let narrow = |rank: u16| u8::try_from(rank - 1).ok();
    let ranks = Span {
        from: narrow(ranks.from)?,
        to: narrow(ranks.to)?,
    };
    let within = |(cell, terrain): &(Cell, &Terrain)| {
        (ranks.from..=ranks.to).contains(&cell.rank()) && **terrain == Terrain::Open
    };
    for (line, span) in [(trees_line, trees), (hills_line, hills)] {
        // a half-turn lays cells in pairs
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
    // trees and hills on no more than half of the ground leave a way round
    let may_be = MOST_BY_LOT.min(room / 2);
    if most > may_be {
        table.source().report(
            line,
            format!("up to {most} trees and hills on {room} open cells"),
            format!("no more than {may_be}"),
        );
    }
    let scatter = Scatter {
        ranks,
        trees,
        hills,
        is_symmetric,
        is_apart,
        seed: None,
    };
    Some((scatter, is_optional))
}
