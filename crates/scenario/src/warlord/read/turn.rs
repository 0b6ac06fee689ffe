//! The tables [turn] and [endings].

use board::{Cell, Grid};
use rules::warlord::{Cap, Terrain, Towns};

use super::BYTE;
use crate::table::Table;

/// Reads the line of the cap, the cap and the range.
pub(super) fn read(table: &Table<'_>) -> Option<(usize, Cap, u8)> {
    let number = table.number("cap", BYTE);
    table.require("cap", "how many orders a turn may hold");
    let leaders_left = table.switch("cap-falls-with-leaders").unwrap_or(false);
    let rise = table.table("cap-rises", "turn.cap-rises").map(|rise| {
        // from the second turn: a rise in the first would be another cap
        let (turn, cap) = (rise.number("turn", 2..=u16::MAX), rise.number("cap", BYTE));
        rise.require("turn", "the owner's turn from which on the new cap holds");
        rise.require("cap", "the new cap");
        rise.finish();
        Some((turn?.1, u8::try_from(cap?.1).ok()?))
    });
    let range = table.number("range", 1..=board::MAX_SIDE.into());
    table.finish();
    let (line, number) = number?;
    let cap = Cap {
        number: u8::try_from(number).ok()?,
        leaders_left,
        rise: rise.flatten(),
    };
    // Rules: warlord 2.2: two cells, unless the file has another range
    let range = u8::try_from(range.map_or(2, |(_, range)| range)).ok()?;
    Some((line, cap, range))
}

/// Reads whether the command ending holds, and how many towns win.
pub(super) fn endings(
    table: &Table<'_>,
    terrain: Option<&Grid<Terrain>>,
) -> Option<(bool, Option<Towns>)> {
    let command = table.switch("command").unwrap_or(false);
    let towns = table.number("towns", BYTE);
    table.finish();
    let Some((line, needed)) = towns else {
        return Some((command, None));
    };
    let is_town = |(_, terrain): &(Cell, &Terrain)| **terrain == Terrain::Town;
    let there = terrain?.iter().filter(is_town).count();
    // more could never be held, and the ending would be promised for nothing
    if usize::from(needed) > there {
        table.source().report(
            line,
            format!("{needed} towns to win"),
            format!("no more than the {there} on the board"),
        );
    }
    let needed = u8::try_from(needed).ok()?;
    Some((command, Some(Towns { needed })))
}
