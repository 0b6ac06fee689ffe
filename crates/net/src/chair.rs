//! A seat this program decides for: its session, and the files of its match.

use home::StorageError;
use home::Strangeness;
use home::storage::MatchFiles;
use protocol::hash::Digest;
use protocol::{Session, Standing};

/// A seat this program decides for.
pub(crate) struct Chair {
    pub(crate) session: Session,
    pub(crate) files: MatchFiles,
    /// Why the files are not this player's own, if they are not.
    pub(crate) strangeness: Option<Strangeness>,
}

impl Chair {
    /// Begins a new match in the place of the one before.
    pub(crate) fn continue_in(&mut self, next: Digest) -> Result<(), StorageError> {
        // asked before the files change: only own files get a mark for the new match
        let is_own = self.session.standing() == Standing::Own;
        self.files.continue_in(next, self.session.seat(), is_own)?;
        self.strangeness = (!is_own).then_some(Strangeness::NoMark);
        Ok(())
    }

    /// A seat whose files are this player's own.
    pub(crate) fn new(session: Session, files: MatchFiles) -> Self {
        Self {
            session,
            files,
            strangeness: None,
        }
    }
}
