//! Orders as records write them: the unit, where it went, and what it took.

use picture::Figure;
use rules::Side;

/// A part of an order in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sign {
    /// Cells and marks.
    Text(String),
    /// A unit: its letter, or its drawing if the reader prefers drawings.
    Unit {
        side: Side,
        figure: Figure,
        letter: String,
    },
}

impl Sign {
    /// Cells and marks.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// An order in letters alone: `Hc4xNe6`.
pub fn letters(signs: &[Sign]) -> String {
    let parts = signs.iter().map(|sign| match sign {
        Sign::Text(text) => text.as_str(),
        Sign::Unit { letter, .. } => letter,
    });
    parts.collect()
}
