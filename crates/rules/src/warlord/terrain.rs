//! The terrain of Warlord. Rules: warlord 4.

use crate::listed;

listed! {
    /// The ground of a cell. Rules: warlord 4.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Terrain {
        /// Open ground, `.`
        Open,
        /// `T`
        Town,
        /// `F`
        Trees,
        /// `H`
        Hill,
        /// `~`
        Water,
        /// No cell at all, `_`
        Hole,
    }
}

impl Terrain {
    /// The terrain of a letter of the engine's `terrain` answer.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|terrain| terrain.symbol() == symbol)
    }

    /// The letter of the engine's `terrain` answer.
    pub const fn symbol(self) -> char {
        match self {
            Self::Open => '.',
            Self::Town => 'T',
            Self::Trees => 'F',
            Self::Hill => 'H',
            Self::Water => '~',
            Self::Hole => '_',
        }
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open ground",
            Self::Town => "a town",
            Self::Trees => "trees",
            Self::Hill => "a hill",
            Self::Water => "water",
            Self::Hole => "a missing cell",
        }
    }

    /// True if units can ever stand on it. Rules: warlord 4.6.
    pub const fn is_land(self) -> bool {
        match self {
            Self::Open | Self::Town | Self::Trees | Self::Hill => true,
            Self::Water | Self::Hole => false,
        }
    }
}
