//! The integration tests of `lab`, one module per subject, in one program: each further program would link
//! everything again.

mod study;
mod tourney;
