//! Why the files of a match cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use crate::mark::MarkError;
use crate::writing::{WITHOUT_LOCKS, has_no_locks};

/// Why the files of a match cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A match of that name exists.
    #[error("{} exists already", file.display())]
    Exists { file: PathBuf },
    /// The name is that of another kind of file.
    #[error("{} is no name for a match file", file.display())]
    Name { file: PathBuf },
    #[error("{} is in use: another program plays this match", file.display())]
    InUse { file: PathBuf },
    /// Another program plays the match, or has played it further, from another copy of its files.
    #[error(
        "another program plays the match of {}, or has played it further, from another copy of its files; nothing was sent from here",
        file.display()
    )]
    Played { file: PathBuf },
    /// Another version of the program has written what this machine knows of the match.
    #[error("the match of {} was played last with another version of the program", file.display())]
    OtherVersion { file: PathBuf },
    /// Another program has put another file in place of one that is open here.
    #[error("{} was replaced while this match was played", file.display())]
    Replaced { file: PathBuf },
    /// Another program waits for the guest of an invitation.
    #[error("another program waits for the guest of the invitation {}", file.display())]
    Waiting { file: PathBuf },
    #[error("{} cannot be read", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    #[error("{} cannot be written", file.display())]
    Unwritable { file: PathBuf, source: io::Error },
}

impl StorageError {
    /// The failure of the mark of the match in that file.
    pub fn of_mark(error: MarkError, file: &Path) -> Self {
        match error {
            MarkError::Played => Self::Played {
                file: file.to_owned(),
            },
            MarkError::Failed(file, source) => Self::Unwritable { file, source },
            MarkError::OtherVersion => Self::OtherVersion {
                file: file.to_owned(),
            },
        }
    }

    pub fn advice(&self) -> &'static str {
        match self {
            Self::Name { .. } => "name a file that ends in .fpm",
            Self::Exists { .. } => "name another file, or resume that match with `warlord resume`",
            Self::InUse { .. } | Self::Waiting { .. } => "end the other program first",
            Self::Played { .. } => {
                "end the other program, then resume the match from the copy that was played last"
            }
            Self::OtherVersion { .. } => {
                "resume it with that version; the files are left as they are"
            }
            Self::Replaced { .. } => {
                "a folder that is synced between machines? leave the match there, then resume it on one of them"
            }
            Self::Unreadable { source, .. } | Self::Unwritable { source, .. }
                if has_no_locks(source) =>
            {
                WITHOUT_LOCKS
            }
            Self::Unreadable { .. } => {
                "check the name and your rights; a match is resumed from its `.fpm` file with the `.key` file beside it"
            }
            Self::Unwritable { .. } => "check your rights and the space on the disk",
        }
    }
}
