//! Everything that every family shares: pages, forms, the open match, its record, settings, the judge.
//!
//! Nothing here names a family: what depends on one is asked through `families.rs` and `families/views.rs`.

pub(crate) mod model;
pub(crate) mod views;
