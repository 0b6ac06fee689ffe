//! Why an order is refused, the paragraph behind each reason, and what to do instead.

use board::Cell;

use super::{Kind, Terrain, event, sides};
use crate::{Outcome, Side};

/// Why an order is refused; the text is for the player.
// one reason for each obstacle, so that the window names what stops a unit and not only that it stops
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error("the game is over ({})", event::outcome_text(*.0))]
    Over(Outcome),
    #[error("nothing is asked of {} now", sides::name(*.0))]
    NotAsked(Side),
    /// Another sort of decision is awaited.
    #[error("{0} is asked now")]
    OtherAsked(&'static str),
    #[error("no lot is to be drawn now")]
    NoLots,
    #[error("this board has no cell {0}")]
    NoCell(Cell),
    #[error("no unit of that name stands on {0}")]
    NoUnit(Cell),
    #[error(
        "the unit on {0} is named otherwise: by its cell alone if its side has one unit there, else by kind and cell"
    )]
    WrongName(Cell),
    #[error("the unit on {0} is the enemy's")]
    NotYours(Cell),
    #[error("the unit on {0} has moved in this turn")]
    HasMoved(Cell),
    #[error("the unit on {0} has met an enemy and stays for the encounter")]
    HasMet(Cell),
    #[error("as many units have moved as may in a turn")]
    MovesSpent,
    #[error("the unit on {0} lies and cannot move")]
    Lies(Cell),
    #[error("{} does not go from {from} to {to}", kind.name())]
    OutOfReach { kind: Kind, from: Cell, to: Cell },
    #[error("{} never enters {}: {cell}", kind.name(), terrain.name())]
    NeverEnters {
        kind: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    #[error("a river is entered from the next square only: {0}")]
    FarRiver(Cell),
    #[error("an enemy on {0} stops the way")]
    EnemyInTheWay(Cell),
    #[error("the way ends on {0}")]
    MustStop(Cell),
    #[error("{0} has no room for another unit of this side")]
    NoRoom(Cell),
    #[error("walls surround the Castle on {0}: the only way in or out is over its Green")]
    Walls(Cell),
    #[error("the Castle on {0} is entered from its Green by a move of its own")]
    NotFromGreen(Cell),
    #[error("{} does not enter an enemy Castle", .0.name())]
    NoStormer(Kind),
    #[error("nobody enters the Castle of an ally: {0}")]
    AllysCastle(Cell),
    #[error("units are in the Castle: nobody walks in")]
    CastleOccupied,
    #[error("a unit in a wood of this game goes where the lot leads")]
    Enchanted,
    #[error("only a unit in a wood wanders")]
    NotInWood,
    #[error("no square next to {0} is open to the unit")]
    NowhereToWander(Cell),
    #[error("a unit announces 1 or 2 steps")]
    WrongSteps,
    #[error("no Lady of this side can still move")]
    NoLady,
    #[error("the Lady does not recall herself")]
    RecallsHerself,
    #[error("the Lady does not reach {0}")]
    LadyOutOfReach(Cell),
    #[error("enemies are on {0}: nobody is recalled from there")]
    RecallAmongEnemies(Cell),
    #[error("the unit on {0} lies and is not recalled")]
    RecallLying(Cell),
    #[error("the occupant of the Castle must step out, and {0} has no room for him")]
    GreenFull(Cell),
    #[error("the unit on {0} is in its Castle already")]
    AtHome(Cell),
    #[error("{} does not shoot", .0.name())]
    NoBow(Kind),
    #[error("no unit of the enemy has that name on {0}")]
    NoTarget(Cell),
    #[error("a Lady is not shot at")]
    ShotAtLady,
    #[error("the man on {0} lies, and nobody shoots at him")]
    ShotAtLying(Cell),
    #[error("{0} is not 2 or 3 squares away in a straight line")]
    OutOfRange(Cell),
    #[error("the line of the arrow is blocked on {0}")]
    Blocked(Cell),
    #[error("the Bishop does not go to enemies: {0}")]
    BishopAmongEnemies(Cell),
    #[error("a Bishop without a fighter beside him is not approached so: {0}")]
    BishopAlone(Cell),
    #[error("only the Wizard raises the dead")]
    NotTheWizard,
    #[error("there is no such grave on {0}")]
    NoGrave(Cell),
    #[error("the grave on {0} is blessed")]
    Blessed(Cell),
    #[error("undead rise in a wood without any unit, not on {0}")]
    NoWoodToRise(Cell),
    #[error("no {} of that side is to be freed there", kind.name())]
    NotImprisoned { side: Side, kind: Kind },
    #[error("a Warlord is freed only where a Lady of his side stands on the Green")]
    WarlordNeedsLady,
    #[error("the Green is named where there are more than two seats, and only there")]
    WrongGreen,
    #[error("nobody waits to be freed there: {0}")]
    NothingToFree(Cell),
    #[error("no encounter waits on {0}")]
    NoEncounter(Cell),
    #[error("the unit asked about stands on {0}")]
    OtherMan(Cell),
    #[error("a felled man is captured or slain")]
    CannotDecline,
    #[error("this man may be slain or let lie, not captured")]
    CannotCapture,
    #[error("a noble yields to a Lady and is captured")]
    CannotSlay,
    #[error(
        "one card for each pair is needed, own men first to last, for each his enemies first to last"
    )]
    WrongPairs,
    #[error("no {} of this side is free to become Warlord now", .0.name())]
    NoHeir(Kind),
    #[error("two of that kind are free: the order names one")]
    HeirUnnamed,
    #[error("one of that kind is free: the order names none")]
    HeirNamed,
    #[error("the Lady is in her Castle already")]
    LadyAtHome,
    #[error("the muster has {found} of {} where the army has {expected}", kind.name())]
    WrongArmy {
        kind: Kind,
        found: usize,
        expected: usize,
    },
    #[error("{0} is outside the zone in which this side musters")]
    OutsideZone(Cell),
    #[error("{0} is in the zones of two sides, so neither musters there")]
    SharedCorner(Cell),
    #[error("{0} has more units than may stand there")]
    TooMany(Cell),
    #[error("{} may not be placed on {}: {cell}", kind.name(), terrain.name())]
    WrongGround {
        kind: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    #[error("the opened choice is not well formed: {0}")]
    BadSecret(&'static str),
}

/// Why an order is refused; [`Illegal::rule`] names the rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct Illegal(#[from] pub Reason);

impl Illegal {
    /// The paragraph of `docs/rules/tourney.md` that forbids the order.
    pub const fn rule(&self) -> &'static str {
        self.0.rule()
    }

    /// What the player can do instead.
    pub const fn advice(&self) -> &'static str {
        self.0.advice()
    }
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        self.rule()
    }

    fn advice(&self) -> &'static str {
        self.advice()
    }
}

impl Reason {
    const fn rule(&self) -> &'static str {
        match self {
            Self::Over(_) => "3.8",
            Self::NotAsked(_) | Self::OtherAsked(_) | Self::MovesSpent => "3.4",
            Self::NoLots => "4",
            Self::NoCell(_) => "3.9",
            Self::NoUnit(_) | Self::WrongName(_) | Self::OtherMan(_) => "5.2",
            Self::NotYours(_)
            | Self::HasMoved(_)
            | Self::HasMet(_)
            | Self::OutOfReach { .. }
            | Self::NeverEnters { .. }
            | Self::EnemyInTheWay(_)
            | Self::MustStop(_)
            | Self::Walls(_)
            | Self::NotFromGreen(_)
            | Self::NoStormer(_) => "3.2",
            Self::NoRoom(_) => "5.5",
            Self::FarRiver(_) => "3.10",
            Self::AllysCastle(_) => "6.1",
            Self::CastleOccupied => "3.3",
            Self::Lies(_) | Self::CannotCapture => "5.10",
            Self::Enchanted | Self::NotInWood | Self::NowhereToWander(_) | Self::WrongSteps => {
                "5.15"
            }
            Self::NoLady | Self::RecallsHerself | Self::LadyOutOfReach(_) | Self::AtHome(_) => {
                "3.4"
            }
            Self::RecallAmongEnemies(_) | Self::RecallLying(_) | Self::GreenFull(_) => "5.5",
            Self::NoBow(_)
            | Self::NoTarget(_)
            | Self::ShotAtLady
            | Self::ShotAtLying(_)
            | Self::OutOfRange(_)
            | Self::Blocked(_) => "5.13",
            Self::BishopAmongEnemies(_) | Self::BishopAlone(_) | Self::Blessed(_) => "6.3",
            Self::NotTheWizard | Self::NoGrave(_) | Self::NoWoodToRise(_) => "6.2",
            Self::NotImprisoned { .. } | Self::WarlordNeedsLady | Self::NothingToFree(_) => "3.4",
            Self::WrongGreen => "6.1",
            Self::NoEncounter(_) | Self::WrongPairs => "5.3",
            Self::CannotDecline => "3.6",
            Self::CannotSlay => "3.5",
            Self::NoHeir(_) | Self::LadyAtHome => "3.7",
            Self::HeirUnnamed | Self::HeirNamed => "5.3",
            Self::WrongArmy { .. }
            | Self::OutsideZone(_)
            | Self::SharedCorner(_)
            | Self::TooMany(_)
            | Self::WrongGround { .. } => "5.17",
            Self::BadSecret(_) => "4",
        }
    }

    const fn advice(&self) -> &'static str {
        match self {
            Self::Over(_) => "begin a new game",
            Self::NotAsked(_) => "wait for the other side",
            Self::OtherAsked(_) => "answer what is asked",
            Self::NoLots => "continue the game",
            Self::BadSecret(_) => "this program's fault or the other's: report it",
            Self::NoCell(_) => "name a square of the board, such as f2",
            Self::NoUnit(_) | Self::NotYours(_) => "choose a unit of your own",
            Self::WrongName(_) => "write f2 for a unit alone, Kf2 or K2f2 for one of several",
            Self::HasMoved(_) | Self::HasMet(_) => "move another unit, or end the moves",
            Self::MovesSpent => "end the moves",
            Self::Lies(_) => "move a Lady of yours to him: she makes him stand",
            Self::OutOfReach { .. } => {
                "Knights and Ladies go up to 4 squares straight, the others up to 2 straight or 1 across"
            }
            Self::NeverEnters { .. } => "go around it",
            Self::FarRiver(_) => "stop before the river, and enter it in a later turn",
            Self::EnemyInTheWay(_) => "stop on the enemy's square and meet him",
            Self::MustStop(_) => "stop there, and continue in a later turn",
            Self::NoRoom(_) => "choose a square with room: two units, one in a wood or on a bridge",
            Self::Walls(_) | Self::NotFromGreen(_) => {
                "stop on the Green, and enter the Castle from there in a later turn"
            }
            Self::NoStormer(_) => {
                "storm the Castle with a Warlord, a Knight, a Footman or a Sergeant"
            }
            Self::AllysCastle(_) => "stay outside",
            Self::CastleOccupied => "let the occupant leave first",
            Self::Enchanted => "announce 1 or 2 steps with `wander`",
            Self::NotInWood | Self::NowhereToWander(_) => "move the unit, or another",
            Self::WrongSteps => "say 1 or 2",
            Self::NoLady => "move another unit, or end the moves",
            Self::RecallsHerself | Self::AtHome(_) => "recall another unit",
            Self::LadyOutOfReach(_) => "recall a unit that the Lady reaches by a move",
            Self::RecallAmongEnemies(_) => "move the Lady there, or recall another unit",
            Self::RecallLying(_) => "move the Lady there: she makes him stand",
            Self::GreenFull(_) => "move a unit off the Green first",
            Self::NoBow(_) => "shoot with a Bowman",
            Self::NoTarget(_) => "aim at an enemy",
            Self::ShotAtLady | Self::ShotAtLying(_) => "aim at another enemy",
            Self::OutOfRange(_) => "move the Bowman, or aim at another enemy",
            Self::Blocked(_) => "find a line without woods, units and walls between",
            Self::BishopAmongEnemies(_) => "send the Bishop elsewhere",
            Self::BishopAlone(_) => "take a fighter along, or go elsewhere",
            Self::NotTheWizard => "move a unit of your own",
            Self::NoGrave(_) => "choose a grave on the board",
            Self::Blessed(_) => "raise another",
            Self::NoWoodToRise(_) => "choose an empty wood",
            Self::NotImprisoned { .. } => "free one of the prisoners listed",
            Self::WarlordNeedsLady => "free another, and bring the Lady to the Green",
            Self::WrongGreen => "write `free knight`, with more than two seats `free knight g12`",
            Self::NothingToFree(_) => "free a prisoner at another Green",
            Self::NoEncounter(_) => "choose one of the squares where both sides are",
            Self::OtherMan(_) => "answer for the man asked about, one after the other",
            Self::CannotDecline => "say capture or slay",
            Self::CannotCapture => "say slay or decline",
            Self::CannotSlay => "say capture",
            Self::WrongPairs => "write one card for each pair, as the listed orders do",
            Self::NoHeir(_) => "choose one of the heirs listed, or decline",
            Self::HeirUnnamed => "write the unit behind the kind, such as `succeed knight e7`",
            Self::HeirNamed => "write the kind alone, such as `succeed knight`",
            Self::LadyAtHome => "choose promote, trade, surrender or decline",
            Self::WrongArmy { .. } => "place every unit of the army once",
            Self::OutsideZone(_) => "stay on the three outer ranks or files of your side",
            Self::SharedCorner(_) => {
                "leave the corner empty, and use another square of your three outer ranks or files"
            }
            Self::TooMany(_) => {
                "place two units a square, one in a wood, on a bridge or in the Castle"
            }
            Self::WrongGround { .. } => "place the unit on open ground",
        }
    }
}
