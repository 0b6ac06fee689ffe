//! The canonical bytes of a position, of which its digest is taken.

use board::Cell;

use super::{Phase, Position};
use crate::wargame::{Outcome, Side, Tie, Win};

pub(super) const VERSION: u8 = 1;
pub(super) const FAMILY: u8 = 2;

impl Position {
    /// Appends the canonical bytes: equal for equal positions of one game and for no others.
    ///
    /// Numbers of more than one byte are little-endian; a cell is its file and its rank, each a byte from 0; a list
    /// is its length as u16 and its items in ascending order. In this order:
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 1 | version of this layout, 1 |
    /// | 1 | family, 2 = WarGame |
    /// | 2 | phase: 0 and the sides set up (bit 0 White, bit 1 Black); 1, 0 the lot for the first player awaited; 2, 0 playing; 4, 0 the lot for the terrain awaited; 3 and the outcome: 16 + its number for a win of White, 32 + for a win of Black, 48 + for a draw |
    /// | 1 | side to move, 0 White, 1 Black |
    /// | 4 | turn number |
    /// | 1 | passes in a row |
    /// | 1 | quiet turns in a row |
    /// | 1 | whether anything was removed this turn |
    /// | 2 | files, ranks |
    /// | files x ranks | rank by rank from White's edge: 0, or 1 + the number of the kind in the order of `Kind`, + 128 for Black |
    /// | list x 4 | units being towed: their cell, the cell of the tower |
    /// | list x 2 | cells of Paratroops ready to leap |
    /// | list x 2 | cells of units that have acted or moved this turn |
    /// | list of lists x 2 | for each order of this turn the cells where the leaders now stand that may have given it |
    /// | 1 + files x ranks | where a lot lays the terrain: 0 and nothing, or 1 and rank by rank from White's edge the letters of the terrain |
    pub fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend([VERSION, FAMILY]);
        out.extend(match self.phase {
            Phase::Mapping => [4, 0],
            Phase::SettingUp { done } => [0, u8::from(done[0]) | u8::from(done[1]) << 1],
            Phase::Drawing => [1, 0],
            Phase::Playing => [2, 0],
            Phase::Over(outcome) => [3, outcome_byte(outcome)],
        });
        out.push(self.side.index() as u8);
        out.extend(self.turn.to_le_bytes());
        out.extend([self.passes, self.quiet, self.progress.has_removed.into()]);
        out.extend([self.board().files(), self.board().ranks()]);
        out.extend(self.board().cells().map(|cell| {
            self.units[cell].map_or(0, |unit| {
                let black = if unit.side == Side::Black { 128 } else { 0 };
                1 + unit.kind as u8 + black
            })
        }));
        write_length(self.tows.len(), out);
        for tow in &self.tows {
            for cell in [tow.towed, tow.tower] {
                out.extend([cell.file(), cell.rank()]);
            }
        }
        write_cells(&self.prepared, out);
        write_cells(&self.progress.acted, out);
        let claims = self.progress.givers.claims();
        write_length(claims.len(), out);
        for claim in &claims {
            write_cells(claim, out);
        }
        if self.game.has(crate::wargame::Switch::RandomMap) {
            let is_laid = !self.game.awaits_map();
            out.push(is_laid.into());
            let terrain = self.game.terrain.iter();
            let letters = terrain.map(|(_, terrain)| terrain.symbol() as u8);
            out.extend(letters.filter(|_| is_laid));
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |position: &Self| {
            let mut bytes = Vec::new();
            position.write_canonical(&mut bytes);
            bytes
        };
        self.game == other.game && bytes(self) == bytes(other)
    }
}

impl Eq for Position {}

fn write_cells(cells: &[Cell], out: &mut Vec<u8>) {
    write_length(cells.len(), out);
    out.extend(cells.iter().flat_map(|cell| [cell.file(), cell.rank()]));
}

/// No list is longer than the board has cells.
fn write_length(length: usize, out: &mut Vec<u8>) {
    out.extend((length as u16).to_le_bytes());
}

pub(super) const fn outcome_byte(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Won(side, win) => {
            let number = match win {
                Win::Leaders => 0,
                Win::Banner => 1,
                Win::Commander => 2,
                Win::Plant => 3,
                Win::Towns => 4,
                Win::Short => 5,
            };
            match side {
                Side::White => 16 + number,
                Side::Black => 32 + number,
            }
        }
        Outcome::Drawn(Tie::Passes) => 48,
        Outcome::Drawn(Tie::Quiet) => 49,
    }
}
