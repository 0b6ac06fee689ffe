//! Fights carried to a given end through the rules, so that what follows a duel can be looked at before it is fought.

use rules::tourney::{Asked, Card, Duel, Fight, Man, Order, Pair, Position};
use rules::{Rules as _, Side, ToAct};

use super::duel::{self, Odds};
use super::worth::strength;

/// More rounds than any fight needs that is led to its end: the strongest armies take six.
const ROUNDS: usize = 16;

/// How a fight ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The side on turn and its allies stand.
    Won,
    /// The others stand.
    Lost,
    /// Nobody stands.
    Double,
}

/// The chances of the side on turn in the fight under way.
pub(super) fn odds(position: &Position, fight: &Fight) -> Odds {
    let [own, other] = [0, 1].map(|party: usize| {
        let standing = fight.fighters[party].iter().filter(|man| !man.is_felled);
        standing
            .map(|man| strength(position, man))
            .collect::<Vec<u8>>()
    });
    duel::odds(&own, &other)
}

/// The position after the fight under way has ended like that; none if the rules do not let it.
pub(super) fn fought(position: &Position, end: End) -> Option<Position> {
    let mut position = position.clone();
    let mut last = (position.fight()?.cell, 0);
    for _ in 0..ROUNDS {
        let Some(fight) = position
            .fight()
            .filter(|_| matches!(position.asked(), Asked::Cards(_)))
        else {
            return Some(position);
        };
        // the next defender of a Castle is met in a first round again
        if fight.cell != last.0 || fight.round <= last.1 {
            return Some(position);
        }
        last = (fight.cell, fight.round);
        let ToAct::Secretly(sides) = position.to_act() else {
            return Some(position);
        };
        for side in sides {
            let pairs = position.pairs(side);
            let cards = pairs
                .iter()
                .map(|pair| card(&position, &fight, pair, end))
                .collect();
            position
                .apply(side, &cards_order(&position, side, cards)?)
                .ok()?;
        }
    }
    None
}

/// The card of the own man of a pair on the way to that end.
fn card(position: &Position, fight: &Fight, pair: &Pair, end: End) -> Card {
    let is_mover = position
        .game()
        .are_friends(position.side(), pair.own.unit.owner);
    match (end, is_mover) {
        // a killing blow at an open head, which takes nothing back
        (End::Won, true) | (End::Lost, false) => Card::HighMiddle,
        (End::Won, false) | (End::Lost, true) => Card::MiddleLow,
        (End::Double, _) => {
            let [own, enemy] = if is_mover { [0, 1] } else { [1, 0] };
            let standing = || fight.fighters.iter().flatten().filter(|man| !man.is_felled);
            // all are brought down to their last strength, then all fall in one round
            let is_last = standing().all(|man| strength(position, man) == 1);
            let first = |party: usize| fight.fighters[party].iter().find(|man| !man.is_felled);
            let bleeds = |man: &Man, first: Option<&Man>, against: &Man| {
                is_last || strength(position, man) > 1 && first == Some(against)
            };
            let loses = bleeds(&pair.own, first(enemy), &pair.enemy);
            match (loses, bleeds(&pair.enemy, first(own), &pair.own)) {
                (false, false) => Card::HighMiddle,
                (false, true) => Card::MiddleHigh,
                (true, false) => Card::HighLow,
                (true, true) if is_mover => Card::MiddleHigh,
                (true, true) => Card::LowHigh,
            }
        }
    }
}

/// The order that holds these cards, one for each pair of the side.
pub(super) fn cards_order(position: &Position, side: Side, cards: Vec<Card>) -> Option<Order> {
    let pairs = position.pairs(side);
    let duels = pairs.iter().zip(&cards).map(|(pair, card)| {
        Some(Duel {
            card: *card,
            own: position.name(&pair.own)?,
            enemy: position.name(&pair.enemy)?,
        })
    });
    let order = Order::Cards(duels.collect::<Option<_>>()?);
    if position.check(side, &order).is_ok() {
        return Some(order);
    }
    // enemies of two sides are named by their owners too: the rules' own list has the names
    let listed = position.legal_orders(side).into_iter().next()?;
    let Order::Cards(mut duels) = listed else {
        return None;
    };
    for (duel, card) in duels.iter_mut().zip(cards) {
        duel.card = card;
    }
    Some(Order::Cards(duels))
}
