//! Words that every family shares.

use board::Cell;
pub use cleaner::text::listed;
use rules::{Outcome, Side};
use scenario::SideNames;

use super::ready::Ready;

/// `1 order`, `2 orders`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The first names of a list, and the number of the others: `c3, h6 and 2 more`.
pub fn names<T: std::fmt::Display>(all: &[T], most: usize) -> String {
    // `split_at` panics beyond the end of the list
    let (shown, rest) = all.split_at(most.min(all.len()));
    let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
    match rest.len() {
        0 => listed(&shown),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The units that may still act, in a sentence after another; nothing at the end of the orders of a turn.
pub fn still_to_act(ready: &Ready, left: u8) -> String {
    match (ready.units.len(), left) {
        // that no unit may act is then the end of the orders, and no fault of the units
        (_, 0) => String::new(),
        (0, _) => " No unit can act any more.".to_owned(),
        (1, _) => format!(" The unit on {} may still act.", ready.units[0]),
        (units, _) => format!(" {units} units may still act."),
    }
}

/// The leaders that could give an order and have given none, in a sentence after another: `The leaders on c3 and h6 are
/// idle.`
pub fn idle(leaders: &[Cell]) -> String {
    const MOST: usize = 6;
    match leaders {
        [] => String::new(),
        [one] => format!(" The leader on {one} is idle."),
        many => format!(" The leaders on {} are idle.", names(many, MOST)),
    }
}

/// Text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A player with its side: `Ann (Blue)`, and `Computer (normal, Blue)` where the name ends with a remark of its own.
pub fn with_side(name: &str, side: &str) -> String {
    match name.strip_suffix(')') {
        Some(open) if open.contains('(') => format!("{open}, {side})"),
        _ => format!("{name} ({side})"),
    }
}

/// The outcome of a game, in two or three words.
pub fn outcome_title(names: &SideNames, outcome: Outcome) -> String {
    let winners = outcome.winners().iter();
    let winners: Vec<&str> = winners.map(|side| names.of(side)).collect();
    match &winners[..] {
        // the players agreed that a time that is up makes the match void, which is no draw
        [] if outcome.word() == protocol::CALLED_OFF => "No result".to_owned(),
        [] => "A draw".to_owned(),
        [winner] => format!("{winner} wins"),
        _ => format!("{} win", listed(&winners)),
    }
}

/// One of two players, who reads how the game has ended.
#[derive(Debug, Clone, Copy)]
pub struct EndReader<'a> {
    pub side: Side,
    pub has_won: bool,
    /// The other player: `Bo`, `the computer`.
    pub other: &'a str,
}

impl EndReader<'_> {
    /// The loser or the winner as the subject of a sentence: `You`, `The computer`.
    pub fn winner(&self) -> String {
        match self.has_won {
            true => "You".to_owned(),
            false => capital(self.other),
        }
    }

    /// The other one of the two in the middle of a sentence: `you`, `the computer`.
    pub fn loser(&self) -> &str {
        match self.has_won {
            true => self.other,
            false => "you",
        }
    }

    /// What belongs to the loser: `your`, `the computer's`.
    pub fn losers(&self) -> String {
        match self.has_won {
            true => format!("{}\u{2019}s", self.other),
            false => "your".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_side;

    #[test]
    fn the_side_joins_a_remark_in_the_name() {
        assert_eq!(with_side("Ann", "Blue"), "Ann (Blue)");
        assert_eq!(
            with_side("Computer (normal)", "Blue"),
            "Computer (normal, Blue)"
        );
        // a name may hold any signs
        assert_eq!(with_side("Ann :)", "Blue"), "Ann :) (Blue)");
    }
}
