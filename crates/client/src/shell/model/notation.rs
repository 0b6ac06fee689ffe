//! Orders as records write them: the unit, where it went, and what it took.

use picture::Figure;
use protocol::Done;
use rules::{Family, Side};

use crate::families;

/// A part of an order in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Cells and marks.
    Text(String),
    /// A unit: its letter, or its drawing where the reader prefers drawings.
    Unit {
        /// The owner.
        side: Side,
        /// The drawing.
        figure: Figure,
        /// The letter.
        letter: String,
    },
}

impl Sign {
    /// Cells and marks.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// An order in letters alone: `Hc4xNe6`.
pub(crate) fn letters(signs: &[Sign]) -> String {
    let parts = signs.iter().map(|sign| match sign {
        Sign::Text(text) => text.as_str(),
        Sign::Unit { letter, .. } => letter,
    });
    parts.collect()
}

/// The orders of one side in letters, with blanks between them; `pass` where there is none.
pub(crate) fn line(family: Family, orders: &[Done]) -> String {
    let first = families::preliminaries(family, orders.iter().map(|done| &done.order));
    let mut words: Vec<String> = Vec::new();
    if first.count > 0 {
        words.push(first.short);
    }
    let orders = orders.iter().skip(first.count);
    words.extend(orders.map(|done| letters(&families::notation(done))));
    match words.is_empty() {
        true => "pass".to_owned(),
        false => words.join(" "),
    }
}
