//! The integration tests of `picture`, one module per subject, in one program: each further program would link
//! everything again.

mod hexes;
mod rules_text;
mod start;
mod tourney;
