//! The WarGame family's answers to the laboratory: units and ground.

use board::Cell;
use rules::wargame::Position;

use crate::family::{Man, Studied};

impl Studied for Position {
    fn men(&self) -> Vec<Man> {
        let units = self.units().map(|(cell, unit)| Man {
            cell,
            side: unit.side.into(),
            kind: unit.kind.name(),
            is_leader: unit.kind.is_leader(),
        });
        units.collect()
    }

    fn land(&self) -> Vec<Cell> {
        self.board().cells().collect()
    }
}
