//! The terrain of the WarGames. Rules: wargame 1.1.

use crate::listed;

listed! {
    /// The ground of a cell. Rules: wargame 1.1.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Terrain {
        /// `.`
        Open,
        /// `T`
        Town,
        /// `F`
        Trees,
        /// `H`
        Hill,
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
        }
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open ground",
            Self::Town => "a town",
            Self::Trees => "trees",
            Self::Hill => "a hill",
        }
    }

    /// True for open ground and towns, which together are the road of units that keep to one. Rules: wargame 1.6, 1.13.
    pub(super) const fn is_road(self) -> bool {
        match self {
            Self::Open | Self::Town => true,
            Self::Trees | Self::Hill => false,
        }
    }

    /// The terrain as the place of a unit: `in a town`.
    pub const fn place(self) -> &'static str {
        match self {
            Self::Open => "on open ground",
            Self::Town => "in a town",
            Self::Trees => "in trees",
            Self::Hill => "on a hill",
        }
    }
}
