//! What a crash leaves of a machine: its two files, and what it keeps outside of them.

use crate::File;
use crate::file::{RunId, Signed};

/// One seat's disk, as a crash would leave it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Disk {
    /// The match file.
    pub public: Vec<u8>,
    /// The private file.
    pub private: Vec<u8>,
    /// The number of writes.
    pub writes: usize,
}

/// What a seat's machine keeps outside of the files: which runs may have written them last, and what they have signed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mark {
    /// The run before, as long as the private file may still bear its id, and the last run.
    pub runs: Vec<RunId>,
    /// The latest signatures that the machine knows of.
    pub signed: Signed,
}

/// The part of a write that reaches the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// No byte.
    Nothing,
    /// The first half; of a replaced file nothing, since that is done in one step.
    Half,
    /// Every byte.
    All,
}

impl Disk {
    /// The bytes of one of the two files.
    pub(super) fn of(&mut self, file: File) -> &mut Vec<u8> {
        match file {
            File::Public => &mut self.public,
            File::Private => &mut self.private,
        }
    }
}
