//! The families by name: what each is called, the version of its rules, the names of its sides.

use crate::Side;
use crate::side::WHITE_BLACK;
use crate::tourney::SIDE_NAMES;

/// Text that names no side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a side: {expected} was expected")]
pub struct SideError {
    /// The text, cut to 16 characters.
    pub found: String,
    /// The names of the sides.
    pub expected: String,
}

/// Makes the enum of the families, its list and the facts about each.
macro_rules! families {
    ($($family:ident = $name:literal, $version:literal, $sides:expr, $about:literal;)+) => {
        /// A set of rules that several scenarios share.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Family {
            $(#[doc = $about] $family,)+
        }

        impl Family {
            /// Every family.
            pub const ALL: &'static [Self] = &[$(Self::$family,)+];

            /// The family's name in scenario files and manifests.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$family => $name,)+ }
            }

            /// The version of the family's rules. Every change of legality, of effects, of the bytes of an order or a
            /// secret part, or of the canonical bytes of a position changes the version: two programs of different
            /// versions would continue in different positions, each convinced that the other cheats.
            pub const fn version(self) -> &'static str {
                match self { $(Self::$family => $version,)+ }
            }

            /// The names of the sides, in the order of their places.
            pub const fn side_names(self) -> &'static [&'static str] {
                match self { $(Self::$family => $sides,)+ }
            }
        }
    };
}

families! {
    // a family's number rises with its rules alone: a new program still plays the matches of the other families
    Warlord = "warlord", "3", &WHITE_BLACK, "The Warlord family.";
    WarGame = "wargame", "1", &WHITE_BLACK, "WarGame 1 and WarGame 2.";
    Tourney = "tourney", "2", &SIDE_NAMES, "War Lord Tourney.";
    Toy = "toy", "1", &["north", "south", "west"], "The toy family of the tests, whose games have two of its three sides.";
}

/// The first family, if nothing chooses another.
impl Default for Family {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl Family {
    /// True for a family that only tests play: no list names it to people.
    pub const fn is_for_tests(self) -> bool {
        match self {
            Self::Warlord | Self::WarGame | Self::Tourney => false,
            Self::Toy => true,
        }
    }

    /// The text between two orders in one line: a semicolon too in a family whose orders have blanks in their texts.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Warlord | Self::WarGame => " ",
            Self::Tourney => "; ",
            Self::Toy => "; ",
        }
    }

    /// True if secret choices come in rounds in the middle of turns, so that one turn takes several decisions of both
    /// sides: clocks gain with each of them, and letters carry each of them.
    pub const fn has_rounds(self) -> bool {
        match self {
            Self::Warlord | Self::WarGame => false,
            Self::Tourney => true,
            Self::Toy => true,
        }
    }

    /// The family of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|family| family.name() == name)
    }

    /// The name of a side: `white`, `north` and so on; empty for a side the family does not have.
    pub fn side_name(self, side: Side) -> &'static str {
        self.side_names()
            .get(side.index())
            .copied()
            .unwrap_or_default()
    }

    /// The letter of a side in position texts, which is the first of its name; none for a side the family does not have.
    pub fn side_letter(self, side: Side) -> Option<char> {
        self.side_name(side).chars().next()
    }

    /// The side with that name or first letter, in either letter case.
    ///
    /// # Errors
    /// If the family has no such side.
    pub fn parse_side(self, text: &str) -> Result<Side, SideError> {
        let names = self.side_names();
        let lower = text.to_ascii_lowercase();
        // one letter is enough: the names of a family's sides begin differently
        // in any letter case: people type `White`, and an engine's user may type `W`
        let is_meant =
            |name: &&str| **name == *lower || (lower.len() == 1 && name.starts_with(&lower));
        let place = names.iter().position(is_meant);
        let side = place.and_then(|place| Side::new(u8::try_from(place).ok()?));
        side.ok_or_else(|| SideError {
            // cut: the text comes from a file or a command line and may be of any length
            found: text.chars().take(16).collect(),
            expected: names.join(" or "),
        })
    }
}
