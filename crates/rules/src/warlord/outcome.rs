//! Why games of this family end.

use crate::white_black::Cause;
use crate::{listed, white_black};

/// The end of a game by its rules.
pub type Outcome = white_black::Outcome<Win, Tie>;

listed! {
    /// Why a game was won.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Win {
        /// The last enemy leader was captured. Rules: warlord 3.1.
        Leaders,
        /// The short game's claim was not answered. Rules: warlord 3.2.
        Short,
        /// The enemy's leaders can no longer command enough. Rules: warlord 3.3.
        Command,
        /// Enough towns held at the start of its own turn. Rules: warlord 3.4.
        Towns,
        /// Six enemy leaders were captured. Rules: warlord 3.5.
        SixLeaders,
    }
}

listed! {
    /// Why a game was drawn.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Tie {
        /// Two passes in a row, one by each side. Rules: warlord 2.6.
        Passes,
        /// A position for the third time. Rules: warlord 3.6.
        Repetition,
    }
}

impl Cause for Win {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Leaders => "leaders",
            Self::Short => "short",
            Self::Command => "command",
            Self::Towns => "towns",
            Self::SixLeaders => "six-leaders",
        }
    }
}

impl Cause for Tie {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Repetition => "repetition",
        }
    }
}
