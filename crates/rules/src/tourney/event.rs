//! The results of orders and lots, for screen and log.

use std::fmt;

use board::Cell;

use super::{Card, Kind, Line, Unit, sides};
use crate::{Outcome, Side};

/// The cards of a pair of fighters, opened together. Rules: tourney 3.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The two fighters as they were before, the mover's first.
    // afterwards one of them may be dead, and the other marked by his wounds
    pub men: [Unit; 2],
    /// Their cards.
    pub cards: [Card; 2],
    /// The wounds that each of them takes from the other's card, 0 to 2.
    pub wounds: [u8; 2],
}

/// How a unit is slain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// One more blow to a man felled. Rules: tourney 3.6.
    Slain,
    /// A double kill. Rules: tourney T-11.
    DoubleKill,
    /// An arrow. Rules: tourney 3.10.
    Shot,
    /// The undead leave nobody alive. Rules: tourney 6.2.
    Undead,
    /// The Lady's life for the Warlord's. Rules: tourney 3.7.
    Traded,
}

/// Why a unit is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// A noble yields to a Lady. Rules: tourney 3.5.
    Yields,
    /// Taken without a blow: a Lady, Bowman or Bishop. Rules: tourney 3.5, 5.13, 6.3.
    Taken,
    /// Captured with the side that lost the fight. Rules: tourney 3.6.
    Lost,
    /// The victor's choice for a man felled, or for one lying. Rules: tourney 3.6, 5.10.
    Spared,
}

/// A result of an order or a lot.
#[allow(missing_docs, reason = "units, cells and sides need no more words")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A side's muster is placed. Rules: tourney 5.17.
    SetUp(Side),
    /// The lot names the side that begins. Rules: tourney 3.9.
    First(Side),
    /// A unit moves, also into or out of its Castle.
    Moved { unit: Unit, from: Cell, to: Cell },
    /// The Lady sends a unit to the Castle. Rules: tourney 3.4.
    Recalled { unit: Unit, from: Cell },
    /// The occupant makes room for a recalled unit. Rules: tourney 3.4.
    SteppedOut { unit: Unit, green: Cell },
    /// A unit in an enchanted wood announces its steps. Rules: tourney 3.10.
    Announced { unit: Unit, cell: Cell, steps: u8 },
    /// The lot leads a unit out of its wood. Rules: tourney 3.10.
    Wandered { unit: Unit, from: Cell, to: Cell },
    /// A Bowman shoots. Rules: tourney 3.10.
    Shot {
        unit: Unit,
        from: Cell,
        target: Unit,
        at: Cell,
    },
    /// A side has chosen its part of a secret step.
    Chosen(Side),
    /// An arrow and the parry against it, with the wounds or the strength it takes. Rules: tourney 3.10.
    Arrow {
        target: Unit,
        at: Cell,
        aim: Line,
        parry: Line,
        wounds: u8,
    },
    /// The Wizard raises a dead fighter. Rules: tourney 6.2.
    Raised { unit: Unit, grave: Cell, cell: Cell },
    /// A Bishop blesses the graves of a square. Rules: tourney 6.3.
    Blessed { cell: Cell, graves: u8 },
    /// A Lady or the Castle heals a lasting wound. Rules: tourney 3.10.
    Healed { unit: Unit, cell: Cell },
    /// The moves of the turn are over. Rules: tourney 5.1.
    MovesOver(Side),
    /// A prisoner goes home. Rules: tourney 3.4.
    Freed { unit: Unit, from: Side },
    /// The Ladies' wood gives one back. Rules: tourney 6.2.
    Released(Unit),
    /// An encounter begins. Rules: tourney 3.5.
    Met(Cell),
    /// A Bishop destroys an undead. Rules: tourney 6.3.
    Destroyed { unit: Unit, cell: Cell },
    /// A Lady makes a lying man stand. Rules: tourney 3.10.
    StoodUp { unit: Unit, cell: Cell },
    /// The cards of a pair. Rules: tourney 3.6.
    Exchanged { cell: Cell, exchange: Exchange },
    /// A fighter takes a second wound or a killing blow. Rules: tourney 3.6.
    Felled { unit: Unit, cell: Cell },
    /// A felled man of the side that won gets up again. Rules: tourney T-12.
    GotUp { unit: Unit, cell: Cell },
    /// After a double kill a man lies. Rules: tourney 3.10.
    Lies { unit: Unit, cell: Cell },
    /// A unit goes to a side's Dungeon. Rules: tourney 3.3.
    Captured {
        unit: Unit,
        cell: Cell,
        by: Side,
        why: Taking,
    },
    /// A Lady is held in the Wizard's wood. Rules: tourney 6.2.
    Held { unit: Unit, cell: Cell },
    /// A unit is slain. Rules: tourney 3.6.
    Slain { unit: Unit, cell: Cell, how: Loss },
    /// An undead is gone for good. Rules: tourney 6.2.
    Gone { unit: Unit, cell: Cell },
    /// An offer is refused.
    Declined(Side),
    /// A unit becomes Warlord; `unit` is what it was. Rules: tourney 3.7.
    Succeeded(Unit),
    /// A Lady goes to her Castle. Rules: tourney 3.7.
    Returned(Unit),
    /// A Warlord lives again in his Castle. Rules: tourney 3.7.
    Restored(Unit),
    /// A side surrenders. Rules: tourney 3.7.
    Surrendered(Side),
    /// A Castle falls. Rules: tourney 3.8.
    CastleFell { of: Side, to: Unit },
    /// A side is out of a game that continues. Rules: tourney 6.1, 6.2.
    Out(Side),
    /// A Footman or Sergeant becomes a Knight; `unit` is what it was. Rules: tourney 3.10.
    Knighted(Unit),
    /// An army in its Castle regains strength. Rules: tourney 5.14.
    Regained(Unit),
    /// The turn is over.
    TurnEnded { side: Side, turn: u32 },
    /// The game is over.
    Over(Outcome),
}

/// Words for a number of wounds or of strength.
struct Wounds(u8);

impl fmt::Display for Wounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "no wound",
            1 => "1 wound",
            _ => "2 wounds",
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Side| sides::name(*side);
        let lady = Kind::Lady.name();
        match self {
            Self::SetUp(side) => write!(f, "{} is set up", name(side)),
            Self::First(side) => write!(f, "{} begins", name(side)),
            Self::Moved { unit, from, to } => write!(f, "{unit} moves from {from} to {to}"),
            Self::Recalled { unit, from } => {
                write!(f, "{unit} is recalled from {from} to the Castle")
            }
            Self::SteppedOut { unit, green } => {
                write!(f, "{unit} leaves the Castle for {green} to make room")
            }
            Self::Announced { unit, cell, steps } => {
                let steps = if *steps == 1 { "1 step" } else { "2 steps" };
                write!(f, "{unit} announces {steps} from the wood on {cell}")
            }
            Self::Wandered { unit, from, to } => write!(f, "{unit} wanders from {from} to {to}"),
            Self::Shot {
                unit,
                from,
                target,
                at,
            } => write!(f, "{unit} shoots from {from} at {target} on {at}"),
            Self::Chosen(side) => write!(f, "{} has chosen", name(side)),
            Self::Arrow {
                target,
                at,
                aim,
                parry,
                wounds,
            } => {
                let (aim, parry) = (aim.name(), parry.name());
                write!(
                    f,
                    "{target} on {at} parries {parry} against an arrow aimed {aim}: {}",
                    Wounds(*wounds)
                )
            }
            Self::Raised { unit, grave, cell } => {
                write!(f, "{unit} rises on {cell} from the grave of {grave}")
            }
            Self::Blessed { cell, graves: 1 } => write!(f, "a grave on {cell} is blessed"),
            Self::Blessed { cell, graves } => write!(f, "{graves} graves on {cell} are blessed"),
            Self::Healed { unit, cell } => write!(f, "{unit} on {cell} is healed"),
            Self::MovesOver(side) => write!(f, "{} has moved", name(side)),
            Self::Freed { unit, from } => {
                write!(f, "{unit} is freed from the Dungeon of {}", name(from))
            }
            Self::Released(unit) => write!(f, "{unit} is freed from the wood"),
            Self::Met(cell) => write!(f, "both sides meet on {cell}"),
            Self::Destroyed { unit, cell } => {
                write!(f, "a Bishop destroys {unit} on {cell}")
            }
            Self::StoodUp { unit, cell } => write!(f, "a {lady} makes {unit} on {cell} stand"),
            Self::Exchanged { cell, exchange } => {
                let [one, other] = exchange.men;
                let [card, against] = exchange.cards;
                let [taken, dealt] = exchange.wounds.map(Wounds);
                write!(
                    f,
                    "{one} plays {card} and {other} plays {against} on {cell}: {taken} for the first, {dealt} for the second"
                )
            }
            Self::Felled { unit, cell } => write!(f, "{unit} is felled on {cell}"),
            Self::GotUp { unit, cell } => write!(f, "{unit} gets up on {cell}"),
            Self::Lies { unit, cell } => write!(f, "{unit} lies on {cell}"),
            Self::Captured {
                unit,
                cell,
                by,
                why,
            } => {
                let how = match why {
                    Taking::Yields => "yields",
                    Taking::Taken => "is taken",
                    Taking::Lost => "is captured with the losers",
                    Taking::Spared => "is captured",
                };
                write!(f, "{unit} on {cell} {how}: to the Dungeon of {}", name(by))
            }
            Self::Held { unit, cell } => {
                write!(f, "{unit} is taken on {cell} and held in the wood")
            }
            Self::Slain { unit, cell, how } => {
                let how = match how {
                    Loss::Slain => "is slain",
                    Loss::DoubleKill => "dies in a double kill",
                    Loss::Shot => "is shot",
                    Loss::Undead => "is slain by the undead",
                    Loss::Traded => "gives her life",
                };
                write!(f, "{unit} on {cell} {how}")
            }
            Self::Gone { unit, cell } => write!(f, "{unit} on {cell} is gone for good"),
            Self::Declined(side) => write!(f, "{} declines", name(side)),
            Self::Succeeded(unit) => write!(f, "{unit} becomes Warlord"),
            Self::Returned(unit) => write!(f, "{unit} returns to the Castle"),
            Self::Restored(unit) => write!(f, "{unit} lives again in the Castle"),
            Self::Surrendered(side) => write!(f, "{} surrenders", name(side)),
            Self::CastleFell { of, to } => write!(f, "the Castle of {} falls to {to}", name(of)),
            Self::Out(side) => write!(f, "{} is out", name(side)),
            Self::Knighted(unit) => write!(f, "{unit} becomes a Knight"),
            Self::Regained(unit) => write!(f, "{unit} regains strength in the Castle"),
            Self::TurnEnded { side, turn } => write!(f, "{} ends turn {turn}", name(side)),
            Self::Over(outcome) => write!(f, "over: {}", outcome_text(*outcome)),
        }
    }
}

/// The outcome as the engine protocol writes it. Its words need no position.
pub(super) fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(winners, word) => {
            let names: Vec<&str> = winners.iter().map(sides::name).collect();
            format!("{} {word}", names.join("+"))
        }
        Outcome::Drawn(word) => format!("draw {word}"),
    }
}
