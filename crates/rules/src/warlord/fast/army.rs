use super::Spot;
use super::plane::Plane;
use crate::Side;
use crate::warlord::{Kind, Unit};

/// No link: what asks of a leader ends here.
pub(super) const NO_LINK: u32 = u32::MAX;

/// One side's units.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Army {
    /// In no lasting order: a captured unit's place goes to the last one.
    pub(super) pieces: Vec<Piece>,
    /// Where they stand.
    pub(super) occupied: Plane,
    /// The leaders among them that may answer for a further order, spent or not: all but those that swapped.
    pub(super) asked: Plane,
    /// The leaders that are not spent.
    pub(super) ready: Plane,
}

/// A unit on the board, with what it has done this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The last of the orders of this turn it may answer for, if it is a leader ([`super::activation::Activations`]).
    pub(super) chain: u32,
    pub(super) spot: Spot,
    pub(super) kind: Kind,
    /// Activations not given yet.
    pub(super) left: u8,
    /// Whether it moved or swapped this turn.
    pub(super) is_moved: bool,
    /// Whether it is a leader that has no activation to give, however the orders are answered for.
    pub(super) is_spent: bool,
}

/// Which piece stands on a spot, if any: its place in its side's list, and the side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing(u16);

impl Army {
    pub(super) fn empty() -> Self {
        Self {
            pieces: Vec::new(),
            occupied: Plane::empty(),
            asked: Plane::empty(),
            ready: Plane::empty(),
        }
    }

    /// Puts a new unit on the board; says its place in the list.
    pub(super) fn place(&mut self, kind: Kind, spot: Spot) -> usize {
        self.pieces.push(Piece::new(kind, spot));
        self.occupied.set(spot);
        if kind.is_leader() {
            self.asked.set(spot);
            self.ready.set(spot);
        }
        self.pieces.len() - 1
    }

    /// Takes a unit that has done nothing this turn off the board; the last one gets its place on the list.
    pub(super) fn remove(&mut self, number: usize) -> Kind {
        let piece = self.pieces.swap_remove(number);
        self.occupied.clear(piece.spot);
        if piece.kind.is_leader() {
            self.asked.clear(piece.spot);
            self.ready.clear(piece.spot);
        }
        piece.kind
    }

    /// Moves a unit to another spot, which is free.
    #[inline]
    pub(super) fn shift(&mut self, number: usize, to: Spot) {
        let piece = &mut self.pieces[number];
        let from = std::mem::replace(&mut piece.spot, to).block_and_bit();
        let to = to.block_and_bit();
        self.occupied.flip(from, to);
        if piece.kind.is_leader() {
            self.asked.flip(from, to);
            if !piece.is_spent {
                self.ready.flip(from, to);
            }
        }
    }
}

impl Piece {
    /// A unit that has done nothing yet.
    pub(super) const fn new(kind: Kind, spot: Spot) -> Self {
        Self {
            chain: NO_LINK,
            spot,
            kind,
            left: kind.level(),
            is_moved: false,
            is_spent: false,
        }
    }

    /// A leader whose turn is over has all its activations again.
    pub(super) const fn refresh(&mut self) {
        self.chain = NO_LINK;
        self.left = self.kind.level();
        self.is_spent = false;
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
        Self((number as u16) << 1 | side as u16)
    }

    pub(super) fn is_anybody(self) -> bool {
        self != Self::NOBODY
    }

    /// The piece's place in its side's list; of nobody, one that no list has.
    pub(super) const fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn side(self) -> Option<Side> {
        self.is_anybody()
            .then(|| Side::BOTH[usize::from(self.0 & 1)])
    }
}
