//! The closed set of families, so that everything above the rules can hold a position of any of them.

use std::fmt;

use board::{Board, Cell};

use crate::{Lots, Outcome, Rules, Side, ToAct, warlord};

/// A position of any family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPosition {
    /// The Warlord family.
    Warlord(warlord::Position),
}

/// An order of any family. Its text is the order notation of the engine protocol.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AnyOrder {
    /// The Warlord family.
    Warlord(warlord::Order),
}

/// An event of any family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyEvent {
    /// The Warlord family.
    Warlord(warlord::Event),
}

impl fmt::Display for AnyEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Warlord(event) => event.fmt(f),
        }
    }
}

/// Why an order of any family is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnyIllegal {
    /// The Warlord family.
    #[error(transparent)]
    Warlord(#[from] warlord::Illegal),
}

/// Text that is no order of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no order: {expected}")]
pub struct OrderError {
    /// What stood there, cut to 32 characters.
    pub found: String,
    /// What was expected instead.
    pub expected: &'static str,
}

/// Text that is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct PositionError(#[from] pub warlord::PositionError);

/// One sealed part of a secret order: the slot it is committed in and its bytes, whose number is fixed by the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretPart {
    /// 1 composition, 2 positions (fairplay/1, section 5.2).
    pub slot: u16,
    /// The payload.
    pub payload: Vec<u8>,
}

impl AnyPosition {
    /// The board.
    pub fn board(&self) -> Board {
        match self {
            Self::Warlord(position) => position.board(),
        }
    }

    /// The number of the turn, from 1.
    pub fn turn(&self) -> u32 {
        match self {
            Self::Warlord(position) => position.turn(),
        }
    }

    /// How many orders of this turn are left.
    pub fn left(&self) -> u8 {
        match self {
            Self::Warlord(position) => position.left(),
        }
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Warlord(position) => position.outcome(),
        }
    }

    /// What [`Rules::apply`] would say to that order, changing nothing.
    pub fn check(&self, side: Side, order: &AnyOrder) -> Result<(), AnyIllegal> {
        match (self, order) {
            (Self::Warlord(position), AnyOrder::Warlord(order)) => Ok(position.check(side, order)?),
        }
    }

    /// The order that closes a turn.
    pub fn end_order(&self) -> AnyOrder {
        match self {
            Self::Warlord(_) => AnyOrder::Warlord(warlord::Order::End),
        }
    }

    /// The legal orders of the unit on that cell, in a fixed order.
    pub fn legal_orders_from(&self, cell: Cell) -> Vec<AnyOrder> {
        match self {
            Self::Warlord(position) => wrap_orders(position.legal_orders_from(cell)),
        }
    }

    /// Reads an order of the engine protocol's notation.
    pub fn parse_order(&self, side: Side, text: &str) -> Result<AnyOrder, OrderError> {
        match self {
            Self::Warlord(position) => {
                warlord::Order::parse(position.game(), side, text).map(AnyOrder::Warlord)
            }
        }
    }

    /// The order in the engine protocol's notation.
    pub fn order_text(&self, side: Side, order: &AnyOrder) -> String {
        match (self, order) {
            (Self::Warlord(position), AnyOrder::Warlord(order)) => {
                order.to_text(position.game(), side)
            }
        }
    }

    /// The position text of the engine protocol.
    pub fn to_text(&self) -> String {
        match self {
            Self::Warlord(position) => position.to_text(),
        }
    }

    /// Another position of the same game, read from its text.
    pub fn with_text(&self, text: &str) -> Result<Self, PositionError> {
        match self {
            Self::Warlord(position) => Ok(Self::Warlord(warlord::Position::from_text(
                position.game().clone(),
                text,
            )?)),
        }
    }

    /// The number of legal sequences of exactly `depth` orders from here, as [`crate::perft()`] counts them, but by the
    /// family's fast position where it can.
    pub fn perft(&self, depth: u32) -> u64 {
        match self {
            Self::Warlord(position) => position.perft(depth),
        }
    }

    /// The terrain as the engine protocol writes it: one letter a cell, the top rank first, rows joined by `/`.
    pub fn terrain_rows(&self) -> String {
        match self {
            Self::Warlord(position) => position.game().terrain_rows(),
        }
    }

    /// Appends the canonical bytes: equal for equal positions of one game and for no others.
    pub fn write_canonical(&self, out: &mut Vec<u8>) {
        match self {
            Self::Warlord(position) => position.write_canonical(out),
        }
    }

    /// The parts a secret order is sealed in; their number, slots and sizes are fixed by the scenario.
    pub fn seal(&self, side: Side, order: &AnyOrder) -> Result<Vec<SecretPart>, AnyIllegal> {
        match (self, order) {
            (Self::Warlord(position), AnyOrder::Warlord(order)) => Ok(position.seal(side, order)?),
        }
    }

    /// The secret order those parts were sealed from, checked in full.
    pub fn open(&self, side: Side, parts: &[SecretPart]) -> Result<AnyOrder, AnyIllegal> {
        match self {
            Self::Warlord(position) => Ok(AnyOrder::Warlord(position.open(side, parts)?)),
        }
    }
}

impl Rules for AnyPosition {
    type Order = AnyOrder;
    type Event = AnyEvent;
    type Illegal = AnyIllegal;

    fn to_act(&self) -> ToAct {
        match self {
            Self::Warlord(position) => position.to_act(),
        }
    }

    fn legal_orders(&self, side: Side) -> Vec<AnyOrder> {
        match self {
            Self::Warlord(position) => wrap_orders(position.legal_orders(side)),
        }
    }

    fn apply(&mut self, side: Side, order: &AnyOrder) -> Result<Vec<AnyEvent>, AnyIllegal> {
        match (self, order) {
            (Self::Warlord(position), AnyOrder::Warlord(order)) => {
                Ok(wrap_events(position.apply(side, order)?))
            }
        }
    }

    fn resolve(&mut self, lots: Lots) -> Result<Vec<AnyEvent>, AnyIllegal> {
        match self {
            Self::Warlord(position) => Ok(wrap_events(position.resolve(lots)?)),
        }
    }
}

fn wrap_orders(orders: Vec<warlord::Order>) -> Vec<AnyOrder> {
    orders.into_iter().map(AnyOrder::Warlord).collect()
}

fn wrap_events(events: Vec<warlord::Event>) -> Vec<AnyEvent> {
    events.into_iter().map(AnyEvent::Warlord).collect()
}

impl AnyIllegal {
    /// The paragraph of the family's rules text that forbids it, such as `2.2`.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Warlord(illegal) => illegal.rule(),
        }
    }

    /// How to mend it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Warlord(illegal) => illegal.advice(),
        }
    }
}
