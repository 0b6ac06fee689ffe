//! The options both players agree on before the game. Rules: tourney 3.10, 5.18.

use crate::listed;

listed! {
    /// A switch, off unless the players agree. Rules: tourney 3.10, 5.18.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Switch {
        /// `wounds` (1): wounds last until the Castle or a Lady heals them.
        Wounds,
        /// `healing` (3): after a double kill both lie until a Lady heals one.
        Healing,
        /// `finishing` (4): after a double kill both lie until a fighter slays one.
        Finishing,
        /// `wizard` (5): the Wizard of the Woods has a third seat. Rules: tourney 6.2.
        Wizard,
        /// `bishop` (6): a Bishop for each Castle, only with `wizard`. Rules: tourney 6.3.
        Bishop,
        /// `sergeants` (7): two Sergeants for each side.
        Sergeants,
        /// `teams` (9): white and black against red and green, only with four seats. Rules: tourney 6.1.
        Teams,
        /// `bowmen` (10): a Bowman for each side.
        Bowmen,
        /// `strategic` (11): units are armies with a strength, which replaces wounds.
        Strategic,
        /// `enchanted` (12): whoever starts in a wood goes where the lot leads.
        Enchanted,
        /// `veterans` (13): a Footman becomes a Knight after three fights.
        Veterans,
        /// `grand`: two Knights and four Footmen for each side. Rules: tourney 3.1.
        Grand,
        /// `muster`: hidden placement on each side's own three ranks. Rules: tourney 3.9, 5.17.
        Muster,
        /// `chivalry`: a noble yields to the Lady he moves onto. Rules: tourney 3.12, T-06.
        Chivalry,
        /// `winding-knights`: Knights and Ladies go four single steps. Rules: tourney 3.12, T-02.
        WindingKnights,
    }
}

impl Switch {
    /// The key in scenario files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wounds => "wounds",
            Self::Healing => "healing",
            Self::Finishing => "finishing",
            Self::Wizard => "wizard",
            Self::Bishop => "bishop",
            Self::Sergeants => "sergeants",
            Self::Teams => "teams",
            Self::Bowmen => "bowmen",
            Self::Strategic => "strategic",
            Self::Enchanted => "enchanted",
            Self::Veterans => "veterans",
            Self::Grand => "grand",
            Self::Muster => "muster",
            Self::Chivalry => "chivalry",
            Self::WindingKnights => "winding-knights",
        }
    }

    /// The switch of a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.key() == key)
    }
}

/// The units that may move in a turn: the option `several` (2). Rules: tourney 3.10, 5.11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Several {
    /// One, the base rule.
    #[default]
    Off,
    /// Two different units.
    Two,
    /// Every unit once.
    All,
}

impl Several {
    /// The values, in the order of their words `off`, `2`, `all`.
    pub const ALL: [Self; 3] = [Self::Off, Self::Two, Self::All];

    /// The value in scenario files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Two => "2",
            Self::All => "all",
        }
    }

    /// The value of such a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|several| several.word() == word)
    }

    /// The most units that move in a turn; none without a limit.
    pub const fn most(self) -> Option<u8> {
        match self {
            Self::Off => Some(1),
            Self::Two => Some(2),
            Self::All => None,
        }
    }
}

/// Every option of a game: the switches that are on, the moves of a turn, the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    // bits, so that options are copied with every position at no cost
    switches: u16,
    /// The units that may move in a turn.
    pub several: Several,
    /// The players with a Castle: 2, or 3 or 4 by the option `seats` (9).
    pub seats: u8,
}

impl Options {
    /// Every switch off, one move a turn, two seats.
    pub const BASE: Self = Self {
        switches: 0,
        several: Several::Off,
        seats: 2,
    };

    /// True if the switch is on. `strategic` replaces `wounds`: with both on, `wounds` counts as off.
    /// Rules: tourney 5.17.
    pub const fn has(self, switch: Switch) -> bool {
        let is_replaced = matches!(switch, Switch::Wounds) && self.is_set(Switch::Strategic);
        self.is_set(switch) && !is_replaced
    }

    /// True if the switch is set, whether or not another replaces it.
    pub const fn is_set(self, switch: Switch) -> bool {
        self.switches & (1 << switch as u16) != 0
    }

    /// These options with one switch on.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self {
            switches: self.switches | 1 << switch as u16,
            ..self
        }
    }

    /// These options with one switch off.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self {
            switches: self.switches & !(1 << switch as u16),
            ..self
        }
    }

    /// The switches that are set, in the order of the declaration.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL
            .into_iter()
            .filter(move |switch| self.is_set(*switch))
    }

    /// Options that exclude each other, or lack the one they need: the words for the player. None if they agree.
    /// Rules: tourney 3.10, 6.1, 6.3.
    // the first conflict only, with the way to mend it behind a colon: the form shows one at a time
    pub const fn conflict(self) -> Option<&'static str> {
        let is_many = self.seats > 2;
        if self.seats < 2 || self.seats > 4 {
            Some("`seats` is 2, 3 or 4")
        } else if self.is_set(Switch::Bishop) && !self.is_set(Switch::Wizard) {
            Some("`bishop` is played with `wizard` only: switch `wizard` on, or `bishop` off")
        } else if self.is_set(Switch::Teams) && self.seats != 4 {
            Some("`teams` are two and two: set `seats` to 4, or switch `teams` off")
        } else if is_many && self.is_set(Switch::Wizard) {
            Some("the Wizard joins two players only: switch `wizard` off, or set `seats` to 2")
        } else if is_many && self.is_set(Switch::WindingKnights) {
            Some("`winding-knights` is for two players: switch it off, or set `seats` to 2")
        } else {
            None
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::BASE
    }
}
