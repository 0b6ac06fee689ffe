//! Units with their marks, the places where they can be, and graves. Rules: tourney 3.3, 5.2, 5.4, 6.2.

use std::fmt;

use board::Cell;

use super::{Kind, sides};
use crate::Side;

mod text;

pub(super) use text::{letters, read_named, read_stack, write_stack};

/// The most fights that a unit's mark counts: its text has one digit, and three are enough. Rules: tourney 5.4.
pub(super) const MOST_FIGHTS: u8 = 9;

/// A unit with what lasts beyond a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The side that commands it; for an undead the Wizard's.
    pub owner: Side,
    /// What it is.
    pub kind: Kind,
    /// True for the Wizard's dead. Rules: tourney 6.2.
    pub is_undead: bool,
    /// The fights won, with the option `veterans`; 0 otherwise. Rules: tourney 3.10, 5.16.
    pub fights: u8,
    /// True if a wound of an earlier fight lasts, with the option `wounds`. Rules: tourney 3.10.
    pub is_wounded: bool,
    /// True for a man who lies on a square, with the options `healing` and `finishing`. Rules: tourney 3.10, 5.10.
    pub is_lying: bool,
    /// The strength with the option `strategic`, 1 for a man felled in the fight under way; otherwise the kind's full
    /// strength. Rules: tourney 3.10, 5.14.
    pub strength: u8,
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// On that square; on the square of an enemy Castle only while the unit storms it.
    Square(Cell),
    /// In the queue of its own Castle, counted from 0: the first is the occupant. Rules: tourney 3.3.
    Castle(u8),
    /// In the Dungeon of that side. Rules: tourney 3.3.
    Dungeon(Side),
    /// Held in the Wizard's wood, for Ladies. Rules: tourney 6.2.
    Wood,
}

/// A unit in its place, with what this turn and the fight under way have done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// The unit.
    pub unit: Unit,
    /// Where it is.
    pub place: Place,
    /// True if this was one of the moves of the turn under way. Rules: tourney 3.2.
    pub has_moved: bool,
    /// True if the unit came to its square in this turn, also when it had to leave the Castle. Rules: tourney T-35.
    pub has_come: bool,
    /// True if the unit was in its Castle when its own turn, now under way, began; with the option `strategic` only.
    /// Rules: tourney 5.14.
    pub began_home: bool,
    /// Wounds taken in the fight under way, 0 once the unit is felled. Rules: tourney 3.6.
    pub wounds: u8,
    /// True once the unit is felled in the fight under way. Rules: tourney 3.6.
    pub is_felled: bool,
}

/// A fighter's grave. Rules: tourney 6.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grave {
    /// Where it lies.
    pub cell: Cell,
    /// The side of the dead.
    pub owner: Side,
    /// What the dead was.
    pub kind: Kind,
    /// True if a Bishop has blessed it: the dead cannot be raised. Rules: tourney 6.3.
    pub is_blessed: bool,
}

impl Unit {
    /// A fresh unit of a side.
    pub const fn new(owner: Side, kind: Kind) -> Self {
        Self {
            owner,
            kind,
            is_undead: false,
            fights: 0,
            is_wounded: false,
            is_lying: false,
            strength: kind.full_strength(),
        }
    }

    /// True for a fighter who stands up for himself: not lying. Rules: tourney 5.10.
    pub const fn can_fight(self) -> bool {
        self.kind.is_fighter() && !self.is_lying
    }

    /// True for a unit that yields to a Lady; undead never do. Rules: tourney 3.1, 5.10, 6.2.
    pub const fn can_yield(self) -> bool {
        self.kind.is_noble() && !self.is_undead && !self.is_lying
    }

    /// The place in the order of sides on a cell: white, black, red, green, undead. Rules: tourney 5.2, 6.1, 6.2.
    pub(super) const fn rank(self) -> u8 {
        // undead behind all sides: they stand last in a bracket (tourney 6.2)
        if self.is_undead { 4 } else { self.owner.code() }
    }

    /// The marks behind the letter of position texts: fights, wound, lying, strength. Rules: tourney 5.2,
    /// 5.4.
    pub fn marks(self) -> String {
        let mut marks = String::new();
        if self.fights > 0 {
            marks.push_str(&self.fights.to_string());
        }
        if self.is_wounded {
            marks.push('*');
        }
        if self.is_lying {
            marks.push('!');
        }
        // a full strength has no mark, so that the texts of games without `strategic` have none
        if self.strength < self.kind.full_strength() {
            marks.push_str(&format!("~{}", self.strength));
        }
        marks
    }

    /// The unit in words: `black Knight`, `undead Footman`.
    pub fn describe(self) -> String {
        let whose = if self.is_undead {
            "undead"
        } else {
            sides::name(self.owner)
        };
        format!("{whose} {}", self.kind.name())
    }
}

impl Man {
    /// A man at the beginning of a turn.
    pub const fn new(unit: Unit, place: Place) -> Self {
        Self {
            unit,
            place,
            has_moved: false,
            has_come: false,
            began_home: false,
            wounds: 0,
            is_felled: false,
        }
    }

    /// The square on which the man stands or lies; none for a man who is anywhere else.
    pub const fn square(self) -> Option<Cell> {
        match self.place {
            Place::Square(cell) => Some(cell),
            Place::Castle(_) | Place::Dungeon(_) | Place::Wood => None,
        }
    }

    /// True for a fighter who stands in the fight on his square: neither lying nor felled. Rules: tourney 3.6, 5.10.
    pub const fn stands(self) -> bool {
        self.unit.can_fight() && !self.is_felled
    }

    /// True for a man who is on a square or in his own Castle. Rules: tourney 3.7, 3.8.
    pub const fn is_free(self) -> bool {
        matches!(self.place, Place::Square(_) | Place::Castle(_))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}
