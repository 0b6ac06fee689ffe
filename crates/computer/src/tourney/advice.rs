//! Odds and mix of the round of cards under way, read from the solved table, for screens that show them.

use rules::tourney::{Asked, Card, Event, Fight, Order, Position};
use rules::{Rules as _, Side, ToAct};

use super::duel;
use super::fights;
use super::secret::strengths;

/// The odds of a fight and the mix of a side's cards, as if both sides played the solved mix from here on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelAdvice {
    /// The chance that the side wins, in millionths.
    pub wins: u32,
    /// The chance that it loses, in millionths; what is left to a million ends as a double kill.
    pub losses: u32,
    /// How often the mix plays each card, in the order of [`Card::ALL`], in millionths, for each pair in the order of
    /// [`Position::pairs`]. With several pairs the cards of one round hang together, which these shares leave out.
    pub cards: Vec<[u32; Card::ALL.len()]>,
}

/// The advice for a side in the fight under way; none outside a round of cards, and for a side without a man in it.
pub fn duel_advice(position: &Position, side: Side) -> Option<DuelAdvice> {
    let Asked::Cards(_) = position.asked() else {
        return None;
    };
    let fight = position.fight()?;
    if position.pairs(side).is_empty() {
        return None;
    }
    let odds = fights::odds(position, &fight);
    let is_mover = position.game().are_friends(position.side(), side);
    let (wins, losses) = match is_mover {
        true => (odds.wins, odds.losses),
        false => (odds.losses, odds.wins),
    };
    let [own, enemies] = strengths(position, &fight, side);
    Some(DuelAdvice {
        wins,
        losses,
        cards: duel::shares(&own, &enemies),
    })
}

/// What a side chose in a round of cards, against what the solved game says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelRound {
    /// The odds before the round, and the mix.
    pub mix: DuelAdvice,
    /// The cards played as the engine writes them, each with its share of the mix in millionths, for each pair in the order
    /// of [`Position::pairs`].
    pub played: Vec<(String, u32)>,
    /// The chance that the side wins the fight with these cards, in millionths, if the enemy draws from its mix and both
    /// play theirs from then on.
    pub wins: u32,
    /// The chance that it loses.
    pub losses: u32,
}

/// The choice of a side in the round of cards that a position asks for; `None` for any other order, and where a side has
/// several owners, whose cards nobody draws together.
pub(crate) fn round(position: &Position, side: Side, order: &Order) -> Option<DuelRound> {
    let Order::Cards(duels) = order else {
        return None;
    };
    let ToAct::Secretly(sides) = position.to_act() else {
        return None;
    };
    let enemy = sides
        .iter()
        .find(|other| *other != side)
        .filter(|_| sides.len() == 2)?;
    let mix = duel_advice(position, side)?;
    let fight = position.fight()?;
    let [own, enemies] = strengths(position, &fight, enemy);
    let mut given = position.clone();
    given.apply(side, order).ok()?;
    let (mut wins, mut losses, mut whole) = (0_u64, 0_u64, 0_u64);
    for (cards, weight) in duel::choices(&own, &enemies) {
        let mut after = given.clone();
        let answer = fights::cards_order(position, enemy, cards)?;
        let events = after.apply(enemy, &answer).ok()?;
        let odds = left(&fight, &after, &events);
        wins += weight * u64::from(odds.wins);
        losses += weight * u64::from(odds.losses);
        whole += weight;
    }
    let mean = |sum: u64| u32::try_from(sum / whole.max(1)).unwrap_or(0);
    let (wins, losses) = match position.game().are_friends(position.side(), side) {
        true => (mean(wins), mean(losses)),
        false => (mean(losses), mean(wins)),
    };
    let played = duels.iter().zip(&mix.cards).map(|(duel, shares)| {
        let share = shares[usize::from(duel.card.number())];
        (duel.card.to_string(), share)
    });
    Some(DuelRound {
        played: played.collect(),
        mix,
        wins,
        losses,
    })
}

/// The odds of the side on turn after a round of a fight.
fn left(before: &Fight, after: &Position, events: &[Event]) -> duel::Odds {
    let next = after.fight().filter(|next| {
        // the next defender of a Castle is met in a first round again
        next.cell == before.cell && next.round > before.round
    });
    if let Some(next) = next {
        return fights::odds(after, &next);
    }
    let standing = [0, 1].map(|party: usize| {
        let men = before.fighters[party].iter().filter(|man| !man.is_felled);
        let owners: Vec<Side> = men.clone().map(|man| man.unit.owner).collect();
        let is_felled = |event: &&Event| {
            matches!(event, Event::Felled { unit, .. } if owners.contains(&unit.owner))
        };
        let felled = events.iter().filter(is_felled).count();
        vec![1; men.count().saturating_sub(felled)]
    });
    duel::odds(&standing[0], &standing[1])
}
