//! The board as one widget, and the whole of it small in a corner, and units beside it.

pub(crate) mod board;
mod minimap;
pub(crate) mod tokens;
