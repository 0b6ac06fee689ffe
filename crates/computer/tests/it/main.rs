//! The integration tests of `computer` in one program: each further program would link everything again.

mod play;
