//! The toy family, which only tests play: clicks, cards, decisions, words and boards.

pub(crate) mod model;
#[cfg(test)]
mod tests;
pub(crate) mod views;
#[cfg(test)]
mod window_tests;
