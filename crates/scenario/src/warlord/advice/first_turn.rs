use std::collections::BTreeSet;
use std::sync::Arc;

use board::{Cell, Grid};
use rules::warlord::Side;
use rules::warlord::fast::FastOrder;
use rules::warlord::{FastPosition, Game, Position, Start, Unit};

use super::{Adviser, Array, listed, own};
use crate::warlord::fen;

/// Nothing moves farther in one move.
const FARTHEST: u8 = 3;

/// In so many positions at most captures are looked for: a fraction of a second.
const SEARCHED: u32 = 100_000;

/// A unit's cell and that of the enemy it takes.
type Captures = BTreeSet<(Cell, Cell)>;

impl Adviser<'_> {
    /// Captures in the first turn, after as few other orders as it takes.
    pub(super) fn first_turn(&mut self, array: &Array<'_>) {
        let beginners = match &self.game.start {
            Start::Fixed(_) => &Side::BOTH[..1],
            Start::Hidden(hidden) if hidden.enters.is_empty() => &Side::BOTH,
            Start::Hidden(_) => return,
        };
        for side in beginners {
            let near = self.near(*side, array);
            if near.is_empty() {
                continue;
            }
            let (can, captures) = match self.search(*side, array) {
                Some(found) => ("can", found),
                None => ("may be able to", near),
            };
            let Some((first, _)) = captures.first().copied() else {
                continue;
            };
            let named = captures.iter().map(|(from, to)| format!("{from}-{to}"));
            let what = format!(
                "{side} {can} capture in its first turn{}: {}",
                array.of,
                listed(named)
            );
            self.say(
                "first-turn-capture",
                (array.line)(first),
                what,
                "who begins takes what nobody could defend",
                "set the armies farther apart: nothing moves more than three cells",
            );
        }
    }

    /// What could be captured if all of the own side made way and every leader had moved up first.
    fn near(&self, side: Side, array: &Array<'_>) -> Captures {
        let mut stands = Grid::filled(self.game.board(), None);
        for (cell, unit) in &array.units {
            stands[*cell] = Some(*unit);
        }
        let command = self.commanded(side, &array.units);
        own(side, &array.units)
            .filter(|(cell, unit)| command[*cell] || self.activates_itself(unit.kind))
            .flat_map(|(cell, unit)| {
                let taken = self.captures(&stands, cell, unit);
                taken.into_iter().map(move |to| (cell, to))
            })
            .collect()
    }

    /// What a unit could capture if all of its own side made way.
    fn captures(&self, stands: &Grid<Option<Unit>>, from: Cell, unit: Unit) -> Vec<Cell> {
        let near = self.game.board().within(from, FARTHEST);
        let enemies = near.filter_map(|cell| Some((cell, stands[cell]?)));
        let mut units: Vec<(Cell, Unit)> = enemies
            .filter(|(_, other)| other.side != unit.side)
            .collect();
        if units.is_empty() {
            return Vec::new();
        }
        let enemies: Vec<Cell> = units.iter().map(|(cell, _)| *cell).collect();
        units.push((from, unit));
        let mut reached = Position::new(self.standing(units)).reach(from);
        reached.retain(|cell| enemies.contains(cell));
        reached
    }

    /// The game with those units on the board, and nobody else to come.
    fn standing(&self, units: Vec<(Cell, Unit)>) -> Arc<Game> {
        Arc::new(Game {
            start: Start::Fixed(units),
            scatter: None,
            entry: None,
            ..self.game.clone()
        })
    }

    /// The captures that come after the fewest other orders of a side that begins; nothing where they are not found among
    /// so many positions as are looked at.
    fn search(&self, side: Side, array: &Array<'_>) -> Option<Captures> {
        let units = array.units.clone();
        let begun = format!("{} {} 1 0", fen(self.game, units.clone()), side.letter());
        let start = Position::from_text(self.standing(units), &begun).ok()?;
        let mut position = FastPosition::new(&start)?;
        let mut search = Search {
            left: SEARCHED,
            found: Captures::new(),
        };
        for others in 0..position.cap() {
            search.after(&mut position, others);
            if search.left == 0 || !search.found.is_empty() {
                break;
            }
        }
        (search.left > 0 || !search.found.is_empty()).then_some(search.found)
    }
}

struct Search {
    /// How many positions may still be looked at.
    left: u32,
    found: Captures,
}

impl Search {
    /// Looks for captures after so many more orders.
    fn after(&mut self, position: &mut FastPosition, others: u8) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let mut orders = Vec::new();
        position.orders(&mut orders);
        for order in orders {
            match order {
                FastOrder::End => {}
                _ if others > 0 => {
                    position.apply(order);
                    self.after(position, others - 1);
                    position.undo();
                }
                FastOrder::Move { from, to } if position.unit(to.cell()).is_some() => {
                    self.found.insert((from.cell(), to.cell()));
                }
                _ => {}
            }
        }
    }
}
