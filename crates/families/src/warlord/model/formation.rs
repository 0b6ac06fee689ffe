//! Drawing units up as a player would by hand.

use board::{Cell, Grid};
use rules::warlord::{Access, Kind, Terrain};

/// Puts units onto cells as a player would by hand: leaders in the middle, men in front, guns behind. `depth` says how
/// far from the front a cell lies. If there are more units than cells, or only forbidden ground is left, some
/// stay off.
pub(super) fn arrange(
    terrain: &Grid<Terrain>,
    cells: &[Cell],
    kinds: &[Kind],
    depth: impl Fn(Cell) -> u16,
) -> Vec<(Cell, Kind)> {
    let (mut leaders, mut others): (Vec<Kind>, Vec<Kind>) =
        kinds.iter().partition(|kind| kind.is_leader());
    // the highest level first, which then gets the middle
    leaders.sort_by_key(|kind| std::cmp::Reverse(kind.level()));
    others.sort_by_key(|kind| (place_from_front(*kind), *kind));
    let mut free = cells.to_vec();
    // a leader in the middle has the most units in its range
    free.sort_by_key(|cell| (from_middle(cells, *cell), depth(*cell)));
    let mut placed = Vec::new();
    for kind in leaders {
        placed.extend(take(terrain, &mut free, kind).map(|cell| (cell, kind)));
    }
    free.sort_by_key(|cell| (depth(*cell), from_middle(cells, *cell)));
    for kind in others {
        placed.extend(take(terrain, &mut free, kind).map(|cell| (cell, kind)));
    }
    placed
}

/// Takes the first cell on which that kind may stand.
fn take(terrain: &Grid<Terrain>, free: &mut Vec<Cell>, kind: Kind) -> Option<Cell> {
    let may_stand = |cell: &Cell| kind.access(terrain[*cell]) != Access::Never;
    let place = free.iter().position(may_stand)?;
    // not `swap_remove`: the list is in the order in which cells are taken
    Some(free.remove(place))
}

const fn place_from_front(kind: Kind) -> u8 {
    match kind {
        Kind::Infantry => 0,
        Kind::Hero | Kind::Rookish | Kind::HeavyCavalry => 1,
        Kind::LightCavalry => 2,
        _ => 3,
    }
}

/// The distance of a cell from the middle of the rectangle around some cells, doubled and squared.
fn from_middle(cells: &[Cell], cell: Cell) -> u32 {
    let apart = |of: fn(Cell) -> u8| {
        let all = || cells.iter().map(|cell| u32::from(of(*cell)));
        let ends = all().min().unwrap_or(0) + all().max().unwrap_or(0);
        ends.abs_diff(2 * u32::from(of(cell))).pow(2)
    };
    apart(Cell::file) + apart(Cell::rank)
}
