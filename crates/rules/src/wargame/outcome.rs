use std::fmt;

use super::Side;

/// The end of a game by its rules; its text is `white leaders`, `draw passes` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side won.
    Won(Side, Win),
    /// Nobody won.
    Drawn(Tie),
}

/// The ground on which a game was won; where several hold at once, the first of these is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Win {
    /// The last enemy leader was removed. Rules: wargame 1.12.
    Leaders,
    /// The enemy's Command Post was removed. Rules: wargame 1.12.
    Banner,
    /// The enemy's Commander was removed. Rules: wargame 2.7.
    Commander,
    /// The own Command Post on a town in the middle at the start of the own turn. Rules: wargame 1.12.
    Plant,
    /// Enough towns held at the start of the own turn. Rules: wargame 1.12, 2.7.
    Towns,
    /// The enemy has fewer leaders than orders a turn. Rules: wargame 1.12, 2.7.
    Short,
}

/// The ground on which a game was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tie {
    /// Two passes in a row, one by each side. Rules: wargame 1.4.
    Passes,
    /// Sixty turns in a row without a removal. Rules: wargame 1.12.
    Quiet,
}

impl Win {
    /// The word of the engine protocol.
    pub const fn word(self) -> &'static str {
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

impl Tie {
    /// The word of the engine protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Quiet => "quiet",
        }
    }
}

impl Outcome {
    /// Every outcome.
    pub(super) const ALL: [Self; 14] = {
        const fn won(side: Side) -> [Outcome; 6] {
            [
                Outcome::Won(side, Win::Leaders),
                Outcome::Won(side, Win::Banner),
                Outcome::Won(side, Win::Commander),
                Outcome::Won(side, Win::Plant),
                Outcome::Won(side, Win::Towns),
                Outcome::Won(side, Win::Short),
            ]
        }
        let ([a, b, c, d, e, f], [g, h, i, j, k, l]) = (won(Side::White), won(Side::Black));
        let (passes, quiet) = (Self::Drawn(Tie::Passes), Self::Drawn(Tie::Quiet));
        [a, b, c, d, e, f, g, h, i, j, k, l, passes, quiet]
    };

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side, _) => Some(side),
            Self::Drawn(_) => None,
        }
    }
}

impl From<Outcome> for crate::Outcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won(side, win) => Self::Won(side.into(), win.word()),
            Outcome::Drawn(tie) => Self::Drawn(tie.word()),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(side, win) => write!(f, "{side} {}", win.word()),
            Self::Drawn(tie) => write!(f, "draw {}", tie.word()),
        }
    }
}
