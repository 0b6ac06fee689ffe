//! Text from outside, made plain: what other people write of themselves, and what a user pastes.
//!
//! Both come through here before anything shows or reads them. The protocol checks names with the one, the codes, letters
//! and addresses of [`pasted`] text are read with the other. The crate knows nothing else, so that a crate that only knows
//! this machine's networks can clean what a stranger announces there.

pub mod pasted;
pub mod text;
