//! Orders of the fast position, in a few bytes.

use super::Spot;
use crate::warlord::{Kind, Order};

/// An order as the fast position takes it, six bytes.
// spots and not cells, so that making an order computes no place
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FastOrder {
    /// A move or capture.
    Move {
        /// The cell of the unit.
        from: Spot,
        /// The cell the unit goes to.
        to: Spot,
    },
    /// A leader and a cannon exchange cells.
    Swap {
        /// The cell of the leader.
        leader: Spot,
        /// The cell of the cannon.
        cannon: Spot,
    },
    /// A reinforcement comes onto the board.
    Enter {
        /// The kind of the unit.
        kind: Kind,
        /// The cell.
        spot: Spot,
    },
    /// The turn is over.
    End,
}

impl FastOrder {
    /// The order as the rules have it; `None` for a set-up, and for the end of a member's part.
    pub const fn new(order: &Order) -> Option<Self> {
        Some(match *order {
            Order::Move { from, to } => Self::Move {
                from: Spot::new(from),
                to: Spot::new(to),
            },
            Order::Swap { leader, cannon } => Self::Swap {
                leader: Spot::new(leader),
                cannon: Spot::new(cannon),
            },
            Order::Enter { kind, cell } => Self::Enter {
                kind,
                spot: Spot::new(cell),
            },
            Order::End => Self::End,
            // no position that is shared by leaders is fast
            Order::Done | Order::Later | Order::SetUp(_) => return None,
        })
    }

    /// The spot of the unit that the order is given to; none for the end of the turn.
    pub const fn spot(self) -> Option<Spot> {
        match self {
            Self::Move { from: spot, .. }
            | Self::Swap { leader: spot, .. }
            | Self::Enter { spot, .. } => Some(spot),
            Self::End => None,
        }
    }

    /// The order as the rules outside this module write it.
    pub const fn order(self) -> Order {
        match self {
            Self::Move { from, to } => Order::Move {
                from: from.cell(),
                to: to.cell(),
            },
            Self::Swap { leader, cannon } => Order::Swap {
                leader: leader.cell(),
                cannon: cannon.cell(),
            },
            Self::Enter { kind, spot } => Order::Enter {
                kind,
                cell: spot.cell(),
            },
            Self::End => Order::End,
        }
    }
}
