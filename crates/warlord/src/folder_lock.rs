//! A lock, so that only one program at a time writes the games of `warlord match` or `warlord balance` into a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::failure::Failure;

/// Holds a folder until it is dropped; a program that ends, in whatever way, holds nothing.
#[derive(Debug)]
pub(crate) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Makes the folder if it is missing, and takes it.
    ///
    /// # Errors
    /// Returns an error if another program holds the folder, or if the folder cannot be written.
    pub(crate) fn take(folder: &Path) -> anyhow::Result<Self> {
        let cannot = |error| {
            let what = format!("the folder {} cannot be written", folder.display());
            let advice = "name a folder of your own with --out";
            anyhow::Error::new(error).context(Failure::new(what, advice))
        };
        std::fs::create_dir_all(folder).map_err(cannot)?;
        let mut options = OpenOptions::new();
        // (Windows locks no file that is open only to append)
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(folder.join(".lock"));
        let file = file.map_err(cannot)?;
        // a lock held by the operating system, not a marker file: it ends with the program, even after a crash
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                let what = format!("another program plays into {}", folder.display());
                let advice = "wait until it has ended, or name another folder with --out";
                Err(Failure::new(what, advice).into())
            }
            Err(TryLockError::Error(error)) => Err(cannot(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_held_until_the_lock_is_dropped() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("new/folder");
        let first = FolderLock::take(&folder).expect("free");
        let second = FolderLock::take(&folder).expect_err("held");
        assert!(second.to_string().contains("another program"), "{second}");
        let advice = second.downcast_ref::<Failure>().expect("advice").advice();
        assert!(advice.contains("--out"), "{advice}");
        drop(first);
        assert!(FolderLock::take(&folder).is_ok());
    }
}
