//! Why games of this family end.

use crate::white_black::Cause;
use crate::{listed, white_black};

/// The end of a game by its rules.
pub type Outcome = white_black::Outcome<Win, Tie>;

listed! {
    /// Why a game was won; if several reasons hold at once, the first of these is named.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Win {
        /// The last enemy leader was removed. Rules: wargame 1.12.
        Leaders,
        /// The enemy's Command Post was removed. Rules: wargame 1.12.
        Banner,
        /// The enemy's Commander was removed. Rules: wargame 2.7.
        Commander,
        /// The winner's Command Post stands on a town in the middle at the start of the winner's turn.
        /// Rules: wargame 1.12.
        Plant,
        /// The winner holds enough towns at the start of its turn. Rules: wargame 1.12, 2.7.
        Towns,
        /// The enemy has fewer leaders than orders a turn. Rules: wargame 1.12, 2.7.
        Short,
    }
}

listed! {
    /// Why a game was drawn.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Tie {
        /// Two passes in a row, one by each side. Rules: wargame 1.4.
        Passes,
        /// Sixty turns in a row without a removal. Rules: wargame 1.12.
        Quiet,
    }
}

impl Cause for Win {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Leaders => "leaders",
            Self::Banner => "banner",
            Self::Commander => "commander",
            Self::Plant => "plant",
            Self::Towns => "towns",
            Self::Short => "short",
        }
    }
}

impl Cause for Tie {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Quiet => "quiet",
        }
    }
}
