//! What helps to write Warlord scenarios and to judge them: plans, advice, the ways to the towns, pasted set-ups, and a
//! game told in words. Nothing here decides whether a file is right.

pub(super) mod access;
pub(super) mod advice;
mod facts;
pub(super) mod pasted;
mod plan;

pub use access::{Access, TownAccess};
pub use advice::KEYS as ADVICE;
pub use facts::{counted, facts};
pub use plan::{Plan, PlanError};
