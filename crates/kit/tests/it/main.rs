//! The integration tests of `kit` in one program: each further program would link everything again.

mod models;
