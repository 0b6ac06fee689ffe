//! What a position asks, and the fight under way, as windows, terminals and computers look at them.

use board::Cell;

use super::{Card, Line, Man, Unit};
use crate::{Outcome, Side, Sides};

/// What is asked of whom; the sides that must answer are those of [`crate::Rules::to_act`].
// what is asked is worked out from the position and never stored: it cannot contradict the units
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// The musters of these sides. Rules: tourney 5.17.
    Muster(Sides),
    /// The lot for the first player. Rules: tourney 3.9.
    FirstPlayer,
    /// A move, a recall, a shot, or `end`; without `left` the number of units is not limited, with 0 only `end` is
    /// left. Rules: tourney 3.4.
    Move {
        /// The units that may still move in this turn.
        left: Option<u8>,
    },
    /// The lot for the way of a man who wanders. Rules: tourney 3.10.
    Wander {
        /// The man in the wood.
        man: Man,
        /// The steps he announced.
        steps: u8,
    },
    /// The aim of a shot and the parry against it. Rules: tourney 3.10.
    Shot {
        /// The Bowman.
        archer: Man,
        /// The man he shoots at.
        target: Man,
        /// The aim, if it is chosen.
        aim: Option<Line>,
        /// The parry, if it is chosen.
        parry: Option<Line>,
    },
    /// A prisoner to be freed. Rules: tourney 3.4.
    Free(Vec<Liberation>),
    /// Which encounter comes next, in board order. Rules: tourney 5.3.
    Encounter(Vec<Cell>),
    /// Which noble yields to the Lady who has come. Rules: tourney 3.5.
    Rose {
        /// The square.
        cell: Cell,
        /// The nobles.
        nobles: Vec<Man>,
    },
    /// A card for each pair of the fight under way. Rules: tourney 3.6.
    Cards(Cell),
    /// What becomes of a felled or lying enemy. Rules: tourney 3.6, 5.10.
    Judge {
        /// The square.
        cell: Cell,
        /// The enemy.
        man: Man,
        /// True if he may be captured.
        can_capture: bool,
        /// True if he may be let lie, which only a man of an earlier fight may.
        can_decline: bool,
    },
    /// Who becomes Warlord: Knights, or Footmen and Sergeants. Rules: tourney 3.7.
    Heir(Vec<Man>),
    /// What the Lady of the slain Warlord does. Rules: tourney 3.7.
    Lady {
        /// The Lady.
        lady: Man,
        /// False if she is in her Castle already.
        can_return: bool,
    },
    /// Nothing: the game is over.
    Nothing(Outcome),
}

/// The prisoners of one Dungeon that can be freed now. Rules: tourney 3.4, 6.1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Liberation {
    /// The Green on which the liberators stand; the Wizard's wood for a Lady held there.
    pub at: Cell,
    /// The prisoners who may go, in their order.
    pub prisoners: Vec<Unit>,
    /// How many may still go in this turn.
    pub left: u8,
}

/// The fight under way. Rules: tourney 3.6.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    /// The square, or the Castle that is stormed.
    pub cell: Cell,
    /// The round, from 1.
    pub round: u16,
    /// The fighters, the mover's side first, each side in its order; felled ones stay among them.
    pub fighters: [Vec<Man>; 2],
    /// The Ladies, Bowmen and Bishops who share the fate of their side.
    pub stakes: [Vec<Man>; 2],
    /// The cards already chosen, by the places of the sides, in the order of [`super::Position::pairs`].
    // by places of sides and not by parties: with teams two owners write cards for one party (tourney 6.1)
    pub chosen: [Option<Vec<Card>>; 4],
}

/// An own man and an enemy who fight each other. Rules: tourney 3.6, 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The own man.
    pub own: Man,
    /// The enemy.
    pub enemy: Man,
}

impl Fight {
    /// True if a side still has a fighter who stands; 0 for the mover's side, 1 for the other.
    pub fn stands(&self, party: usize) -> bool {
        let fighters = self.fighters.get(party);
        fighters.is_some_and(|men| men.iter().any(|man| !man.is_felled))
    }

    /// The owners of the fighters.
    pub fn owners(&self) -> Sides {
        let men = self.fighters.iter().flatten();
        men.map(|man| man.unit.owner).collect()
    }

    /// True if the side has a man in the fight.
    pub fn involves(&self, side: Side) -> bool {
        self.owners().contains(side)
    }
}
