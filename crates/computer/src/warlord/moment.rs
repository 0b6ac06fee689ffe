//! A moment of the game on which orders are made and unmade.

use std::sync::Arc;

use rules::warlord::fast::{FastOrder, Spot};
use rules::warlord::{FastPosition, Game, Outcome, Position, Side, Unit};

use crate::random::mix;

/// A moment of the game: the fast position, or if a game has none (leaders that reach farther than three cells, very
/// many leaders) the position itself with the ones before it.
pub(super) enum Moment {
    Fast(Box<FastPosition>),
    Plain(Vec<Position>),
}

/// The cells of a window in line with the middle up to two away: a unit on one of them may be in the
/// way of the unit in the middle, or the other way round.
pub(super) const STAR: u64 = 0x2a << 8 | 0x1c << 16 | 0x36 << 24 | 0x1c << 32 | 0x2a << 40;

impl Moment {
    pub(super) fn new(position: &Position) -> Self {
        match FastPosition::new(position) {
            // boxed: the tables of the fast position are far larger than the other variant
            Some(fast) => Self::Fast(Box::new(fast)),
            None => Self::Plain(vec![position.clone()]),
        }
    }

    /// True if the rules allow the order.
    pub(super) fn allows(&self, order: FastOrder) -> bool {
        match self {
            Self::Fast(fast) => fast.allows(order),
            Self::Plain(_) => self.plain().check(self.side(), &order.order()).is_ok(),
        }
    }

    /// Makes an order; returns false, with nothing changed, if the rules refuse it.
    pub(super) fn make(&mut self, order: FastOrder) -> bool {
        match self {
            Self::Fast(fast) => {
                // `apply` trusts its caller: an illegal order would leave a position that no undo mends
                let is_legal = fast.allows(order);
                if is_legal {
                    fast.apply(order);
                }
                is_legal
            }
            Self::Plain(moments) => {
                let Some(mut next) = moments.last().cloned() else {
                    return false;
                };
                let side = next.side();
                let is_legal = match order {
                    FastOrder::End => end_turn(&mut next, side),
                    order => next.apply(side, &order.order()).is_ok(),
                };
                if is_legal {
                    moments.push(next);
                }
                is_legal
            }
        }
    }

    pub(super) fn unmake(&mut self) {
        match self {
            Self::Fast(fast) => {
                fast.undo();
            }
            Self::Plain(moments) => {
                moments.pop();
            }
        }
    }

    pub(super) fn orders(&self) -> Vec<FastOrder> {
        match self {
            Self::Fast(fast) => {
                let mut orders = Vec::with_capacity(256);
                fast.orders(&mut orders);
                orders
            }
            Self::Plain(_) => {
                let orders = self.plain().legal_orders(self.side());
                orders.iter().filter_map(FastOrder::new).collect()
            }
        }
    }

    /// The legal moves and swaps of the units at most `steps` steps from a spot.
    pub(super) fn orders_near(&self, center: Spot, steps: u8) -> Vec<FastOrder> {
        match self {
            Self::Fast(fast) => {
                let mut orders = Vec::with_capacity(256);
                fast.orders_near(center, steps, &mut orders);
                orders
            }
            Self::Plain(_) => {
                let board = self.game().board();
                let is_near = |spot: Spot| board.distance(center.cell(), spot.cell()) <= steps;
                let mut orders = self.orders();
                orders.retain(|order| match order {
                    FastOrder::Move { .. } | FastOrder::Swap { .. } => {
                        order.spot().is_some_and(is_near)
                    }
                    FastOrder::Enter { .. } | FastOrder::End => false,
                });
                orders
            }
        }
    }

    pub(super) fn game(&self) -> &Arc<Game> {
        match self {
            Self::Fast(fast) => fast.game(),
            Self::Plain(_) => self.plain().game(),
        }
    }

    pub(super) fn side(&self) -> Side {
        match self {
            Self::Fast(fast) => fast.side(),
            Self::Plain(_) => self.plain().side(),
        }
    }

    pub(super) fn left(&self) -> usize {
        match self {
            Self::Fast(fast) => fast.left().into(),
            Self::Plain(_) => self.plain().left().into(),
        }
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Fast(fast) => fast.outcome(),
            Self::Plain(_) => self.plain().outcome(),
        }
    }

    /// The side that held the short game's claim when the turn began.
    pub(super) fn claim(&self) -> Option<Side> {
        match self {
            Self::Fast(fast) => fast.claim(),
            Self::Plain(_) => self.plain().claim(),
        }
    }

    /// The leaders a side has left, those still to enter included.
    pub(super) fn leaders_left(&self, side: Side) -> usize {
        match self {
            Self::Fast(fast) => fast.leaders_left(side).into(),
            Self::Plain(_) => self.plain().leaders_left(side).into(),
        }
    }

    pub(super) fn unit(&self, spot: Spot) -> Option<Unit> {
        match self {
            Self::Fast(fast) => fast.unit_at(spot),
            Self::Plain(_) => self.plain().unit(spot.cell()),
        }
    }

    pub(super) fn units(&self) -> Vec<(Spot, Unit)> {
        match self {
            Self::Fast(fast) => Side::BOTH
                .into_iter()
                .flat_map(|side| {
                    let units = fast.units(side);
                    units.map(move |(spot, kind)| (spot, Unit { side, kind }))
                })
                .collect(),
            Self::Plain(_) => {
                let units = self.plain().units();
                units.map(|(cell, unit)| (Spot::new(cell), unit)).collect()
            }
        }
    }

    /// The units of a side on the 7x7 cells round a spot, as the bits of [`Spot::in_window`].
    pub(super) fn near(&self, side: Side, spot: Spot) -> u64 {
        match self {
            Self::Fast(fast) => fast.near(side, spot),
            Self::Plain(_) => {
                let position = self.plain();
                let near = position.board().within(spot.cell(), 3);
                near.filter(|cell| position.unit(*cell).is_some_and(|unit| unit.side == side))
                    .filter_map(|cell| spot.bit_of(Spot::new(cell)))
                    .fold(0, |bits, bit| bits | 1 << bit)
            }
        }
    }

    /// The units of both sides on those cells.
    pub(super) fn near_all(&self, spot: Spot) -> u64 {
        match self {
            Self::Fast(fast) => fast.near_all(spot),
            Self::Plain(_) => self.near(Side::White, spot) | self.near(Side::Black, spot),
        }
    }

    /// The cells on which the unit there could capture, were an enemy there, as the bits of [`Spot::in_window`].
    pub(super) fn covers(&self, unit: Unit, spot: Spot) -> u64 {
        match self {
            Self::Fast(fast) => fast.covers(unit, spot),
            Self::Plain(_) => {
                let mut bits = 0;
                self.plain().covered(spot.cell(), |covered| {
                    let bit = spot.bit_of(Spot::new(covered));
                    bits |= bit.map_or(0, |bit| 1 << bit);
                });
                bits
            }
        }
    }

    /// The cells on which others can bear on what that unit covers, as the bits of [`Spot::in_window`].
    pub(super) fn hindering(&self, unit: Unit) -> u64 {
        match self {
            Self::Fast(fast) => fast.hindering(unit.kind),
            // every cell that may matter for some kind: looking once too often is only slower
            Self::Plain(_) => STAR,
        }
    }

    /// A number that is equal for the same units on the same cells, moved or not.
    pub(super) fn key(&self) -> u64 {
        match self {
            Self::Fast(fast) => fast.units_key(),
            Self::Plain(_) => self.units().into_iter().fold(0, |key, (spot, unit)| {
                let unit = (unit.kind as u64) << 1 | unit.side as u64;
                key ^ mix(unit << 32 | 1 << 24 | spot.index() as u64)
            }),
        }
    }

    fn plain(&self) -> &Position {
        match self {
            Self::Plain(moments) => moments.last().expect("the first moment is never unmade"),
            Self::Fast(_) => unreachable!("asked of plain moments only"),
        }
    }
}

/// Ends the turn of a side, every open part of it; false if the side is not on turn.
// the search weighs what the enemy answers to a turn, also where other members have parts of it still to come
fn end_turn(position: &mut Position, side: Side) -> bool {
    let mut is_ended = false;
    while let Some(closing) = position.closing(side) {
        if position.apply(side, &closing).is_err() {
            break;
        }
        is_ended = true;
    }
    is_ended
}
