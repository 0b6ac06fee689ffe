//! The enemies that a unit could kill if it were given an order.

use board::Cell;
use rules::wargame::{Game, Kind, Position, Unit};

/// The cells of enemies, as bits of the 11 by 11 cells around a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Window(u128);

/// The most files or ranks to an enemy that a unit could kill: five of Cavalry's six points, one before the last.
const REACH: u8 = 5;
const WIDTH: u8 = 2 * REACH + 1;

impl Window {
    fn add(&mut self, center: Cell, cell: Cell) {
        self.0 |= 1 << index(center, cell);
    }

    fn has(self, center: Cell, cell: Cell) -> bool {
        self.0 >> index(center, cell) & 1 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells around `center`.
    pub(super) fn cells(self, center: Cell) -> impl Iterator<Item = Cell> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            let file = center.file() + bit % WIDTH - REACH;
            Some(Cell::new(file, center.rank() + bit / WIDTH - REACH))
        })
    }
}

fn index(center: Cell, cell: Cell) -> usize {
    let file = usize::from(cell.file() + REACH - center.file());
    let rank = usize::from(cell.rank() + REACH - center.rank());
    rank * usize::from(WIDTH) + file
}

/// The ways in which a unit could kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Attacks {
    /// The enemies in reach of its fire.
    pub(super) fire: Window,
    /// The enemies in reach of an overrun or a close assault.
    pub(super) charge: Window,
}

/// The most cells from a unit to anything that matters for its attacks.
pub(super) fn reach(game: &Game, kind: Kind) -> u8 {
    let points = game.points(kind).min(REACH);
    points.max(game.range(kind))
}

/// Tells if two cells are so many files and ranks apart at most, which cells so many steps apart are on every board.
pub(super) const fn is_near(one: Cell, other: Cell, reach: u8) -> bool {
    one.file().abs_diff(other.file()) <= reach && one.rank().abs_diff(other.rank()) <= reach
}

impl Attacks {
    /// The attacks of the unit on a cell, whether or not the unit may be given an order; `prey` has every enemy in reach.
    pub(super) fn of(position: &Position, cell: Cell, unit: Unit, prey: &[Cell]) -> Self {
        let mut attacks = Self::default();
        for target in position.targets(cell, unit) {
            attacks.fire.add(cell, target);
        }
        attacks.charge(position, cell, unit, prey);
        attacks
    }

    /// Finds the enemies that the unit could run over or take on its way.
    fn charge(&mut self, position: &Position, from: Cell, unit: Unit, prey: &[Cell]) {
        let game = position.game();
        let points = game.points(unit.kind).min(REACH);
        let price = |cell: Cell| game.cost(unit.kind, game.terrain[cell]);
        // with the points left the unit can come to some of the prey
        let leads = |cell: Cell, left: u8| prey.iter().any(|prey| is_near(*prey, cell, left));
        let mut seen = Window::default();
        // each with the points spent on the way
        let mut found: Vec<(u8, Cell)> = Vec::with_capacity(2 * usize::from(WIDTH));
        found.push((0, from));
        for spent in 0..=points {
            let mut place = 0;
            while let Some((cost, cell)) = found.get(place).copied() {
                place += 1;
                if cost != spent || seen.has(from, cell) {
                    continue;
                }
                seen.add(from, cell);
                for (way, next) in position.steps(cell) {
                    let Some(cost) = price(next).filter(|cost| spent + cost <= points) else {
                        continue;
                    };
                    let Some(other) = position.unit(next) else {
                        if leads(next, points - spent - cost) {
                            found.push((spent + cost, next));
                        }
                        continue;
                    };
                    if other.side == unit.side || position.is_towed(next) {
                        continue;
                    }
                    let kills = game.kills(unit.kind, other.kind, game.terrain[next]);
                    if kills.by_assault() {
                        self.charge.add(from, next);
                    }
                    if !kills.by_overrun() {
                        continue;
                    }
                    let exit = position.steps(next).find(|(other, _)| *other == way);
                    let exit = exit.filter(|(_, exit)| position.unit(*exit).is_none());
                    let Some((_, exit)) = exit else { continue };
                    if let Some(more) = price(exit)
                        && spent + cost + more <= points
                    {
                        self.charge.add(from, next);
                        found.push((spent + cost + more, exit));
                    }
                }
            }
        }
    }
}
