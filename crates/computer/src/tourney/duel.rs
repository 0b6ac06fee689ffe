//! The duel: its cards, and the solved games that the player draws them from.

use std::sync::LazyLock;

use rules::tourney::Card;

use crate::random::Random;

#[cfg(test)]
mod tests;

/// The most strength in the table; a fresh fighter has 2 without the option `strategic`, a wounded one 1.
const STRONGEST: usize = 6;

/// The sides of one fighter, then those of two, the stronger first.
const SIDES: usize = STRONGEST + STRONGEST * (STRONGEST + 1) / 2;

/// Odds are counted in millionths.
pub(super) const CERTAIN: u32 = 1_000_000;

/// The kinds of cards. Middle and Low can be exchanged in any pair without a difference, so the two cards of a stance
/// are always equally good, and the table needs no more than these three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stance {
    /// The blow is High: a killing blow.
    Strikes,
    /// The parry is High: safe from the killing blow.
    Guards,
    /// Neither, so a High blow lands.
    Open,
}

impl Stance {
    /// Every stance, in the order of the table.
    pub(super) const ALL: [Self; 3] = [Self::Strikes, Self::Guards, Self::Open];

    pub(super) const fn cards(self) -> [Card; 2] {
        match self {
            Self::Strikes => [Card::HighMiddle, Card::HighLow],
            Self::Guards => [Card::MiddleHigh, Card::LowHigh],
            Self::Open => [Card::MiddleLow, Card::LowMiddle],
        }
    }

    /// One of its two cards.
    pub(super) fn card(self, random: &mut Random) -> Card {
        self.cards()[random.below(2)]
    }
}

/// The chances in a duel, in millionths; what is left of [`CERTAIN`] is the chance of a double kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Odds {
    pub(super) wins: u32,
    pub(super) losses: u32,
}

impl Odds {
    pub(super) const fn doubles(self) -> u32 {
        CERTAIN - self.wins - self.losses
    }
}

/// A solved state, as one side sees it.
#[derive(Debug, Clone)]
struct Solved {
    odds: Odds,
    /// The weight of each choice of stances, a stance for each pair, the last pair's changing fastest.
    weights: Vec<u32>,
}

/// The table of `examples/duels.rs`, by the places of this side and of the enemy. A missing line is found by the tests.
static TABLE: LazyLock<Vec<Option<Solved>>> = LazyLock::new(|| {
    let mut table = vec![None; SIDES * SIDES];
    for line in include_str!("duels.txt").lines() {
        if let Some((place, solved)) = read(line) {
            table[place] = Some(solved);
        }
    }
    table
});

/// A line of the table with its place; none of a comment.
fn read(line: &str) -> Option<(usize, Solved)> {
    let (state, weights) = line.split_once(" | ")?;
    let mut words = state.split(' ');
    let (own, other) = words.next()?.split_once(':')?;
    let odds = Odds {
        wins: words.next()?.parse().ok()?,
        losses: words.next()?.parse().ok()?,
    };
    let weights = weights.split(' ').map(|weight| weight.parse().ok());
    let men =
        |text: &str| -> Vec<u8> { text.bytes().map(|digit| digit.wrapping_sub(b'0')).collect() };
    let place = side_place(&men(own))? * SIDES + side_place(&men(other))?;
    Some((
        place,
        Solved {
            odds,
            weights: weights.collect::<Option<_>>()?,
        },
    ))
}

/// The place of a side in the table; none of an empty side, or of one of three.
fn side_place(men: &[u8]) -> Option<usize> {
    let strength = |man: &u8| usize::from(*man).clamp(1, STRONGEST);
    match men {
        [man] => Some(strength(man) - 1),
        [man, other] => {
            let (strong, weak) = (
                strength(man).max(strength(other)),
                strength(man).min(strength(other)),
            );
            Some(STRONGEST + strong * (strong - 1) / 2 + weak - 1)
        }
        _ => None,
    }
}

fn solved(own: &[u8], other: &[u8]) -> Option<&'static Solved> {
    let place = side_place(own)? * SIDES + side_place(other)?;
    TABLE.get(place)?.as_ref()
}

/// The chances of men with these strengths against those, when both sides play the solved mix.
///
/// Without men on one side the other has won; with no men at all, all have fallen.
pub(super) fn odds(own: &[u8], other: &[u8]) -> Odds {
    let certain = |wins, losses| Odds { wins, losses };
    match (own.is_empty(), other.is_empty()) {
        (true, true) => certain(0, 0),
        (true, false) => certain(0, CERTAIN),
        (false, true) => certain(CERTAIN, 0),
        // more men than the rules let stand together: as good as even
        (false, false) => {
            solved(own, other).map_or(certain(CERTAIN / 3, CERTAIN / 3), |solved| solved.odds)
        }
    }
}

/// The cards of the solved mix, one for each pair, own men first to last and for each the enemies first to last.
///
/// No card can be guessed from the others of the round beyond what the mix itself tells, and none from earlier rounds.
pub(super) fn draw(own: &[u8], other: &[u8], random: &mut Random) -> Vec<Card> {
    let stances = stances(own, other, random);
    stances
        .into_iter()
        .map(|stance| stance.card(random))
        .collect()
}

/// How often the solved mix plays each card, in millionths, for each pair in the order of [`draw`].
pub(super) fn shares(own: &[u8], other: &[u8]) -> Vec<[u32; Card::ALL.len()]> {
    let pairs = own.len() * other.len();
    let Some(solved) = solved(own, other) else {
        return vec![[CERTAIN / Card::ALL.len() as u32; Card::ALL.len()]; pairs];
    };
    let total: u64 = solved.weights.iter().map(|weight| u64::from(*weight)).sum();
    let places = sorted_pairs(own, other);
    let share = |place: usize| {
        let mut shares = [0; Card::ALL.len()];
        for (choice, weight) in solved.weights.iter().enumerate() {
            let stance = stance(choice, places[place], pairs);
            // both cards of a stance are equally likely
            for card in stance.cards() {
                shares[usize::from(card.number())] += u64::from(*weight);
            }
        }
        shares.map(|sum| (sum * u64::from(CERTAIN) / total.max(1) / 2) as u32)
    };
    (0..pairs).map(share).collect()
}

/// The choices of cards that the solved mix makes, one card for each pair in the order of [`draw`], each with its weight.
pub(super) fn choices(own: &[u8], other: &[u8]) -> Vec<(Vec<Card>, u64)> {
    let Some(solved) = solved(own, other) else {
        return Vec::new();
    };
    let pairs = own.len() * other.len();
    let places = sorted_pairs(own, other);
    let mut choices = Vec::new();
    for (choice, weight) in solved
        .weights
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight > 0)
    {
        // both cards of each stance, in every combination
        for drawn in 0..1_usize << pairs {
            let card = |(pair, place): (usize, &usize)| {
                stance(choice, *place, pairs).cards()[drawn >> pair & 1]
            };
            choices.push((
                places.iter().enumerate().map(card).collect(),
                u64::from(*weight),
            ));
        }
    }
    choices
}

/// The stances of the solved mix, in the order of [`draw`].
fn stances(own: &[u8], other: &[u8], random: &mut Random) -> Vec<Stance> {
    let pairs = own.len() * other.len();
    let Some(solved) = solved(own, other) else {
        return (0..pairs).map(|_| Stance::ALL[random.below(3)]).collect();
    };
    let choice = random.weighted(&solved.weights);
    let places = sorted_pairs(own, other).into_iter();
    places.map(|place| stance(choice, place, pairs)).collect()
}

/// The stance of a pair in a choice of the table.
const fn stance(choice: usize, pair: usize, pairs: usize) -> Stance {
    Stance::ALL[choice / 3_usize.pow((pairs - 1 - pair) as u32) % 3]
}

/// The places of the pairs in the table, which has the stronger men first; the fight has its own order.
fn sorted_pairs(own: &[u8], other: &[u8]) -> Vec<usize> {
    let (own, other) = (ranks(own), ranks(other));
    let pairs = own
        .iter()
        .flat_map(|man| other.iter().map(move |enemy| (*man, *enemy)));
    pairs
        .map(|(man, enemy)| man * other.len() + enemy)
        .collect()
}

/// The place of each man when the stronger come first.
fn ranks(men: &[u8]) -> Vec<usize> {
    let rank = |place: usize| {
        let is_before =
            |other: &usize| men[*other] > men[place] || men[*other] == men[place] && *other < place;
        (0..men.len()).filter(is_before).count()
    };
    (0..men.len()).map(rank).collect()
}
