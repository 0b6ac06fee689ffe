//! Tools for authors of Tourney scenarios: plans, advice, pasted set-ups, and a game described in words. The module does not
//! decide whether a file is right.

mod advice;
mod facts;
mod pasted;
mod plan;
mod reach;

pub use advice::KEYS as ADVICE;
pub use facts::{counted, facts, lettered};
pub use plan::{Plan, PlanError};
pub use reach::moves_from;
