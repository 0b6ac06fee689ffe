//! Kills in the first turn.

use std::collections::BTreeSet;

use board::Cell;
use rules::wargame::{Class, Event, Kind, Order, Position, Ruleset, Side, Start, Unit};

use super::{Adviser, Array};
use crate::advice::listed;

/// The cells of units and of the enemies they kill.
type Kills = BTreeSet<(Cell, Cell)>;

impl Adviser<'_> {
    /// Advises on kills in the first turn.
    pub(super) fn first_turn(&mut self, array: &Array) {
        // a fixed set-up gives White the first turn, a hidden one leaves it to a lot (wargame 1.13)
        let beginners = match &self.game.start {
            Start::Fixed(_) => &Side::BOTH[..1],
            Start::Hidden(_) => &Side::BOTH,
        };
        for side in beginners {
            let near = self.near(*side, array);
            if near.is_empty() {
                continue;
            }
            let at_once = self
                .position(array, *side)
                .map_or_else(Kills::new, |start| {
                    let units: BTreeSet<Cell> = near.iter().map(|(from, _)| *from).collect();
                    units
                        .into_iter()
                        .flat_map(|from| kills(&start, from))
                        .collect()
                });
            // kills that need other units to make way are too many to try, and are only named as possible
            let (can, kills) = if at_once.is_empty() {
                ("may be able to", near)
            } else {
                ("can", at_once)
            };
            let Some((first, _)) = kills.first().copied() else {
                continue;
            };
            let named = kills.iter().map(|(from, at)| format!("{from} kills {at}"));
            let what = format!(
                "{side} {can} kill in its first turn{}: {}",
                array.of,
                listed(named)
            );
            let line = array.line(self.lines, first);
            self.say(
                "first-turn-kill",
                line,
                what,
                "who begins takes what nobody could defend",
                "set the armies farther apart: farther than any unit fires or moves",
            );
        }
    }

    /// The kills that would be legal if a side's other units made way and a leader stood behind each unit.
    fn near(&self, side: Side, array: &Array) -> Kills {
        let Some(start) = self.position(array, side) else {
            return Kills::new();
        };
        let orders = self.ordered(side, array, &start);
        let mut found = Kills::new();
        for (cell, unit) in array.own(side) {
            // Rules: wargame 1.2, 1.3: a post does nothing by itself, and nobody acts without an order
            let is_idle = unit.kind.class() == Class::Post || !orders[cell];
            if is_idle || start.is_in_command(cell) == Some(false) {
                continue;
            }
            // an accompanied unit goes one point farther
            let farthest = (self.game.points(unit.kind) + 1).max(self.game.range(unit.kind));
            let mut units: Vec<_> = array.own(side.opponent()).collect();
            let board = self.game.board();
            if units
                .iter()
                // a quick look first: making a position for every unit of a large army takes long
                .all(|(other, _)| board.distance(*other, cell) > farthest)
            {
                continue;
            }
            units.push((cell, unit));
            // a unit needs an order, and in WarGame 2 a leader beside it gives it a point more (wargame 2.3)
            if !unit.kind.is_leader()
                && let Some(leader) = self.behind(cell, unit, &units)
            {
                units.push(leader);
            }
            // in board order, as a fixed set-up is
            units.sort_unstable_by_key(|(cell, _)| *cell);
            if let Some(position) = self.position(&Array::fixed(units), side) {
                found.extend(kills(&position, cell));
            }
        }
        found
    }

    /// A leader beside a unit, as far from the enemy as possible.
    fn behind(&self, cell: Cell, unit: Unit, units: &[(Cell, Unit)]) -> Option<(Cell, Unit)> {
        let board = self.game.board();
        // of the highest level: it is in command wherever it stands (wargame 1.3)
        let kind = match self.game.ruleset {
            Ruleset::One => Kind::SupremeCommander,
            Ruleset::Two => Kind::Commander,
        };
        let is_free = |cell: &Cell| units.iter().all(|(other, _)| other != cell);
        let room = |cell: &Cell| {
            let enemies = units.iter().filter(|(_, other)| other.side != unit.side);
            enemies
                .map(|(other, _)| board.distance(*other, *cell))
                .min()
        };
        // the farthest cell, so that the leader itself is not what is killed
        let beside = board.neighbors(cell).filter(is_free).max_by_key(room)?;
        let side = unit.side;
        Some((beside, Unit { side, kind }))
    }
}

/// The kills that the unit on a cell can make now.
fn kills(position: &Position, from: Cell) -> Kills {
    let mut kills = Kills::new();
    for order in position.legal_orders_from(from) {
        // an end removes units by supply alone, which is no kill of this unit
        if matches!(order, Order::End) {
            continue;
        }
        let mut after = position.clone();
        for event in after.apply(position.side(), &order).iter().flatten() {
            if let Event::Removed { cell, .. } = event {
                kills.insert((from, *cell));
            }
        }
    }
    kills
}
