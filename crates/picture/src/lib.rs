//! What a position looks like: scenes made of positions, the drawings of units and ground, and pictures as SVG text.
//!
//! The window, the command line and the rules text show the same scenes with the same drawings. It reads and writes no
//! file and turns nothing into pixels. Read first: [`Scene`], [`Picture`], [`Diagram`].

#![deny(clippy::float_arithmetic)]

mod compose;
mod diagram;
mod letters;
mod palette;
mod scene;
mod sprite;
mod svg;

pub use diagram::{Diagram, DiagramError, DiagramMistake};
pub use palette::{BoardColors, Rgb};
pub use scene::{Arrow, Framed, Mark, Range, Scene, Shown};
pub use sprite::{PICTURES_FROM, PieceSet, Sprite, emblem};
pub use svg::Picture;
