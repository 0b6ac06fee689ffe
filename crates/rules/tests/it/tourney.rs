//! War Lord Tourney: conformance, golden games, tables, counts.

mod bouts;
mod conformance;
mod counting;
mod covered;
mod encounters;
mod golden;
