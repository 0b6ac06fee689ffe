//! The number of a seat at the table.

use std::fmt;

use bincode::{Decode, Encode};

/// A chair at the table. The manifest says its side and player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Encode, Decode)]
pub struct Seat(pub u8);

impl Seat {
    /// The place of the seat in lists with an entry for each seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat as players count them, from 1: `seat 3`.
    pub fn counted(self) -> String {
        format!("seat {}", u16::from(self.0) + 1)
    }

    /// The other seat of a match of two.
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// As players count seats, from 1.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counted())
    }
}
