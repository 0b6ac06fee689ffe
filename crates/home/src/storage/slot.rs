//! One of the two files of a match: made, locked, appended to, replaced in one step.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::StorageError;
use crate::writing::{
    Exposure, close_to_others, is_still, open_held, private_options, put_in_place, sync_name,
};

#[derive(Debug)]
pub(super) struct Slot {
    pub(super) path: PathBuf,
    pub(super) file: Option<File>,
    pub(super) is_private: bool,
    pub(super) is_dirty: bool,
    /// Who could read the private file before it was opened.
    pub(super) exposure: Exposure,
    /// The file was made here and nobody has seen anything of it yet.
    pub(super) is_new: bool,
}

impl Slot {
    fn unwritable(&self, source: io::Error) -> StorageError {
        StorageError::Unwritable {
            file: self.path.clone(),
            source,
        }
    }

    fn options(&self) -> fs::OpenOptions {
        if self.is_private {
            private_options()
        } else {
            fs::OpenOptions::new()
        }
    }

    pub(super) fn open(&mut self) -> Result<Vec<u8>, StorageError> {
        let unreadable = |source| StorageError::Unreadable {
            file: self.path.clone(),
            source,
        };
        let mut options = self.options();
        // `append`: no write can land in front of what is there
        options.read(true).append(true);
        // held before it is read, or another program could append in between
        let mut file = self
            .held(&mut options, &self.path)
            .map_err(unreadable)?
            .ok_or_else(|| self.in_use())?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        if self.is_private {
            self.exposure = close_to_others(&file);
            if let Some(words) = self.exposure.in_words(&self.path) {
                tracing::warn!("{words}");
            }
        }
        self.file = Some(file);
        Ok(bytes)
    }

    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        match &self.file {
            // a sync program has put another file in this place: what is appended to ours would be lost
            Some(file) if !is_still(&self.path, file) => {
                return Err(StorageError::Replaced {
                    file: self.path.clone(),
                });
            }
            Some(_) => {}
            None => {
                let file = self.file.insert(self.create(&self.path)?);
                self.is_new = true;
                // the name is on disk before the first entry counts as written
                let synced = sync_name(file, &self.path);
                synced.map_err(|source| self.unwritable(source))?;
            }
        }
        // before the write: half an entry must be flushed or undone too
        self.is_dirty = true;
        let written = self
            .file
            .as_mut()
            .map_or(Ok(()), |file| file.write_all(bytes));
        written.map_err(|source| self.unwritable(source))
    }

    /// Fails at once if no file can be made, kept and locked at this place: later that would cost the match.
    pub(super) fn probe(&self) -> Result<(), StorageError> {
        const BYTES: [u8; 4096] = [0; 4096];
        let trial = self.next_to(".new");
        // a trial that a crash has left
        let _ = fs::remove_file(&trial);
        let mut file = self.create(&trial)?;
        let kept = file.write_all(&BYTES).and_then(|()| file.sync_all());
        drop(file);
        let removed = fs::remove_file(&trial);
        kept.and(removed).map_err(|source| self.unwritable(source))
    }

    /// Removes a file that was made without success.
    pub(super) fn undo(&mut self) {
        // a file that others may have seen stays, whatever it holds
        if self.is_new {
            self.file = None;
            self.is_dirty = false;
            self.is_new = false;
            // a file that stays is reported by the next try
            let _ = fs::remove_file(&self.path);
        }
    }

    /// The path with more behind the name.
    fn next_to(&self, more: &str) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(more);
        self.path.with_file_name(name)
    }

    pub(super) fn replace(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        let fresh = self.next_to(".new");
        // a new file that a crash has left before it was renamed
        let _ = fs::remove_file(&fresh);
        let mut file = self.create(&fresh)?;
        let was_there = self.path.exists();
        let swapped = || -> io::Result<()> {
            file.write_all(bytes)?;
            // on disk before the rename, or a crash could leave an empty file under the match's name
            file.sync_all()?;
            let mut placed = put_in_place(&fresh, &self.path);
            // Windows puts no file in the place of an open one where the disk is of another kind than NTFS; another program
            // that takes the match up in this moment finds it played by the mark
            if cfg!(windows) && placed.is_err() && self.file.take().is_some() {
                placed = put_in_place(&fresh, &self.path);
            }
            placed?;
            sync_name(&file, &self.path)
        }();
        swapped.map_err(|source| {
            let _ = fs::remove_file(&fresh);
            self.unwritable(source)
        })?;
        // Wine knows an open file by its first name for ever, and would say from now on that it was replaced
        #[cfg(windows)]
        let file = {
            drop(file);
            let mut options = self.options();
            options.read(true).append(true);
            let again = self.held(&mut options, &self.path);
            let again = again.map_err(|source| self.unwritable(source))?;
            again.ok_or_else(|| self.in_use())?
        };
        // only a file that was made here may be undone
        self.is_new |= !was_there;
        self.file = Some(file);
        self.is_dirty = false;
        Ok(())
    }

    fn create(&self, path: &Path) -> Result<File, StorageError> {
        let mut options = self.options();
        options.read(true).append(true).create_new(true);
        let made = self.held(&mut options, path);
        let made = made.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => StorageError::Exists {
                file: path.to_owned(),
            },
            _ => self.unwritable(source),
        })?;
        // made and not held: another program has it, and this one must not leave it behind
        made.ok_or_else(|| {
            let _ = fs::remove_file(path);
            self.in_use()
        })
    }

    /// Opens the file; none if another program holds it. Only the private file is held: it stands for the match.
    fn held(&self, options: &mut fs::OpenOptions, path: &Path) -> io::Result<Option<File>> {
        match self.is_private {
            true => open_held(options, path),
            false => options.open(path).map(Some),
        }
    }

    fn in_use(&self) -> StorageError {
        StorageError::InUse {
            file: self.path.clone(),
        }
    }

    pub(super) fn flush(&mut self) -> Result<(), StorageError> {
        // nothing is flushed twice: a flush is what costs time here
        if self.is_dirty {
            let synced = self.file.as_ref().map_or(Ok(()), File::sync_data);
            synced.map_err(|source| self.unwritable(source))?;
            self.is_dirty = false;
        }
        Ok(())
    }
}
