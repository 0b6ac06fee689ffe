//! The secret choices in the middle of a game: cards, aim and parry, and what lower levels choose by habit.

use rules::Side;
use rules::tourney::{Asked, Card, Fight, Line, Man, Order, Position};

use super::duel::{self, Stance};
use super::lines;
use super::worth::strength;
use crate::level::Skill;
use crate::random::{Random, mix};

/// How a player chooses cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hand {
    /// Leaves High open in half of the pairs, and plays any card in the others.
    Unguarded,
    /// Any card.
    Careless,
    /// The solved mix of each pair by itself, so that two men do not fight as one.
    Apart,
    /// The solved mix of the whole fight.
    Solved,
}

impl Hand {
    /// A player who overlooks men on the board overlooks as much in a duel.
    pub(super) const fn of(skill: Skill) -> Self {
        match skill.overlooks {
            0 => Self::Solved,
            1..=10 => Self::Apart,
            11..=40 => Self::Careless,
            _ => Self::Unguarded,
        }
    }

    /// The cards of men with these strengths, a card for each pair, own men first to last.
    pub(super) fn cards(self, own: &[u8], other: &[u8], random: &mut Random) -> Vec<Card> {
        let pairs = own
            .iter()
            .flat_map(|man| other.iter().map(move |enemy| (*man, *enemy)));
        match self {
            Self::Unguarded => pairs
                .map(|_| match random.below(2) {
                    0 => Stance::Open.card(random),
                    _ => Card::ALL[random.below(Card::ALL.len())],
                })
                .collect(),
            Self::Careless => pairs
                .map(|_| Card::ALL[random.below(Card::ALL.len())])
                .collect(),
            Self::Apart => pairs
                .flat_map(|(man, enemy)| duel::draw(&[man], &[enemy], random))
                .collect(),
            Self::Solved => duel::draw(own, other, random),
        }
    }
}

/// The strengths of a side's standing fighters and of their enemies, both in the order of the fight.
pub(super) fn strengths(position: &Position, fight: &Fight, side: Side) -> [Vec<u8>; 2] {
    let party = usize::from(!position.game().are_friends(position.side(), side));
    let standing = |party: usize, is_meant: &dyn Fn(&Man) -> bool| {
        let men = fight.fighters[party]
            .iter()
            .filter(|man| !man.is_felled && is_meant(man));
        men.map(|man| strength(position, man)).collect()
    };
    [
        standing(party, &|man| man.unit.owner == side),
        standing(1 - party, &|_| true),
    ]
}

/// The secret order of a side in a fight or a shot; none if nothing of that kind is asked of it.
///
/// The cards are as unpredictable as the seed: whoever plays against somebody takes it from the system's randomness.
pub(super) fn choose(position: &Position, side: Side, skill: Skill, seed: u64) -> Option<Order> {
    match position.asked() {
        Asked::Cards(cell) => {
            let fight = position.fight()?;
            // A round that changes nothing leaves the board as it was: with the turn's seed alone the same cards would
            // come again, and the fight might never end. With the seed alone two players of one seed would write the
            // same cards.
            let moment = (side.index() as u64) << 48
                | u64::from(fight.round) << 24
                | u64::from(cell.file()) << 8
                | u64::from(cell.rank());
            let mut random = Random::new(mix(seed ^ moment.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
            let [own, enemies] = strengths(position, &fight, side);
            let cards = Hand::of(skill).cards(&own, &enemies, &mut random);
            super::fights::cards_order(position, side, cards)
        }
        Asked::Shot { target, aim, .. } => {
            let moment = 1 << 56 | (side.index() as u64) << 48;
            let mut random = Random::new(mix(seed ^ moment));
            // the archer's side aims; the parry is the target's owner's
            let aims = side == position.side() && aim.is_none();
            let weights = match (aims, Hand::of(skill)) {
                (false, Hand::Unguarded) => [0, 1, 1],
                (_, Hand::Unguarded | Hand::Careless) => [1, 1, 1],
                (true, Hand::Apart | Hand::Solved) => lines::aims(position, &target),
                (false, Hand::Apart | Hand::Solved) => lines::parries(position, &target),
            };
            let line = Line::ALL[random.weighted(&weights)];
            Some(if aims {
                Order::Aim(line)
            } else {
                Order::Parry(line)
            })
        }
        _ => None,
    }
}
