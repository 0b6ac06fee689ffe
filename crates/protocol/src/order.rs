//! Orders as bytes: a compact canonical form, and the way back through the bounds of the board.

use bincode::{Decode, Encode};
use board::{Board, Cell};
use rules::AnyOrder;
use rules::warlord::{Kind, Order};

/// A place: file and rank counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct WireCell(u8, u8);

/// An order of a turn. Variants are only ever appended; set-ups travel as sealed parts instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub enum WireOrder {
    /// The turn is over.
    End,
    /// A unit moves.
    Move(WireCell, WireCell),
    /// A leader and a cannon exchange cells.
    Swap(WireCell, WireCell),
    /// A reinforcement, by its letter, comes onto the board.
    Enter(u8, WireCell),
}

impl WireCell {
    fn cell(self, board: Board) -> Option<Cell> {
        let cell = Cell::new(self.0, self.1);
        board.contains(cell).then_some(cell)
    }
}

impl From<Cell> for WireCell {
    fn from(cell: Cell) -> Self {
        Self(cell.file(), cell.rank())
    }
}

impl WireOrder {
    /// The bytes' form of an order; none for a secret one.
    pub fn of(order: &AnyOrder) -> Option<Self> {
        let AnyOrder::Warlord(order) = order;
        Some(match order {
            Order::End => Self::End,
            Order::Move { from, to } => Self::Move((*from).into(), (*to).into()),
            Order::Swap { leader, cannon } => Self::Swap((*leader).into(), (*cannon).into()),
            Order::Enter { kind, cell } => {
                Self::Enter(u8::try_from(kind.symbol()).ok()?, (*cell).into())
            }
            Order::SetUp(_) => return None,
        })
    }

    /// The order, if its cells are on that board and its unit exists.
    pub fn order(self, board: Board) -> Option<AnyOrder> {
        Some(AnyOrder::Warlord(match self {
            Self::End => Order::End,
            Self::Move(from, to) => Order::Move {
                from: from.cell(board)?,
                to: to.cell(board)?,
            },
            Self::Swap(leader, cannon) => Order::Swap {
                leader: leader.cell(board)?,
                cannon: cannon.cell(board)?,
            },
            Self::Enter(letter, cell) => Order::Enter {
                kind: Kind::from_symbol(char::from(letter))?,
                cell: cell.cell(board)?,
            },
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::encode;
    use crate::record::OrdersBody;

    #[test]
    fn the_bytes_of_every_variant_are_pinned() {
        let (a, b) = (WireCell(1, 2), WireCell(3, 4));
        let all = OrdersBody(vec![
            WireOrder::End,
            WireOrder::Move(a, b),
            WireOrder::Swap(a, b),
            WireOrder::Enter(b'L', b),
        ]);
        assert_eq!(
            encode(&all),
            [4, 0, 1, 1, 2, 3, 4, 2, 1, 2, 3, 4, 3, b'L', 3, 4]
        );
    }

    #[test]
    fn orders_come_back_and_cells_off_the_board_do_not() -> Result<(), board::BoardError> {
        let board = Board::new(5, 5)?;
        let (a, b) = (Cell::new(0, 1), Cell::new(4, 4));
        let kind = Kind::Leader2;
        for order in [
            Order::End,
            Order::Move { from: a, to: b },
            Order::Swap {
                leader: a,
                cannon: b,
            },
            Order::Enter { kind, cell: b },
        ] {
            let order = AnyOrder::Warlord(order);
            let wire = WireOrder::of(&order).expect("an open order");
            assert_eq!(wire.order(board), Some(order));
        }
        let off = WireCell(5, 0);
        assert_eq!(WireOrder::Move(off, off).order(board), None);
        assert_eq!(WireOrder::Enter(b'?', WireCell(0, 0)).order(board), None);
        Ok(())
    }
}
