//! The window: start, set-up, board, invitation, replay and judge of Warlord matches.
//!
//! It plays no game itself: a [`net::MatchHandle`] does, outside of every frame. This is the shell, the part that every
//! family shares: pages, forms, the open match, its record, settings, the judge. It names no family: what depends on
//! one it asks the crate `families`, which builds on `kit` and does not know this crate. `model` is plain data with one
//! `update` and no egui in it, `views` are functions from the model to widgets, and `outside` carries out what the
//! model wants done. The crate `window` opens the system's
//! window and runs [`App`] in it. Read first: `app.rs`, then `model.rs` and `views.rs`.

// only the program uses this crate: its comments do not repeat what a name says
#![allow(missing_docs)]

mod app;
mod draft_keeper;
#[cfg(test)]
mod family_tests;
mod model;
mod outside;
mod paste_gate;
mod views;
#[cfg(test)]
mod window_tests;

pub use app::{App, limit_textures};
pub use model::settings::SMALLEST as SMALLEST_WINDOW;
pub use outside::{forget as forget_report, keep_reports};

/// The size in points that the window had last, for a first frame before the settings are shown.
pub fn window_size(home: &home::Home) -> [u16; 2] {
    // The app loads the settings again and reports what it could not read.
    let (settings, _reported_by_the_app) = outside::load(home);
    settings.window
}
