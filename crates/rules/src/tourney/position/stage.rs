//! How far a turn has come: moves, freeing, encounters, successions. Rules: tourney 3.4.

use board::Cell;

use crate::tourney::{Card, Line};
use crate::{Outcome, Side, Sides};

/// What a position waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tourney) enum Stage {
    /// The musters of the sides that are not in this set.
    Mustering(Sides),
    /// The lot for the first player.
    Drawing,
    /// S2: moves until `end`.
    Moving,
    /// The lot for the man at that place in the list, who announced that many steps.
    Wandering { man: usize, steps: u8 },
    /// The aim and the parry of a shot.
    Shooting(Shot),
    /// S3: how many each Green has freed so far, by the places of the Castles; last the Wizard's wood.
    Freeing([u8; 5]),
    /// S4: which of several encounters comes next, in board order.
    Choosing(Vec<Cell>),
    /// S4: an encounter.
    Meeting(Meeting),
    /// S5: the Warlords slain, whose owners are asked in this order; the first of them now.
    Succeeding(Vec<Side>, Heirs),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A shot under way, by the places of both units in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tourney) struct Shot {
    pub(in crate::tourney) archer: usize,
    pub(in crate::tourney) target: usize,
    pub(in crate::tourney) aim: Option<Line>,
    pub(in crate::tourney) parry: Option<Line>,
}

/// An encounter under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tourney) struct Meeting {
    pub(in crate::tourney) cell: Cell,
    pub(in crate::tourney) step: Step,
    /// The encounters that are still to come, in board order.
    pub(in crate::tourney) pending: Vec<Cell>,
}

/// How far an encounter has come. Rules: tourney 3.5, 3.6, 5.10.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tourney) enum Step {
    /// A healed man's choice for the lying enemy at that place in the list.
    Healed(usize),
    /// Which noble yields.
    Rose,
    /// The cards of a round, by the places of the sides.
    Cards {
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
pub(in crate::tourney) enum Heirs {
    Knights,
    Footmen,
    /// The Lady's four choices.
    Lady,
}
