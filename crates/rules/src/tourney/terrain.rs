//! The ground of War Lord Tourney. Rules: tourney 3.2, 3.10, 5.12.

use crate::listed;

listed! {
    /// The ground of a square. Rules: tourney 3.2, 3.10, 5.12.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Terrain {
        /// `.`
        Open,
        /// `F`: no Knight, no Lady, one unit of a side.
        Forest,
        /// `R`: no Knight, no Lady.
        Rough,
        /// `C`: a Castle, with its walls.
        Castle,
        /// `G`: the Castle Green, the only way into its Castle.
        Green,
        /// `H`: entering ends the move.
        Hill,
        /// `~`: on foot only, from an adjacent start; the move ends there.
        River,
        /// `M`: nobody.
        Mountain,
        /// `=`: open, for one unit of a side.
        Bridge,
    }
}

impl Terrain {
    /// The letter of the engine's `terrain` answer.
    pub const fn symbol(self) -> char {
        match self {
            Self::Open => '.',
            Self::Forest => 'F',
            Self::Rough => 'R',
            Self::Castle => 'C',
            Self::Green => 'G',
            Self::Hill => 'H',
            Self::River => '~',
            Self::Mountain => 'M',
            Self::Bridge => '=',
        }
    }

    /// The terrain of such a letter.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|terrain| terrain.symbol() == symbol)
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open ground",
            Self::Forest => "a wood",
            Self::Rough => "rough ground",
            Self::Castle => "a Castle",
            Self::Green => "a Castle Green",
            Self::Hill => "a hill",
            Self::River => "a river",
            Self::Mountain => "a mountain",
            Self::Bridge => "a bridge",
        }
    }

    /// The most units of a side, lying ones counted; the Castle's limit is for those who walk in.
    /// Rules: tourney 3.2, 3.10, 5.12.
    pub const fn limit(self) -> usize {
        match self {
            Self::Forest | Self::Castle | Self::Bridge => 1,
            Self::Open | Self::Rough | Self::Green | Self::Hill | Self::River => 2,
            Self::Mountain => 0,
        }
    }

    /// True if Knights and Ladies can stand there. Rules: tourney 3.2, 3.10.
    pub const fn admits_riders(self) -> bool {
        match self {
            Self::Open | Self::Castle | Self::Green | Self::Hill | Self::Bridge => true,
            Self::Forest | Self::Rough | Self::River | Self::Mountain => false,
        }
    }
}
