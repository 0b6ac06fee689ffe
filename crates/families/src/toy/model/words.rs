//! Words of the toy family.

use kit::model::meaning::{SecretWords, TurnWords};
use kit::model::words::{count, side_name};
use rules::testing::toy::{Order, Position};
use rules::{Family, Rules, ToAct};

/// The words of the choice of a card.
pub const SECRET: SecretWords = SecretWords {
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

pub fn endings(position: &Position) -> Vec<String> {
    let game = position.game();
    vec![
        format!("A side wins with a unit on {}.", game.goal),
        format!("After {} turns the game is drawn.", game.turns),
    ]
}

/// The turn on a board, with the side that decides in it now.
pub fn turn(position: &Position) -> TurnWords {
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

/// The decision of a fight's loser.
pub fn decision(position: &Position) -> Option<String> {
    let loser = position.fight()?.loser?;
    let name = side_name(Family::Toy, loser);
    Some(format!(
        "{name} retreats to a marked cell or gives the unit up."
    ))
}

/// The name of the button that ends a turn, and the question before.
pub fn turn_end(base: &Position, now: &Position) -> [&'static str; 2] {
    let loser = base.fight().and_then(|fight| fight.loser);
    if now.fight().is_some_and(|fight| fight.loser.is_none()) {
        ["Fight", "Fight?"]
    } else if loser.is_some_and(|loser| loser != base.turn().side) {
        ["Retreat", "Retreat?"]
    } else {
        ["End turn", "End the turn?"]
    }
}

pub fn order(order: &Order, before: &Position) -> String {
    match order {
        Order::Move(from, to) => {
            let side = before.turn().side.index();
            let fights = before.units()[*to][1 - side] > 0;
            let what = if fights { "attacks" } else { "moves" };
            format!("{from}-{to}  {what}")
        }
        other => other.to_string(),
    }
}
