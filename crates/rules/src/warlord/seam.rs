//! Warlord behind the seam of all families.

use std::sync::atomic::AtomicBool;

use board::Cell;

use super::{Event, Illegal, Kind, Order, Position, PositionError, Side};
use crate::white_black::answers;
use crate::{Family, OrderError, Rules};

/// The first byte of an order's encoding.
mod tag {
    pub(super) const END: u8 = 0;
    pub(super) const MOVE: u8 = 1;
    pub(super) const SWAP: u8 = 2;
    pub(super) const ENTER: u8 = 3;
    pub(super) const DONE: u8 = 4;
    pub(super) const LATER: u8 = 5;
}

impl Position {
    fn own(&self, side: crate::Side) -> Result<Side, Illegal> {
        Ok(Side::try_from(side)?)
    }
}

impl Rules for Position {
    answers!();

    fn family(&self) -> Family {
        Family::Warlord
    }

    fn by_leaders(&self, members: &[u8]) -> Option<Self> {
        self.by_leaders(members)
    }

    fn members(&self, side: crate::Side) -> u8 {
        self.own(side).map_or(1, |side| self.members(side))
    }

    fn member(&self, side: crate::Side) -> Option<u8> {
        let own = self.own(side).ok();
        own.filter(|side| *side == self.side())
            .and_then(|_| self.member())
    }

    fn hand_over(&mut self, side: crate::Side, member: u8) {
        if let Ok(side) = self.own(side) {
            self.hand_over(side, member);
        }
    }

    fn closing(&self, side: crate::Side) -> Option<Order> {
        self.closing(self.own(side).ok()?)
    }

    fn seal_part(
        &self,
        side: crate::Side,
        member: u8,
        order: &Order,
    ) -> Result<Vec<crate::SecretPart>, Illegal> {
        self.seal_part(self.own(side)?, member, order)
    }

    fn part_of(&self, side: crate::Side, member: u8, order: &Order) -> Order {
        let own = self.own(side).ok();
        own.map_or_else(|| order.clone(), |side| self.part_of(side, member, order))
    }

    fn open_part(
        &self,
        side: crate::Side,
        member: u8,
        parts: &[crate::SecretPart],
    ) -> Result<Order, Illegal> {
        self.open_part(self.own(side)?, member, parts)
    }

    fn order_bytes(&self, order: &Order) -> Option<Vec<u8>> {
        let place = |cell: &Cell| [cell.file(), cell.rank()];
        Some(match order {
            Order::End => vec![tag::END],
            Order::Done => vec![tag::DONE],
            Order::Later => vec![tag::LATER],
            Order::Move { from, to } => [&[tag::MOVE][..], &place(from), &place(to)].concat(),
            Order::Swap { leader, cannon } => {
                [&[tag::SWAP][..], &place(leader), &place(cannon)].concat()
            }
            Order::Enter { kind, cell } => {
                let letter = u8::try_from(kind.symbol()).ok()?;
                [&[tag::ENTER, letter][..], &place(cell)].concat()
            }
            // a set-up travels sealed, in parts of its own, and never as bytes of an order
            Order::SetUp(_) => return None,
        })
    }

    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Order, OrderError> {
        let wrong = |expected| OrderError::of_bytes(bytes, expected);
        let cell = |file: &u8, rank: &u8| {
            let cell = self.board().cell(*file, *rank);
            cell.ok_or_else(|| wrong("a cell of this board was expected"))
        };
        // each arm has its exact length: a byte more would be a second encoding of the same order
        Ok(match bytes {
            [tag::END] => Order::End,
            [tag::DONE] if self.game().is_shared() => Order::Done,
            [tag::LATER] if self.game().is_shared() => Order::Later,
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
