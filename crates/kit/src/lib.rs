//! What the window's families and its shell share, and the families build on.
//!
//! `model` is plain data and words: what a click means, what happened, the editors that place units, and the trait of a
//! family's model. `views` is what draws: colors, geometry, the board painter, widgets, and the trait of a family's
//! views. Nothing here knows a family or a page of the shell. Read first: [`model::family::FamilyModel`],
//! [`views::family::FamilyViews`] and [`views::board::BoardView`].

// only the program uses this crate: a comment does not repeat a name
#![allow(missing_docs)]

pub mod model;
pub mod views;
