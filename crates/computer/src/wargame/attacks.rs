//! The enemies that a unit could kill if it were given an order.

use board::{Board, Cell};
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

impl Attacks {
    /// The attacks of the unit on a cell, whether or not the unit may be given an order.
    pub(super) fn of(position: &Position, cell: Cell, unit: Unit) -> Self {
        let mut attacks = Self::default();
        let board = position.board();
        let is_enemy = |cell: Cell| {
            position
                .unit(cell)
                .is_some_and(|other| other.side != unit.side)
        };
        if !board
            .within(cell, reach(position.game(), unit.kind))
            .any(is_enemy)
        {
            return attacks;
        }
        for line in position.fire_lines(cell) {
            if line.kills {
                attacks.fire.add(cell, line.target);
            }
        }
        attacks.charge(position, board, cell, unit);
        attacks
    }

    /// Finds the enemies that the unit could run over or take on its way.
    fn charge(&mut self, position: &Position, board: Board, from: Cell, unit: Unit) {
        let game = position.game();
        let points = game.points(unit.kind).min(REACH);
        let price = |cell: Cell| game.cost(unit.kind, game.terrain[cell]);
        let mut seen = [false; WIDTH as usize * WIDTH as usize];
        let mut levels = [const { Vec::new() }; REACH as usize + 1];
        levels[0].push(from);
        for spent in 0..=points {
            for cell in std::mem::take(&mut levels[usize::from(spent)]) {
                if std::mem::replace(&mut seen[index(from, cell)], true) {
                    continue;
                }
                for way in board.directions() {
                    let Some(next) = board.step(cell, *way) else {
                        continue;
                    };
                    let Some(cost) = price(next).filter(|cost| spent + cost <= points) else {
                        continue;
                    };
                    let Some(other) = position.unit(next) else {
                        levels[usize::from(spent + cost)].push(next);
                        continue;
                    };
                    if other.side == unit.side || position.is_towed(next) {
                        continue;
                    }
                    let kills = game.kills(unit.kind, other.kind, game.terrain[next]);
                    if kills.by_assault() {
                        self.charge.add(from, next);
                    }
                    let exit = board.step(next, *way).filter(|_| kills.by_overrun());
                    let exit = exit.filter(|exit| position.unit(*exit).is_none());
                    let Some(exit) = exit else { continue };
                    if let Some(more) = price(exit)
                        && spent + cost + more <= points
                    {
                        self.charge.add(from, next);
                        levels[usize::from(spent + cost + more)].push(exit);
                    }
                }
            }
        }
    }
}
