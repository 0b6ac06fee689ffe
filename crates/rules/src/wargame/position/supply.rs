//! The supply check. Rules: wargame 1.11, 2.7.

use board::Cell;

use super::{Position, remove};
use crate::wargame::{Event, Loss, Side};

/// The number of enemies that must take part. Rules: wargame 1.11.
const TAKERS: usize = 3;

impl Position {
    /// The units of `side` that the supply check at the end of the other side's turn would remove if that turn ended
    /// now, in board order. Rules: wargame 1.11.
    pub fn out_of_supply(&self, side: Side) -> Vec<Cell> {
        let army = self.army(side).map(|(cell, _)| cell);
        army.filter(|cell| self.takers(*cell, side).is_some())
            .collect()
    }

    /// True if the supply check would remove the unit on that cell if the turn of the unit's enemy ended now.
    /// Rules: wargame 1.11.
    pub fn is_out_of_supply(&self, cell: Cell) -> bool {
        self.unit(cell)
            .is_some_and(|unit| self.takers(cell, unit.side).is_some())
    }

    /// Removes the enemy's units that are out of supply. Paratroops that took part are no longer prepared.
    pub(super) fn check_supply(&mut self, events: &mut Vec<Event>) {
        let enemy = self.side.opponent();
        // all are found before any falls: the board counts as it stands when the turn ends, and the fall of one unit must
        // not put another in or out of supply (1.11)
        let fallen = self.out_of_supply(enemy);
        let takers = fallen.iter().filter_map(|cell| self.takers(*cell, enemy));
        for taker in takers.flatten().collect::<Vec<_>>() {
            remove(&mut self.prepared, taker);
        }
        for cell in fallen {
            self.lose(cell, Loss::Supply, events);
        }
    }

    /// The enemies that surround the unit of `side` on that cell, in board order; `None` if it is in supply.
    fn takers(&self, cell: Cell, side: Side) -> Option<Vec<Cell>> {
        let mut takers = Vec::new();
        for step in self.neighbors.steps(cell) {
            match self.units[step.to] {
                // Rules: wargame 1.11: one friend beside it is supply
                Some(unit) if unit.side == side => return None,
                Some(_) => takers.push(step.to),
                None => {
                    let before = takers.len();
                    let beyond = self.neighbors.steps(step.to).iter().map(|step| step.to);
                    takers
                        .extend(beyond.filter(|cell| {
                            self.units[*cell].is_some_and(|unit| unit.side != side)
                        }));
                    // Rules: wargame 1.11: an empty cell with no enemy beyond it keeps the unit in supply
                    if takers.len() == before {
                        return None;
                    }
                }
            }
        }
        takers.sort_unstable();
        // an enemy may be found beyond several empty cells
        takers.dedup();
        (takers.len() >= TAKERS).then_some(takers)
    }
}
