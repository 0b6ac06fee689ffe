//! The lobby of a table of three to eight: how it comes together, what it refuses, and that nobody signs but what he was
//! ready on.

mod bad_input;
mod course;
mod frames;
mod in_place;
mod leaving;
mod lying_host;
mod readiness;
mod refused;
mod room;
mod row_50;
mod row_87;
mod schedules;
