//! The signs of a board in the terminal: the vocabulary that the families and the board's picture share.

use std::fmt;

use anstyle::{AnsiColor, Color, Style};
use rules::{MAX_SIDES, Side};

/// How a cell changed in the last turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Left,
    Arrived,
    Captured,
    Entered,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ink(pub(crate) char, pub(crate) Style);

pub(crate) struct Square {
    /// The unit and the ground next to it, or the ground of an empty cell; `families::signs` decides how many are
    /// shown.
    pub(crate) signs: [Ink; MOST_SIGNS],
    /// The number of signs that name the unit; none on an empty cell.
    pub(crate) unit: usize,
}

/// Four fighters of whom two have a prefix, and the ground: the fullest square of any family.
pub(crate) const MOST_SIGNS: usize = 8;

/// The meaning of the signs on a board.
pub(crate) struct Legend {
    pub(crate) units: String,
    /// Each kind of ground on the board.
    pub(crate) grounds: Vec<(Ink, &'static str)>,
}

impl Ink {
    pub(crate) const NONE: Self = Self(' ', Style::new());
}

/// A kind of ground that several families have, in the order of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GroundSign {
    Open,
    Town,
    Trees,
    Hill,
    Water,
    Rough,
    Mountain,
    Bridge,
    Castle,
    Green,
}

impl GroundSign {
    /// The sign and color. The engine's signs are letters of units too, so the terminal has its own.
    pub(crate) const fn ink(self) -> Ink {
        // one sign of ASCII each: boards are columns of characters, and other signs may be wider or missing
        let (sign, color) = match self {
            Self::Open => return Ink('.', Style::new().dimmed()),
            Self::Town => ('#', AnsiColor::Magenta),
            Self::Trees => ('"', AnsiColor::Green),
            Self::Hill => ('^', AnsiColor::Yellow),
            Self::Water => ('~', AnsiColor::Blue),
            Self::Rough => (',', AnsiColor::Yellow),
            Self::Mountain => ('%', AnsiColor::White),
            Self::Bridge => ('=', AnsiColor::Yellow),
            Self::Castle => ('@', AnsiColor::Magenta),
            Self::Green => ('_', AnsiColor::Green),
        };
        Ink(sign, Style::new().fg_color(Some(Color::Ansi(color))))
    }
}

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(sign, style) = self;
        write!(f, "{style}{sign}{style:#}")
    }
}

impl Mark {
    pub(crate) const fn symbol(self) -> char {
        match self {
            Self::Left => ':',
            Self::Arrived => '>',
            Self::Captured => '*',
            Self::Entered => '+',
        }
    }

    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Arrived => "moved here",
            Self::Captured => "captured here",
            Self::Entered => "entered",
        }
    }
}

/// The colors the sides are written in.
const SIDES: [AnsiColor; MAX_SIDES as usize] = [
    // the colors that every terminal has; bold sets them apart from those of the ground
    AnsiColor::Cyan,
    AnsiColor::Red,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Blue,
    AnsiColor::White,
    AnsiColor::BrightBlack,
];

/// The style a side is written in.
pub(crate) const fn side_style(side: Side) -> Style {
    let color = Color::Ansi(SIDES[side.index()]);
    Style::new().bold().fg_color(Some(color))
}
