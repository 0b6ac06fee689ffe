//! Times and claims in words, for the terminal.

use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::terms::{clock_face, days_left};

/// The time left as people read it: as on a clock, or in days and hours.
pub(crate) fn left(left_ms: u64, terms: &Terms) -> String {
    match terms.pace {
        Pace::Days(_) => days_left(left_ms),
        Pace::Untimed | Pace::Bank { .. } => clock_face(left_ms),
    }
}

/// The warning that your own time runs short.
pub(crate) fn low(left_ms: u64, terms: &Terms) -> String {
    format!("You have {} left for this turn.", left(left_ms, terms))
}

/// The words for a player whose own time is up, at a table of more than two or in a match of two.
pub(crate) fn own_time_up(effect: ClaimEffect, has_table: bool) -> String {
    let follows = match (effect, has_table) {
        (ClaimEffect::Nothing, _) => "that ends nothing",
        (ClaimEffect::Loss, false) => "then you lose, as agreed",
        (ClaimEffect::Loss, true) => "then the others can go on without you, as agreed",
        (ClaimEffect::Abort, false) => "then the match ends without a result, as agreed",
        (ClaimEffect::Abort, true) => {
            "the match ends without a result, as agreed, once every other team has"
        }
    };
    format!("Your time is up. An opponent may claim so; {follows}.")
}

/// The news that another player's time is up, at a table of more than two or in a match of two.
pub(crate) fn time_up(name: &str, effect: ClaimEffect, has_table: bool) -> String {
    let name = protocol::plain_text(name);
    let follows = match (effect, has_table) {
        (ClaimEffect::Nothing, _) => "ends nothing".to_owned(),
        (ClaimEffect::Loss, false) => "wins, as agreed".to_owned(),
        (ClaimEffect::Loss, true) => format!("lets the others go on without {name}, as agreed"),
        (ClaimEffect::Abort, false) => "ends the match without a result, as agreed".to_owned(),
        (ClaimEffect::Abort, true) => {
            "ends the match without a result, as agreed, once every other team has claimed it"
                .to_owned()
        }
    };
    format!(
        "{name}'s time is up. `claim` notes it in the match file, which {follows}; nobody can prove it. You do not have to claim."
    )
}

/// The question before a claim by mail, with what it does and costs. A letter is of a match of two.
pub(crate) fn before_claim(name: &str, effect: ClaimEffect) -> String {
    let name = protocol::plain_text(name);
    let follows = match effect {
        ClaimEffect::Nothing => {
            format!("It is noted in the match file, and the match continues when {name} plays on.")
        }
        ClaimEffect::Loss => {
            format!("As agreed, the match is over and you win if {name}'s clock says the same.")
        }
        ClaimEffect::Abort => {
            format!(
                "As agreed, the match is over without a result if {name}'s clock says the same."
            )
        }
    };
    format!(
        "This claims that {name}'s time is up. {follows} A claim is signed and cannot be taken back; nobody can prove it: the \
         file says CLAIMED."
    )
}

/// The news of a claim, at a table of more than two or in a match of two.
pub(crate) fn claimed(by: &str, against: &str, effect: ClaimEffect, has_table: bool) -> String {
    let (by, against) = (protocol::plain_text(by), protocol::plain_text(against));
    let follows = match (effect, has_table) {
        (ClaimEffect::Nothing, _) => format!("the match continues when {against} plays on"),
        (ClaimEffect::Loss, false) => format!("as agreed, {against} loses if both clocks say so"),
        (ClaimEffect::Loss, true) => {
            format!("as agreed, the others can go on without {against} if their clocks say so")
        }
        (ClaimEffect::Abort, false) => {
            "as agreed, the match ends without a result if both clocks say so".to_owned()
        }
        (ClaimEffect::Abort, true) => {
            "as agreed, the match ends without a result once every other team has claimed so"
                .to_owned()
        }
    };
    format!(
        "{by} claims that {against}'s time is up; {follows}. Nobody can prove it: the file says CLAIMED."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_a_table_nobody_wins_or_loses_by_one_claim() {
        for (effect, own, others, claim) in [
            (
                ClaimEffect::Nothing,
                "ends nothing",
                "ends nothing",
                "the match continues",
            ),
            (
                ClaimEffect::Loss,
                "the others can go on without you",
                "lets the others go on without Cid",
                "the others can go on without Cid",
            ),
            (
                ClaimEffect::Abort,
                "once every other team has",
                "once every other team has",
                "once every other team has",
            ),
        ] {
            let words = [
                (own_time_up(effect, true), own),
                (time_up("Cid", effect, true), others),
                (claimed("Ann", "Cid", effect, true), claim),
            ];
            for (told, what) in words {
                assert!(told.contains(what), "{told}");
                assert!(!told.contains("both") && !told.contains("wins"), "{told}");
            }
        }
        assert!(time_up("Bob", ClaimEffect::Loss, false).contains("wins, as agreed"));
    }
}
