//! The integration tests of `rules`, one module per subject, in one program: each further program would link
//! everything again.

mod conformance;
mod counting;
mod covered;
mod draft;
mod families;
mod fast;
mod fine_print;
mod golden;
mod rulebook;
mod shared;
mod tourney;
mod toy;
mod wargame;
mod whole;
