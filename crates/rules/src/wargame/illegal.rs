//! Why the WarGames refuse an order, the paragraph behind each reason, and what to do instead.

use std::fmt;

use board::Cell;

use super::{Kind, NoSuchSide, Outcome, Ruleset, Side, Terrain};

/// Why an order is refused; the text is for the player, [`Illegal::rule`] names the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The rules of the game, which decide the paragraph.
    pub ruleset: Ruleset,
    /// The reason.
    pub reason: Reason,
}

/// The reason for which an order is refused.
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error("the game is over ({0})")]
    Over(Outcome),
    /// The other side decides now.
    #[error("it is not {0}'s turn")]
    NotYourTurn(Side),
    #[error(transparent)]
    NoSuchSide(#[from] NoSuchSide),
    /// The armies are not all on the board, or the first player is not drawn yet.
    #[error("the game has not begun: the set-up comes first")]
    NotBegun,
    /// The lot for the terrain comes before the set-up.
    #[error("the terrain is not laid yet: the lot comes first")]
    MapFirst,
    /// No set-up is awaited while the lot for the first player is.
    #[error("the first player is not drawn yet: no set-up can be given now")]
    LotFirst,
    #[error("this board has no cell {0}")]
    NoCell(Cell),
    /// No unit stands on the cell.
    #[error("no unit stands on {0}")]
    NoUnit(Cell),
    #[error("the unit on {0} is the enemy's")]
    NotYours(Cell),
    /// The unit has acted, or was moved by another, this turn.
    #[error("the unit on {0} has already acted or moved this turn")]
    AlreadyActed(Cell),
    #[error("all {0} orders of this turn are given")]
    CapSpent(u8),
    /// A Command Post is moved by towing only.
    #[error("a Command Post takes no orders")]
    PostTakesNone,
    /// No leader is near enough to give the order.
    #[error("no leader of yours is near enough to {0} to give it an order")]
    NoLeader(Cell),
    /// The leaders near enough have given their orders.
    #[error("every leader near enough to {0} has given its order of this turn")]
    LeadersSpent(Cell),
    /// The leader is out of the chain of command.
    #[error("the leader on {0} is out of command: it gives orders, but does not act")]
    OutOfCommand(Cell),
    /// Two cells of a path are no neighbors.
    #[error("{to} is not next to {from}")]
    Gap { from: Cell, to: Cell },
    /// A unit of the same side stands in the way.
    #[error("your own unit is on {0}")]
    OwnUnit(Cell),
    /// The kind never enters the terrain.
    #[error("{} never enters {}: {cell}", kind.name(), terrain.name())]
    NeverEnters {
        kind: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    #[error("the way costs {} {cost} points and more, {points} are there", kind.name())]
    TooDear {
        kind: Kind,
        /// The points up to the first cell that is too dear.
        cost: u8,
        points: u8,
    },
    /// No way leads there without an overrun.
    #[error("{} finds no free way from {from} to {to} for {points} points", kind.name())]
    NoWay {
        kind: Kind,
        from: Cell,
        to: Cell,
        points: u8,
    },
    /// The move ends where the unit began and removes nothing.
    #[error("a move that removes nothing ends elsewhere than on {0}, where it began")]
    StaysPut(Cell),
    /// The kill matrix has no overrun there.
    #[error("{} does not overrun {} {}: {cell}", attacker.name(), defender.name(), terrain.place())]
    NoOverrun {
        attacker: Kind,
        defender: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// An overrun must continue straight ahead.
    #[error("an overrun leaves {0} straight across from where it came in")]
    CrookedOverrun(Cell),
    /// The kill matrix has no replacement there.
    #[error("{} takes no {} {} by close assault: {cell}", attacker.name(), defender.name(), terrain.place())]
    NoAssault {
        attacker: Kind,
        defender: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// A towed unit is removed by distant fire only.
    #[error("the unit on {0} is being towed: only fire from 2 cells or farther removes it")]
    Towed(Cell),
    #[error("no enemy stands on {0}")]
    NoTarget(Cell),
    /// The kind does not fire in this way.
    #[error("{} does not fire so", .0.name())]
    NoFire(Kind),
    #[error("{target} is {distance} cells away, {} fires {range} far", kind.name())]
    OutOfRange {
        kind: Kind,
        target: Cell,
        /// The distance of the target, in cells.
        distance: u8,
        /// The range of the kind here, in cells.
        range: u8,
    },
    #[error("the line of fire to {target} is blocked on {by}{}", and.map(|and| format!(" and {and}")).unwrap_or_default())]
    Blocked {
        target: Cell,
        /// The cell that blocks, alone or with the other.
        by: Cell,
        /// The cell that blocks together with the first.
        and: Option<Cell>,
    },
    /// The kill matrix has no such fire there.
    #[error("{} does not kill {} {} by fire: {cell}", attacker.name(), defender.name(), terrain.place())]
    FireInVain {
        attacker: Kind,
        defender: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// The kill matrix has fire from the next cell only.
    #[error("{} {} is killed by fire from the next cell only: {cell}", defender.name(), terrain.place())]
    OnlyAdjacent {
        defender: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    #[error("the Infantry on {0} stands in the open, and rifles are fired from cover")]
    RifleInOpen(Cell),
    #[error("nothing is towed in this game")]
    NoTowing,
    /// The kinds are no pair that tows.
    #[error("{} does not tow {}", tower.name(), towed.name())]
    CannotTow { tower: Kind, towed: Kind },
    /// The unit that goes along does not stand next to the unit that moves.
    #[error("{0} is not next to the unit that moves")]
    CompanyApart(Cell),
    #[error("{} tows {} no farther than {most}", tower.name(), towed.name())]
    TowTooFar {
        tower: Kind,
        towed: Kind,
        /// The most cells the tower may go.
        most: u8,
    },
    /// The tow leads over ground other than open or town.
    #[error("{} tows over open ground and towns only, not over {}: {cell}", tower.name(), terrain.name())]
    TowGround {
        tower: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// WarGame 1 has no accompanied moves.
    #[error("no leader goes along with a move in this game")]
    NoCompany,
    /// A leader is accompanied by nobody.
    #[error("the unit on {0} is a leader, and nobody goes along with leaders")]
    LeaderAccompanied(Cell),
    #[error("the unit on {0} is no leader and does not go along")]
    CompanyNoLeader(Cell),
    /// The leader that would go along is needed for an earlier order.
    #[error(
        "the leader on {0} has given an order of this turn that no other leader can answer for"
    )]
    CompanySpent(Cell),
    /// Only Paratroops prepare and leap.
    #[error("the unit on {0} is no Paratroops")]
    NotParatroops(Cell),
    #[error("the Paratroops on {0} are prepared already")]
    AlreadyPrepared(Cell),
    /// Only prepared Paratroops leap.
    #[error("the Paratroops on {0} are not prepared")]
    NotPrepared(Cell),
    /// A leap goes 5 or 6 cells far.
    #[error("{0} is {1} cells away, and a leap goes 5 or 6 far")]
    LeapDistance(Cell, u8),
    /// A leap ends on an empty cell.
    #[error("a leap ends on an empty cell, and a unit stands on {0}")]
    LeapOccupied(Cell),
    #[error("no set-up is awaited from {0}")]
    NoSetUpAwaited(Side),
    /// A set-up uses the army, all of it, and nothing else.
    #[error("the set-up has {found} of {} where the army has {expected}", kind.name())]
    WrongArmy {
        /// The kind of which the set-up has too many or too few.
        kind: Kind,
        found: usize,
        expected: usize,
    },
    /// A unit is set up outside the home zone.
    #[error("{0} is outside the zone this side sets up in")]
    OutsideZone(Cell),
    /// A set-up has two units on a cell.
    #[error("{0} is filled twice")]
    FilledTwice(Cell),
    /// No draw of lots is pending.
    #[error("no lot is to be drawn now")]
    NoLots,
    /// Opened secret parts that are not the one encoding of a set-up.
    #[error("the opened set-up is not well formed: {0}")]
    BadSecret(&'static str),
}

impl Reason {
    /// The refusal in a game of that ruleset.
    pub const fn under(self, ruleset: Ruleset) -> Illegal {
        Illegal {
            ruleset,
            reason: self,
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl std::error::Error for Illegal {}

impl Illegal {
    /// The paragraph of `docs/rules/wargame.md` that forbids the order.
    pub const fn rule(&self) -> &'static str {
        let [one, two] = self.reason.paragraphs();
        match self.ruleset {
            Ruleset::One => one,
            Ruleset::Two => two,
        }
    }

    /// What the player can do instead.
    pub const fn advice(&self) -> &'static str {
        self.reason.advice()
    }
}

impl Reason {
    /// The paragraphs under WarGame 1 and WarGame 2.
    const fn paragraphs(&self) -> [&'static str; 2] {
        match self {
            Self::Over(_) => ["1.12", "2.7"],
            Self::NotYourTurn(_)
            | Self::NoSuchSide(_)
            | Self::NoUnit(_)
            | Self::NotYours(_)
            | Self::AlreadyActed(_)
            | Self::CapSpent(_) => ["1.4", "2.3"],
            Self::PostTakesNone => ["1.6", "2.2"],
            Self::NoLeader(_) | Self::OutOfCommand(_) => ["1.3", "2.3"],
            Self::LeadersSpent(_) => ["3", "3"],
            Self::NoCell(_) => ["1.1", "2.1"],
            Self::Gap { .. }
            | Self::OwnUnit(_)
            | Self::NeverEnters { .. }
            | Self::TooDear { .. }
            | Self::NoWay { .. }
            | Self::StaysPut(_) => ["1.5", "2.4"],
            Self::NoOverrun { .. } | Self::CrookedOverrun(_) => ["1.10", "2.5"],
            Self::NoAssault { .. } | Self::FireInVain { .. } | Self::OnlyAdjacent { .. } => {
                ["1.9", "2.6"]
            }
            Self::NoTarget(_) | Self::NoFire(_) | Self::OutOfRange { .. } => ["1.7", "2.5"],
            Self::RifleInOpen(_) => ["1.7", "4.5"],
            Self::Blocked { .. } => ["1.8", "2.5"],
            Self::Towed(_)
            | Self::NoTowing
            | Self::CannotTow { .. }
            | Self::TowTooFar { .. }
            | Self::TowGround { .. } => ["1.6", "2.3"],
            Self::CompanyApart(_)
            | Self::NoCompany
            | Self::LeaderAccompanied(_)
            | Self::CompanyNoLeader(_) => ["1.6", "2.3"],
            Self::CompanySpent(_) => ["4.3", "4.3"],
            Self::NotParatroops(_)
            | Self::AlreadyPrepared(_)
            | Self::NotPrepared(_)
            | Self::LeapDistance(..)
            | Self::LeapOccupied(_) => ["1.14", "1.14"],
            Self::MapFirst => ["1.13", "1.13"],
            Self::NotBegun
            | Self::LotFirst
            | Self::NoSetUpAwaited(_)
            | Self::WrongArmy { .. }
            | Self::OutsideZone(_)
            | Self::FilledTwice(_)
            | Self::NoLots
            | Self::BadSecret(_) => ["1.13", "2.8"],
        }
    }

    const fn advice(&self) -> &'static str {
        match self {
            Self::Over(_) => "start another game",
            Self::NoSuchSide(_) => "give orders for a side of this game",
            Self::NotYourTurn(_) => "wait for the other side to end its turn",
            Self::NotBegun => "set up both armies and draw the first player first",
            Self::MapFirst => "draw the lot for the terrain",
            Self::LotFirst => "draw the lot for the first player",
            Self::NoCell(_) | Self::NoUnit(_) | Self::NotYours(_) => "choose one of your units",
            Self::AlreadyActed(_) => "choose a unit that has not acted, or end the turn",
            Self::CapSpent(_) => "end the turn",
            Self::PostTakesNone => "order the Supreme Commander next to it to tow it",
            Self::NoLeader(_) => "bring a leader nearer first, or order another unit",
            Self::LeadersSpent(_) => "order a unit near a leader that can still give an order",
            Self::OutOfCommand(_) => "bring a leader that outranks it nearer",
            Self::Gap { .. } => "name every cell of the way",
            Self::OwnUnit(_)
            | Self::NeverEnters { .. }
            | Self::TooDear { .. }
            | Self::NoWay { .. }
            | Self::StaysPut(_) => "choose a cell the unit reaches",
            Self::NoOverrun { .. } | Self::CrookedOverrun(_) => "go round, or stop before it",
            Self::NoAssault { .. } => "stop before it, or attack in another way",
            Self::Towed(_) => "fire from farther away, or attack the unit that tows it",
            Self::NoTarget(_) => "fire at an enemy",
            Self::NoFire(_) => "attack in another way",
            Self::OutOfRange { .. } => "go nearer first",
            Self::Blocked { .. } => "fire from where the line is free",
            Self::FireInVain { .. } => "attack in another way, or with another kind of unit",
            Self::OnlyAdjacent { .. } => "go next to it first",
            Self::RifleInOpen(_) => "fire from a town, trees or a hill, or make a close assault",
            Self::NoTowing | Self::CannotTow { .. } => "move the units one by one",
            Self::CompanyApart(_) => "bring both side by side first",
            Self::TowTooFar { .. } => "stop sooner",
            Self::TowGround { .. } => "go round",
            Self::NoCompany | Self::LeaderAccompanied(_) | Self::CompanyNoLeader(_) => {
                "move the unit by itself"
            }
            Self::CompanySpent(_) => "make the accompanied move before the leader's other order",
            Self::NotParatroops(_) => "choose your Paratroops",
            Self::AlreadyPrepared(_) => "let them leap",
            Self::NotPrepared(_) => "let them prepare on one turn and leap on a later one",
            Self::LeapDistance(..) | Self::LeapOccupied(_) => "choose another cell to land on",
            Self::NoSetUpAwaited(_) => "continue the game",
            Self::WrongArmy { .. } => "place exactly the units of the army",
            Self::OutsideZone(_) => "keep to the home zone",
            Self::FilledTwice(_) => "put one unit on a cell",
            Self::NoLots => "continue the game",
            Self::BadSecret(_) => "the other program sealed something else than a set-up",
        }
    }
}
