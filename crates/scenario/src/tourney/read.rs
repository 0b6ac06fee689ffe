//! Reading the content of a Tourney scenario: the board with its Castles, the units, the options.

mod castles;
mod set_up;

use board::{Cell, Grid, Shape};
use rules::tourney::{Game, Options, Terrain};

use super::layout::Layout;
use super::option;
use crate::head::Parts;
use crate::lines::Lines;
use crate::mistake::Source;
use crate::table::Table;
use crate::terrain;

/// The content of the table [board].
pub(super) struct Field {
    line: usize,
    terrain: Grid<Terrain>,
    wood: Option<(usize, Cell)>,
    is_large: bool,
}

/// Reads the tables of the family; `None` if a table has mistakes, which are reported.
pub(super) fn read(parts: &Parts<'_, '_>) -> Option<(Layout, Lines)> {
    let (root, source) = (parts.root(), parts.source());
    let field = parts.required("board", field);
    let ground = field.as_ref().map(|field| &field.terrain);
    let castles = parts.required("castles", |table| castles::read(table, ground));
    let set_up = parts.required("set-up", |table| set_up::read(table, ground));
    let options = parts.optional("options", option::read);
    // only now, when every table has been read, so that all mistakes are reported at once
    let field = field?;
    let (castle_line, castles) = castles?;
    let set_up = set_up?;
    let mut layout = Layout {
        // found before the terrain is moved into the layout
        wood: wood(source, &field),
        terrain: field.terrain,
        castles,
        start: set_up.start,
        is_large: field.is_large,
        options: Options::BASE,
    };
    // by itself a file plays with as many seats as it draws Castles
    layout.options.seats = layout.seats();
    if field.is_large && layout.seats() != 2 {
        source.report(
            field.line,
            "`large = true` on a board with more than two Castles",
            "false or nothing: the board drawn is the one for more seats",
        );
    }
    set_up::check(source, &layout, set_up.line, &set_up.rows);
    castles::check_ways(source, castle_line, &layout);
    // last, since it depends on everything else whether an option is of use
    let set = options?.unwrap_or_default();
    layout.options = set.options(layout.seats());
    option::check(root, &layout);
    let lines = Lines {
        board: field.line,
        army: set_up.line,
        // a Tourney has no cap, and no advice is about one
        cap: castle_line,
        rows: set_up.rows,
        books: Vec::new(),
    };
    (!source.has_mistakes()).then_some((layout, lines))
}

fn field(table: &Table<'_>) -> Option<Field> {
    let wood = table.cells("wood");
    let is_large = table.switch("large");
    let (line, terrain) = terrain::read::<Terrain>(table, Shape::Square)?;
    let wood = wood.and_then(|(line, cells)| match cells.as_slice() {
        [cell] => Some((line, *cell)),
        cells => {
            let found = format!("{} cells for `wood`", cells.len());
            table.source().report(line, found, "one, such as [\"f6\"]");
            None
        }
    });
    Some(Field {
        line,
        terrain,
        wood,
        is_large: is_large.unwrap_or(false),
    })
}

/// The wood in which undead hold Ladies: the one named, or the one nearest to the middle. Rules: tourney 6.2
fn wood(source: &Source<'_>, field: &Field) -> Option<Cell> {
    let Some((line, cell)) = field.wood else {
        return Game::middle_wood(&field.terrain);
    };
    if field.terrain.get(cell) != Some(&Terrain::Forest) {
        source.report(
            line,
            format!("{cell} as the wood that holds Ladies"),
            "a cell with `F` in the terrain",
        );
    }
    Some(cell)
}
