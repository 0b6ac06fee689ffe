//! How a game of two sides ends by its rules.

use std::fmt;

use super::Side;

/// Why games of one family are won, or why they are drawn.
pub trait Cause: Copy + Eq + 'static {
    /// Every reason. The place in this list is part of the canonical bytes, so new reasons come last: otherwise old
    /// games would have other digests.
    const ALL: &'static [Self];

    /// The word of the engine protocol and of match files.
    fn word(self) -> &'static str;
}

/// The end of a game by its rules; its text is `white leaders`, `draw passes` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome<W, T> {
    /// A side won.
    Won(Side, W),
    /// Nobody won.
    Drawn(T),
}

impl<W: Cause, T: Cause> Outcome<W, T> {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side, _) => Some(side),
            Self::Drawn(_) => None,
        }
    }

    /// The byte in canonical bytes: 16 and the number of the reason for a win of White, 32 for Black, 48 for a draw.
    pub(crate) fn byte(self) -> u8 {
        match self {
            // four bits are enough for the reasons of any family
            Self::Won(side, win) => 16 * (side.index() as u8 + 1) + number(win),
            Self::Drawn(tie) => 48 + number(tie),
        }
    }

    /// The outcome of such a byte.
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        let number = usize::from(byte % 16);
        let won = |side| {
            let win = W::ALL.get(number)?;
            Some(Self::Won(side, *win))
        };
        match byte / 16 {
            1 => won(Side::White),
            2 => won(Side::Black),
            3 => T::ALL.get(number).copied().map(Self::Drawn),
            _ => None,
        }
    }
}

fn number<C: Cause>(cause: C) -> u8 {
    let place = C::ALL.iter().position(|other| *other == cause);
    // never missing, since `ALL` lists every value
    place.map_or(0, |place| place as u8)
}

impl<W: Cause, T: Cause> From<Outcome<W, T>> for crate::Outcome {
    fn from(outcome: Outcome<W, T>) -> Self {
        match outcome {
            Outcome::Won(side, win) => Self::Won(side.into(), win.word()),
            Outcome::Drawn(tie) => Self::Drawn(tie.word()),
        }
    }
}

impl<W: Cause, T: Cause> fmt::Display for Outcome<W, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(side, win) => write!(f, "{side} {}", win.word()),
            Self::Drawn(tie) => write!(f, "draw {}", tie.word()),
        }
    }
}
