//! What is legal and what happens: the rules of every game family behind one seam.
//!
//! Pure: no input or output, no clock, no floats, no randomness of its own; the same orders give the same position
//! on every machine. Read first: the [`Rules`] trait, [`AnyPosition`], [`warlord::Position`].

#![deny(clippy::float_arithmetic)]

mod any;
mod draft;
mod outcome;
mod perft;
mod seam;
mod side;
#[cfg(feature = "testing")]
pub mod testing;
pub mod warlord;

pub use any::{AnyEvent, AnyIllegal, AnyOrder, AnyPosition, Family, SideError};
pub use draft::Draft;
pub use outcome::{AGREED, Outcome, RESIGN};
pub use perft::perft;
pub use seam::{
    Draw, Illegal, Lots, MAX_ORDER_BYTES, OrderError, PositionError, Rules, SecretPart, Slot,
    ToAct, Turn,
};
pub use side::{MAX_SIDES, Side, Sides};
