//! WarGame 1 and 2: the rulebook's cases, complete tables, and the properties every family must have.

mod properties;
