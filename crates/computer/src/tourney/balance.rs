//! The solved game of the duel under way, for people who want to see its odds and its balanced mix.

use rules::Side;
use rules::tourney::{Card, Man, Position};

use super::duel::{self, Odds, Stance};
use super::worth::strength;

/// The duel under way as one side sees it, if both sides play the balanced mix from here on. All numbers are millionths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuelBalance {
    /// The chance that the own men alone stand at the end.
    pub wins: u32,
    /// The chance that the enemies alone stand.
    pub losses: u32,
    /// The chance that nobody stands.
    pub doubles: u32,
    /// For each pair, in the order of [`Position::pairs`], the share of each card, by the card's number.
    pub cards: Vec<[u32; Card::ALL.len()]>,
}

/// The balance of the duel under way; none if the side has no cards to write now.
///
/// It depends on what both sides see and on no card: both could ask for it.
pub fn duel_balance(position: &Position, side: Side) -> Option<DuelBalance> {
    let fight = position.fight()?;
    let pairs = position.pairs(side);
    let game = position.game();
    let standing = || fight.fighters.iter().flatten().filter(|man| !man.is_felled);
    let strengths = |men: Vec<&Man>| -> Vec<u8> {
        let strengths = men.into_iter().map(|man| strength(position, man));
        strengths.collect()
    };
    let own = strengths(standing().filter(|man| man.unit.owner == side).collect());
    let is_enemy = |man: &&Man| !game.are_friends(side, man.unit.owner);
    let others = strengths(standing().filter(is_enemy).collect());
    if pairs.is_empty() || pairs.len() != own.len() * others.len() {
        return None;
    }
    let Odds { wins, losses } = duel::odds(&own, &others);
    let shares = duel::shares(&own, &others);
    Some(DuelBalance {
        wins,
        losses,
        doubles: Odds { wins, losses }.doubles(),
        cards: shares.into_iter().map(by_card).collect(),
    })
}

/// The shares of the stances as shares of cards: the two cards of a stance are equally good.
fn by_card(shares: [u32; Stance::ALL.len()]) -> [u32; Card::ALL.len()] {
    let mut cards = [0; Card::ALL.len()];
    for (stance, share) in Stance::ALL.into_iter().zip(shares) {
        for card in stance.cards() {
            cards[usize::from(card.number())] = share / 2;
        }
    }
    cards
}
