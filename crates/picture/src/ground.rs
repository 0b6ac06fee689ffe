//! The looks that land can have.

use rules::listed;

listed! {
    /// The look of a cell's land: each family maps its terrains to grounds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Ground {
        /// Open land without a drawing.
        Open,
        /// Houses.
        Town,
        /// Trees.
        Trees,
        /// A hill.
        Hill,
        /// Water.
        Water,
        /// A hole in the board.
        Hole,
        /// A castle.
        Castle,
        /// Grass before a castle.
        Green,
        /// Rocks.
        Rough,
        /// A mountain.
        Mountain,
        /// A bridge.
        Bridge,
    }
}

impl Ground {
    /// The number of grounds that have a drawing.
    pub(crate) const DRAWN: usize = {
        let (mut drawn, mut place) = (0, 0);
        // a loop and no iterator, since constants cannot use one
        while place < Self::ALL.len() {
            drawn += Self::ALL[place].source().is_some() as usize;
            place += 1;
        }
        drawn
    };

    /// The grounds that have a drawing.
    pub(crate) fn drawn() -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(|ground| ground.source().is_some())
    }

    /// The file of the drawing, if there is one.
    pub(crate) const fn source(self) -> Option<&'static str> {
        match self {
            Self::Town => Some(include_str!("../art/terrain/town.svg")),
            Self::Trees => Some(include_str!("../art/terrain/trees.svg")),
            Self::Hill => Some(include_str!("../art/terrain/hill.svg")),
            Self::Water => Some(include_str!("../art/terrain/water.svg")),
            Self::Castle => Some(include_str!("../art/terrain/castle.svg")),
            Self::Green => Some(include_str!("../art/terrain/green.svg")),
            Self::Rough => Some(include_str!("../art/terrain/rough.svg")),
            Self::Mountain => Some(include_str!("../art/terrain/mountain.svg")),
            Self::Bridge => Some(include_str!("../art/terrain/bridge.svg")),
            Self::Open | Self::Hole => None,
        }
    }
}
