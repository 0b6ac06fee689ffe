//! War Lord Tourney: conformance, golden games, tables, counts.

mod conformance;
