//! The kinds of units. Rules: tourney 3.1, 3.10, 5.13, 6.3.

use crate::listed;

listed! {
    /// A kind of unit, in the order in which units stand on a cell. Rules: tourney 3.1, 5.2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Kind {
        /// `W`, a noble; a side without free Warlord and Lady has lost.
        Warlord,
        /// `L`: recalls, frees, captures nobles, never fights.
        Lady,
        /// `K`, a noble that rides.
        Knight,
        /// `F`, which yields to no Lady.
        Footman,
        /// `S`, with the option `sergeants`.
        Sergeant,
        /// `B`, with the option `bowmen`.
        Bowman,
        /// `P`, with the option `bishop`.
        Bishop,
    }
}

impl Kind {
    /// The capital of position texts.
    pub const fn symbol(self) -> char {
        match self {
            Self::Warlord => 'W',
            Self::Lady => 'L',
            Self::Knight => 'K',
            Self::Footman => 'F',
            Self::Sergeant => 'S',
            Self::Bowman => 'B',
            Self::Bishop => 'P',
        }
    }

    /// The kind of such a capital.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.symbol() == symbol)
    }

    /// The usual English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warlord => "Warlord",
            Self::Lady => "Lady",
            Self::Knight => "Knight",
            Self::Footman => "Footman",
            Self::Sergeant => "Sergeant",
            Self::Bowman => "Bowman",
            Self::Bishop => "Bishop",
        }
    }

    /// The word of orders such as `free knight`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warlord => "warlord",
            Self::Lady => "lady",
            Self::Knight => "knight",
            Self::Footman => "footman",
            Self::Sergeant => "sergeant",
            Self::Bowman => "bowman",
            Self::Bishop => "bishop",
        }
    }

    /// The kind of such a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// True for the kinds that duel and take Castles. Rules: tourney 3.1, 5.8.
    pub const fn is_fighter(self) -> bool {
        matches!(
            self,
            Self::Warlord | Self::Knight | Self::Footman | Self::Sergeant
        )
    }

    /// True for the kinds that yield to a Lady. Rules: tourney 3.1.
    pub const fn is_noble(self) -> bool {
        matches!(self, Self::Warlord | Self::Knight)
    }

    /// True for the kinds that go up to four squares and enter neither wood nor rough ground. Rules: tourney 3.2.
    pub const fn rides(self) -> bool {
        matches!(self, Self::Knight | Self::Lady)
    }

    /// True for the kinds whose fights are counted with the option `veterans`. Rules: tourney 5.16.
    pub const fn counts_fights(self) -> bool {
        matches!(self, Self::Footman | Self::Sergeant)
    }

    /// The strength of an army of that kind with the option `strategic`; 0 for the kinds that have none.
    /// Rules: tourney 3.10, 5.14.
    pub const fn full_strength(self) -> u8 {
        match self {
            Self::Warlord => 6,
            Self::Knight => 5,
            Self::Footman | Self::Sergeant => 4,
            Self::Lady | Self::Bowman | Self::Bishop => 0,
        }
    }
}
