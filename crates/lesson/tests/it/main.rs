//! The integration tests of `lesson`, one module per subject, in one program: each further program would link
//! everything again.

mod lessons;
mod mistakes;
mod puzzles;
