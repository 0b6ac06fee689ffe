use std::fmt;

use super::Side;

/// The end of a Warlord game by its rules; its text is `white leaders`, `draw passes` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side won.
    Won(Side, Win),
    /// Nobody won.
    Drawn(Tie),
}

/// The ground on which a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Win {
    /// The last enemy leader was captured. Rules: warlord 3.1.
    Leaders,
    /// The short game's claim was not answered. Rules: warlord 3.2.
    Short,
    /// The enemy's leaders can no longer command enough. Rules: warlord 3.3.
    Command,
    /// Enough towns held at the start of the own turn. Rules: warlord 3.4.
    Towns,
    /// Six enemy leaders were captured. Rules: warlord 3.5.
    SixLeaders,
}

/// The ground on which a game was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tie {
    /// Two passes in a row, one by each side. Rules: warlord 2.6.
    Passes,
    /// A position for the third time. Rules: warlord 3.6.
    Repetition,
}

impl Win {
    /// The word of the engine protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Leaders => "leaders",
            Self::Short => "short",
            Self::Command => "command",
            Self::Towns => "towns",
            Self::SixLeaders => "six-leaders",
        }
    }
}

impl Tie {
    /// The word of the engine protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::Repetition => "repetition",
        }
    }
}

impl Outcome {
    /// Every outcome.
    pub(super) const ALL: [Self; 12] = {
        const fn won(side: Side) -> [Outcome; 5] {
            [
                Outcome::Won(side, Win::Leaders),
                Outcome::Won(side, Win::Short),
                Outcome::Won(side, Win::Command),
                Outcome::Won(side, Win::Towns),
                Outcome::Won(side, Win::SixLeaders),
            ]
        }
        let ([a, b, c, d, e], [f, g, h, i, j]) = (won(Side::White), won(Side::Black));
        let (passes, repetition) = (Self::Drawn(Tie::Passes), Self::Drawn(Tie::Repetition));
        [a, b, c, d, e, f, g, h, i, j, passes, repetition]
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
