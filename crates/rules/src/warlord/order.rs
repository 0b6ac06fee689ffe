use board::Cell;

use super::Kind;

/// One order. Its text: `e2-e4`, `e4<>e5`, `+L@a1`, `end`; a set-up is written as the rows of the side's zone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// A move or capture.
    Move {
        /// Where the unit stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// A leader and a cannon exchange cells. Rules: warlord 2 Cannon repositioning.
    Swap {
        /// Where the leader stands.
        leader: Cell,
        /// Where the cannon stands.
        cannon: Cell,
    },
    /// A reinforcement comes onto the board. Rules: warlord 11.7.
    Enter {
        /// What enters.
        kind: Kind,
        /// Where.
        cell: Cell,
    },
    /// The turn is over.
    End,
    /// A side's hidden set-up.
    SetUp(SetUp),
}

/// A side's whole hidden set-up: placements in board order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetUp(pub Vec<Placement>);

/// One unit on one cell; the side is the one whose set-up it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Where.
    pub cell: Cell,
    /// What.
    pub kind: Kind,
}
