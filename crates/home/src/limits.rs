//! Every limit on what is kept and on what is read back, in one place: a file may be anybody's.

/// The longest match file that is read, in bytes; no match comes near this size.
pub const LARGEST_MATCH: u64 = 64 * 1024 * 1024;
/// The longest file of settings, of a key or of the like that is read, in bytes.
pub const LARGEST_SETTINGS: u64 = 1024 * 1024;
/// Players who were met and are remembered.
pub const PEOPLE: usize = 1000;
/// The longest file of those players, in bytes: as many with the longest names.
pub(crate) const PEOPLE_BYTES: u64 = 256 * PEOPLE as u64;
/// Addresses kept at which a peer was met.
pub const MEETING_PLACES: usize = 4;
/// The longest code of an invitation, in characters: the longest names and most addresses fit.
pub const LONGEST_CODE: usize = 1536;
/// The longest text that a field of the window accepts at a time, in bytes: a scenario, a code and all but the longest
/// letters fit, and a field with so much text is still drawn without a pause.
pub const LONGEST_PASTE: usize = 256 * 1024;
/// The days an invitation can be used.
pub const INVITATION_DAYS: u16 = 7;
