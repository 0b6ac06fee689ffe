//! Orders. Their texts are in `order/text.rs`, their bytes in `order/bytes.rs`. Rules: tourney 5.3.

use board::Cell;

use super::{Card, Kind, Line};
use crate::Side;

mod bytes;
mod text;

/// A unit as orders name it: by its cell, or by kind and cell if its owner has several there. Rules: tourney 5.2.
// a name and not a number in the list: a number would change with every capture, and a record must read by itself
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    /// The owner, only where enemies of two sides stand on the cell and one of them is chosen. Rules: tourney 6.1.
    pub owner: Option<Side>,
    /// The kind, only where the owner has several units on the cell.
    pub kind: Option<Kind>,
    /// True for the second of two of that kind: `K2d8`.
    pub is_second: bool,
    /// Where the unit is; of a unit in its own Castle the Castle's cell.
    pub cell: Cell,
}

/// A card for one pair of fighters. Rules: tourney 3.6, 5.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Duel {
    /// The card.
    pub card: Card,
    /// The own man.
    pub own: Name,
    /// The enemy he fights.
    pub enemy: Name,
}

/// The kinds that can succeed a Warlord. Rules: tourney 3.7, 5.16.
// a name for the reader: any kind can be written, and `check` refuses those that never succeed
pub type Heir = Kind;

/// What the Lady of a slain Warlord does. Rules: tourney 3.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LadyChoice {
    /// `lady castle`: she returns to the Castle.
    Castle,
    /// `lady surrender`: her side resigns the game.
    Surrender,
    /// `lady promote`: she becomes the Warlord.
    Promote,
    /// `lady trade`: she dies, and the Warlord lives again in the Castle.
    Trade,
}

impl LadyChoice {
    /// The four choices.
    pub const ALL: [Self; 4] = [Self::Castle, Self::Surrender, Self::Promote, Self::Trade];

    /// The word of the order.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Surrender => "surrender",
            Self::Promote => "promote",
            Self::Trade => "trade",
        }
    }
}

/// A unit on a cell of the home zone; in the Castle at most one. Rules: tourney 3.9, 5.17.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Where the unit stands.
    pub cell: Cell,
    /// What it is.
    pub kind: Kind,
}

/// A side's whole muster, in board order, on each cell in the order of the kinds. Rules: tourney 5.17.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetUp(pub Vec<Placement>);

// sorted, so that one muster has one encoding, and its seal fits no other (threat row 2)
impl SetUp {
    /// A muster of those placements, given in any order.
    pub fn new(mut placements: Vec<Placement>) -> Self {
        placements.sort_unstable();
        Self(placements)
    }
}

/// An order. Rules: tourney 5.3.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// A muster, unseen: rows of the zone.
    SetUp(SetUp),
    /// `f2-f5`: a unit moves. Rules: tourney 3.2.
    Move {
        /// The unit.
        man: Name,
        /// Where it goes.
        to: Cell,
    },
    /// `recall f5`: the Lady goes to that unit and sends it to the Castle. Rules: tourney 3.4.
    Recall(Name),
    /// `shoot h5:h7`: a Bowman shoots. Rules: tourney 3.10, 5.13.
    Shoot {
        /// The Bowman.
        man: Name,
        /// The enemy.
        at: Name,
    },
    /// `wander e7 2`: a unit in an enchanted wood announces its steps, 1 or 2. Rules: tourney 3.10, 5.15.
    Wander {
        /// The unit.
        man: Name,
        /// The steps announced.
        steps: u8,
    },
    /// `raise Kd8-f6`: the Wizard raises the dead of a grave. Rules: tourney 6.2.
    Raise {
        /// The side of the dead.
        owner: Side,
        /// What the dead was.
        kind: Kind,
        /// The grave's cell.
        grave: Cell,
        /// The wood in which the undead stands up.
        to: Cell,
    },
    /// `end`: the moves of the turn are over. Rules: tourney 5.1.
    End,
    /// `free knight`, in games of more than two seats `free knight g12`, `free red knight g12`. Rules: tourney 3.4, 6.1.
    Free {
        /// The owner, if the prisoner is an ally's.
        owner: Option<Side>,
        /// What the prisoner is.
        kind: Kind,
        /// The Green of the Dungeon, in games of more than two seats.
        green: Option<Cell>,
    },
    /// `fight d8`: the encounter that comes next. Rules: tourney 5.3.
    Fight(Cell),
    /// `card HM d8:Kd8 LM d8:Fd8`, unseen: a card for each pair. Rules: tourney 3.6.
    Cards(Vec<Duel>),
    /// `aim H`, unseen: where the Bowman aims. Rules: tourney 3.10.
    Aim(Line),
    /// `parry M`, unseen: where the target's owner guards him. Rules: tourney 3.10.
    Parry(Line),
    /// `capture d8`: a felled, yielding or lying enemy goes to the Dungeon. Rules: tourney 3.5, 3.6, 5.10.
    Capture(Name),
    /// `slay d8`: a felled or lying enemy is slain. Rules: tourney 3.6, 5.10.
    Slay(Name),
    /// `decline`: the offer is refused, be it to harm a lying man or to name an heir. Rules: tourney 3.7, 5.10.
    Decline,
    /// `succeed knight`, `succeed knight e7`: the unit becomes Warlord. Rules: tourney 3.7.
    Succeed {
        /// Knight, Footman or Sergeant.
        heir: Heir,
        /// The unit, where two of that kind are free.
        // none where one is free: a name that could be left out would give one order two encodings
        man: Option<Name>,
    },
    /// `lady castle` and so on. Rules: tourney 3.7.
    Lady(LadyChoice),
}
