//! The table as a machine of its own.

mod course;
mod frames;
mod hostile;
mod listing;
mod room;
mod schedules;
mod ways;
