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

/// The words for a player whose own time is up.
pub(crate) fn own_time_up(effect: ClaimEffect) -> String {
    let follows = match effect {
        ClaimEffect::Nothing => "that ends nothing",
        ClaimEffect::Loss => "then you lose, as agreed",
        ClaimEffect::Abort => "then the match ends without a result, as agreed",
    };
    format!("Your time is up. An opponent may claim so; {follows}.")
}

/// The news that another player's time is up.
pub(crate) fn time_up(name: &str, effect: ClaimEffect) -> String {
    let follows = match effect {
        ClaimEffect::Nothing => "ends nothing",
        ClaimEffect::Loss => "wins, as agreed",
        ClaimEffect::Abort => "ends the match without a result, as agreed",
    };
    let name = protocol::plain_text(name);
    format!(
        "{name}'s time is up. `claim` notes it in the match file, which {follows}; nobody can prove it. You do not have to claim."
    )
}

/// The question before a claim, with what it does and costs.
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

pub(crate) fn claimed(by: &str, against: &str, effect: ClaimEffect) -> String {
    let (by, against) = (protocol::plain_text(by), protocol::plain_text(against));
    let follows = match effect {
        ClaimEffect::Nothing => format!("the match continues when {against} plays on"),
        ClaimEffect::Loss => format!("as agreed, {against} loses if both clocks say so"),
        ClaimEffect::Abort => {
            "as agreed, the match ends without a result if both clocks say so".to_owned()
        }
    };
    format!(
        "{by} claims that {against}'s time is up; {follows}. Nobody can prove it: the file says CLAIMED."
    )
}
