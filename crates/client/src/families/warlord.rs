//! The Warlord family: what a click means, what stands on and beside its boards, and its words.

pub(crate) mod model;
pub(crate) mod views;
#[cfg(test)]
pub(crate) mod window_tests;
