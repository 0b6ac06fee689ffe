//! Counts in a family's own words: what sides do, how fights end, which cards are played.

use std::collections::BTreeMap;

use board::Cell;
use rules::Side;

/// A unit that a side has lost to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Loss {
    pub(crate) cell: Cell,
    /// The side that took it.
    pub(crate) by: Side,
    /// The usual English name of the taker's kind, if one unit took it.
    pub(crate) taker: Option<&'static str>,
    /// The side that lost it, and its kind.
    pub(crate) side: Side,
    pub(crate) kind: &'static str,
    pub(crate) is_leader: bool,
    /// True if both sides lost at once, so that neither was first.
    pub(crate) is_mutual: bool,
}

/// How fights of the same numbers of men ended, as the side that moved in sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fights {
    pub fights: u64,
    pub rounds: u64,
    pub won: u64,
    pub lost: u64,
    /// Fights in which everybody fell.
    pub doubles: u64,
}

/// What one card did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards {
    pub played: u64,
    pub wounds_given: u64,
    pub wounds_taken: u64,
    /// The rounds in which the enemy of the pair fell, and those in which its own man fell.
    pub felled: u64,
    pub fell: u64,
}

/// Counts over many games; sums in whole numbers, so that the order of the games does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deeds {
    /// By what was done: the times each side did it.
    pub done: BTreeMap<&'static str, [u64; 2]>,
    /// By the numbers of men, the mover's first, as in `1:2`.
    pub fights: BTreeMap<String, Fights>,
    /// By the strengths of both sides as in `2:21`, own men first, and the card.
    pub cards: BTreeMap<(String, &'static str), Cards>,
}

impl Deeds {
    pub(crate) fn did(&mut self, what: &'static str, side: Side) {
        if let Some(times) = self.done.entry(what).or_default().get_mut(side.index()) {
            *times += 1;
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        for (what, times) in other.done {
            let sums = self.done.entry(what).or_default();
            *sums = [sums[0] + times[0], sums[1] + times[1]];
        }
        for (men, other) in other.fights {
            let sums = self.fights.entry(men).or_default();
            sums.fights += other.fights;
            sums.rounds += other.rounds;
            sums.won += other.won;
            sums.lost += other.lost;
            sums.doubles += other.doubles;
        }
        for (card, other) in other.cards {
            let sums = self.cards.entry(card).or_default();
            sums.played += other.played;
            sums.wounds_given += other.wounds_given;
            sums.wounds_taken += other.wounds_taken;
            sums.felled += other.felled;
            sums.fell += other.fell;
        }
    }
}
