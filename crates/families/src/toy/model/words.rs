//! Words of the toy family, and its record.

use board::Cell;
use home::SeatInfo;
use kit::model::family::{FamilyRecord, FamilyWords};
use kit::model::meaning::{SecretWords, TurnWords};
use kit::model::notation::Sign;
use kit::model::ready::Ready;
use kit::model::told::{Reader, Told};
use kit::model::words::{capital, count, outcome_title};
use rules::testing::toy::{Event, Order, Position};
use rules::{AnyEvent, Draw, Family, Outcome, Rules, Side, ToAct};
use scenario::{Scenario, SideNames};

use crate::toy::Toy;

impl FamilyWords for Toy {
    const TITLE: &'static str = "Toy";

    fn secret_words(position: &Position) -> &'static SecretWords {
        secret(position)
    }

    fn turn_end(base: &Position, now: &Position) -> [&'static str; 2] {
        let loser = base.fight().and_then(|fight| fight.loser);
        let is_same = base.turn().number == now.turn().number;
        // a decision about prisoners stands in the turn before its end, so it is no turn of its own
        if is_same && base.camp().is_some_and(|camp| camp.guard.is_some()) {
            ["Decide", "Decide so?"]
        } else if now.camp().is_some() {
            ["Post the guard", "Post the guard?"]
        } else if now.fight().is_some_and(|fight| fight.loser.is_none()) {
            ["Fight", "Fight?"]
        } else if loser.is_some_and(|loser| loser != base.turn().side) {
            ["Retreat", "Retreat?"]
        } else {
            ["End turn", "End the turn?"]
        }
    }

    fn lot(_: Draw) -> &'static str {
        "Drawing lots for the fight"
    }

    fn outcome(outcome: Outcome, _: &[SeatInfo], names: &SideNames) -> String {
        let title = outcome_title(names, outcome);
        format!("{title}: {}.", outcome.word())
    }

    fn option_title(key: &str) -> String {
        capital(key)
    }

    fn who_begins(_: &Scenario, _: &[(String, String)]) -> String {
        "North begins.".to_owned()
    }

    fn facts(start: &Position, _: &SideNames) -> Vec<String> {
        let game = start.game();
        vec![format!("{} a turn, {} cards", game.orders, game.cards)]
    }

    fn endings(position: &Position) -> Vec<String> {
        let game = position.game();
        vec![
            format!("A side wins with a unit on {}.", game.goal),
            format!("After {} turns the game is drawn.", game.turns),
        ]
    }

    /// The turn on a board, with the side that decides in it now.
    fn turn(position: &Position) -> TurnWords {
        let (turn, of) = (position.turn(), position.game().orders);
        let left = turn.left.unwrap_or(0);
        TurnWords {
            side: match position.to_act() {
                ToAct::One(side) => side,
                _ => turn.side,
            },
            left: [left, of],
            has: count(of.into(), "order", "orders"),
            used: format!("{} of {of} used", of - left),
            later: None,
        }
    }

    fn turn_summary(position: &Position, _: &Ready) -> String {
        Self::turn(position).used
    }

    fn order(order: &Order, before: &Position) -> String {
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

    fn short(order: &Order) -> String {
        order.to_string()
    }
}

impl FamilyRecord for Toy {
    fn way(order: &Order) -> Option<(Cell, Cell)> {
        match order {
            Order::Move(from, to) => Some((*from, *to)),
            _ => None,
        }
    }

    /// The record writes this family's orders as the rules do.
    fn signs(_: &Event) -> Vec<Sign> {
        Vec::new()
    }

    fn is_shown(order: &Order) -> bool {
        *order != Order::End
    }

    /// No order of this family removes a unit by itself.
    fn takes(_: &Event) -> bool {
        false
    }

    /// The events as the family writes them.
    fn told(events: &[(usize, &AnyEvent)], _: &Position, _: &Position, _: Reader<'_>) -> Vec<Told> {
        let told = events.iter().map(|(orders, event)| Told {
            orders: *orders,
            ..Told::new(capital(&event.to_string()))
        });
        told.collect()
    }
}

/// The decision of a fight's loser, or about prisoners.
pub fn decision(position: &Position) -> Option<String> {
    let turn = position.turn();
    if let Some(camp) = position.camp() {
        let ToAct::One(side) = position.to_act() else {
            return None;
        };
        let name = side_name(side);
        return Some(match camp.guard {
            None => format!(
                "{name} names the unit that guards the prisoners of turn {}.",
                turn.number
            ),
            Some(_) => format!("{name} lets a prisoner return to a marked cell, or none."),
        });
    }
    let loser = position.fight()?.loser?;
    let name = side_name(loser);
    Some(format!(
        "{name} retreats to a marked cell or gives the unit up."
    ))
}

/// A card or a sign, as its button says.
pub fn choice(order: &Order) -> String {
    match order {
        Order::Card(number) => format!("Card {number}"),
        other => capital(&other.to_string()),
    }
}

/// The words of the secret choice in a position: a card in a fight, a sign about the prisoners.
pub const fn secret(position: &Position) -> &'static SecretWords {
    match position.camp() {
        Some(_) => &SIGN,
        None => &CARD,
    }
}

const SIGN: SecretWords = SecretWords {
    choose: "give a sign",
    open: "show the sign",
    turn: "gives a sign for",
    locked: "Your sign is given",
    kept: "Your sign is kept as it is, and not sent.",
    unseen: "The other side sees it once both signs are shown.",
    question: Some([
        "Lock the sign?",
        "Your program now sends a seal of your sign.",
        "Both signs are shown once both are locked.",
    ]),
};

const CARD: SecretWords = SecretWords {
    choose: "choose a card",
    open: "show the card",
    turn: "chooses a card for",
    locked: "Your card is chosen",
    kept: "Your card is kept as it is, and not sent.",
    unseen: "The other side sees it once both cards are shown.",
    question: Some([
        "Lock the card?",
        "Your program now sends a seal of your card.",
        "Both cards are shown once both are locked.",
    ]),
};

fn side_name(side: Side) -> &'static str {
    SideNames::of_family(Family::Toy).of(side)
}
