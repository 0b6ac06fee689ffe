//! The table [castles]: which Castle of the drawing is whose, and what it is called.

use std::collections::BTreeSet;

use board::{Cell, Grid};
use rules::Side;
use rules::tourney::{Castle, Kind, SIDE_NAMES, Terrain};

use crate::mistake::Source;
use crate::table::Table;
use crate::tourney::author::moves_from;
use crate::tourney::layout::Layout;

/// The names of Castles whose file names none. Rules: tourney 5.3
const NAMES: [&str; 4] = ["South", "North", "East", "West"];

/// A cell for the Castle of each side in what a mistake expects.
const EXAMPLES: [&str; 4] = ["f1", "f11", "m7", "a7"];

type Castles = [Option<Castle>; 4];

/// Reads the line of the table and the Castles; `None` if there are mistakes in them, which are reported.
pub(super) fn read(table: &Table<'_>, terrain: Option<&Grid<Terrain>>) -> Option<(usize, Castles)> {
    let mut castles: Castles = [const { None }; 4];
    let mut is_right = true;
    for (place, side) in SIDE_NAMES.into_iter().enumerate() {
        let castle = table.table(side, side);
        // red before green: three seats leave West's place empty (tourney 6.1)
        let is_needed = place < 2 || SIDE_NAMES[place + 1..].iter().any(|later| table.has(later));
        if is_needed && !table.has(side) {
            let example = format!("`{side} = {{ castle = [\"{}\"] }}`", EXAMPLES[place]);
            let found = format!("no Castle of {side} in [castles]");
            table.source().report_missing(table.line(), found, &example);
        }
        let castle = castle.map(|castle| one(&castle, place, terrain));
        // a Castle that a file need not have may be missing, but not wrong
        is_right &= castle.is_some() || !is_needed && !table.has(side);
        match castle {
            Some(Some(castle)) => castles[place] = Some(castle),
            Some(None) => is_right = false,
            None => {}
        }
    }
    table.finish();
    let terrain = terrain?;
    is_right &= check_drawn(table.source(), table.line(), terrain, &castles);
    is_right.then_some((table.line(), castles))
}

/// Reads the Castle of one side, and finds its Green.
fn one(table: &Table<'_>, place: usize, terrain: Option<&Grid<Terrain>>) -> Option<Castle> {
    let side = SIDE_NAMES[place];
    let cells = table.cells("castle");
    let name = table.title("name");
    table.require("castle", "the cell of the Castle, such as [\"f1\"]");
    table.finish();
    let (source, (line, cells)) = (table.source(), cells?);
    let terrain = terrain?;
    let [cell] = cells[..] else {
        source.report(
            line,
            format!("{} Castles of {side}", cells.len()),
            "one Castle for each side",
        );
        return None;
    };
    if terrain.get(cell) != Some(&Terrain::Castle) {
        source.report(
            line,
            format!("the Castle of {side} at {cell}, where the terrain has none"),
            "the cell of a `C` in the terrain",
        );
        return None;
    }
    let greens: Vec<Cell> = beside(terrain, cell)
        .filter(|near| terrain[*near] == Terrain::Green)
        .collect();
    let [green] = greens[..] else {
        source.report_with(
            line,
            format!("{} Greens beside the Castle at {cell}", greens.len()),
            "one open Green in front of it",
            Some(format!(
                "draw `G` on one square beside {cell}, not at a corner of it"
            )),
        );
        return None;
    };
    let name = name.map_or_else(|| NAMES[place].to_owned(), |name| name.value.into_owned());
    Some(Castle { cell, green, name })
}

/// The squares beside a cell, without those at its corners.
fn beside(terrain: &Grid<Terrain>, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    let board = terrain.board();
    // Rules: tourney T-18: one square in front of the Castle, so corners do not count
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let steps = steps.into_iter();
    steps.filter_map(move |(files, ranks)| board.offset(cell, files, ranks))
}

/// Refuses Castles and Greens of the drawing that belong to no side, or to two.
fn check_drawn(
    source: &Source<'_>,
    line: usize,
    terrain: &Grid<Terrain>,
    castles: &Castles,
) -> bool {
    let mut is_right = true;
    let owned = |wanted: fn(&Castle) -> Cell| -> Vec<Cell> {
        castles.iter().flatten().map(wanted).collect()
    };
    for (kind, letter, owned) in [
        (Terrain::Castle, 'C', owned(|castle| castle.cell)),
        (Terrain::Green, 'G', owned(|castle| castle.green)),
    ] {
        let name = if letter == 'C' { "Castle" } else { "Green" };
        let drawn = terrain.iter().filter(|(_, ground)| **ground == kind);
        for (cell, _) in drawn {
            let owners = owned.iter().filter(|other| **other == cell).count();
            let found = match owners {
                0 => format!("`{letter}` at {cell}, a {name} of no side"),
                1 => continue,
                _ => format!("{cell} as the {name} of {owners} sides"),
            };
            let expected = format!("one {name} for each side in [castles]");
            // a Castle that was refused has been reported, and its Green is not wrong for that
            if castles.iter().flatten().count() >= 2 {
                source.report(line, found, expected);
            }
            is_right = false;
        }
    }
    is_right
}

/// Refuses Greens that Knights cannot reach from one another. Rules: tourney 3.2
pub(super) fn check_ways(source: &Source<'_>, line: usize, layout: &Layout) {
    // one mistake for the whole table: four Castles have twelve ways, mostly closed by the same obstacle
    let mut lonely: BTreeSet<(Side, Side)> = BTreeSet::new();
    for (side, castle) in layout.castles() {
        let rides = moves_from(&layout.terrain, Kind::Knight, [castle.green]);
        for (other, enemy) in layout.castles() {
            // in both directions the way is the same but for hills and rivers, so each is looked at
            if side != other && rides[enemy.green].is_none() {
                lonely.insert((side, other));
            }
        }
    }
    if let Some((side, other)) = lonely.first() {
        let (from, to) = (SIDE_NAMES[side.index()], SIDE_NAMES[other.index()]);
        source.report_with(
            line,
            format!("a Green of {to} that Knights of {from} cannot reach"),
            "a way for Knights from every Green to every other",
            Some("open a way around woods, rough ground, rivers and mountains".to_owned()),
        );
    }
}
