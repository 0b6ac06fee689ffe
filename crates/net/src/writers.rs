//! The memory of this machine of the programs that wrote the private files of its matches.
//!
//! A data folder may be copied or synced between machines, so that the memory lies outside of it. Where a private file names
//! a writer that this machine does not remember, another machine has written the file, or the file is an older copy.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use data_encoding::HEXLOWER;
use protocol::PublicKey;
use protocol::file::WriterId;

use crate::home::{make_private_folder, private_options};

/// The memory of this machine.
#[derive(Debug, Clone)]
pub(crate) struct Writers {
    folder: PathBuf,
}

impl Writers {
    pub(crate) fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn file(&self, key: &PublicKey) -> PathBuf {
        self.folder.join(HEXLOWER.encode(&key.0[..16]))
    }

    /// Tells whether the private file with that match key was written last by a program of another machine.
    pub(crate) fn is_strange(&self, key: &PublicKey, found: Option<WriterId>) -> bool {
        let known = fs::read_to_string(self.file(key)).unwrap_or_default();
        let found = found.map(|id| HEXLOWER.encode(&id));
        found.is_some_and(|id| !known.lines().any(|line| line == id))
    }

    /// The memory of one run, to be written before the run leaves its id in the private file.
    pub(crate) fn run(&self, key: PublicKey, before: Option<WriterId>, own: WriterId) -> Run {
        Run {
            writers: self.clone(),
            key,
            before,
            own,
        }
    }

    /// Forgets the writers of a match that is deleted.
    pub(crate) fn forget(&self, key: &PublicKey) {
        // where removal fails, a file of two lines stays that nobody reads again
        let _ = fs::remove_file(self.file(key));
    }
}

/// One run of this program that is about to write a private file.
#[derive(Debug)]
pub(crate) struct Run {
    writers: Writers,
    key: PublicKey,
    before: Option<WriterId>,
    own: WriterId,
}

impl Run {
    /// Remembers the run beside the one before, whose id stays in the private file if a crash follows here.
    pub(crate) fn remember(&self) {
        let ids = self.before.iter().chain([&self.own]);
        let text: String = ids.map(|id| HEXLOWER.encode(id) + "\n").collect();
        let written = || -> io::Result<()> {
            make_private_folder(&self.writers.folder)?;
            let file = self.writers.file(&self.key);
            let fresh = file.with_extension("new");
            let _ = fs::remove_file(&fresh);
            let mut handle = private_options()
                .write(true)
                .create_new(true)
                .open(&fresh)?;
            handle.write_all(text.as_bytes())?;
            handle.sync_all()?;
            fs::rename(&fresh, &file)
        };
        // without the memory the next start asks the user, who can say that all is well
        if let Err(error) = written() {
            tracing::warn!(%error, "the writer of a private file was not remembered");
        }
    }
}
