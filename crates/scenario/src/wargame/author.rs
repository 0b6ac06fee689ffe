//! Tools for authors of WarGame scenarios: plans, advice, pasted set-ups, and a game described in words. The module does not
//! decide whether a file is right.

pub(super) mod advice;
mod facts;
pub(super) mod pasted;
mod plan;
mod reach;

pub use advice::KEYS as ADVICE;
pub use facts::{counted, facts, lettered};
pub use plan::{Plan, PlanError};
