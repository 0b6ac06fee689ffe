//! From positions and orders to what a scene shows of them.

use std::sync::Arc;

use board::{Cell, Grid};
use rules::warlord::Side;
use rules::warlord::{Order, Position, Start};

use crate::{Arrow, Mark, Range, Scene, Shown};

impl Scene {
    /// A position's ground and units; with `open` those that have moved in the turn so far are paler.
    pub fn of(position: &Position, open: bool) -> Self {
        let units = position.units().map(|(cell, unit)| {
            let level = unit.kind.level();
            let free = position
                .leader_status(cell)
                .map_or(level, |status| status.free);
            Shown {
                cell,
                unit,
                dim: open && position.has_moved(cell),
                pips: (level > 0).then_some((level, free)),
            }
        });
        Self {
            units: units.collect(),
            ..Self::bare(Arc::new(position.game().terrain.clone()))
        }
    }

    /// The start of a game: what stands on the board, and the sections of a hidden set-up; where units enter later,
    /// the cells they come onto.
    pub fn of_start(position: &Position) -> Self {
        let mut scene = Self::of(position, false);
        let mut mark = |number: usize, cells: &[Cell]| {
            let mark = Mark::Zone(number % 2 == 1);
            scene.marks.extend(cells.iter().map(|cell| (*cell, mark)));
        };
        match (&position.game().start, &position.game().entry) {
            (_, Some(entry)) => entry.zones.iter().for_each(|zone| mark(0, zone)),
            (Start::Hidden(hidden), None) => {
                for sections in &hidden.sections {
                    let sections = sections.iter().enumerate();
                    sections.for_each(|(number, cells)| mark(number, cells));
                }
            }
            (Start::Fixed(_), None) => {}
        }
        scene
    }

    /// The way of an order as number `number`, and whether it `captures`.
    pub fn add_order(&mut self, order: &Order, number: usize, captures: bool) {
        let (from, to) = match order {
            Order::Move { from, to } => (*from, *to),
            Order::Swap { leader, cannon } => (*leader, *cannon),
            Order::Enter { cell, .. } => return self.marks.push((*cell, Mark::Last)),
            Order::End | Order::SetUp(_) => return,
        };
        self.marks.push((from, Mark::Last));
        self.marks.push((to, Mark::Last));
        self.arrows.push(Arrow {
            from,
            to,
            number,
            captures,
        });
    }

    /// The ways of a turn's orders from the position before it, as far as they are legal: numbered from 1 after the
    /// entries, which come first and count as none.
    pub fn add_turn<'a>(
        &mut self,
        before: &Position,
        side: Side,
        orders: impl IntoIterator<Item = &'a Order>,
    ) {
        let mut position = before.clone();
        let mut number = 0;
        for order in orders {
            number += usize::from(!matches!(order, Order::Enter { .. }));
            let captures = matches!(order, Order::Move { to, .. } if position.unit(*to).is_some());
            if position.apply(side, order).is_err() {
                return;
            }
            self.add_order(order, number, captures);
        }
    }

    /// Where those orders take the unit on a cell.
    pub fn add_destinations(&mut self, position: &Position, from: Cell, orders: &[Order]) {
        for order in orders {
            let (to, mark) = match order {
                Order::Move { to, .. } if position.unit(*to).is_some() => (*to, Mark::Capture),
                Order::Move { to, .. } => (*to, Mark::Move),
                Order::Swap { leader, cannon } if *leader == from => (*cannon, Mark::Swap),
                Order::Swap { leader, .. } => (*leader, Mark::Swap),
                Order::Enter { .. } | Order::End | Order::SetUp(_) => continue,
            };
            self.marks.push((to, mark));
        }
    }

    /// Every cell that side's units reach, whoever commands them.
    pub fn add_threats(&mut self, position: &Position, side: Side) {
        let mut counts = Grid::filled(position.board(), 0_u8);
        for (cell, unit) in position.units() {
            if unit.side == side {
                for to in position.reach(cell) {
                    counts[to] = counts[to].saturating_add(1);
                }
            }
        }
        let threatened = counts.iter().filter(|(_, count)| **count > 0);
        self.marks
            .extend(threatened.map(|(cell, count)| (cell, Mark::Threat(*count))));
    }

    /// How far a leader on that cell activates.
    pub fn add_range(&mut self, position: &Position, center: Cell) {
        self.ranges.push(Range {
            center,
            distance: position.game().range,
            spent: position
                .leader_status(center)
                .is_some_and(|status| status.free == 0),
        });
    }
}
