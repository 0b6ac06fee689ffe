//! How a game ended, in the terms of every family.

use crate::{Family, Sides};

/// The word for a win by the other sides' resignation.
pub const RESIGN: &str = "resign";
/// The word for a draw that all sides agreed on.
pub const AGREED: &str = "agreed";

/// The end of a game, with the word for the reason: a word of the family, [`RESIGN`] or [`AGREED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Some sides won; with more than two sides several may win together.
    Won(Sides, &'static str),
    /// Nobody won.
    Drawn(&'static str),
}

impl Outcome {
    /// The winners; none in a draw.
    pub const fn winners(self) -> Sides {
        match self {
            Self::Won(sides, _) => sides,
            Self::Drawn(_) => Sides::NONE,
        }
    }

    /// The word for the reason.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(_, word) | Self::Drawn(word) => word,
        }
    }

    /// The outcome in the engine protocol: `white leaders`, `draw passes` and so on; `+` joins the names of several
    /// winners.
    pub fn to_text(self, family: Family) -> String {
        match self {
            Self::Won(sides, word) => {
                let names: Vec<&str> = sides.iter().map(|side| family.side_name(side)).collect();
                format!("{} {word}", names.join("+"))
            }
            Self::Drawn(word) => format!("draw {word}"),
        }
    }
}
