//! The order in which units stand on a cell. Rules: tourney 5.2.

use board::Cell;

use super::{Man, Place, Position, Side};
use crate::tourney::{Kind, Unit};

/// What sorts men in one place: side, kind, the text's marks, then what this turn and this fight have done.
// so much that equal positions list their men alike, whatever led to them
type Key = (Place, Side, u8, Kind, Vec<u8>, bool, bool, u8, bool);

impl Position {
    /// Puts the men into their order again, after a change.
    pub(super) fn sort(&mut self) {
        // the key is a text among others: made once for each man, it is not made again for each comparison
        self.men.sort_by_cached_key(key);
    }

    /// Places the units of a muster or a start; in the Castle they queue.
    pub(super) fn place(&mut self, side: Side, units: impl Iterator<Item = (Cell, Kind)>) {
        let castle = self.game.castle(side).map(|castle| castle.cell);
        let mut queue = 0;
        for (cell, kind) in units {
            let place = if Some(cell) == castle {
                queue += 1;
                Place::Castle(queue - 1)
            } else {
                Place::Square(cell)
            };
            let unit = Unit::new(side, kind);
            self.men.push(Man::new(unit, place));
        }
        self.sort();
    }
}

fn key(man: &Man) -> Key {
    // only the queue and the Dungeons hold units apart by owner: on a square the sides stand together
    let owner = match man.place {
        Place::Castle(_) => man.unit.owner,
        Place::Square(_) | Place::Dungeon(_) | Place::Wood => crate::tourney::WHITE,
    };
    (
        man.place,
        owner,
        man.unit.rank(),
        man.unit.kind,
        man.unit.marks().into_bytes(),
        man.has_moved,
        man.is_felled,
        man.wounds,
        man.has_come,
    )
}
