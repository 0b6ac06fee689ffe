//! Sides by their places, and sets of sides.

use std::fmt;

/// The names of the sides of games played by White and Black.
pub(crate) const WHITE_BLACK: [&str; 2] = ["white", "black"];

/// The most sides a game can have.
// as many as a byte of `Sides` has bits; manifests have the same limit (protocol section 5)
pub const MAX_SIDES: u8 = 8;

/// A party inside the rules, by its place in the order of the sides. Its name is the family's
/// ([`crate::Family::side_name`]).
// private, so that no side beyond the eighth can be made, which no set could hold
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u8);

impl Side {
    /// The side of that place, counted from 0; none from [`MAX_SIDES`] on.
    pub const fn new(place: u8) -> Option<Self> {
        // a place beyond comes from a file or a peer, and is refused instead of wrapping round (threat row 31)
        if place < MAX_SIDES {
            Some(Self(place))
        } else {
            None
        }
    }

    /// The place among the sides, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place among the sides as one byte, as records write the side.
    pub const fn code(self) -> u8 {
        self.0
    }
}

/// A set of sides, in the order of their places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Self = Self(0);

    /// The first `count` sides, at most [`MAX_SIDES`].
    pub fn first(count: u8) -> Self {
        // a loop over places and not a mask: `count` may be 8, and a byte has no ninth bit to subtract from
        (0..count).filter_map(Side::new).collect()
    }

    /// True if the side belongs to the set.
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }

    /// The number of sides in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set has no side.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides in the order of their places.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Side> + Clone {
        (0..MAX_SIDES)
            .map(Side)
            .filter(move |side| self.contains(*side))
    }

    /// The sides of this set that the other one lacks.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The side of the set that comes after `side`, and after the last side the first one; none in an empty set.
    pub fn after(self, side: Side) -> Option<Side> {
        // `side` itself need not belong to the set
        let next = self.iter().find(|other| *other > side);
        next.or_else(|| self.iter().next())
    }

    /// The set as one byte, bit `n` for the side of place `n`.
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl From<Side> for Sides {
    fn from(side: Side) -> Self {
        Self(1 << side.0)
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let bits = sides.into_iter().fold(0, |bits, side| bits | 1 << side.0);
        Self(bits)
    }
}

impl IntoIterator for Sides {
    type Item = Side;
    type IntoIter = std::vec::IntoIter<Side>;

    fn into_iter(self) -> Self::IntoIter {
        // a list: the iterator of a set has no name that an associated type could bear
        self.iter().collect::<Vec<Side>>().into_iter()
    }
}

impl fmt::Debug for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Side::index)).finish()
    }
}
