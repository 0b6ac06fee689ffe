//! The five levels of the computer player.

use std::fmt;
use std::str::FromStr;

/// The strength of the computer player.
///
/// A lower level sees less: it tries fewer orders, looks less at the other side's answers, and overlooks what some of
/// the units can do, different units every turn. It weighs what it sees as well as the highest level does, so no level
/// plays absurd orders on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Sees some units' orders of its own turn, one after the other.
    Novice,
    /// Sees most units' orders of its own turn.
    Easy,
    /// Looks at answers too, and overlooks few units.
    Normal,
    /// Overlooks nothing, and looks at more turns and answers.
    Strong,
    /// Takes the time it needs, some tenths of a second on most boards.
    Master,
}

impl Level {
    /// Every level, from the lowest to the highest.
    pub const ALL: [Self; 5] = [
        Self::Novice,
        Self::Easy,
        Self::Normal,
        Self::Strong,
        Self::Master,
    ];

    /// The name, in small letters; [`Level::from_str`] reads names and numbers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Novice => "novice",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Strong => "strong",
            Self::Master => "master",
        }
    }

    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    pub(crate) const fn skill(self) -> Skill {
        match self {
            // With 40 % overlooked, novice was too near to easy in WarGame, where both have the least number of orders:
            // easy scored 0.598 of 200 against it on the skirmish (docs/computer.md, Levels).
            Self::Novice => Skill::new(200, 60, false),
            Self::Easy => Skill::new(1_000, 20, false),
            Self::Normal => Skill::new(4_000, 8, true),
            Self::Strong => Skill::new(20_000, 0, true),
            Self::Master => Skill {
                // fixed, not the machine's number: a level must play the same everywhere
                threads: 2,
                ..Skill::new(400_000, 0, true)
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that names no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("novice, easy, normal, strong, master, or a number from 1 to 5 was expected")
    }
}

impl std::error::Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        // both are taken: the command line and the engine's `go level` say either
        let number: Option<u8> = text.parse().ok();
        let meant = |level: &Self| level.name() == text || number == Some(level.number());
        Self::ALL.into_iter().find(meant).ok_or(LevelError)
    }
}

/// The limits of a level: time, units overlooked, answers looked at, threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Skill {
    /// The time for a turn, in microseconds of trying orders on one thread. Counted in orders by the family's
    /// approximate time for one, not by the clock: so a level is equally strong on every machine, and its games can be
    /// repeated.
    pub(crate) micros: u64,
    /// The part of the units whose orders are overlooked in a turn, in percent.
    pub(crate) overlooks: u8,
    /// False for a player that does not look at the other side's answers.
    pub(crate) looks_at_answers: bool,
    /// The threads that share the time.
    pub(crate) threads: usize,
}

impl Skill {
    /// Sees as much as the budget pays for.
    pub(crate) const WHOLE: Self = Self::new(0, 0, true);

    const fn new(micros: u64, overlooks: u8, looks_at_answers: bool) -> Self {
        Self {
            micros,
            overlooks,
            looks_at_answers,
            threads: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_by_name_and_number() {
        for (place, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(usize::from(level.number()), place + 1);
            assert_eq!(level.number().to_string().parse(), Ok(level));
        }
        for text in ["", "0", "6", "Normal", "normal ", "best"] {
            assert_eq!(text.parse::<Level>(), Err(LevelError), "{text}");
        }
    }
}
