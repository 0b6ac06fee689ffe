//! WarGame 1 and 2: the rulebook's cases, golden games, complete tables, and the properties every family must have.

mod counting;
mod golden;
mod maps;
mod properties;
mod queries;
mod rulebook;
mod tables;
