//! The integration tests of `scenario`, one module per subject, in one program: each further program would link
//! everything again.

mod advice;
mod agreed;
mod border_war;
mod conformance;
mod files;
mod format;
mod house;
mod mistakes;
mod pasted_set_up;
mod perft;
mod plan;
mod reference;
mod robustness;
mod sharing;
mod test_of_wills;
mod tourney;
mod toy;
mod valley_war;
mod wargame;
mod whole;
