//! Units, and hidden set-ups of them: as rows of text, and sealed in one slot.

use std::ops::Range;

use board::{Cell, Grid};

use super::Side;
use crate::rows::{self, RowError};
use crate::{SecretPart, Slot};

/// A piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit<K> {
    /// The side that owns it.
    pub side: Side,
    /// What it is.
    pub kind: K,
}

/// A unit on a cell; its side is that of the set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement<K> {
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub kind: K,
}

/// A side's whole hidden set-up: placements in board order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetUp<K>(pub Vec<Placement<K>>);

impl<K: Copy + Ord> SetUp<K> {
    /// A set-up of those placements, given in any order.
    pub fn new(mut placements: Vec<Placement<K>>) -> Self {
        placements.sort_unstable();
        Self(placements)
    }

    /// The units of a side on a board, as if it had set them up there.
    pub(crate) fn of(units: &Grid<Option<Unit<K>>>, side: Side) -> Vec<Placement<K>> {
        let own = units.iter().filter_map(|(cell, unit)| {
            let Unit { kind, .. } = (*unit).filter(|unit| unit.side == side)?;
            Some(Placement { cell, kind })
        });
        own.collect()
    }

    /// The kind that the set-up places on a cell.
    pub fn at(&self, cell: Cell) -> Option<K> {
        let placement = self.0.iter().find(|placement| placement.cell == cell)?;
        Some(placement.kind)
    }

    /// A cell on which two units are placed.
    pub(crate) fn filled_twice(&self) -> Option<Cell> {
        let mut cells: Vec<Cell> = self.0.iter().map(|placement| placement.cell).collect();
        // sorted again, since the list is public and need not be in order
        cells.sort_unstable();
        let twice = cells.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(twice[0])
    }

    /// Reads the rows of those ranks, each symbol by `kind`.
    pub(crate) fn parse(
        text: &str,
        ranks: Range<u8>,
        files: u8,
        kind: impl Fn(&str) -> Option<K>,
    ) -> Result<Self, &'static str> {
        let units = rows::read(text, ranks, files, kind).map_err(|error| match error {
            RowError::Symbol { .. } => "only the symbols of units, numbers and / make a set-up",
            RowError::Width { .. } => "every row of a set-up adds up to the width of the board",
            RowError::Count(_) => "a set-up has one row for each rank of the side's zone",
        })?;
        let placements = units.into_iter();
        let placements = placements.map(|(cell, kind)| Placement { cell, kind });
        // rows come from the top rank down, and a set-up is in board order
        Ok(Self::new(placements.collect()))
    }
}

/// The number of the slot of a set-up: `N` bytes for every home cell in the scenario's order, all 0 for an empty cell.
// 1 was a slot of protocol 1, and 4 is the protocol's coin
const POSITIONS: u16 = 2;

/// The slot of a set-up of that many home cells. The scenario fixes its size, so the size reveals nothing.
pub(crate) fn slot<const N: usize>(cells: usize) -> Slot {
    Slot {
        number: POSITIONS,
        size: cells * N,
        member: 0,
    }
}

/// The slots of a set-up whose parts several members fill, one for each part. Their numbers are not that of the one
/// slot: what is sealed as a part must not open as a whole.
pub(crate) fn part_slot<const N: usize>(part: usize, cells: usize, member: u8) -> Slot {
    const FIRST: usize = 16;
    Slot {
        // no scenario comes near: its sections lie on a board of at most 120 x 120 cells
        number: u16::try_from(FIRST + part).unwrap_or(u16::MAX),
        size: cells * N,
        member,
    }
}

impl<K: Copy + Ord> SetUp<K> {
    /// The set-up, or the part of it on those home cells, as the payload of a slot.
    pub(crate) fn seal<const N: usize>(
        &self,
        slot: Slot,
        home: impl Iterator<Item = Cell>,
        bytes_of: impl Fn(K) -> [u8; N],
    ) -> SecretPart {
        let bytes = home.flat_map(|cell| self.at(cell).map_or([0; N], &bytes_of));
        SecretPart {
            slot: slot.number,
            payload: bytes.collect(),
        }
    }

    /// The set-up of payloads, one for each slot with its home cells, as far as the bytes go: the caller must still
    /// check whether the rules allow it. `size_error` says how many bytes belong to a home cell.
    pub(crate) fn open<const N: usize>(
        parts: &[SecretPart],
        slots: &[(Slot, Vec<Cell>)],
        kind_of: impl Fn([u8; N]) -> Option<K>,
        size_error: &'static str,
    ) -> Result<Self, &'static str> {
        let numbers = parts.iter().map(|part| part.slot);
        if !numbers.eq(slots.iter().map(|(slot, _)| slot.number)) {
            return Err(match slots.len() {
                1 => "its one part is slot 2",
                _ => "its parts are those of the slots, each once and in their order",
            });
        }
        let mut placements = Vec::new();
        for (part, (_, home)) in parts.iter().zip(slots) {
            let (places, rest) = part.payload.as_chunks();
            // the size was fixed before anybody chose, so another size is no set-up at all
            if !rest.is_empty() || places.len() != home.len() {
                return Err(size_error);
            }
            for (cell, bytes) in home.iter().zip(places) {
                if *bytes != [0; N] {
                    let kind = kind_of(*bytes).ok_or("an unknown kind of unit")?;
                    placements.push(Placement { cell: *cell, kind });
                }
            }
        }
        Ok(Self::new(placements))
    }
}
