//! The moves that the units nearby leave a unit, worked out by bit tricks on a window. Rules: warlord 1.

use crate::warlord::Movement;

/// The middle of a window: the fourth bit of the fourth byte ([`super::plane::Plane`]).
const CENTER: u64 = 1 << 27;

/// The eight cells round the center.
const RING: u64 = 0x1c << 16 | 0x14 << 24 | 0x1c << 32;

/// The shifts that carry a bit of a window one cell along each of two lines, and back.
type Lines = [u32; 2];

const ORTHOGONAL: Lines = [1, 8];
const DIAGONAL: Lines = [7, 9];

/// How the units nearby restrict a unit's destinations. The masks of [`super::Landings`] say what the ground allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gait {
    /// Over everything: steps, leaps and jumps.
    Leap,
    /// A king-step, or two with the first to an empty cell.
    Walk,
    /// Along lines, the third cell with one of the two before it empty.
    OrthogonalHero,
    /// As [`Gait::OrthogonalHero`], on diagonals.
    DiagonalHero,
    /// The hero's, or the third cell with two enemies before it.
    Charge,
    /// Along lines as far as they are empty.
    OrthogonalSlide,
    /// As [`Gait::OrthogonalSlide`], on diagonals.
    DiagonalSlide,
}

/// The cells within that many king-steps of the center, which is one of them. A window has none beyond three.
pub(super) const fn area(range: u8) -> u64 {
    match range {
        0 => CENTER,
        1 => RING | CENTER,
        2 => 0x3e << 8 | 0x3e << 16 | 0x3e << 24 | 0x3e << 32 | 0x3e << 40,
        _ => 0x007f_7f7f_7f7f_7f7f,
    }
}

impl Gait {
    /// The gait of a unit of that movement.
    pub(super) const fn of(movement: Movement, is_charging: bool) -> Self {
        match movement {
            Movement::Step
            | Movement::Knight
            | Movement::OrthogonalJump
            | Movement::DiagonalJump => Self::Leap,
            Movement::Leader => Self::Walk,
            Movement::OrthogonalHero if is_charging => Self::Charge,
            Movement::OrthogonalHero => Self::OrthogonalHero,
            Movement::DiagonalHero => Self::DiagonalHero,
            Movement::OrthogonalSlide => Self::OrthogonalSlide,
            Movement::DiagonalSlide => Self::DiagonalSlide,
        }
    }

    /// The destinations among those the ground allows, given the windows of own and enemy units.
    #[inline]
    pub(super) fn destinations(self, ground: u64, own: u64, enemy: impl FnOnce() -> u64) -> u64 {
        let open = ground & !own;
        if self == Self::Leap {
            return open;
        }
        open & self.reached(open, own, enemy())
    }

    /// The cells among those the ground allows on which the unit could capture if an enemy stood there.
    #[inline]
    pub(super) fn covered(self, ground: u64, own: u64, enemy: u64) -> u64 {
        ground & self.reached(ground & !own, own, enemy)
    }

    /// The cells on which other units can change the unit's destinations.
    #[inline]
    pub(super) const fn hindering(self) -> u64 {
        // the first two cells of each line: a unit on the third hinders nobody
        const ORTHOGONALS: u64 = 8 << 8 | 8 << 16 | 0x36 << 24 | 8 << 32 | 8 << 40;
        const DIAGONALS: u64 = 0x22 << 8 | 0x14 << 16 | 0x14 << 32 | 0x22 << 40;
        match self {
            Self::Leap => 0,
            Self::Walk => RING,
            Self::OrthogonalHero | Self::Charge | Self::OrthogonalSlide => ORTHOGONALS,
            Self::DiagonalHero | Self::DiagonalSlide => DIAGONALS,
        }
    }

    /// The cells that the units nearby let the unit reach; `open` is the ground without the unit's own side.
    #[inline]
    fn reached(self, open: u64, own: u64, enemy: u64) -> u64 {
        match self {
            Self::Leap => u64::MAX,
            Self::Walk => {
                // a first step that captures ends the move; from the other cells the second goes one cell on, any way
                let first = open & RING & !enemy;
                // the ring lies two columns from the edge, so the shifts never carry a bit into the next row
                let row = first | first << 1 | first >> 1;
                RING | row | row << 8 | row >> 8
            }
            Self::OrthogonalHero => hero(ORTHOGONAL, !(own | enemy)),
            Self::DiagonalHero => hero(DIAGONAL, !(own | enemy)),
            Self::Charge => hero(ORTHOGONAL, !(own | enemy)) | past_both(ORTHOGONAL, enemy),
            Self::OrthogonalSlide => slide(ORTHOGONAL, !(own | enemy)),
            Self::DiagonalSlide => slide(DIAGONAL, !(own | enemy)),
        }
    }
}

/// The cells up to two away, and those three away in line with an empty cell on the way.
#[inline(always)]
fn hero(lines: Lines, empty: u64) -> u64 {
    // `empty << step` has at each cell whether the cell before it in line is empty, `empty << 2 * step` the cell two before:
    // a third cell is reached past an empty first or an empty second one
    let third = lines.map(|step| {
        let up = (empty | empty << step) << step & CENTER << (3 * step);
        let down = (empty | empty >> step) >> step & CENTER >> (3 * step);
        up | down
    });
    area(2) | third[0] | third[1]
}

/// The cells in line with nothing but empty ones on the way.
#[inline(always)]
fn slide(lines: Lines, empty: u64) -> u64 {
    let second = lines.map(|step| {
        let up = empty << step & CENTER << (2 * step);
        let down = empty >> step & CENTER >> (2 * step);
        up | down
    });
    RING | second[0] | second[1] | past_both(lines, empty)
}

/// The cells three away in line past two of a set.
#[inline(always)]
fn past_both(lines: Lines, set: u64) -> u64 {
    let third = lines.map(|step| {
        // the mask leaves the one third cell: bits that a shift carried into another row fall away
        let up = (set & set << step) << step & CENTER << (3 * step);
        let down = (set & set >> step) >> step & CENTER >> (3 * step);
        up | down
    });
    third[0] | third[1]
}
