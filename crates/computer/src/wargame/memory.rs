//! A map from mixed numbers to results worked out before.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(super) type Memory<T> = HashMap<u64, T, BuildHasherDefault<Mixed>>;

/// A hash that takes a mixed number as it is: the keys are spread over all bits already, and the standard hash would
/// mix each of them again.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
