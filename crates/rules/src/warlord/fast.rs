//! The rules once more, for search and perft: orders are generated, made and unmade in some tens of nanoseconds, on a
//! board of 12x12 or of 120x120.
//!
//! A [`FastPosition`] is made from a [`Position`](super::Position) at any moment of a turn, and turned back into one.
//! It trusts its caller: only orders it listed may be made. It knows no set-ups, no lots and no draw by repetition,
//! which a search recognizes by the keys.
//!
//! The method:
//! * [`Spot`]: every board lies in a grid of 128x128 with a guard round it, so that nothing near an edge is special.
//! * `Plane`: a bit for every spot, in blocks of 8x8. No unit moves or activates farther than three cells, so the 7x7
//!   *window* round a unit, one word, shows everything that can affect it.
//! * [`Landings`]: for every kind and cell the window of destinations that board and terrain allow, worked out once a
//!   game; `Gait` removes what the units nearby forbid.
//! * `Matching`: the assignment of the turn's orders to leaders. The leaders with an activation to give are a plane; a
//!   unit may act if its window of that plane is not empty.
//! * [`FastPosition::key`]: Zobrist keys, equal for equal positions however they came about.

use std::fmt;
use std::sync::Arc;

use board::Cell;

use super::{Game, Kind, Unit};
use crate::warlord::{Outcome, Side};

mod activation;
mod army;
mod convert;
mod done;
mod gait;
mod generate;
mod key;
mod landings;
mod leader_set;
mod matching;
mod moves;
mod order;
mod perform;
mod perft;
mod plane;
mod sight;
mod single_move;
mod spot;
mod turn;

pub use landings::Landings;
pub use order::FastOrder;
pub use single_move::SingleMove;
pub use spot::{SPOTS, Spot};

use activation::Activations;
use army::{Army, Standing};
use done::Done;
use perform::Ended;
use turn::{Keys, OpenTurn};

/// A moment of a Warlord game, made for trying orders and taking them back.
#[derive(Clone)]
pub struct FastPosition {
    // shared by all positions of a game: the tables are far larger than a position
    landings: Arc<Landings>,
    armies: [Army; 2],
    standing: Box<[Standing; SPOTS]>,
    activations: Activations,
    /// The units each side has still to enter: the owner's turn from which each may, and its kind; sorted.
    // sorted, so that equal positions compare equal and `enter` finds the earliest of a kind
    waiting: [Vec<(u16, Kind)>; 2],
    /// The places in their army's list of the units that moved or swapped, this turn's from `turn.first_moved` on.
    moved: Vec<u16>,
    /// The spots on which units entered that do not go into terrain in their first turn, this turn's from
    /// `turn.first_entered` on. Spots stay on the list when their unit moves on: a unit that comes to such a spot later
    /// in the turn has moved and moves no more.
    entered: Vec<Spot>,
    turn: OpenTurn,
    /// The orders made since the position was made or last forgot its past.
    // what unmaking needs and nothing more: a search makes and unmakes millions
    done: Vec<Done>,
    /// The turns that ended since the position was made or last forgot its past.
    ended: Vec<Ended>,
}

impl FastPosition {
    /// The part that all positions of the game share.
    pub const fn landings(&self) -> &Arc<Landings> {
        &self.landings
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.landings.game()
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.turn.side
    }

    /// The number of the turn, from 1.
    pub const fn turn(&self) -> u32 {
        self.turn.number
    }

    /// The number of orders this turn may hold. Rules: warlord 2.7.
    pub const fn cap(&self) -> u8 {
        self.turn.cap
    }

    /// The number of orders of this turn that are made; entries do not count.
    pub const fn orders_made(&self) -> u8 {
        self.turn.made
    }

    /// The number of orders of this turn that are left.
    pub const fn left(&self) -> u8 {
        self.turn.cap - self.turn.made
    }

    /// The outcome, once the game is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.turn.outcome
    }

    /// The side that held the short game's claim when this turn began. Rules: warlord 3.2.
    pub const fn claim(&self) -> Option<Side> {
        self.turn.claim
    }

    /// The number of leaders a side has left, those still to enter included.
    pub const fn leaders_left(&self, side: Side) -> u16 {
        self.turn.tallies[side.index()].leaders
    }

    /// The sum of the levels of the leaders a side has left.
    pub const fn level_left(&self, side: Side) -> u16 {
        self.turn.tallies[side.index()].levels
    }

    /// The number of enemy leaders a side has captured. Rules: warlord 9.2.
    pub fn captured(&self, by: Side) -> u16 {
        // saturating: a position text may have more leaders than the game began with
        let all = u16::try_from(self.game().leaders(by.opponent())).unwrap_or(u16::MAX);
        all.saturating_sub(self.leaders_left(by.opponent()))
    }

    /// The unit on a cell of the board.
    pub fn unit(&self, cell: Cell) -> Option<Unit> {
        let standing = self.standing[Spot::new(cell).index()];
        let side = standing.side()?;
        Some(self.armies[side.index()].pieces[standing.number()].unit(side))
    }

    /// The number of units a side has on the board.
    pub fn count_units(&self, side: Side) -> usize {
        self.armies[side.index()].pieces.len()
    }

    /// A side's units on the board, in no lasting order.
    pub fn units(&self, side: Side) -> impl ExactSizeIterator<Item = (Spot, Kind)> {
        let pieces = self.armies[side.index()].pieces.iter();
        pieces.map(|piece| (piece.spot, piece.kind))
    }

    /// True if the unit on that cell moved or swapped this turn.
    pub fn has_moved(&self, cell: Cell) -> bool {
        let standing = self.standing[Spot::new(cell).index()];
        standing
            .side()
            .is_some_and(|side| self.armies[side.index()].pieces[standing.number()].is_moved)
    }

    /// True if a leader stands on that cell that can still give an activation this turn. Rules: warlord 2.5.
    pub fn is_ready(&self, cell: Cell) -> bool {
        let spot = Spot::new(cell);
        self.armies.iter().any(|army| army.ready.has(spot))
    }

    /// 64 bits that are equal for two positions of a game if their canonical bytes are equal, apart from earlier
    /// positions (the draw by repetition). Otherwise they differ, unless by a chance of one in 2^64.
    ///
    /// Within a turn the key does not depend on the order in which orders came, only on their result: where units
    /// stand, which have moved, and which leaders answer for the orders.
    #[inline]
    pub fn key(&self) -> u64 {
        let Keys {
            units,
            moved,
            asks,
            turn,
        } = self.turn.keys;
        units ^ moved ^ asks ^ turn
    }

    /// The part of the key that the units make up: equal whenever the same units stand on the same spots.
    pub const fn units_key(&self) -> u64 {
        self.turn.keys.units
    }
}

/// True if two positions are equal in every part, also in the parts kept for undoing.
impl PartialEq for FastPosition {
    fn eq(&self, other: &Self) -> bool {
        // by address: comparing the tables of all kinds and cells would take far longer than all the rest
        Arc::ptr_eq(&self.landings, &other.landings)
            && self.turn == other.turn
            && self.armies == other.armies
            && self.standing == other.standing
            && self.activations == other.activations
            && self.waiting == other.waiting
            && self.moved == other.moved
            && self.entered == other.entered
            && self.done == other.done
            && self.ended == other.ended
    }
}

impl Eq for FastPosition {}

impl fmt::Debug for FastPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the tables of the whole board would bury the failure of a test
        f.debug_struct("FastPosition")
            .field("turn", &self.turn)
            .field("white", &self.armies[0].pieces)
            .field("black", &self.armies[1].pieces)
            .finish_non_exhaustive()
    }
}
