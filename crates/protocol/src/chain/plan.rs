//! The plan of the next step, kind and contributors: a pure function of the agreed steps.

use std::collections::BTreeMap;

use rules::{Rules, Side, Sides, Slot};

use super::Chain;
use crate::hash::Digest;
use crate::record::Commitment;
use crate::{Kind, Seat};

/// Slot of a seat's contribution to a draw.
pub(crate) const COIN: Slot = Slot {
    number: 4,
    size: 32,
};

/// The next step, as the agreed history determines it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    Commit(Round),
    Lock(Round),
    Reveal(Round),
    Orders { side: Side },
    Confirm,
    Close,
}

/// A round of COMMIT, LOCK and REVEAL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    /// The COMMIT step.
    pub(crate) step: u64,
    /// The root before it.
    pub(crate) prev: Digest,
    /// The sides that choose unseen; none in a mere draw. Every seat gives a coin.
    pub(crate) sides: Sides,
    /// The commitments of each seat, once all are in.
    pub(crate) commitments: BTreeMap<Seat, Vec<Commitment>>,
}

impl Round {
    pub(super) fn new(step: u64, prev: Digest, sides: Sides) -> Self {
        Self {
            step,
            prev,
            sides,
            commitments: BTreeMap::new(),
        }
    }

    /// True if the side chooses unseen in this round.
    pub(crate) fn asks(&self, side: Option<Side>) -> bool {
        side.is_some_and(|side| self.sides.contains(side))
    }
}

impl Plan {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Commit(_) => Kind::Commit,
            Self::Lock(_) => Kind::Lock,
            Self::Reveal(_) => Kind::Reveal,
            Self::Orders { .. } => Kind::Orders,
            Self::Confirm => Kind::Confirm,
            Self::Close => Kind::Close,
        }
    }

    /// The round of the step, if there is one.
    pub(crate) fn round(&self) -> Option<&Round> {
        match self {
            Self::Commit(round) | Self::Lock(round) | Self::Reveal(round) => Some(round),
            Self::Orders { .. } | Self::Confirm | Self::Close => None,
        }
    }

    /// True if the step belongs to a round in which the side chooses.
    pub(crate) fn is_secret_of(&self, side: Option<Side>) -> bool {
        self.round().is_some_and(|round| round.asks(side))
    }
}

impl Chain {
    /// The slots that a seat commits to in a round, in rising order: those of its side's choice and the coin.
    pub(crate) fn slots(&self, round: &Round, seat: Seat) -> Vec<Slot> {
        let side = self.manifest().side_of(seat);
        let side = side.filter(|side| round.sides.contains(*side));
        // the slots depend on the position alone, so that their number and size reveal nothing
        let mut slots = side.map_or_else(Vec::new, |side| self.position().slots(side));
        slots.push(COIN);
        // records list their slots rising: one order for all makes commitments and openings comparable in pairs
        slots.sort_by_key(|slot| slot.number);
        slots
    }

    /// The seats that contribute to the planned step.
    pub(crate) fn contributors(&self) -> Vec<Seat> {
        match self.plan() {
            Plan::Orders { side } => self.manifest().captain(*side).into_iter().collect(),
            _ => self.manifest().all_seats(),
        }
    }
}
