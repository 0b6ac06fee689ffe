//! Keys: 64 bits that distinguish positions, put together from the hashes of their parts.
//!
//! Parts that never occur twice are joined by exclusive or. Those that may (the leaders that may answer for an order)
//! are joined by wrapping sums, since under exclusive or two equal ones would cancel out. Either way their order does
//! not matter.

use super::Spot;
use crate::warlord::{Kind, Side};

/// The part a hash is of, so that equal numbers of different parts have different hashes.
// in the highest byte, which no number below reaches
const UNIT: u64 = 1 << 56;
const MOVED: u64 = 2 << 56;
const LEADER: u64 = 3 << 56;
const SWAPPED: u64 = 4 << 56;
const WAITING: u64 = 5 << 56;
const TURN: u64 = 6 << 56;
const ENTERED: u64 = 7 << 56;

/// The step of a Weyl sequence and the twist of its values (those of wyrand).
const WEYL: u64 = 0xa076_1d64_78bd_642f;
const TWIST: u64 = 0xe703_7ed1_a0b4_28db;

/// A number spread over 64 bits: the output of wyrand at that place of its sequence. Computed and not looked up, since
/// a table of all kinds on all spots for both sides would take 3 MB and push the board out of the cache.
#[inline]
const fn hash(number: u64) -> u64 {
    let place = number.wrapping_mul(WEYL);
    let product = (place as u128).wrapping_mul((place ^ TWIST) as u128);
    product as u64 ^ (product >> 64) as u64
}

/// A unit on a spot.
#[inline]
pub(super) fn unit(side: Side, kind: Kind, spot: Spot) -> u64 {
    hash(UNIT | (side as u64) << 24 | (kind as u64) << 16 | spot.index() as u64)
}

/// The unit on that spot may not move again this turn.
#[inline]
pub(super) fn moved(spot: Spot) -> u64 {
    hash(MOVED | spot.index() as u64)
}

/// A leader among those that may answer for an order; these are summed before [`ask`].
#[inline]
pub(super) fn leader(spot: Spot) -> u64 {
    hash(LEADER | spot.index() as u64)
}

/// An order, by the sum of the leaders that may answer for it; these are summed too.
#[inline]
pub(super) fn ask(leaders: u64) -> u64 {
    hash(leaders)
}

/// The leader on that spot has swapped.
pub(super) fn swapped(spot: Spot) -> u64 {
    hash(SWAPPED | spot.index() as u64)
}

/// The unit on that spot entered this turn and may not enter terrain in it.
pub(super) fn entered(spot: Spot) -> u64 {
    hash(ENTERED | spot.index() as u64)
}

/// A unit still to enter, with the number of others of its kind and turn before it, so that equal units do not cancel
/// out.
pub(super) fn waiting(side: Side, turn: u16, kind: Kind, others: usize) -> u64 {
    hash(WAITING | (others as u64) << 33 | (side as u64) << 32 | u64::from(turn) << 8 | kind as u64)
}

/// The turn itself, in bits of its own below the highest byte.
pub(super) fn turn(bits: u64) -> u64 {
    hash(TURN | bits)
}
