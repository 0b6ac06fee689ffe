//! The table [entry].

use board::{Cell, Grid};
use rules::warlord::{Block, Entry, Side, Terrain};

use super::army::both_sides;
use super::set_up;
use crate::table::Table;

pub(super) fn read(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<Entry> {
    let zones = table.drawing("zones");
    table.require(
        "zones",
        "a drawing of the board: A where White's reinforcements enter, a where Black's do",
    );
    let blocks = blocks(table);
    table.finish();
    let zones = set_up::lettered_cells(table.source(), &zones?, terrain?)?;
    let zones = zones.map(|letters| {
        // the letters do not matter here: a capital is White's, whichever it is
        let mut cells: Vec<Cell> = letters.into_values().flatten().collect();
        cells.sort_unstable();
        cells
    });
    let blocks = blocks?;
    for side in Side::BOTH {
        // a side that never enters needs no cells, unless neither does, which is for a hidden set-up
        let enters = !blocks[side.index()].is_empty() || blocks.iter().all(Vec::is_empty);
        if zones[side.index()].is_empty() && enters {
            table.source().report(
                table.line(),
                format!("no cell on which {side} could enter"),
                "cells of both sides in `zones`",
            );
        }
    }
    Some(Entry { zones, blocks })
}

/// Reads the tables [[entry.block]].
fn blocks(entry: &Table<'_>) -> Option<[Vec<Block>; 2]> {
    let tables = entry.tables("block", "entry.block");
    let mut sides = [Vec::new(), Vec::new()];
    let mut right = true;
    let mut last = 0;
    for table in tables {
        // the owner's own count of turns (warlord 2.11)
        let turn = table.number("turn", 1..=u16::MAX);
        table.require("turn", "the owner's turn at whose start the block is due");
        let kinds = both_sides(&table);
        table.finish();
        let (Some((line, turn)), Some(kinds)) = (turn, kinds) else {
            right = false;
            continue;
        };
        // rising, so that one list of blocks has one spelling
        if turn <= last {
            table.source().report(
                line,
                format!("a block due on turn {turn} after one due on turn {last}"),
                "blocks in the order of their turns",
            );
        }
        last = turn;
        // an empty block is no block: the id must not depend on it
        for (side, kinds) in sides.iter_mut().zip(kinds) {
            if !kinds.is_empty() {
                side.push(Block { turn, kinds });
            }
        }
    }
    right.then_some(sides)
}
