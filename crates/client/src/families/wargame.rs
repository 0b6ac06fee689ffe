//! The WarGames in the window.

pub(crate) mod model;
#[cfg(test)]
mod tests;
pub(crate) mod views;
#[cfg(test)]
mod window_tests;
