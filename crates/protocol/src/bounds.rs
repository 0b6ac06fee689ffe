//! The bounds of numbers from outside. Every type checks its own where its bytes are decoded, so that no session, file or
//! judge ever meets a larger one.

/// The highest step. A match file has room for far fewer records than that.
pub const MAX_STEP: u64 = u32::MAX as u64;
/// The highest counter and the latest time in Unix milliseconds: every number that JSON can carry.
pub const MAX_NUMBER: u64 = (1 << 53) - 1;
/// The most notes that a seat may sign in one match.
/// One of the figures that bound a hostile peer's share of the disk (section 7).
pub const MAX_NOTES: u32 = 256;
/// The highest version of a table, and the most of its beginnings that can fail.
pub const MAX_VERSION: u32 = i32::MAX as u32;

/// The difference between the wall clocks of two machines that is nobody's fault.
pub(crate) const SKEW_MS: u64 = 24 * 60 * 60 * 1000;

/// Checks steps.
pub(crate) fn steps(steps: impl IntoIterator<Item = u64>) -> Result<(), &'static str> {
    match steps.into_iter().all(|step| step <= MAX_STEP) {
        true => Ok(()),
        false => Err("a step above 2^32 - 1"),
    }
}

/// Checks times in milliseconds, and counters that follow the clock.
pub(crate) fn numbers(numbers: impl IntoIterator<Item = u64>) -> Result<(), &'static str> {
    match numbers.into_iter().all(|number| number <= MAX_NUMBER) {
        true => Ok(()),
        false => Err("a number of 2^53 or more"),
    }
}

/// Checks numbers of notes.
pub(crate) fn notes(counts: impl IntoIterator<Item = u32>) -> Result<(), &'static str> {
    match counts.into_iter().all(|count| count <= MAX_NOTES) {
        true => Ok(()),
        false => Err("more than 256 notes of a seat"),
    }
}

/// Checks the version of a table and the number of its beginnings.
pub(crate) fn table(numbers: impl IntoIterator<Item = u32>) -> Result<(), &'static str> {
    match numbers.into_iter().all(|number| number <= MAX_VERSION) {
        true => Ok(()),
        false => Err("a table's number above 2^31 - 1"),
    }
}
