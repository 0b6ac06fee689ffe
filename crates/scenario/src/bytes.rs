//! The fields from which a scenario's id is made.

use std::fmt;

use board::Cell;

/// The digest of a scenario's content: equal for two files exactly when they describe the same game, whatever their
/// titles, notes and layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScenarioId(pub [u8; 32]);

impl fmt::Display for ScenarioId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The fields one after the other; numbers are little-endian. Lists begin with their length as u32, so that two
/// different contents never give the same bytes.
// no serializer: another version of one could lay out the same fields otherwise, and every id would change
#[derive(Debug, Default)]
pub(crate) struct Bytes(Vec<u8>);

impl Bytes {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    pub(crate) fn short(&mut self, number: u16) {
        self.0.extend(number.to_le_bytes());
    }

    pub(crate) fn length(&mut self, length: usize) {
        // a mark before every list: without it, two different contents could give the same bytes
        let length = u32::try_from(length).expect("a scenario of 48 KiB holds fewer things");
        self.0.extend(length.to_le_bytes());
    }

    pub(crate) fn cell(&mut self, cell: Cell) {
        // two bytes and not a place on the board, which would make the id depend on the order of cells
        self.byte(cell.file());
        self.byte(cell.rank());
    }

    pub(crate) fn cells(&mut self, cells: &[Cell]) {
        self.length(cells.len());
        for cell in cells {
            self.cell(*cell);
        }
    }

    pub(crate) fn id(&self) -> ScenarioId {
        // the number is that of the layout: another layout has another context, so that none of its ids is an old one
        ScenarioId(blake3::derive_key("warlord scenario 1", &self.0))
    }
}
