use crate::{Family, Sides};

/// What a game is called that was given up by the other sides.
pub const RESIGN: &str = "resign";
/// What a game is called that all agreed to draw.
pub const AGREED: &str = "agreed";

/// How a game ended. The word is the family's, [`RESIGN`] or [`AGREED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// These sides won, by that.
    Won(Sides, &'static str),
    /// Nobody won, because of that.
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

    /// The word for what ended the game.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(_, word) | Self::Drawn(word) => word,
        }
    }

    /// The text of the engine protocol: `white leaders`, `draw passes` and so on; the names of several winners are
    /// joined by `+`.
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
