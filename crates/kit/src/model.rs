//! Plain data and words; nothing of windows in it, which a test holds.

pub mod army;
pub mod ask;
pub mod bout;
pub mod changes;
pub mod family;
pub mod fixed;
pub mod kept;
pub mod meaning;
pub mod notation;
pub mod ready;
pub mod rulebook;
pub mod scenarios;
pub mod scene;
pub mod standing;
pub mod tabletop;
pub mod told;
pub mod touch;
pub mod words;
