//! The units of the WarGames: kinds, classes, levels, points, ranges.

use std::fmt;

use super::Side;
use crate::{listed, white_black};

/// The rules that a game follows: those of WarGame 1 or of WarGame 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ruleset {
    /// WarGame 1. Rules: wargame 1.
    One,
    /// WarGame 2. Rules: wargame 2.
    Two,
}

listed! {
    /// A kind of unit. Rules: wargame 1.2, 2.2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Kind {
        /// `CP`, the banner of WarGame 1.
        CommandPost,
        /// `SC`, the leader of level 3 of WarGame 1.
        SupremeCommander,
        /// `TC`, a leader of level 2 of WarGame 1.
        TankCommander,
        /// `IC`, a leader of level 1 of WarGame 1.
        InfantryCommander,
        /// `AC`, a leader of level 1 of WarGame 1.
        ArtilleryCommander,
        /// `T`, of WarGame 1.
        Tank,
        /// `C`, the leader of level 3 of WarGame 2.
        Commander,
        /// `G`, a leader of level 2 of WarGame 2.
        General,
        /// `L`, a leader of level 1 of WarGame 2.
        Colonel,
        /// `V`, of WarGame 2.
        Cavalry,
        /// `I`, of both games.
        Infantry,
        /// `A`, of both games.
        Artillery,
        /// `P`, Infantry that can leap, with the option `paratroops`. Rules: wargame 1.14.
        Paratroops,
    }
}

/// The units that the terrain costs and the kill matrix treat alike. Rules: wargame 1.5, 1.9, 2.4, 2.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Leaders of every level.
    Leader,
    /// Tanks and Cavalry.
    Heavy,
    /// Infantry and Paratroops.
    Infantry,
    /// Artillery.
    Artillery,
    /// The Command Post.
    Post,
}

impl Ruleset {
    /// Both, WarGame 1 first.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The name of the game: `WarGame 1` or `WarGame 2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "WarGame 1",
            Self::Two => "WarGame 2",
        }
    }

    /// The kinds of the game, Paratroops last, which only the option `paratroops` brings.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::One => &[
                Kind::CommandPost,
                Kind::SupremeCommander,
                Kind::TankCommander,
                Kind::InfantryCommander,
                Kind::ArtilleryCommander,
                Kind::Tank,
                Kind::Infantry,
                Kind::Artillery,
                Kind::Paratroops,
            ],
            Self::Two => &[
                Kind::Commander,
                Kind::General,
                Kind::Colonel,
                Kind::Cavalry,
                Kind::Infantry,
                Kind::Artillery,
                Kind::Paratroops,
            ],
        }
    }

    /// The movement points of a kind in a turn. Rules: wargame 1.2, 2.2.
    pub const fn points(self, kind: Kind) -> u8 {
        match (self, kind.class()) {
            (_, Class::Post) => 0,
            (Self::One, Class::Leader) => 4,
            (Self::One, Class::Heavy) => 3,
            (Self::One, Class::Infantry) => 2,
            (Self::One, Class::Artillery) => 1,
            (Self::Two, Class::Leader) => 6,
            (Self::Two, Class::Heavy) => 5,
            (Self::Two, Class::Infantry) => 3,
            (Self::Two, Class::Artillery) => 2,
        }
    }

    /// The range of a kind's fire with `*`, in cells; 0 for a kind that does not fire. The rifle of WarGame 1 reaches 1.
    /// Rules: wargame 1.2, 2.2.
    pub const fn range(self, kind: Kind) -> u8 {
        match (self, kind.class()) {
            // Rules: wargame 4.5: the rifle is an order of its own, so Infantry has no range for `*`
            (_, Class::Post) | (Self::One, Class::Infantry) => 0,
            (_, Class::Leader) | (Self::Two, Class::Heavy | Class::Infantry) => 1,
            (Self::One, Class::Heavy) | (Self::Two, Class::Artillery) => 2,
            (Self::One, Class::Artillery) => 3,
        }
    }
}

impl Kind {
    /// White's symbol in position texts: one capital, or two in brackets.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::CommandPost => "(CP)",
            Self::SupremeCommander => "(SC)",
            Self::TankCommander => "(TC)",
            Self::InfantryCommander => "(IC)",
            Self::ArtilleryCommander => "(AC)",
            Self::Tank => "T",
            Self::Commander => "C",
            Self::General => "G",
            Self::Colonel => "L",
            Self::Cavalry => "V",
            Self::Infantry => "I",
            Self::Artillery => "A",
            Self::Paratroops => "P",
        }
    }

    /// The kind of such a symbol.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.symbol() == symbol)
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CommandPost => "Command Post",
            Self::SupremeCommander => "Supreme Commander",
            Self::TankCommander => "Tank Commander",
            Self::InfantryCommander => "Infantry Commander",
            Self::ArtilleryCommander => "Artillery Commander",
            Self::Tank => "Tank",
            Self::Commander => "Commander",
            Self::General => "General",
            Self::Colonel => "Colonel",
            Self::Cavalry => "Cavalry",
            Self::Infantry => "Infantry",
            Self::Artillery => "Artillery",
            Self::Paratroops => "Paratroops",
        }
    }

    /// The class of the kind.
    pub const fn class(self) -> Class {
        match self {
            Self::CommandPost => Class::Post,
            Self::Tank | Self::Cavalry => Class::Heavy,
            Self::Infantry | Self::Paratroops => Class::Infantry,
            Self::Artillery => Class::Artillery,
            Self::SupremeCommander
            | Self::TankCommander
            | Self::InfantryCommander
            | Self::ArtilleryCommander
            | Self::Commander
            | Self::General
            | Self::Colonel => Class::Leader,
        }
    }

    /// The level in the chain of command, 1 to 3 for a leader, 0 for the others. Rules: wargame 1.3, 2.2.
    pub const fn level(self) -> u8 {
        match self {
            Self::SupremeCommander | Self::Commander => 3,
            Self::TankCommander | Self::General => 2,
            Self::InfantryCommander | Self::ArtilleryCommander | Self::Colonel => 1,
            Self::CommandPost
            | Self::Tank
            | Self::Cavalry
            | Self::Infantry
            | Self::Artillery
            | Self::Paratroops => 0,
        }
    }

    /// True if units of the kind are leaders; the Command Post is none.
    pub const fn is_leader(self) -> bool {
        self.level() > 0
    }

    /// The reach of a leader's command over others, in cells; 0 for the others. Rules: wargame 1.3, 2.2.
    pub const fn radius(self) -> u8 {
        match self {
            Self::SupremeCommander => 9,
            Self::TankCommander | Self::Commander | Self::General => 6,
            Self::InfantryCommander | Self::ArtilleryCommander | Self::Colonel => 3,
            Self::CommandPost
            | Self::Tank
            | Self::Cavalry
            | Self::Infantry
            | Self::Artillery
            | Self::Paratroops => 0,
        }
    }

    /// True if a unit of this kind tows those of the other. Rules: wargame 1.6.
    pub const fn tows(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::SupremeCommander, Self::CommandPost)
                | (Self::Tank, Self::Infantry | Self::Paratroops)
                | (
                    Self::TankCommander | Self::InfantryCommander | Self::ArtilleryCommander,
                    Self::Artillery
                )
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
    /// The symbol of position texts: capitals for White, small letters for Black.
    pub fn symbol(self) -> String {
        match self.side {
            Side::White => self.kind.symbol().to_owned(),
            Side::Black => self.kind.symbol().to_ascii_lowercase(),
        }
    }

    /// The unit of such a symbol.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        let kind = Kind::from_symbol(&symbol.to_ascii_uppercase())?;
        let units = Side::BOTH.map(|side| Self { side, kind });
        // by writing both sides' symbols: mixed case such as `(Tc)` is neither
        units.into_iter().find(|unit| unit.symbol() == symbol)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.kind.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_belongs_to_a_game() {
        for kind in Kind::ALL {
            let mut games = Ruleset::BOTH.into_iter();
            assert!(games.any(|game| game.kinds().contains(&kind)), "{kind:?}");
        }
    }
}
