//! The pieces of canonical bytes that the families write alike.
//!
//! Numbers of more than one byte are little-endian; a cell is its file and its rank, each a byte from 0; a list is its
//! length as u16, then its items.

use board::{Cell, Grid};

use crate::Rules;

pub(crate) fn write_cells(cells: &[Cell], out: &mut Vec<u8>) {
    write_length(cells.len(), out);
    out.extend(cells.iter().flat_map(|cell| [cell.file(), cell.rank()]));
}

pub(crate) fn write_lists(lists: &[Vec<Cell>], out: &mut Vec<u8>) {
    write_length(lists.len(), out);
    lists.iter().for_each(|cells| write_cells(cells, out));
}

/// Appends the length of a list. No list is longer than the board has cells or a turn has orders, and both fit: a board
/// has at most 14,400 cells.
pub(crate) fn write_length(length: usize, out: &mut Vec<u8>) {
    out.extend((length as u16).to_le_bytes());
}

/// Appends terrain that a lot lays: before the lot just 0, after it 1 and a letter for each cell.
pub(crate) fn write_laid<T: Copy>(
    is_laid: bool,
    terrain: &Grid<T>,
    letter: impl Fn(T) -> char,
    out: &mut Vec<u8>,
) {
    // a flag of its own: before the lot there are no letters by which a reader could see whether any follow
    out.push(is_laid.into());
    if is_laid {
        out.extend(terrain.iter().map(|(_, terrain)| letter(*terrain) as u8));
    }
}

/// True if two positions have the same canonical bytes. Comparing fields would separate positions that differ only in
/// what the bytes leave out on purpose, such as which of several leaders the program counts an order on.
pub(crate) fn have_equal_bytes<P: Rules>(one: &P, other: &P) -> bool {
    let bytes = |position: &P| {
        let mut bytes = Vec::new();
        position.write_canonical(&mut bytes);
        bytes
    };
    bytes(one) == bytes(other)
}
