//! The board as one widget, and the whole of it small in a corner.

pub(crate) mod board;
mod minimap;
