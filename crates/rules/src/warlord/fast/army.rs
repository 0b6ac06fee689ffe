//! The pieces of one side of the fast position.

use super::Spot;
use super::plane::Plane;
use crate::warlord::Side;
use crate::warlord::{Kind, Unit};

#[derive(Clone, PartialEq, Eq)]
pub(super) struct Army {
    /// The leaders first, so that a leader's place is its bit in a set of leaders; otherwise in no lasting order, since a
    /// captured unit's place is filled by the last one.
    pub(super) pieces: Vec<Piece>,
    /// The number of leaders.
    pub(super) leaders: usize,
    pub(super) occupied: Plane,
    /// The spots of the leaders that may answer for a further order, spent or not: all but those that swapped.
    pub(super) asked: Plane,
    /// The spots of the leaders that are not spent.
    pub(super) ready: Plane,
}

/// A unit on the board, with what it has done this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) spot: Spot,
    pub(super) kind: Kind,
    /// Activations not given yet.
    // kept with the piece, since the matching asks for it at every order
    pub(super) left: u8,
    /// True if it moved or swapped this turn.
    pub(super) is_moved: bool,
    /// True if it is a leader that has no activation to give, however the orders are answered for.
    pub(super) is_spent: bool,
}

/// The piece on a spot, if any: its place in its side's list, and the side.
// two bytes: the table of all 16,384 spots then takes 32 KiB and stays in the cache
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing(u16);

impl Army {
    pub(super) fn empty() -> Self {
        Self {
            pieces: Vec::new(),
            leaders: 0,
            occupied: Plane::empty(),
            asked: Plane::empty(),
            ready: Plane::empty(),
        }
    }

    /// Puts a new unit on the board and returns its place in the list. If it is a leader, the unit that had this place
    /// becomes the last of the list.
    pub(super) fn place(&mut self, kind: Kind, spot: Spot) -> usize {
        let last = self.pieces.len();
        self.pieces.push(Piece::new(kind, spot));
        self.occupied.set(spot);
        if !kind.is_leader() {
            return last;
        }
        self.asked.set(spot);
        self.ready.set(spot);
        self.leaders += 1;
        self.pieces.swap(self.leaders - 1, last);
        self.leaders - 1
    }

    /// Takes a unit that has done nothing this turn off the board. The last unit, and for a leader the last leader too,
    /// then moves up to a free place: `number`, or the end of the leaders.
    pub(super) fn remove(&mut self, number: usize) -> Kind {
        let Piece { kind, spot, .. } = self.pieces[number];
        self.occupied.clear(spot);
        if kind.is_leader() {
            self.asked.clear(spot);
            self.ready.clear(spot);
            self.leaders -= 1;
            // in two steps, so that the leaders stay first on the list and their places remain their bits in a set of
            // leaders
            self.pieces.swap(number, self.leaders);
            self.pieces.swap_remove(self.leaders);
        } else {
            self.pieces.swap_remove(number);
        }
        kind
    }

    /// Puts a removed unit back in its place on the list, and the units that moved up in theirs.
    pub(super) fn restore(&mut self, number: usize, kind: Kind, spot: Spot) {
        let place = self.place(kind, spot);
        // undoes both moves of `remove`, since `place` has already put the last unit back
        self.pieces.swap(number, place);
    }

    /// A leader has no activation to give this turn, however the orders are answered for.
    #[inline]
    pub(super) fn spend(&mut self, leader: u16) {
        let piece = &mut self.pieces[usize::from(leader)];
        piece.is_spent = true;
        self.ready.clear(piece.spot);
    }

    /// A spent leader has an activation again.
    #[inline]
    pub(super) fn recover(&mut self, leader: u16) {
        let piece = &mut self.pieces[usize::from(leader)];
        piece.is_spent = false;
        self.ready.set(piece.spot);
    }

    /// A leader whose turn is over has all its activations again.
    pub(super) fn refresh(&mut self, leader: u16) {
        let piece = &mut self.pieces[usize::from(leader)];
        piece.left = piece.kind.level();
        // a swap had taken it off this plane
        self.asked.set(piece.spot);
        self.recover(leader);
    }

    /// Moves a unit to another spot, which is free.
    #[inline]
    pub(super) fn shift(&mut self, number: usize, from: Spot, to: Spot) {
        let piece = &mut self.pieces[number];
        piece.spot = to;
        let (is_leader, is_spent) = (piece.kind.is_leader(), piece.is_spent);
        let (from, to) = (from.block_and_bit(), to.block_and_bit());
        self.occupied.flip(from, to);
        if is_leader {
            self.asked.flip(from, to);
            // a spent leader is not on the plane
            if !is_spent {
                self.ready.flip(from, to);
            }
        }
    }
}

impl Piece {
    pub(super) const fn new(kind: Kind, spot: Spot) -> Self {
        Self {
            spot,
            kind,
            left: kind.level(),
            is_moved: false,
            is_spent: false,
        }
    }

    pub(super) const fn unit(&self, side: Side) -> Unit {
        Unit {
            side,
            kind: self.kind,
        }
    }
}

impl Standing {
    pub(super) const NOBODY: Self = Self(u16::MAX);

    pub(super) const fn new(side: Side, number: usize) -> Self {
        // a board has at most 14,400 cells, so a number fits in 15 bits and never makes `NOBODY`
        Self((number as u16) << 1 | side as u16)
    }

    pub(super) fn is_anybody(self) -> bool {
        self != Self::NOBODY
    }

    /// The piece's place in its side's list; for nobody a place that no list has.
    pub(super) const fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn side(self) -> Option<Side> {
        self.is_anybody()
            .then(|| Side::BOTH[usize::from(self.0 & 1)])
    }
}
