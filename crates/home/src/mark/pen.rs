//! The pen of one run: the right to sign for a seat, held as long as no other program signs for it.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;

use protocol::Seat;
use protocol::file::{RunId, Signed};
use protocol::hash::Digest;

use super::{APART, Mark, MarkError, Marks, read};
use crate::writing::{is_still, lock, make_private_folder, private_options, sync_name, unlock};

/// The right of one run to sign for a seat.
#[derive(Debug)]
pub struct Pen {
    pub(super) marks: Marks,
    pub(super) run: RunId,
    pub(super) state: State,
    /// The signatures of this run that are not in the mark yet, as far as they are known here.
    pub(super) signed: Option<Signed>,
    pub(super) file: Option<Marked>,
    pub(super) is_locked: bool,
}

/// The open file of a mark.
#[derive(Debug)]
pub(super) struct Marked {
    pub(super) path: PathBuf,
    pub(super) file: File,
}

/// The mark's content as this run knows it.
#[derive(Debug)]
pub(super) enum State {
    /// There is no mark yet.
    New,
    /// The mark of another run, of which the private file bears the id that was found in it.
    TakenUp {
        number: u64,
        mark: Mark,
        found: RunId,
    },
    /// This run's mark.
    Own { number: u64, mark: Mark },
    /// Another program plays the match: this run signs nothing more.
    Lost,
}

impl Pen {
    /// To be called before anything is written to the files of the match: the mark is still what this run knows. From
    /// the first new signature on the mark is locked until [`Pen::put_down`].
    pub fn take_up(&mut self, sid: &Digest, seat: Seat, signed: Signed) -> Result<(), MarkError> {
        let known = match &self.state {
            State::Lost => return Err(MarkError::Played),
            State::New => None,
            State::TakenUp { mark, .. } | State::Own { mark, .. } => mark.signed.continuation,
        };
        // once continued, always continued: a later signature must not make the old match own again
        let signed = Signed {
            continuation: signed.continuation.or(known),
            ..signed
        };
        // nothing new: neither the lock nor the disk is asked for
        let is_written = self.signed.is_none() && self.is_marked(&signed);
        if is_written || self.signed.as_ref() == Some(&signed) {
            return Ok(());
        }
        // the lock is held until the mark names what is being signed, so that no other program signs in between
        self.lock(sid, seat)?;
        self.begin(&signed)?;
        // a mark that says it already is not written a second time
        self.signed = Some(signed).filter(|signed| !self.is_marked(signed));
        Ok(())
    }

    /// A write to the files of the match failed: the mark names nothing that they may lack, and this run signs
    /// nothing more.
    pub fn give_up(&mut self) {
        // the files may lack what was signed, and a mark that names it would make them strange for good
        self.signed = None;
        self.state = State::Lost;
        // a lock that cannot be given back goes with the file
        let _ = self.unlock();
    }

    /// Makes the mark say that the match is continued in that one, and signs nothing more.
    pub fn continue_in(&mut self, next: Digest) -> Result<(), MarkError> {
        let (State::Own { mark, .. } | State::TakenUp { mark, .. }) = &self.state else {
            return Ok(());
        };
        let signed = Signed {
            continuation: Some(next),
            ..mark.signed.clone()
        };
        // the file of a mark that was read or written is open, so that its place is not asked for
        self.take_up(&Digest::default(), Seat(0), signed)?;
        self.put_down()
    }

    fn is_marked(&self, signed: &Signed) -> bool {
        matches!(&self.state, State::Own { mark, .. } if mark.signed == *signed)
    }

    /// True if something was signed that is not in the mark yet, or the run before is still in the mark.
    pub(crate) fn is_pending(&self) -> bool {
        self.is_locked
    }

    /// Writes into the mark what the run has signed, once the match file holds it, and lets other programs read the
    /// mark.
    pub fn put_down(&mut self) -> Result<(), MarkError> {
        // nothing was signed since the mark was last written
        if !self.is_locked {
            return Ok(());
        }
        let State::Own { number, mark } = &self.state else {
            return Ok(());
        };
        let next = Mark {
            // the run before is struck out: its id has been replaced in the private file by now
            before: None,
            signed: self.signed.take().unwrap_or_else(|| mark.signed.clone()),
            ..mark.clone()
        };
        // an unchanged mark costs no flush
        if next != *mark {
            let number = *number;
            self.write(number + 1, next)?;
        }
        self.unlock()
    }

    /// Opens the file of the mark if need be, locks it, and makes sure that no other program has written it.
    fn lock(&mut self, sid: &Digest, seat: Seat) -> Result<(), MarkError> {
        if self.is_locked {
            return Ok(());
        }
        if self.file.is_none() {
            self.file = Some(self.create(sid, seat)?);
        }
        let Some(Marked { path, file }) = &mut self.file else {
            return Ok(());
        };
        let failed = |error| MarkError::Failed(path.clone(), error);
        // blocking: the other holder is between two writes, which takes a moment
        lock(file).map_err(failed)?;
        self.is_locked = true;
        let found = read(file).map_err(failed)?;
        let is_same = match (&self.state, &found) {
            (State::New, found) => found.is_none(),
            (State::TakenUp { number, mark, .. } | State::Own { number, mark }, Some(found)) => {
                (number, mark) == (&found.0, &found.1)
            }
            (State::TakenUp { .. } | State::Own { .. } | State::Lost, _) => false,
        };
        // a file that was put in its place meanwhile is the one that other programs read
        if !is_same || !is_still(path, file) {
            self.state = State::Lost;
            self.unlock()?;
            return Err(MarkError::Played);
        }
        Ok(())
    }

    fn unlock(&mut self) -> Result<(), MarkError> {
        self.is_locked = false;
        match &self.file {
            Some(Marked { path, file }) => {
                unlock(file).map_err(|error| MarkError::Failed(path.clone(), error))
            }
            None => Ok(()),
        }
    }

    fn create(&self, sid: &Digest, seat: Seat) -> Result<Marked, MarkError> {
        let path = self.marks.file(sid, seat);
        let made = || -> io::Result<File> {
            make_private_folder(&self.marks.folder())?;
            let file = private_options()
                .create(true)
                // `create` without `truncate`: another program may have made it, and its mark must stay
                .truncate(false)
                .read(true)
                .write(true)
                .open(&path)?;
            // the name of the file must be on disk too, or a crash leaves files whose mark is gone
            sync_name(&file, &path)?;
            Ok(file)
        };
        match made() {
            Ok(file) => Ok(Marked { path, file }),
            Err(error) => Err(MarkError::Failed(path, error)),
        }
    }

    /// The first write of this run names it in the mark, beside the run before.
    fn begin(&mut self, signed: &Signed) -> Result<(), MarkError> {
        let (number, mark) = match &self.state {
            State::New => {
                let mark = Mark {
                    machine: self.marks.machine()?,
                    run: self.run,
                    before: None,
                    signed: signed.clone(),
                };
                (0, mark)
            }
            State::TakenUp {
                number,
                mark,
                found,
            } => {
                let mark = Mark {
                    run: self.run,
                    // both runs: until the private file bears this run's id, a crash must leave the files own
                    before: Some(*found),
                    ..mark.clone()
                };
                (number + 1, mark)
            }
            State::Own { .. } | State::Lost => return Ok(()),
        };
        self.write(number, mark)
    }

    fn write(&mut self, number: u64, mark: Mark) -> Result<(), MarkError> {
        let Some(Marked { path, file }) = &mut self.file else {
            return Ok(());
        };
        // even numbers in the first slot, odd ones in the second: the mark before stays whole while this one is
        // written
        let at = if number.is_multiple_of(2) {
            0
        } else {
            APART as u64
        };
        let written = || -> io::Result<()> {
            file.seek(SeekFrom::Start(at))?;
            file.write_all(&mark.to_slot(number))?;
            file.sync_data()
        }();
        written.map_err(|error| MarkError::Failed(path.clone(), error))?;
        // only after the flush: what is not on disk is not this run's mark
        self.state = State::Own { number, mark };
        Ok(())
    }
}
