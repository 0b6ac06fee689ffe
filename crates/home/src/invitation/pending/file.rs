//! The file of an open invitation, held by the program that waits.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use super::{ENDING, PendingInvitation};
use crate::folder::Home;
use crate::storage::StorageError;
use crate::writing::{open_held, private_options, put_in_place};

/// The file of an invitation that this program waits for. While it is held, no other program waits for the guest.
#[derive(Debug)]
pub struct PendingFile {
    pub(super) path: PathBuf,
    /// Open as long as the invitation is waited for: its lock goes with it.
    file: File,
}

impl PendingFile {
    pub fn create(home: &Home, invitation: &PendingInvitation) -> Result<Self, StorageError> {
        let path = path_of(home, invitation.game);
        let unwritable = |source| StorageError::Unwritable {
            file: path.clone(),
            source,
        };
        let mut options = private_options();
        // never over another invitation: its code is with a guest already
        options.read(true).write(true).create_new(true);
        // held before it is written, so no other program reads half of it as one that nobody waits for
        let mut file = held(&mut options, &path, unwritable)?;
        let written = file.write_all(invitation.to_text().as_bytes());
        let kept = written.and_then(|()| file.sync_all()).map_err(unwritable);
        kept.inspect_err(|_| {
            // half an invitation is none
            let _ = fs::remove_file(&path);
        })?;
        Ok(Self { path, file })
    }

    /// Reopens an invitation that was made before.
    pub fn open(home: &Home, game: [u8; 8]) -> Result<Self, StorageError> {
        let path = path_of(home, game);
        let unreadable = |source| StorageError::Unreadable {
            file: path.clone(),
            source,
        };
        // before the guest is waited for: two programs with one invitation would let in two guests
        let file = held(File::options().read(true).write(true), &path, unreadable)?;
        Ok(Self { path, file })
    }

    /// Keeps the invitation as it is now, in one step that a crash cannot halve.
    pub fn change(&mut self, invitation: &PendingInvitation) -> Result<(), StorageError> {
        let fresh = self.path.with_extension("new");
        let unwritable = |source| StorageError::Unwritable {
            file: self.path.clone(),
            source,
        };
        // one that a crash has left before it was renamed
        let _ = fs::remove_file(&fresh);
        let mut options = private_options();
        options.read(true).write(true).create_new(true);
        // held before it has the name, so that no other program takes it up in between
        let mut file = held(&mut options, &fresh, unwritable)?;
        let written = file.write_all(invitation.to_text().as_bytes());
        let kept = written.and_then(|()| file.sync_all());
        let placed = kept.and_then(|()| put_in_place(&fresh, &self.path));
        placed.map_err(unwritable)?;
        self.file = file;
        Ok(())
    }

    /// Removes the file: the invitation was used or taken back.
    pub fn remove(self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!(%error, file = %self.path.display(), "an invitation was not removed");
        }
    }
}

/// Opens the file of an invitation and holds it, unless another program does.
fn held(
    options: &mut fs::OpenOptions,
    path: &Path,
    failed: impl FnOnce(io::Error) -> StorageError,
) -> Result<File, StorageError> {
    let file = open_held(options, path).map_err(failed)?;
    file.ok_or_else(|| StorageError::Waiting {
        file: path.to_owned(),
    })
}

fn path_of(home: &Home, game: [u8; 8]) -> PathBuf {
    let name = format!("{}.{ENDING}", HEXLOWER.encode(&game));
    home.invitations_folder().join(name)
}
