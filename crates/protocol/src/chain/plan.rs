//! What kind of step comes next, and who contributes: a pure function of the agreed history.

use std::collections::BTreeMap;

use rules::{Draw, Side};

use super::Chain;
use crate::hash::Digest;
use crate::record::Commitment;
use crate::{Kind, Seat};

/// Slot of a seat's contribution to a draw.
pub(crate) const COIN: u16 = 4;
/// Slots of a set-up: composition and positions.
pub(crate) const SET_UP: [u16; 2] = [1, 2];

/// The next step.
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
    /// Who chooses unseen; nobody in a mere draw. Everybody gives a coin.
    pub(crate) sides: Vec<Side>,
    /// What each seat is committed to, once all are.
    pub(crate) commitments: BTreeMap<Seat, Vec<Commitment>>,
}

impl Round {
    pub(super) fn new(step: u64, prev: Digest, sides: Vec<Side>) -> Self {
        Self {
            step,
            prev,
            sides,
            commitments: BTreeMap::new(),
        }
    }

    /// The slots a seat of that side commits to.
    pub(crate) fn slots(&self, side: Option<Side>) -> Vec<u16> {
        let mut slots = Vec::new();
        if side.is_some_and(|side| self.sides.contains(&side)) {
            slots.extend(SET_UP);
        }
        slots.push(COIN);
        slots
    }
}

/// The purpose of a draw inside the joint seed.
pub(crate) fn purpose(draw: Draw) -> u16 {
    match draw {
        Draw::FirstPlayer => 1,
        Draw::Terrain => 2,
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

    /// Whether it is a step of a round in which that side chooses.
    pub(crate) fn is_secret_of(&self, side: Option<Side>) -> bool {
        match self {
            Self::Commit(round) | Self::Lock(round) | Self::Reveal(round) => {
                side.is_some_and(|side| round.sides.contains(&side))
            }
            _ => false,
        }
    }
}

impl Chain {
    /// Who contributes to the planned step.
    pub(crate) fn contributors(&self) -> Vec<Seat> {
        match self.plan() {
            Plan::Orders { side } => self.manifest().captain(*side).into_iter().collect(),
            _ => self.manifest().all_seats(),
        }
    }
}
