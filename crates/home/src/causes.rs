//! An error with its causes, as a user reads it.

use std::error::Error;

/// An error with its causes, in one line.
pub fn told(error: &dyn Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !told.ends_with(&words) {
            told = format!("{told}: {words}");
        }
        cause = error.source();
    }
    told
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::storage::StorageError;

    #[test]
    fn a_cause_is_reported_behind_the_error() {
        let error = StorageError::Unwritable {
            file: "a.key".into(),
            source: io::Error::from(io::ErrorKind::StorageFull),
        };
        assert_eq!(told(&error), "a.key cannot be written: no storage space");
    }
}
