//! The laboratory: what many games show about players, and about a scenario.
//!
//! The crate does no input or output and reads no clock: players are handed in as functions, games come out as rows,
//! and rows make figures and a page. Play and analysis are separate: a row holds the whole game, so a question asked
//! later needs no new games.
//!
//! [`Figures`] and [`Sprt`] sum up a match of players. A scenario is studied in this order: a [`Study`] plans the
//! games, a [`Row`] holds one game, a [`Report`] sums the games up, a [`Page`] shows the report in a browser.
//!
//! ```
//! // 81 of 263 games, with the interval of 95 percent
//! let [low, high] = lab::wilson(81.0 / 263.0, 263.0);
//! assert!((low - 0.2553).abs() < 0.0001 && (high - 0.3662).abs() < 0.0001);
//! ```

// only the program uses the crate; a doc line on each figure would repeat its name
#![allow(missing_docs)]

mod chances;
mod check;
mod deeds;
mod effect;
mod family;
mod figures;
mod heat;
mod leads;
mod logistic;
mod page;
mod play_error;
mod plot;
mod report;
mod row;
mod sprt;
mod statistics;
mod study;
mod study_game;
mod tally;
mod tourney;
mod toy;
mod variant;
mod wargame;
mod warlord;

pub use chances::{Course, fit, noise};
pub use check::StudyError;
pub use deeds::{Cards, Deeds, Fights};
pub use effect::{Effect, Outcomes};
pub use figures::Figures;
pub use leads::{Calibration, Comeback, Leads};
pub use page::Page;
pub use play_error::PlayError;
pub use report::{
    CardPlayed, Choice, Command, Count, Deed, FightCount, Finding, Kill, Maps, Report, ReportError,
    Stated, TownHeld, WayMean,
};
pub use row::{Choose, Row, play};
pub use sprt::{Sprt, Verdict};
pub use statistics::{elo, normal_share, wilson};
pub use study::{Cell, Study};
pub use tally::{Facts, Tally};
pub use variant::{Variant, VariantError};
