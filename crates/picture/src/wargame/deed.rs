//! The deeds of orders: what a click on a cell of the board can mean for a unit.

use board::Cell;
use rules::wargame::{Order, Path, Position};

use crate::{Mark, Scene};

/// A kind of deed at a cell. If several are possible at one cell, they are offered in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeedKind {
    /// Fire at the unit on the cell. Rules: wargame 1.7, 2.5
    Fire,
    /// Fire the rifle at the unit on the cell. Rules: wargame 1.7
    Rifle,
    /// Pass over the unit on the cell, which falls. Rules: wargame 1.10, 2.5
    Overrun,
    /// Take the unit on the cell, and its place. Rules: wargame 1.7, 2.5
    Assault,
    /// Go to the cell. Rules: wargame 1.5, 2.4
    Go,
    /// Leap to the cell. Rules: wargame 1.14
    Leap,
}

impl DeedKind {
    /// The mark on the cell of the deed.
    pub const fn mark(self) -> Mark {
        match self {
            Self::Fire => Mark::Fire,
            Self::Rifle => Mark::Rifle,
            Self::Overrun => Mark::Overrun,
            Self::Assault => Mark::Capture,
            Self::Go | Self::Leap => Mark::Move,
        }
    }
}

/// The deeds of an order of the side on turn, each with its cell; for a move only those beyond the first `led` cells of
/// its path. A move that passes over units is a deed at each of these, and none at its end, which another order without
/// those units reaches.
pub fn deeds(position: &Position, order: &Order, led: usize) -> Vec<(Cell, DeedKind)> {
    match order {
        Order::Fire { at, .. } => vec![(*at, DeedKind::Fire)],
        Order::Rifle { at, .. } => vec![(*at, DeedKind::Rifle)],
        Order::Leap { to, on, .. } => {
            // the last cell decides: with a step after the leap, the assault is at the end of the step (wargame 1.14)
            let end = on.unwrap_or(*to);
            let kind = if position.unit(end).is_some() {
                DeedKind::Assault
            } else {
                DeedKind::Leap
            };
            vec![(end, kind)]
        }
        Order::Move { path, .. } => of_path(position, path, led),
        Order::Prepare(_) | Order::End | Order::SetUp(_) => Vec::new(),
    }
}

fn of_path(position: &Position, path: &Path, led: usize) -> Vec<(Cell, DeedKind)> {
    let enemy = position.side().opponent();
    let cells = path.cells();
    // a unit passed over is gone when the path comes back to its cell
    let is_enemy = |place: usize| {
        let unit = position.unit(cells[place]);
        unit.is_some_and(|unit| unit.side == enemy) && !cells[..place].contains(&cells[place])
    };
    let end = cells.len() - 1;
    // from the second cell: the unit stands on the first
    let passed = (led.max(1)..end).filter(|place| is_enemy(*place));
    let mut deeds: Vec<(Cell, DeedKind)> = passed
        .map(|place| (cells[place], DeedKind::Overrun))
        .collect();
    if deeds.is_empty() {
        let kind = if is_enemy(end) {
            DeedKind::Assault
        } else {
            DeedKind::Go
        };
        deeds.push((cells[end], kind));
    }
    deeds
}

/// Marks on each cell what those orders of one unit do there.
pub fn add_deeds<'a>(
    scene: &mut Scene,
    position: &Position,
    orders: impl IntoIterator<Item = &'a Order>,
) {
    let orders = orders.into_iter();
    let mut found: Vec<(Cell, DeedKind)> =
        orders.flat_map(|order| deeds(position, order, 1)).collect();
    // many paths lead over one unit, and one sign is enough
    found.sort_unstable();
    found.dedup();
    // rings first, so that they lie below the other signs of their cells
    let marks = found
        .into_iter()
        .rev()
        .map(|(cell, kind)| (cell, kind.mark()));
    scene.marks.extend(marks);
}
