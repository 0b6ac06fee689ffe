//! The reasons why the files of a match cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use crate::mark::MarkError;

/// The reason why the files of a match cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A match of that name exists.
    #[error("{} exists already", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// The name is that of another kind of file.
    #[error("{} is no name for a match file", file.display())]
    Name {
        /// The file.
        file: PathBuf,
    },
    /// Another program plays the match.
    #[error("{} is in use: another program plays this match", file.display())]
    InUse {
        /// The private file.
        file: PathBuf,
    },
    /// Another program plays the match, or has played it further, from another copy of its files.
    #[error(
        "another program plays the match of {}, or has played it further, from another copy of its files; nothing was sent from here",
        file.display()
    )]
    Played {
        /// The match file.
        file: PathBuf,
    },
    /// Another program has put another file in the place of one that is open here.
    #[error("{} was replaced while this match was played", file.display())]
    Replaced {
        /// The file.
        file: PathBuf,
    },
    /// Another program waits for the guest of an invitation.
    #[error("another program waits for the guest of the invitation {}", file.display())]
    Waiting {
        /// The file of the invitation.
        file: PathBuf,
    },
    /// A file cannot be read.
    #[error("{} cannot be read", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{} cannot be written", file.display())]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl StorageError {
    /// The failure of the mark of the match in that file.
    pub fn of_mark(error: MarkError, file: &Path) -> Self {
        match error {
            MarkError::Played => Self::Played {
                file: file.to_owned(),
            },
            MarkError::Failed(file, source) => Self::Unwritable { file, source },
        }
    }

    /// Tells the user how to mend the failure.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Name { .. } => "name a file that ends in .fpm",
            Self::Exists { .. } => "name another file, or take that match up with `warlord resume`",
            Self::InUse { .. } | Self::Waiting { .. } => "end the other program first",
            Self::Played { .. } => {
                "end the other program, then take the match up from the copy that was played last"
            }
            Self::Replaced { .. } => {
                "a folder that is synced between machines? end the match there, then take it up again on one of them"
            }
            Self::Unreadable { .. } => {
                "check the name and your rights; a match is taken up from its `.fpm` file with the `.key` file beside it"
            }
            Self::Unwritable { .. } => "check your rights and the space on the disk",
        }
    }
}
