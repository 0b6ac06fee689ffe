//! Words that every family shares.

use rules::{Family, Outcome, Side};

/// A side as a name: `White`.
pub(crate) fn side_name(family: Family, side: Side) -> String {
    capital(family.side_name(side))
}

/// `1 order`, `2 orders`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// The outcome of a game, in two or three words.
pub(crate) fn outcome_title(family: Family, outcome: Outcome) -> String {
    let winners = outcome.winners().iter();
    let winners: Vec<String> = winners.map(|side| side_name(family, side)).collect();
    match &winners[..] {
        [] => "A draw".to_owned(),
        [winner] => format!("{winner} wins"),
        _ => format!("{} win", winners.join(" and ")),
    }
}
