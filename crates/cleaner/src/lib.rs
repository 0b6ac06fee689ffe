//! Text from outside, made plain: what other people write about themselves, and what a user pastes.
//!
//! Both come through here before anything shows or reads them: [`text`] cleans names, [`looks`] tells names that people
//! could mistake for each other, [`pasted`] cleans the codes, letters and addresses. The crate knows nothing else, so that a crate that only knows this machine's networks can clean what a
//! stranger announces there.

pub mod looks;
pub mod pasted;
pub mod text;
