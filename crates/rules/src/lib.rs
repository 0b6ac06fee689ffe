//! What is legal and what happens: the rules of every game family behind one seam.
//!
//! Pure: no input or output, no clock, no floats, no randomness of its own; the same orders give the same position
//! on every machine. Read first: the [`Rules`] trait, [`AnyPosition`], [`warlord::Position`].

#![deny(clippy::float_arithmetic)]

use std::fmt;
use std::str::FromStr;

mod any;
mod perft;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod warlord;

/// The rules this build plays by. Changed with whatever changes what is legal, what happens, or the canonical bytes of
/// a position: peers of different versions refuse each other before a match begins.
pub const VERSION: &str = "warlord 1";

pub use any::{AnyEvent, AnyIllegal, AnyOrder, AnyPosition, OrderError, PositionError, SecretPart};
pub use perft::perft;

/// The seam between the rules of a game and everything that plays it.
///
/// Orders are atomic; a turn is a sequence of them closed by the family's `end`.
pub trait Rules: Clone {
    /// One indivisible decision of one side.
    type Order;
    /// What happened as a result, for screen and log.
    type Event;
    /// Why an order is refused.
    type Illegal: std::error::Error;

    /// Who must decide next.
    fn to_act(&self) -> ToAct;

    /// Every legal next order of `side`, in a fixed order; empty where the side has nothing to decide.
    /// In a secret step of free choice these are the scenario's book choices; [`Rules::apply`] accepts any valid one.
    fn legal_orders(&self, side: Side) -> Vec<Self::Order>;

    /// Carries out one order, all or nothing: a refused order changes nothing.
    fn apply(&mut self, side: Side, order: &Self::Order)
    -> Result<Vec<Self::Event>, Self::Illegal>;

    /// Supplies the value of the pending draw of lots.
    fn resolve(&mut self, lots: Lots) -> Result<Vec<Self::Event>, Self::Illegal>;
}

/// Who must decide next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToAct {
    /// One side, openly.
    One(Side),
    /// Several sides at once, unseen by each other.
    Secretly(Vec<Side>),
    /// Nobody: a fair draw must be made.
    Lots(Draw),
    /// Nobody: the game is over.
    Nobody(Outcome),
}

/// What is drawn by lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// Which side has the first turn.
    FirstPlayer,
    /// Where the terrain lies.
    Terrain,
}

/// The value of a draw of lots, uniform over all of `u64` when it comes from a joint seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lots(pub u64);

/// A party inside the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The first side; its symbols are capitals.
    White,
    /// The second side; its symbols are small letters.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as in position texts.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// Text that names no side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a side: white or black was expected")]
pub struct SideError {
    /// What stood there, cut to 16 characters.
    pub found: String,
}

impl FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Self, SideError> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(Self::White),
            "black" | "b" => Ok(Self::Black),
            _ => Err(SideError {
                found: text.chars().take(16).collect(),
            }),
        }
    }
}

/// How a game ended; its text is `white leaders`, `draw passes` and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Won(Side, Win),
    /// Nobody did.
    Drawn(Tie),
}

/// What a game was won by.
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
    /// The other side resigned.
    Resign,
}

/// What a game was drawn by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tie {
    /// Two passes in a row, one by each side. Rules: warlord 2.6.
    Passes,
    /// The same position for the third time. Rules: warlord 3.6.
    Repetition,
    /// Both sides agreed.
    Agreed,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side, _) => Some(side),
            Self::Drawn(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(side, win) => {
                let word = match win {
                    Win::Leaders => "leaders",
                    Win::Short => "short",
                    Win::Command => "command",
                    Win::Towns => "towns",
                    Win::SixLeaders => "six-leaders",
                    Win::Resign => "resign",
                };
                write!(f, "{side} {word}")
            }
            Self::Drawn(tie) => f.write_str(match tie {
                Tie::Passes => "draw passes",
                Tie::Repetition => "draw repetition",
                Tie::Agreed => "draw agreed",
            }),
        }
    }
}
