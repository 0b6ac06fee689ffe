//! Odds and mix of the round of cards under way, read from the solved table, for screens that show them.

use rules::Side;
use rules::tourney::{Asked, Card, Position};

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
