//! Words of the toy family.

use home::SeatInfo;
use rules::testing::toy::{Order, Position};
use rules::{Draw, Family, Outcome, Rules, ToAct};
use scenario::Scenario;

use crate::shell::model::meaning::{Preliminaries, SecretWords, TurnWords};
use crate::shell::model::table::Ready;
use crate::shell::model::words::{capital, count, outcome_title, side_name};

/// The family's name.
pub(crate) const TITLE: &str = "Toy";

/// The words of the choice of a card.
pub(crate) const SECRET: SecretWords = SecretWords {
    choose: "choose a card",
    open: "show the card",
    turn: "chooses a card for",
    locked: "Your card is chosen",
    unseen: "The other side sees it once both cards are shown.",
    question: [
        "Lock the card?",
        "Your program now sends a seal of your card.",
        "Both cards are shown once both are locked.",
    ],
};

pub(crate) const fn lot(_: Draw) -> &'static str {
    "Drawing lots for the fight"
}

pub(crate) fn outcome(outcome: Outcome, _: &[SeatInfo]) -> String {
    let title = outcome_title(Family::Toy, outcome);
    format!("{title}: {}.", outcome.word())
}

pub(crate) fn option_title(key: &str) -> String {
    capital(key)
}

pub(crate) const fn who_begins(_: &Scenario, _: &[(String, String)]) -> &'static str {
    "North begins."
}

pub(crate) fn facts(start: &Position) -> Vec<String> {
    let game = start.game();
    vec![format!("{} a turn, {} cards", game.orders, game.cards)]
}

pub(crate) fn endings(position: &Position) -> Vec<String> {
    let game = position.game();
    vec![
        format!("A side wins with a unit on {}.", game.goal),
        format!("After {} turns the game is drawn.", game.turns),
    ]
}

/// The turn on a board, with the side that decides in it now.
pub(crate) fn turn(position: &Position) -> TurnWords {
    let (turn, of) = (position.turn(), position.game().orders);
    let left = turn.left.unwrap_or(0);
    TurnWords {
        side: match position.to_act() {
            ToAct::One(side) => side,
            _ => turn.side,
        },
        title: format!(
            "turn {} of {}",
            turn.number,
            side_name(Family::Toy, turn.side)
        ),
        left: [left, of],
        has: count(of.into(), "order", "orders"),
        used: format!("{} of {of} used", of - left),
        later: None,
    }
}

pub(crate) fn turn_summary(position: &Position, _: &Ready) -> String {
    turn(position).used
}

/// The decision of a fight's loser.
pub(crate) fn decision(position: &Position) -> Option<String> {
    let loser = position.fight()?.loser?;
    let name = side_name(Family::Toy, loser);
    Some(format!(
        "{name} retreats to a marked cell or gives the unit up."
    ))
}

/// The name of the button that ends a turn, and the question before.
pub(crate) fn turn_end(base: &Position, now: &Position) -> [&'static str; 2] {
    let loser = base.fight().and_then(|fight| fight.loser);
    if now.fight().is_some_and(|fight| fight.loser.is_none()) {
        ["Fight", "Fight?"]
    } else if loser.is_some_and(|loser| loser != base.turn().side) {
        ["Retreat", "Retreat?"]
    } else {
        ["End turn", "End the turn?"]
    }
}

pub(crate) const fn pass(_: &Position) -> Option<&'static str> {
    None
}

pub(crate) const fn entered(count: usize) -> Preliminaries {
    Preliminaries {
        count,
        given: String::new(),
        coming: String::new(),
        short: String::new(),
        back: "",
    }
}

pub(crate) fn order(order: &Order, before: &Position) -> String {
    match order {
        Order::Move(from, to) => {
            let side = before.turn().side.index();
            let fights = before.units()[*to][1 - side] > 0;
            let what = if fights { "attacks" } else { "moves" };
            format!("{from}-{to}  {what}")
        }
        other => short(other),
    }
}

pub(crate) fn short(order: &Order) -> String {
    order.to_string()
}
