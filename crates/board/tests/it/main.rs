//! The integration tests of `board`, one module per subject, in one program: each further program would link
//! everything again.

mod geometry;
mod lines;
mod sight;
