//! The canonical bytes of a position, from which its digest is computed.

use super::Position;
use crate::canonical::{have_equal_bytes, write_cells, write_laid, write_length, write_lists};
use crate::warlord::{Side, Terrain};
use crate::white_black::Opening;

/// The version of the layout, and the number of the family.
pub(super) const LAYOUT: [u8; 2] = [1, 1];

impl Position {
    /// Appends the canonical bytes: equal for equal positions of one game and for no others.
    ///
    /// Numbers of more than one byte are little-endian; a cell is its file and its rank, each a byte from 0; a list
    /// is its length as u16 and its items in ascending order unless said otherwise. In this order:
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 1 | version of this layout, 1 |
    /// | 1 | family, 1 = Warlord |
    /// | 2 | phase: 0 and the sides set up (bit 0 White, bit 1 Black); 1, 0 lots awaited; 2, 0 playing; 4, 0 the lot for the terrain awaited; 3 and the outcome: 16 + its number for a win of White, 32 + for a win of Black, 48 + for a draw |
    /// | 1 | side to move, 0 White, 1 Black |
    /// | 4 | turn number |
    /// | 1 | passes in a row |
    /// | 1 | holder of the short game's claim at the turn's start: 0 nobody, 1 White, 2 Black |
    /// | 1 | orders made this turn |
    /// | 1 | whether anything entered this turn |
    /// | 2 | files, ranks |
    /// | files x ranks | rank by rank from White's edge: 0 or the letter of the unit in the position text |
    /// | list x 2 | White's units still to enter: turn u16, kind's letter u8 each |
    /// | the same | Black's |
    /// | list | cells of units that have moved or swapped this turn |
    /// | list | cells of leaders that have swapped this turn |
    /// | list of lists | for each activation of this turn the cells where the leaders now stand that may answer for it |
    /// | list | with the option `repetition`: starts of turns since the last capture, promotion or entry, at most 1,000: 16 bytes of the BLAKE3 digest of the side to move and of the units as above with what is still to enter, and how often (u8) |
    /// | 1 + files x ranks | where a lot lays the terrain: 0 and nothing, or 1 and rank by rank from White's edge the letters of the terrain |
    /// | list | where units enter: cells of Heavy Cavalry, cannons and their like that entered this turn and have not moved since |
    /// | list x 3 | in a shared game: cells of leaders and promoted units, the member of each |
    /// | 1 + n | in a shared game: the number of open parts, their members in their order |
    /// | 3 | in a shared game: a bit for each member who has put off its part; whether a unit has moved or swapped in the part under way; whether one has entered |
    pub fn write_canonical(&self, out: &mut Vec<u8>) {
        let opening = Opening {
            phase: self.phase,
            side: self.side,
            turn: self.turn,
        };
        opening.write(LAYOUT, out);
        out.push(self.passes);
        out.push(self.claim.map_or(0, |side| side.index() as u8 + 1));
        out.push(self.progress.made);
        out.push(self.progress.has_entered.into());
        out.extend([self.board().files(), self.board().ranks()]);
        self.write_units(out);
        write_cells(&self.progress.moved, out);
        write_cells(&self.progress.activations.exhausted(), out);
        write_lists(&self.progress.activations.claims(), out);
        if self.game.options.repetition {
            write_length(self.seen.len(), out);
            for (key, times) in &self.seen {
                out.extend(key);
                out.push(*times);
            }
        }
        if self.game.scatter.is_some() {
            let is_laid = !self.game.awaits_terrain();
            write_laid(is_laid, &self.game.terrain, Terrain::symbol, out);
        }
        if self.game.entry.is_some() {
            write_cells(&self.progress.entered, out);
        }
        if self.game.is_shared() {
            self.shares.write(out);
        }
    }

    /// The units on the board and those still to enter.
    pub(super) fn write_units(&self, out: &mut Vec<u8>) {
        let units = self.units.iter();
        out.extend(units.map(|(_, unit)| unit.map_or(0, |unit| unit.symbol() as u8)));
        for side in Side::BOTH {
            let waiting = self.waiting(side);
            write_length(waiting.len(), out);
            for (turn, kind) in waiting {
                out.extend(turn.to_le_bytes());
                out.push(kind.symbol() as u8);
            }
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && have_equal_bytes(self, other)
    }
}

impl Eq for Position {}
