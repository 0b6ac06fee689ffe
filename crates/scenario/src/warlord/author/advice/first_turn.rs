//! Captures in the first turn.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::{Cell, Grid};
use rules::warlord::fast::FastOrder;
use rules::warlord::{FastPosition, Game, Position, Side, Start, Unit};

use super::{Adviser, Array};
use crate::advice::listed;
use crate::warlord::fen;

/// The longest move, in cells.
// Rules: warlord 1.3, 1.4, 1.7 to 1.9
const FARTHEST: u8 = 3;

/// The most positions of a search, which takes a fraction of a second.
const SEARCHED: u32 = 100_000;

/// The cells of units and of the enemies they take.
type Captures = BTreeSet<(Cell, Cell)>;

impl Adviser<'_> {
    /// Advises on captures in the first turn, after the fewest other orders.
    pub(super) fn first_turn(&mut self, array: &Array) {
        let beginners = match &self.game.start {
            // Rules: warlord 6.2: with a fixed set-up White begins, else a lot may draw either side
            Start::Fixed(_) => &Side::BOTH[..1],
            Start::Hidden(hidden) if hidden.enters.is_empty() => &Side::BOTH,
            // units that enter later are not on the board in the first turn
            Start::Hidden(_) => return,
        };
        for side in beginners {
            let near = self.near(*side, array);
            // a cheap upper bound first: without it every scenario would be searched
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
                array.line(self.lines, first),
                what,
                "who begins takes what nobody could defend",
                "set the armies farther apart: nothing moves more than three cells",
            );
        }
    }

    /// The captures that would be legal if a side's other units made way and every leader had moved up.
    fn near(&self, side: Side, array: &Array) -> Captures {
        let mut stands = Grid::filled(self.game.board(), None);
        for (cell, unit) in &array.units {
            stands[*cell] = Some(*unit);
        }
        let command = self.commanded(side, array);
        array
            .own(side)
            .filter(|(cell, unit)| command[*cell] || self.activates_itself(unit.kind))
            .flat_map(|(cell, unit)| {
                let taken = self.captures(&stands, cell, unit);
                taken.into_iter().map(move |to| (cell, to))
            })
            .collect()
    }

    /// The captures that would be legal for a unit if the other units of its side made way.
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
        // by the rules themselves, alone with the enemies near
        let mut reached = Position::new(self.standing(units)).reach(from);
        reached.retain(|cell| enemies.contains(cell));
        reached
    }

    /// The game with those units on the board, without reinforcements.
    fn standing(&self, units: Vec<(Cell, Unit)>) -> Arc<Game> {
        Arc::new(Game {
            // neither lot nor entry: a position in play is wanted at once
            start: Start::Fixed(units),
            scatter: None,
            entry: None,
            members: [1, 1],
            ..self.game.clone()
        })
    }

    /// The captures after the fewest other orders of a side that begins; `None` if the first [`SEARCHED`] positions
    /// hold no capture and there are more.
    fn search(&self, side: Side, array: &Array) -> Option<Captures> {
        let units = array.units.clone();
        let begun = format!(
            "{} {} 1 0",
            fen::write(self.game, units.clone()),
            side.letter()
        );
        let start = Position::from_text(self.standing(units), &begun).ok()?;
        // the fast position makes orders seven times as fast as the readable one (docs/benchmarks.md)
        let mut position = FastPosition::new(&start)?;
        let mut search = CaptureSearch {
            left: SEARCHED,
            found: Captures::new(),
        };
        // one order deeper each time, so that the captures named are those after the fewest other orders
        for others in 0..position.cap() {
            search.after(&mut position, others);
            if search.left == 0 || !search.found.is_empty() {
                break;
            }
        }
        (search.left > 0 || !search.found.is_empty()).then_some(search.found)
    }
}

struct CaptureSearch {
    /// The positions that the search may still look at.
    left: u32,
    found: Captures,
}

impl CaptureSearch {
    /// Looks for captures after `others` more orders.
    fn after(&mut self, position: &mut FastPosition, others: u8) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let mut orders = Vec::new();
        position.orders(&mut orders);
        for order in orders {
            match order {
                // the end of the turn leads to no capture
                FastOrder::End => {}
                _ if others > 0 => {
                    position.apply(order);
                    self.after(position, others - 1);
                    position.undo();
                }
                // Rules: warlord 1: a capture is a move onto an enemy's cell, and no other order takes anything
                FastOrder::Move { from, to } if position.unit(to.cell()).is_some() => {
                    self.found.insert((from.cell(), to.cell()));
                }
                _ => {}
            }
        }
    }
}
