//! What sides did in a family's own words, for the report: older studies have none.

use serde::{Deserialize, Serialize};

use crate::Deeds;

/// Something that sides do or suffer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Deed {
    pub what: String,
    /// The times in a game, by side.
    pub in_a_game: [f64; 2],
}

/// How fights of the same numbers of men ended, as the side that moved in sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FightCount {
    /// The men of both sides, the mover's first, as in `1:2`.
    pub men: String,
    pub fights: u64,
    /// The rounds of a fight.
    pub rounds: f64,
    pub won: u64,
    pub lost: u64,
    /// Fights in which everybody fell.
    pub doubles: u64,
}

/// A card in a state of a fight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardPlayed {
    /// The blows that each man can still take, own men first, as in `2:21`.
    pub state: String,
    pub card: String,
    pub played: u64,
    /// The part of the cards played in this state.
    pub share: f64,
    /// The wounds given and taken with each.
    pub gives: f64,
    pub takes: f64,
    /// How often the enemy of the pair fell in the round, and how often its own man.
    pub fells: f64,
    pub falls: f64,
}

impl Deed {
    pub(super) fn all(deeds: &Deeds, games: f64) -> Vec<Self> {
        let deed = |(what, times): (&&str, &[u64; 2])| Self {
            what: (*what).to_owned(),
            in_a_game: times.map(|times| times as f64 / games),
        };
        deeds.done.iter().map(deed).collect()
    }
}

impl FightCount {
    pub(super) fn all(deeds: &Deeds) -> Vec<Self> {
        let count = |(men, sums): (&String, &crate::Fights)| Self {
            men: men.clone(),
            fights: sums.fights,
            rounds: sums.rounds as f64 / sums.fights.max(1) as f64,
            won: sums.won,
            lost: sums.lost,
            doubles: sums.doubles,
        };
        deeds.fights.iter().map(count).collect()
    }
}

impl CardPlayed {
    pub(super) fn all(deeds: &Deeds) -> Vec<Self> {
        let in_state = |state: &str| {
            let same = deeds.cards.iter().filter(|((other, _), _)| other == state);
            same.map(|(_, sums)| sums.played).sum::<u64>().max(1) as f64
        };
        let card = |((state, card), sums): (&(String, &str), &crate::Cards)| {
            let each = |count: u64| count as f64 / sums.played.max(1) as f64;
            Self {
                state: state.clone(),
                card: (*card).to_owned(),
                played: sums.played,
                share: sums.played as f64 / in_state(state),
                gives: each(sums.wounds_given),
                takes: each(sums.wounds_taken),
                fells: each(sums.felled),
                falls: each(sums.fell),
            }
        };
        deeds.cards.iter().map(card).collect()
    }
}
