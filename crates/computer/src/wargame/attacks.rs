//! The enemies that a unit could kill if it were given an order.

use board::Cell;
use rules::wargame::{Game, Kind, Position, Unit};

/// The cells of enemies, as bits of the 11 by 11 cells around a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Window(u128);

/// The most files or ranks to an enemy that a unit could kill: five of Cavalry's six points, one before the last.
const REACH: u8 = 5;
const WIDTH: u8 = 2 * REACH + 1;

/// The bits of the first cells of all ranks.
const FIRST_FILE: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < WIDTH {
        bits |= 1 << (rank * WIDTH);
        rank += 1;
    }
    bits
};

impl Window {
    /// The cells of the window that are a step away at most.
    const fn spread(self) -> Self {
        let right = self.0 << 1 & !FIRST_FILE;
        let left = (self.0 & !FIRST_FILE) >> 1;
        let row = self.0 | right | left;
        Self((row | row << WIDTH | row >> WIDTH) & ((1 << (WIDTH * WIDTH)) - 1))
    }

    pub(super) fn add(&mut self, center: Cell, cell: Cell) {
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
    pub(super) fn of(position: &Position, cell: Cell, unit: Unit, prey: Window) -> Self {
        let mut attacks = Self::default();
        for target in position.targets(cell, unit) {
            attacks.fire.add(cell, target);
        }
        attacks.charge(position, cell, unit, prey);
        attacks
    }

    /// Finds the enemies that the unit could run over or take on its way.
    fn charge(&mut self, position: &Position, from: Cell, unit: Unit, prey: Window) {
        let game = position.game();
        let points = game.points(unit.kind).min(REACH);
        let price = |cell: Cell| game.cost(unit.kind, game.terrain[cell]);
        // by the points left: the cells from which the unit can come to some of the prey
        let mut leads = [prey; REACH as usize + 1];
        for left in 1..leads.len() {
            leads[left] = leads[left - 1].spread();
        }
        let mut seen = Window::default();
        // by the points spent on the way; every step costs some
        let mut found = [Window::default(); REACH as usize + 1];
        found[0].add(from, from);
        for spent in 0..=points {
            let here = Window(found[usize::from(spent)].0 & !seen.0);
            seen.0 |= here.0;
            for cell in here.cells(from) {
                for (way, next) in position.steps(cell) {
                    let Some(cost) = price(next).filter(|cost| spent + cost <= points) else {
                        continue;
                    };
                    let Some(other) = position.unit(next) else {
                        if leads[usize::from(points - spent - cost)].has(from, next) {
                            found[usize::from(spent + cost)].add(from, next);
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
                        found[usize::from(spent + cost + more)].add(from, exit);
                    }
                }
            }
        }
    }
}
