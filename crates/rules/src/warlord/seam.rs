//! Warlord behind the seam of all families.

use std::sync::atomic::AtomicBool;

use board::{Board, Cell};

use super::{Event, Illegal, Kind, Order, Position, PositionError, Side};
use crate::{Family, Lots, OrderError, Rules, SecretPart, Sides, Slot, ToAct, Turn, WholeError};

/// The first byte of an order's encoding.
mod tag {
    pub(super) const END: u8 = 0;
    pub(super) const MOVE: u8 = 1;
    pub(super) const SWAP: u8 = 2;
    pub(super) const ENTER: u8 = 3;
}

impl Rules for Position {
    type Order = Order;
    type Event = Event;
    type Illegal = Illegal;
    type PositionError = PositionError;

    fn family(&self) -> Family {
        Family::Warlord
    }

    fn board(&self) -> Board {
        self.board()
    }

    fn sides(&self) -> Sides {
        Side::BOTH.map(crate::Side::from).into_iter().collect()
    }

    fn turn(&self) -> Turn {
        Turn {
            number: self.turn(),
            side: self.side().into(),
            left: Some(self.left()),
        }
    }

    fn to_act(&self) -> ToAct {
        self.phase.to_act(self.side())
    }

    fn legal_orders(&self, side: crate::Side) -> Vec<Order> {
        Side::try_from(side).map_or_else(|_| Vec::new(), |side| self.legal_orders(side))
    }

    fn legal_orders_from(&self, side: crate::Side, cell: Cell) -> Vec<Order> {
        match Side::try_from(side) {
            Ok(side) if side == self.side() => self.legal_orders_from(cell),
            _ => Vec::new(),
        }
    }

    fn check(&self, side: crate::Side, order: &Order) -> Result<(), Illegal> {
        self.check(side.try_into()?, order)
    }

    fn apply(&mut self, side: crate::Side, order: &Order) -> Result<Vec<Event>, Illegal> {
        self.apply(side.try_into()?, order)
    }

    fn resolve(&mut self, lots: Lots) -> Result<Vec<Event>, Illegal> {
        self.resolve(lots)
    }

    fn slots(&self, side: crate::Side) -> Vec<Slot> {
        Side::try_from(side).map_or_else(|_| Vec::new(), |side| self.slots(side))
    }

    fn seal(&self, side: crate::Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        self.seal(side.try_into()?, order)
    }

    fn open(&self, side: crate::Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        self.open(side.try_into()?, parts)
    }

    fn parse_order(&self, side: crate::Side, text: &str) -> Result<Order, OrderError> {
        Order::parse(self.game(), Side::of_order(side, text)?, text)
    }

    fn order_text(&self, side: crate::Side, order: &Order) -> String {
        // only a set-up's text depends on the side
        let side = Side::try_from(side).unwrap_or(Side::White);
        order.to_text(self.game(), side)
    }

    fn order_bytes(&self, order: &Order) -> Option<Vec<u8>> {
        let place = |cell: &Cell| [cell.file(), cell.rank()];
        Some(match order {
            Order::End => vec![tag::END],
            Order::Move { from, to } => [&[tag::MOVE][..], &place(from), &place(to)].concat(),
            Order::Swap { leader, cannon } => {
                [&[tag::SWAP][..], &place(leader), &place(cannon)].concat()
            }
            Order::Enter { kind, cell } => {
                let letter = u8::try_from(kind.symbol()).ok()?;
                [&[tag::ENTER, letter][..], &place(cell)].concat()
            }
            Order::SetUp(_) => return None,
        })
    }

    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Order, OrderError> {
        let wrong = |expected| OrderError::of_bytes(bytes, expected);
        let cell = |file: &u8, rank: &u8| {
            let cell = self.board().cell(*file, *rank);
            cell.ok_or_else(|| wrong("a cell of this board was expected"))
        };
        Ok(match bytes {
            [tag::END] => Order::End,
            [tag::MOVE, file, rank, to_file, to_rank] => Order::Move {
                from: cell(file, rank)?,
                to: cell(to_file, to_rank)?,
            },
            [tag::SWAP, file, rank, cannon_file, cannon_rank] => Order::Swap {
                leader: cell(file, rank)?,
                cannon: cell(cannon_file, cannon_rank)?,
            },
            [tag::ENTER, letter, file, rank] => Order::Enter {
                kind: Kind::from_symbol(char::from(*letter))
                    .ok_or_else(|| wrong("the letter of a unit was expected"))?,
                cell: cell(file, rank)?,
            },
            _ => return Err(wrong("an end, a move, a swap or an entry was expected")),
        })
    }

    fn to_text(&self) -> String {
        self.to_text()
    }

    fn with_text(&self, text: &str) -> Result<Self, PositionError> {
        Self::from_text(self.game().clone(), text)
    }

    fn terrain_text(&self) -> String {
        self.game().terrain_rows()
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        self.write_canonical(out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        self.write_whole(out);
    }

    fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError> {
        self.read_whole(bytes)
    }

    fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        self.perft_until(depth, stop)
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
