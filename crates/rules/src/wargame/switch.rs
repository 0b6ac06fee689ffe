//! The switches both players agree on before the game. Rules: wargame 4.11.

use super::Ruleset;
use crate::listed;

listed! {
    /// A named switch, off unless both agree.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Switch {
        /// `banner`: a side that loses its Command Post loses. Rules: wargame 1.12.
        Banner,
        /// `plant`: a side wins with its Command Post on a town of the middle ranks at the start of its turn.
        /// Rules: wargame 1.12.
        Plant,
        /// `towns`: a side wins with units on enough towns at the start of its turn. Rules: wargame 1.12, 2.7.
        Towns,
        /// `commander`: a side that loses its Commander loses. Rules: wargame 2.7.
        Commander,
        /// `short`: a side with fewer leaders than orders a turn loses. Rules: wargame 1.12, 2.7.
        Short,
        /// `half-first`: the first turn has half the orders. Rules: wargame 1.13, 4.9.
        HalfFirst,
        /// `succession`: leaders of the highest level left are in command. Rules: wargame 1.3.
        Succession,
        /// `strict-rifle`: rifles and infantry fire kill in the open only. Rules: wargame 1.9, 2.6.
        StrictRifle,
        /// `cam-terrain`: Cavalry enters trees and no hills, Artillery hills and no trees. Rules: wargame 2.4.
        CamTerrain,
        /// `two-range`: orders reach 3 cells, whoever gives them. Rules: wargame 2.3.
        TwoRange,
        /// `unarmed-leaders`: leaders do not fire. Rules: wargame 2.5.
        UnarmedLeaders,
        /// `jump-all`: Cavalry jumps over Cavalry and Artillery too. Rules: wargame 2.5.
        JumpAll,
        /// `paratroops`: two Infantry of each side can prepare and leap. Rules: wargame 1.14.
        Paratroops,
        /// `random-map`: a lot lays the terrain. Rules: wargame 1.13.
        RandomMap,
    }
}

impl Switch {
    /// The key in scenario files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Banner => "banner",
            Self::Plant => "plant",
            Self::Towns => "towns",
            Self::Commander => "commander",
            Self::Short => "short",
            Self::HalfFirst => "half-first",
            Self::Succession => "succession",
            Self::StrictRifle => "strict-rifle",
            Self::CamTerrain => "cam-terrain",
            Self::TwoRange => "two-range",
            Self::UnarmedLeaders => "unarmed-leaders",
            Self::JumpAll => "jump-all",
            Self::Paratroops => "paratroops",
            Self::RandomMap => "random-map",
        }
    }

    /// The switch of a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.key() == key)
    }

    /// True if the switch changes anything under those rules.
    pub const fn has_use(self, ruleset: Ruleset) -> bool {
        match self {
            // WarGame 2 has no Command Post
            Self::Banner | Self::Plant => matches!(ruleset, Ruleset::One),
            Self::Commander
            | Self::CamTerrain
            | Self::TwoRange
            | Self::UnarmedLeaders
            | Self::JumpAll => matches!(ruleset, Ruleset::Two),
            Self::Towns
            | Self::Short
            | Self::HalfFirst
            | Self::Succession
            | Self::StrictRifle
            | Self::Paratroops
            | Self::RandomMap => true,
        }
    }
}

/// The switches that are on.
// sixteen bits hold fourteen switches; the game carries them into every question of the rules
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options(u16);

impl Options {
    /// Every switch off.
    pub const ALL_OFF: Self = Self(0);

    /// True if the switch is on.
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & (1 << switch as u16) != 0
    }

    /// These options with one switch on.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | 1 << switch as u16)
    }

    /// These options with one switch off.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(1 << switch as u16))
    }

    /// The switches that are on, in the order of the rules text.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL
            .into_iter()
            .filter(move |switch| self.has(*switch))
    }
}

impl FromIterator<Switch> for Options {
    fn from_iter<I: IntoIterator<Item = Switch>>(switches: I) -> Self {
        switches.into_iter().fold(Self::ALL_OFF, Self::with)
    }
}
