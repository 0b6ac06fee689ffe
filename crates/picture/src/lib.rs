//! How positions look: scenes made of positions, the drawings of units and ground, and pictures as SVG.
//!
//! Window, command line and rules text show the same scenes with the same drawings. The crate reads and writes no file
//! and turns nothing into pixels. Read first: [`Scene`], [`Layout`], [`Picture`].
//!
//! ```
//! use picture::{Picture, Scene};
//!
//! let scenario = scenario::load("river").expect("built in").expect("valid");
//! let start = scenario.start(&[]).expect("the scenario's own options");
//! let scene = Scene::of_start(&start);
//! assert_eq!(scene.tokens.len(), 64);
//! let svg = Picture::new(&scene, scenario.title()).with_cell(24).to_string();
//! assert!(svg.starts_with("<svg"));
//! ```

// floats differ between machines, and pictures are compared as texts
#![deny(clippy::float_arithmetic)]

/// The drawings of a figure: a file of the pictures, and a file of the NATO set.
macro_rules! drawn {
    ($picture:literal, $nato:literal) => {
        [
            include_str!(concat!("../../art/pictures/", $picture, ".svg")),
            include_str!(concat!("../../art/nato/", $nato, ".svg")),
        ]
    };
}

mod diagram;
mod family;
mod ground;
mod layout;
mod letters;
mod numbers;
mod page;
mod palette;
mod scene;
mod side;
mod sign;
mod sprite;
mod svg;
pub mod tourney;
mod toy;
pub mod wargame;
pub mod warlord;

pub use diagram::{Diagram, DiagramError, DiagramMistake, Stated};
pub use family::{position_words, stated_position, symbols};
pub use ground::Ground;
pub use layout::{Layout, Point};
pub use page::{Fold, Page};
pub use palette::{BoardColors, Rgb};
pub use scene::{Arrow, Beside, Framed, Line, LineKind, Mark, Part, Played, Range, Scene, Token};
pub use side::{Shape, emblem, side_color, side_color_name, side_look, side_shape};
pub use sign::Sign;
pub use sprite::{Art, Badge, Badges, Figure, PICTURES_FROM, PieceSet, Pips, Sprite};
pub use svg::Picture;
