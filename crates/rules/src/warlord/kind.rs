//! The units of Warlord: kinds, movements, ways onto terrain.

use std::fmt;

use super::Terrain;
use crate::warlord::Side;
use crate::{listed, white_black};

listed! {
    /// A kind of unit. Rules: warlord 1.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Kind {
        /// `L`, a leader of level 1.
        Leader1,
        /// `D`, a leader of level 2.
        Leader2,
        /// `T`, a leader of level 3.
        Leader3,
        /// `U`, promoted: moves as a leader, activates only itself.
        Promoted,
        /// `H`.
        HeavyCavalry,
        /// `C`.
        Cannon,
        /// `N`.
        LightCavalry,
        /// `I`.
        Infantry,
        /// `O`.
        Hero,
        /// `S`.
        Shaman,
        /// `B`.
        Bishopy,
        /// `R`.
        Rookish,
    }
}

/// By which of its moves a kind may enter terrain. Rules: warlord 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// By any of its moves.
    Free,
    /// Only by a move of one step.
    OneStep,
    /// Not at all.
    Never,
}

/// The movement of a unit. Rules: warlord 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Movement {
    /// One or two king-steps, never jumping, never back to the start.
    Leader,
    /// One king-step.
    Step,
    /// The chess knight's leap.
    Knight,
    /// 1 to 3 cells in an orthogonal line, jumping freely.
    OrthogonalJump,
    /// 1 to 3 cells in a diagonal line, jumping freely.
    DiagonalJump,
    /// Step 1, leap 2, or both one after the other, in an orthogonal line.
    OrthogonalHero,
    /// As [`Movement::OrthogonalHero`], in a diagonal line.
    DiagonalHero,
    /// 1 to 3 cells in an orthogonal line, never jumping.
    OrthogonalSlide,
    /// As [`Movement::OrthogonalSlide`], in a diagonal line.
    DiagonalSlide,
}

impl Kind {
    /// The capital letter of position texts.
    pub const fn symbol(self) -> char {
        match self {
            Self::Leader1 => 'L',
            Self::Leader2 => 'D',
            Self::Leader3 => 'T',
            Self::Promoted => 'U',
            Self::HeavyCavalry => 'H',
            Self::Cannon => 'C',
            Self::LightCavalry => 'N',
            Self::Infantry => 'I',
            Self::Hero => 'O',
            Self::Shaman => 'S',
            Self::Bishopy => 'B',
            Self::Rookish => 'R',
        }
    }

    /// The kind of a capital letter.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.symbol() == symbol)
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leader1 => "Leader",
            Self::Leader2 => "Leader of level 2",
            Self::Leader3 => "Leader of level 3",
            Self::Promoted => "Promoted leader",
            Self::HeavyCavalry => "Heavy Cavalry",
            Self::Cannon => "Cannon",
            Self::LightCavalry => "Light Cavalry",
            Self::Infantry => "Infantry",
            Self::Hero => "Hero",
            Self::Shaman => "Shaman",
            Self::Bishopy => "Bishopy",
            Self::Rookish => "Rookish",
        }
    }

    /// Activations a turn: 1 to 3 for an original leader, 0 for everything else, the promoted leader included.
    pub const fn level(self) -> u8 {
        // a promoted leader activates only itself, and counts as none (warlord 5.2)
        match self {
            Self::Leader1 => 1,
            Self::Leader2 => 2,
            Self::Leader3 => 3,
            Self::Promoted
            | Self::HeavyCavalry
            | Self::Cannon
            | Self::LightCavalry
            | Self::Infantry
            | Self::Hero
            | Self::Shaman
            | Self::Bishopy
            | Self::Rookish => 0,
        }
    }

    /// True if units of the kind count as leaders. Rules: warlord 5.2.
    pub const fn is_leader(self) -> bool {
        self.level() > 0
    }

    /// The movement of the kind unless the game says otherwise ([`crate::warlord::Game::movement`]).
    pub const fn movement(self) -> Movement {
        match self {
            Self::Leader1 | Self::Leader2 | Self::Leader3 | Self::Promoted => Movement::Leader,
            Self::HeavyCavalry => Movement::OrthogonalJump,
            Self::Cannon => Movement::DiagonalJump,
            Self::LightCavalry => Movement::Knight,
            Self::Infantry => Movement::Step,
            Self::Hero => Movement::OrthogonalHero,
            Self::Shaman => Movement::DiagonalHero,
            Self::Bishopy => Movement::DiagonalSlide,
            Self::Rookish => Movement::OrthogonalSlide,
        }
    }

    /// By which of its moves the kind may enter that terrain. Rules: warlord 4.2, 4.3.
    pub const fn access(self, terrain: Terrain) -> Access {
        use Terrain::{Hill, Hole, Open, Town, Trees, Water};
        match (self, terrain) {
            (_, Open) => Access::Free,
            (_, Water | Hole) => Access::Never,
            // Rules: warlord 4.3: units that move orthogonally keep out of trees, those that move diagonally off hills
            (Self::HeavyCavalry | Self::Hero | Self::Rookish, Trees)
            | (Self::Cannon | Self::Shaman | Self::Bishopy, Hill) => Access::Never,
            (Self::HeavyCavalry | Self::Hero | Self::Rookish, Town | Hill)
            | (Self::Cannon | Self::Shaman | Self::Bishopy, Town | Trees) => Access::OneStep,
            (_, Town | Hill | Trees) => Access::Free,
        }
    }

    /// True if the kind enters some terrain only from the next cell, where it must have started the turn.
    /// Rules: warlord 4.3.
    pub(super) fn stops_beside_terrain(self) -> bool {
        let mut terrains = Terrain::ALL.into_iter();
        terrains.any(|terrain| self.access(terrain) == Access::OneStep)
    }

    /// True if the kind passes over water in games that let units do so. Rules: warlord 4.7.
    pub const fn crosses_water(self) -> bool {
        matches!(
            self,
            Self::HeavyCavalry | Self::Hero | Self::Cannon | Self::Shaman | Self::LightCavalry
        )
    }
}

/// A piece.
pub type Unit = white_black::Unit<Kind>;

/// A side's whole hidden set-up.
pub type SetUp = white_black::SetUp<Kind>;

/// A unit on a cell, in a set-up.
pub type Placement = white_black::Placement<Kind>;

impl Unit {
    /// The letter of position texts: capital for White, small for Black.
    pub const fn symbol(self) -> char {
        match self.side {
            Side::White => self.kind.symbol(),
            Side::Black => self.kind.symbol().to_ascii_lowercase(),
        }
    }

    /// The unit of such a letter.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let kind = Kind::from_symbol(symbol.to_ascii_uppercase())?;
        let side = if symbol.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        Some(Self { side, kind })
    }

    /// The unit of a text of one such letter.
    pub(super) fn read(symbol: &str) -> Option<Self> {
        let mut letters = symbol.chars();
        let unit = Self::from_symbol(letters.next()?)?;
        // nothing may follow: a symbol of several letters in brackets is no unit of this family
        letters.as_str().is_empty().then_some(unit)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.kind.name())
    }
}
