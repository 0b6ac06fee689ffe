//! The reasons for which Warlord refuses an order, the paragraph behind each, and what to do instead.

use board::Cell;

use super::{FreeUnits, Kind, NoSuchSide, Outcome, Side, Terrain};

/// Why an order is refused; the text is for the player, [`Illegal::rule`] names the rule.
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
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
    TerrainFirst,
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
    /// Rules: warlord 2.4.
    #[error("the unit on {0} has already moved this turn")]
    AlreadyMoved(Cell),
    /// Rules: warlord 2.1, 2.7.
    #[error("all {0} orders of this turn are made")]
    CapSpent(u8),
    /// Rules: warlord 2.2.
    #[error("no leader of yours stands within {range} cells of {cell}")]
    NoLeader { side: Side, cell: Cell, range: u8 },
    /// Rules: warlord 2.3, 2.5.
    #[error("the leaders within reach of {0} have no activation left this turn")]
    LeadersSpent(Cell),
    /// Rules: warlord 1.
    #[error("your own unit is on {0}")]
    OwnUnit(Cell),
    /// Rules: warlord 1.
    #[error("{} does not move from {from} to {to}", kind.name())]
    NotItsMove { kind: Kind, from: Cell, to: Cell },
    /// Rules: warlord 1.
    #[error("the unit on {by} stands in the way of {}", kind.name())]
    Blocked {
        kind: Kind,
        /// The cell on which its way is blocked.
        by: Cell,
    },
    /// Rules: warlord 4.
    #[error("{} does not get past {} on {by}", kind.name(), terrain.name())]
    GroundBlocks {
        kind: Kind,
        /// The cell on which its way is blocked.
        by: Cell,
        terrain: Terrain,
    },
    /// Rules: warlord 4.
    #[error("{} may not enter {}", kind.name(), terrain.name())]
    NeverEnters {
        kind: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// Rules: warlord 4.
    #[error("{} enters {} only from the next cell", kind.name(), terrain.name())]
    OneStepOnly {
        kind: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// Rules: warlord 2.12.
    #[error("{} that entered this turn does not go into {} in it", kind.name(), terrain.name())]
    JustEntered {
        kind: Kind,
        terrain: Terrain,
        cell: Cell,
    },
    /// Rules: warlord 2.9.
    #[error("swaps are not played in this game")]
    NoSwaps,
    /// Rules: warlord 2.9.
    #[error("only a leader and a cannon of one side swap, not {leader} and {cannon}")]
    NotASwap { leader: Cell, cannon: Cell },
    /// Rules: warlord 2.9.
    #[error("{leader} and {cannon} are not orthogonally adjacent")]
    SwapApart { leader: Cell, cannon: Cell },
    /// Rules: warlord 2.9.
    #[error("the leader on {0} has activated units this turn that no other leader can answer for")]
    LeaderCountedOn(Cell),
    /// Rules: warlord 2.12.
    #[error("no {} is due to enter", .0.name())]
    NotDue(Kind),
    /// Rules: warlord 2.12.
    #[error("reinforcements enter before the turn's first move")]
    TooLateToEnter,
    /// Rules: warlord 2.12.
    #[error("reinforcements enter on the free cells of their own corner, not on {0}")]
    NotAnEntryCell(Cell),
    /// Rules: warlord 6.
    #[error("no set-up is awaited from {0}")]
    NoSetUpAwaited(Side),
    /// Rules: warlord 6.1: a set-up uses the army, all of it, and nothing else.
    #[error("the set-up has {found} of {} where the army has {expected}", kind.name())]
    WrongArmy {
        /// The kind of which the set-up has too many or too few.
        kind: Kind,
        found: usize,
        expected: usize,
    },
    /// The units chosen in addition to the army are not what the game asks for. Rules: warlord 6.4.
    #[error(
        "beside the army the set-up has {leaders} leaders of total level {levels} and {others} others, not {} of {} and {}",
        expected.leaders, expected.levels, expected.others
    )]
    WrongChoice {
        leaders: usize,
        levels: usize,
        others: usize,
        expected: FreeUnits,
    },
    /// Rules: warlord 6.1.
    #[error("{0} is outside the sections this side sets up in")]
    OutsideSections(Cell),
    /// A set-up has two units on a cell.
    #[error("{0} is filled twice")]
    FilledTwice(Cell),
    /// Rules: warlord 6.3, 6.5, 6.7, 6.8.
    #[error("{found} sections are used, not {expected}")]
    WrongSections {
        /// The number of sections that hold units.
        found: usize,
        /// The number of sections that must hold units.
        expected: u8,
    },
    /// Rules: warlord 6.3, 6.5, 6.7, 6.8.
    #[error(
        "the section at {corner} holds {leaders} leaders and {others} others, not {expected_leaders} and {expected_others}"
    )]
    WrongSection {
        corner: Cell,
        leaders: usize,
        others: usize,
        expected_leaders: u8,
        expected_others: u8,
    },
    /// Leaders stand in range, all of them another member's. Rules: warlord 7.2.
    #[error("the leaders within reach of {0} belong to other members of the side")]
    OthersLeaders(Cell),
    /// A leader swaps by its own member's order. Rules: warlord 7.2.
    #[error("the leader on {0} belongs to another member of the side")]
    NotYourLeader(Cell),
    /// Rules: warlord 7.3.
    #[error("other parts of this turn are open, and only the captain ends it for all")]
    OpenParts,
    /// Rules: warlord 7.3.
    #[error("no other part of this turn is open")]
    NoOtherPart,
    /// Rules: warlord 7.3.
    #[error("this part has begun and cannot be put off")]
    PartBegun,
    /// Rules: warlord 7.3.
    #[error("this part was put off once in this turn")]
    PutOffTwice,
    /// Units that are due, all of them in another member's blocks. Rules: warlord 7.4.
    #[error("the {} that is due belongs to another member of the side", .0.name())]
    OthersBlock(Kind),
    /// No draw of lots is pending.
    #[error("no lot is to be drawn now")]
    NoLots,
    /// Opened secret parts that are not the one encoding of a set-up.
    #[error("the opened set-up is not well formed: {0}")]
    BadSecret(&'static str),
}

impl Illegal {
    /// The paragraph of `docs/rules/warlord.md` that forbids the order, or the section if several paragraphs do.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Over(_) => "3",
            Self::NotYourTurn(_)
            | Self::NoSuchSide(_)
            | Self::NoUnit(_)
            | Self::NotYours(_)
            | Self::CapSpent(_) => "2.1",
            Self::NoLeader { .. } => "2.2",
            Self::LeadersSpent(_) => "2.3",
            Self::AlreadyMoved(_) => "2.4",
            Self::NoCell(_) | Self::OwnUnit(_) => "1",
            // the paragraph of the kind: it shows the player how the unit does move
            Self::NotItsMove { kind, .. } | Self::Blocked { kind, .. } => movement_rule(*kind),
            Self::GroundBlocks { kind, terrain, .. }
            | Self::NeverEnters { kind, terrain, .. }
            | Self::OneStepOnly { kind, terrain, .. } => match (kind, terrain) {
                // first: no kind ever stands there, so the rule for the kind says less
                (_, Terrain::Water | Terrain::Hole) => "4.6",
                (Kind::LightCavalry, _) => "4.4",
                (_, Terrain::Open | Terrain::Town | Terrain::Trees | Terrain::Hill) => "4.3",
            },
            Self::NoSwaps
            | Self::NotASwap { .. }
            | Self::SwapApart { .. }
            | Self::LeaderCountedOn(_) => "2.9",
            Self::NotDue(_)
            | Self::TooLateToEnter
            | Self::NotAnEntryCell(_)
            | Self::JustEntered { .. } => "2.12",
            Self::OthersLeaders(_) | Self::NotYourLeader(_) => "7.2",
            Self::OpenParts | Self::NoOtherPart | Self::PartBegun | Self::PutOffTwice => "7.3",
            Self::OthersBlock(_) => "7.4",
            Self::TerrainFirst => "6.6",
            Self::WrongChoice { .. } => "6.4",
            Self::NoLots | Self::LotFirst => "6.2",
            Self::NotBegun
            | Self::NoSetUpAwaited(_)
            | Self::BadSecret(_)
            | Self::WrongArmy { .. }
            | Self::OutsideSections(_)
            | Self::FilledTwice(_)
            | Self::WrongSections { .. }
            | Self::WrongSection { .. } => "6.1",
        }
    }

    /// What the player can do instead.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Over(_) => "start another game",
            Self::NoSuchSide(_) => "give orders for a side of this game",
            Self::NotYourTurn(_) => "wait for the other side to end its turn",
            Self::NotBegun => "set up both armies and draw the first player first",
            Self::TerrainFirst => "draw the lot for the terrain",
            Self::LotFirst => "draw the lot for the first player",
            Self::NoCell(_) | Self::NoUnit(_) | Self::NotYours(_) => "choose one of your units",
            Self::AlreadyMoved(_) => "choose a unit that has not moved, or end the turn",
            Self::CapSpent(_) => "end the turn",
            Self::NoLeader { .. } => "bring a leader nearer first, or move another unit",
            Self::LeadersSpent(_) => "move a unit near a leader with activations left",
            Self::OwnUnit(_) | Self::NotItsMove { .. } | Self::Blocked { .. } => {
                "choose a cell the unit reaches"
            }
            Self::GroundBlocks { .. } | Self::NeverEnters { .. } => "go round",
            Self::OneStepOnly { .. } => "stop beside it and enter next turn",
            Self::JustEntered { .. } => "go into it next turn",
            Self::NoSwaps => "agree on the option `swap` before the game",
            Self::NotASwap { .. } => "name the leader first, then the cannon, as in e4<>e5",
            Self::SwapApart { .. } => "bring them side by side first",
            Self::LeaderCountedOn(_) => "swap before the leader activates anything",
            Self::NotDue(_) => "choose a unit that is due",
            Self::TooLateToEnter => "bring reinforcements in at the start of a turn",
            Self::NotAnEntryCell(_) => "choose a free cell of your corner",
            Self::NoSetUpAwaited(_) => "continue the game",
            Self::WrongArmy { .. } => "place exactly the units of the army",
            Self::WrongChoice { .. } => "change the units chosen beside those of the army",
            Self::OutsideSections(_) => "keep to the home sections",
            Self::FilledTwice(_) => "put one unit on a cell",
            Self::WrongSections { .. } | Self::WrongSection { .. } => {
                "move units between the sections"
            }
            Self::OthersLeaders(_) => {
                "move a unit near a leader of yours, or leave this one to that member"
            }
            Self::NotYourLeader(_) => "swap one of your own leaders",
            Self::OpenParts => "close your part with `done`",
            Self::NoOtherPart => "end the turn",
            Self::PartBegun | Self::PutOffTwice => "give orders, or close your part",
            Self::OthersBlock(_) => "enter units of your own blocks",
            Self::NoLots => "continue the game",
            Self::BadSecret(_) => "the other program sealed something else than a set-up",
        }
    }
}

/// The paragraph on how a kind moves.
const fn movement_rule(kind: Kind) -> &'static str {
    match kind {
        Kind::Leader1 | Kind::Leader2 | Kind::Leader3 => "1.1",
        Kind::Promoted => "1.2",
        Kind::HeavyCavalry => "1.3",
        Kind::Cannon => "1.4",
        Kind::LightCavalry => "1.5",
        Kind::Infantry => "1.6",
        Kind::Hero => "1.7",
        Kind::Shaman => "1.8",
        Kind::Bishopy | Kind::Rookish => "1.9",
    }
}
