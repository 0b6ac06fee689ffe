//! The two sides of games played by White and Black, and what all such games have in common: hidden set-ups, the phases
//! up to the end, the outcomes.

mod outcome;
mod phase;
mod seam;
mod set_up;

use std::fmt;

use crate::side::WHITE_BLACK;

pub use outcome::{Cause, Outcome};
pub use phase::{FIRST_PLAYER, TERRAIN};
pub(crate) use phase::{Opening, Phase, is_laid_by};
pub(crate) use seam::answers;
pub use set_up::{Placement, SetUp, Unit};
pub(crate) use set_up::{part_slot, slot};

/// A side of a game of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The first side; its symbols are capitals.
    White,
    /// The second side; its symbols are small letters.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as in position texts.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WHITE_BLACK[self.index()])
    }
}

impl From<Side> for crate::Side {
    fn from(side: Side) -> Self {
        Self::new(side as u8).expect("0 and 1 are places of sides")
    }
}

impl From<Side> for crate::Sides {
    fn from(side: Side) -> Self {
        crate::Side::from(side).into()
    }
}

/// A side that a game of two does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this family has two sides, there is none at place {}", .0.index())]
pub struct NoSuchSide(pub crate::Side);

impl TryFrom<crate::Side> for Side {
    type Error = NoSuchSide;

    fn try_from(side: crate::Side) -> Result<Self, NoSuchSide> {
        let found = Self::BOTH.get(side.index()).copied();
        found.ok_or(NoSuchSide(side))
    }
}
