//! Tools for authors of Warlord scenarios: plans, advice, the ways to the towns, pasted set-ups, and a game described in
//! words. The module does not decide whether a file is right.

pub(super) mod access;
pub(super) mod advice;
mod facts;
pub(super) mod pasted;
mod plan;

pub use access::{Access, TownAccess};
pub use advice::KEYS as ADVICE;
pub use facts::{counted, facts, lettered};
pub use plan::{Plan, PlanError};
