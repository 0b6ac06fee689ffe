//! A seat this program decides for: its session, and the files of its match.

use std::path::Path;

use home::StorageError;
use home::Strangeness;
use home::storage::MatchFiles;
use protocol::hash::Digest;
use protocol::{LineId, Output, Session, Standing};

/// A seat this program decides for.
pub(crate) struct Chair {
    pub(crate) session: Session,
    pub(crate) files: MatchFiles,
    /// Why the files are not this player's own, if they are not.
    pub(crate) strangeness: Option<Strangeness>,
}

/// The most chairs at one machine: every seat of a table.
const MOST_CHAIRS: u64 = protocol::record::MAX_SEATS as u64;

/// The name of a line within this machine: the number of the chair at its other end. All lines run between the first
/// chair and another one.
pub(crate) const fn line_to(chair: usize) -> LineId {
    LineId(chair as u64)
}

/// The name of the first chair's line to another program, of which this is that number; each comes once.
pub(crate) const fn remote_line(number: u64) -> LineId {
    LineId(MOST_CHAIRS + number)
}

/// The chair at the other end of a line of that chair, and what the line is called there; none for a line to another
/// program.
pub(crate) fn chair_at(chair: usize, line: LineId) -> Option<(usize, LineId)> {
    let other = usize::try_from(line.0).ok()?;
    let is_here = line.0 < MOST_CHAIRS;
    is_here.then(|| (other, line_to(chair)))
}

impl Chair {
    /// Begins a new match in the place of the one before, in that file, as that chair of this machine.
    pub(crate) fn continue_in(
        &mut self,
        file: &Path,
        chair: usize,
        next: Digest,
    ) -> Result<(), StorageError> {
        // asked before the files change: only own files get a mark for the new match
        let is_own = self.session.standing() == Standing::Own;
        let seat = self.session.seat();
        self.files.continue_in(file, chair, next, seat, is_own)?;
        self.strangeness = (!is_own).then_some(Strangeness::NoMark);
        Ok(())
    }

    /// Writes an output of the session into the files; any other output does nothing.
    pub(crate) fn write(&mut self, output: Output) -> Result<(), StorageError> {
        match output {
            Output::Mark(signed) => self.files.make_ready(&self.session, signed),
            Output::Persist(file, bytes) => self.files.append(file, &bytes),
            Output::Replace(file, bytes) => self.files.replace(file, &bytes),
            Output::Next { .. }
            | Output::Send(..)
            | Output::Pass(..)
            | Output::Event(_)
            | Output::Close(..) => Ok(()),
        }
    }

    /// Has on disk what a session without lines writes first.
    pub(crate) fn write_down(&mut self) -> Result<(), StorageError> {
        while let Some(output) = self.session.poll_output() {
            self.write(output)?;
        }
        self.files.flush()
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
