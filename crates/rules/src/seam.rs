//! The seam between the rules of a family and everything that plays them.

use std::fmt;
use std::sync::atomic::AtomicBool;

use board::{Board, Cell};

use crate::whole::MAX_WHOLE_BYTES;
use crate::{Family, Outcome, Side, Sides, WholeError};

mod perft;
mod whole_text;

pub use perft::{perft, perft_until};
pub use whole_text::WholeTextError;

/// The rules of one family, asked of a position.
///
/// Orders are atomic. A turn is a sequence of them. Others' decisions may interrupt it: [`Rules::to_act`] then names
/// another side, or several in secret, or a lot, while [`Rules::turn`] stays the same. [`Rules::closing`] closes the
/// orders of a turn, and decisions may follow it, also of the other sides; only the family knows which order is the
/// last. So a side is asked for orders until it is no longer the one that decides, and for nothing beyond that: its
/// decision may be the last of the other side's turn, and its own turn then follows without a break.
pub trait Rules: Clone + Eq + fmt::Debug {
    /// An indivisible decision of one side.
    type Order: Clone + Eq + fmt::Debug;
    /// A result of an order or a lot, for screen and log.
    type Event: Clone + Eq + fmt::Debug + fmt::Display;
    /// Why an order is refused.
    type Illegal: Illegal;
    /// Why a text is no position of a game.
    type PositionError: std::error::Error;

    /// The family, the same for every position of a game.
    fn family(&self) -> Family;

    /// The board, the same for every position of a game; only its terrain may be laid later, by lot.
    fn board(&self) -> Board;

    /// The sides of the game, two to eight.
    fn sides(&self) -> Sides;

    /// The sides that win and lose together with `side`, itself among them; the same for every position of a game.
    fn team(&self, side: Side) -> Sides {
        side.into()
    }

    /// The sides that are out of the game by its rules while others play on: they decide nothing any more, nothing is
    /// asked of them, and no side comes back. None in games that end as soon as a side has lost.
    fn out(&self) -> Sides {
        Sides::NONE
    }

    /// The same start of a game whose sides are shared by so many members each, in the order of the sides, who have
    /// leaders of their own. None if the family knows no such thing, or for numbers that it cannot share a side by.
    ///
    /// `self` is the start of a game that is not shared.
    fn by_leaders(&self, _members: &[u8]) -> Option<Self> {
        None
    }

    /// The members who share `side` by leaders; 1 for a side that the rules know as one.
    fn members(&self, _side: Side) -> u8 {
        1
    }

    /// The member of `side` whose part it is while the side decides; none where the rules know the side as one.
    // a part and not an order names its member: whoever's part it is gives every order until the part is closed
    fn member(&self, _side: Side) -> Option<u8> {
        None
    }

    /// Gives what a member commanded who is gone to the next member present, and numbers the members behind it anew.
    /// Nothing happens on a side of one member.
    fn hand_over(&mut self, _side: Side, _member: u8) {}

    /// The turn under way; once the game is over, the one in which it ended.
    fn turn(&self) -> Turn;

    /// The sides in the order of their turns, from the one after the side on turn to the side on turn itself; with those who are
    /// out of the game.
    fn round(&self) -> Vec<Side> {
        let side = self.turn().side;
        let (before, behind): (Vec<Side>, Vec<Side>) =
            self.sides().iter().partition(|other| *other <= side);
        [behind, before].concat()
    }

    /// The side or sides that must decide next.
    fn to_act(&self) -> ToAct;

    /// Every legal next order of `side`, in a fixed order; empty if the side has nothing to decide. An order that can be written in several ways is listed in one, which the family fixes. If a
    /// secret choice has too many possibilities to list, these are the scenario's ready-made choices. [`Rules::apply`]
    /// accepts any way and any legal choice.
    fn legal_orders(&self, side: Side) -> Vec<Self::Order>;

    /// The order that closes the orders of `side`'s turn, `end` in every family, if it may be given now; where members
    /// have parts of a turn, the order that closes the part. The turn itself ends with it only if nothing is left to
    /// decide.
    fn closing(&self, side: Side) -> Option<Self::Order> {
        let order = self.parse_order(side, END).ok()?;
        self.check(side, &order).is_ok().then_some(order)
    }

    /// The order with which a side stands still whose players are gone: the closing order of its turn, else the first of
    /// [`Rules::legal_orders`]. None if nothing is asked of the side, or if a set-up is and the scenario has no
    /// ready-made one: then the side can only be removed.
    // every program plays it by itself and without a record, so that it must follow from the position alone
    fn stand(&self, side: Side) -> Option<Self::Order> {
        let first = || self.legal_orders(side).into_iter().next();
        self.closing(side).or_else(first)
    }

    /// Takes a side out of the game whose players are gone, by the family's word for it, and settles what was asked of
    /// it or of others because of it. Afterwards the game goes on without the side, or is over by the rules. Nothing
    /// happens if the side is out already, or the game over.
    fn remove(&mut self, side: Side) -> Vec<Self::Event>;

    /// The legal orders of `side` that order a unit on that cell, in the order of [`Rules::legal_orders`].
    fn legal_orders_from(&self, side: Side, cell: Cell) -> Vec<Self::Order>;

    /// The cells of the units that `side` may order now, in board order: those from which a legal order begins.
    // cell by cell; a family with a faster way may answer by itself
    fn ready(&self, side: Side) -> Vec<Cell> {
        let cells = self.board().cells();
        cells
            .filter(|cell| !self.legal_orders_from(side, *cell).is_empty())
            .collect()
    }

    /// The answer of [`Rules::apply`] to that order, without changing anything.
    ///
    /// # Errors
    /// Returns why the order is refused.
    fn check(&self, side: Side, order: &Self::Order) -> Result<(), Self::Illegal>;

    /// Carries out one order, all or nothing: a refused order changes nothing.
    ///
    /// # Errors
    /// Returns why the order is refused.
    fn apply(&mut self, side: Side, order: &Self::Order)
    -> Result<Vec<Self::Event>, Self::Illegal>;

    /// Supplies the value of the pending draw of lots. Every value is accepted.
    ///
    /// # Errors
    /// If no lots are awaited.
    fn resolve(&mut self, lots: Lots) -> Result<Vec<Self::Event>, Self::Illegal>;

    /// The slots in which `side` seals its part of the pending secret step, in rising order; empty if the side has no
    /// part. The agreed game fixes numbers and sizes, so they reveal nothing about the choice.
    fn slots(&self, side: Side) -> Vec<Slot>;

    /// The payloads of a secret order, in the order and the sizes of [`Rules::slots`].
    ///
    /// # Errors
    /// Returns why the order is refused.
    fn seal(&self, side: Side, order: &Self::Order) -> Result<Vec<SecretPart>, Self::Illegal>;

    /// The payloads of a member's own slots, from an order that holds its own part of the choice and nothing else. What
    /// spans the parts of several members is checked only when all of them are opened together.
    ///
    /// # Errors
    /// Returns why the order is refused.
    fn seal_part(
        &self,
        side: Side,
        _member: u8,
        order: &Self::Order,
    ) -> Result<Vec<SecretPart>, Self::Illegal> {
        self.seal(side, order)
    }

    /// What a member fills of a whole secret order: its own part of the choice, as [`Rules::seal_part`] takes it.
    fn part_of(&self, _side: Side, _member: u8, order: &Self::Order) -> Self::Order {
        order.clone()
    }

    /// The order in the payloads of a member's own slots; the strict inverse of [`Rules::seal_part`], and no more checked
    /// than there.
    ///
    /// # Errors
    /// If the payloads are no part that the member could fill.
    fn open_part(
        &self,
        side: Side,
        _member: u8,
        parts: &[SecretPart],
    ) -> Result<Self::Order, Self::Illegal> {
        self.open(side, parts)
    }

    /// The secret order in opened parts, those of all members together, checked in full; the strict inverse of
    /// [`Rules::seal`].
    ///
    /// # Errors
    /// If the parts are no legal secret order of that side.
    fn open(&self, side: Side, parts: &[SecretPart]) -> Result<Self::Order, Self::Illegal>;

    /// Reads an order in the notation of the engine protocol. The order need not be legal.
    ///
    /// # Errors
    /// If the text is no order of this game.
    fn parse_order(&self, side: Side, text: &str) -> Result<Self::Order, OrderError>;

    /// The order in the notation of the engine protocol, which [`Rules::parse_order`] reads.
    fn order_text(&self, side: Side, order: &Self::Order) -> String;

    /// The order's one encoding in a match, at most [`MAX_ORDER_BYTES`] long; `None` for a secret order, which travels
    /// sealed.
    fn order_bytes(&self, order: &Self::Order) -> Option<Vec<u8>>;

    /// Reads the encoding of [`Rules::order_bytes`] and nothing else. The order need not be legal.
    ///
    /// # Errors
    /// If the bytes are no order of this game.
    fn order_from_bytes(&self, bytes: &[u8]) -> Result<Self::Order, OrderError>;

    /// The position text of the engine protocol, without what the game itself fixes.
    fn to_text(&self) -> String;

    /// Another position of the same game, read from its text.
    ///
    /// # Errors
    /// If the text is no position of this game.
    fn with_text(&self, text: &str) -> Result<Self, Self::PositionError>;

    /// The position text, with the whole bytes behind it where the text alone says less than the position: in the
    /// middle of a turn, before a lot or a set-up, after the end, and where repetition counts.
    fn to_whole_text(&self) -> String {
        whole_text::write(self)
    }

    /// Reads what [`Rules::to_whole_text`] wrote, or a position text.
    ///
    /// # Errors
    /// If the text is not a position of this game, or its parts are of two positions.
    fn with_whole_text(&self, text: &str) -> Result<Self, WholeTextError<Self::PositionError>> {
        whole_text::read(self, text)
    }

    /// The terrain as the engine protocol writes it: one letter for each cell, the top rank first, rows joined by `/`.
    fn terrain_text(&self) -> String;

    /// Appends the canonical bytes: equal for equal positions of one game and for no others.
    fn write_canonical(&self, out: &mut Vec<u8>);

    /// Appends the whole bytes: the canonical bytes, then what these leave to the game, such as the lot that laid the
    /// terrain. Everything legal from here on, every event and every later canonical byte follows from them and the
    /// start.
    fn write_whole(&self, out: &mut Vec<u8>);

    /// The position whose whole bytes these are. `self` is the start of the game, or any position of the same game
    /// after the same lots. Only bytes that [`Rules::write_whole`] could have written of a position of this game are
    /// read: play can continue from the result without a fault.
    ///
    /// A later version of a family's rules reads the bytes of its own version alone. To continue from positions of an
    /// earlier version, a function `carry` of the family makes new bytes from the old ones.
    ///
    /// # Errors
    /// Returns the first reason found why the bytes are no such position.
    fn read_whole(&self, bytes: &[u8]) -> Result<Self, WholeError>;

    /// The whole bytes, which [`Rules::read_whole`] reads.
    ///
    /// # Errors
    /// If they would be more than [`MAX_WHOLE_BYTES`]; of the built-in scenarios no position comes near.
    fn to_whole(&self) -> Result<Vec<u8>, WholeError> {
        let mut bytes = Vec::new();
        self.write_whole(&mut bytes);
        match bytes.len() {
            0..=MAX_WHOLE_BYTES => Ok(bytes),
            length => Err(WholeError::TooLong(length)),
        }
    }

    /// The number of legal sequences of exactly `depth` orders from here, as [`perft()`] counts them, but by the
    /// family's faster way if it has one; `None` soon after `stop` is set.
    fn perft_until(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        perft_until(self, depth, stop)
    }

    /// The count of [`Rules::perft_until`], never stopped.
    fn perft(&self, depth: u32) -> u64 {
        let never = AtomicBool::new(false);
        self.perft_until(depth, &never).expect("nobody stops it")
    }

    /// The outcome; `None` while the game continues.
    fn outcome(&self) -> Option<Outcome> {
        match self.to_act() {
            ToAct::Nobody(outcome) => Some(outcome),
            ToAct::One(_) | ToAct::Secretly(_) | ToAct::Lots(_) => None,
        }
    }
}

/// The text of the order that closes the orders of a turn.
pub const END: &str = "end";

/// Longest encoding of one order, in bytes; records with a longer one are refused.
// a peer may send 256 orders in one record (protocol 5): even then it keeps far below the 64 KiB of a frame (threat row
// 17)
pub const MAX_ORDER_BYTES: usize = 64;

/// Why the rules refuse an order.
pub trait Illegal: std::error::Error + Clone + Eq {
    /// The paragraph of the family's rules text that forbids the order, such as `2.2`.
    fn rule(&self) -> &'static str;

    /// What the player can do instead.
    fn advice(&self) -> &'static str;
}

/// The side or sides that must decide next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToAct {
    /// One side, whose orders the others see as they come.
    One(Side),
    /// Several sides at once, unseen by each other.
    Secretly(Sides),
    /// Nobody: a lot must be drawn.
    Lots(Draw),
    /// Nobody, for good: the game is over.
    Nobody(Outcome),
}

/// A turn under way, as boards and clocks show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Counted from 1 over both sides: each end of a turn adds one.
    pub number: u32,
    /// The side on turn, also while another side decides something in this turn.
    pub side: Side,
    /// The number of orders left, if the family counts them.
    pub left: Option<u8>,
}

/// A draw of lots, one of those the family knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The purpose inside a joint seed, so that no two draws of one step have the same value.
    pub purpose: u16,
    /// The family's word for it in the engine protocol, such as `first-player`.
    pub word: &'static str,
}

/// The value of a draw of lots, uniform over all of `u64` when it comes from a joint seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lots(pub u64);

/// A slot of a secret step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Its number: 2 positions, 3 combat choice, 16 and more as the family likes; 4 is the protocol's own coin.
    pub number: u16,
    /// The size of the payload, in bytes.
    pub size: usize,
    /// The member of the side who fills it; 0 where the rules know the side as one.
    pub member: u8,
}

/// One sealed part of a secret order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretPart {
    /// The [`Slot::number`] it belongs to.
    pub slot: u16,
    /// As many bytes as [`Slot::size`] says; in the clear here, sealed by the protocol.
    pub payload: Vec<u8>,
}

/// Text or bytes that are no order of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no order: {expected}")]
pub struct OrderError {
    /// The text, cut to 32 characters, or the first 16 bytes.
    pub found: String,
    /// A text or encoding that would be right.
    pub expected: &'static str,
}

impl OrderError {
    /// The error of a text.
    pub fn of_text(text: &str, expected: &'static str) -> Self {
        // cut, since the text may be any length and the error is shown to the player
        let found = text.chars().take(32).collect();
        Self { found, expected }
    }

    /// The error of bytes, shown as hex digits.
    pub fn of_bytes(bytes: &[u8], expected: &'static str) -> Self {
        let found = bytes.iter().take(16).map(|byte| format!("{byte:02x}"));
        Self {
            found: found.collect(),
            expected,
        }
    }
}
