//! How far a turn has come: moves, freeing, encounters, successions. Rules: tourney 3.4.

use board::Cell;

use crate::tourney::{Card, Line};
use crate::{Outcome, Sides};

/// What a position waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stage {
    /// The musters of the sides that are not in this set.
    Mustering(Sides),
    /// The lot for the first player.
    Drawing,
    /// S2: moves until `end`.
    Moving,
    /// The lot for the man at that place in the list, who announced that many steps.
    // places in the list and not names: of two men wholly alike only the place tells which is meant
    Wandering { man: usize, steps: u8 },
    /// The aim and the parry of a shot.
    Shooting(Shot),
    /// S3: how many each Green has freed so far, by the places of the Castles; last the Wizard's wood.
    Freeing([u8; 5]),
    /// S4: which of several encounters comes next, in board order.
    Choosing(Vec<Cell>),
    /// S4: an encounter.
    Meeting(Meeting),
    /// S5: an heir for the first of the Warlords slain.
    Succeeding(Heirs),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A shot under way, by the places of both units in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shot {
    pub(super) archer: usize,
    pub(super) target: usize,
    pub(super) aim: Option<Line>,
    pub(super) parry: Option<Line>,
}

/// An encounter under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) cell: Cell,
    pub(super) step: Step,
    /// The encounters that are still to come, in board order.
    // kept and checked again when its turn comes: an encounter before it may have emptied the square
    pub(super) pending: Vec<Cell>,
}

/// How far an encounter has come. Rules: tourney 3.5, 3.6, 5.10.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// A healed man's choice for the lying enemy at that place in the list.
    Healed(usize),
    /// Which noble yields.
    Rose,
    /// The cards of a round, by the places of the sides.
    Cards {
        // no limit but that of 16 bits: a fight lasts until one side falls (tourney T-21)
        round: u16,
        chosen: [Option<Vec<Card>>; 4],
    },
    /// Capture or slay, for the first of the felled losers.
    Judging,
    /// A fighter who has come may slay the lying enemy at that place in the list.
    Finishing(usize),
}

/// Which heirs are asked for. Rules: tourney 3.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heirs {
    Knights,
    Footmen,
    /// The Lady's four choices.
    Lady,
}

impl Step {
    /// The first round of a fight.
    pub(super) const fn first_round() -> Self {
        Self::round(1)
    }

    /// A round of a fight, no cards chosen yet.
    pub(super) const fn round(round: u16) -> Self {
        Self::Cards {
            round,
            chosen: [const { None }; 4],
        }
    }
}
