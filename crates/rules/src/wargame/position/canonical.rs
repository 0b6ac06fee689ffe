//! The canonical bytes of a position, from which its digest is computed.

use super::Position;
use crate::canonical::{have_equal_bytes, write_cells, write_laid, write_length, write_lists};
use crate::wargame::{Side, Switch, Terrain};
use crate::white_black::Opening;

/// The version of the layout, and the number of the family.
pub(super) const LAYOUT: [u8; 2] = [1, 2];

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
        let opening = Opening {
            phase: self.phase,
            side: self.side,
            turn: self.turn,
        };
        opening.write(LAYOUT, out);
        // whether anything was removed decides at the end of the turn whether it was quiet, and no unit shows it
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
        // all leaders that may have given it: which of them the program counts it on is its own affair
        write_lists(&self.progress.givers.claims(), out);
        // elsewhere the terrain follows from the scenario, which is part of the game
        if self.game.has(Switch::RandomMap) {
            let is_laid = !self.game.awaits_map();
            write_laid(is_laid, &self.game.terrain, Terrain::symbol, out);
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && have_equal_bytes(self, other)
    }
}

impl Eq for Position {}
