//! What draws: colors, geometry, the board, widgets, and the pages that families share.

pub mod armies;
pub mod army;
mod artwork;
pub mod board;
pub mod canvas;
pub mod commands;
mod effects;
pub mod family;
pub mod fixed;
pub mod geometry;
#[doc(hidden)]
pub mod measure;
mod minimap;
pub mod pace;
pub mod painter;
pub mod sealing;
pub mod stepping;
mod terrain;
pub mod theme;
pub mod thumbnail;
pub mod tokens;
pub mod widgets;

pub use artwork::emblem;
