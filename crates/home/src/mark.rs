//! The mark of a match: what this machine has signed for a seat of it.
//!
//! A data folder may be copied, restored or synced between machines, so the mark lies outside of it. Files are *own*
//! if their run's id is the mark's and they hold everything that the mark names; all other files are *strange*: an
//! older copy, a backup, the files of another machine.
//!
//! A signature is on disk in the match file first, in the mark next, and leaves only then. A mark is written in
//! place, alternately in one of two slots, so that a crash leaves the previous mark, and one flush is enough.

mod pen;

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use protocol::Seat;
use protocol::file::{OwnFiles, RunId, Signed};
use protocol::hash::Digest;

use crate::writing::{lock, lock_shared, make_private_folder, private_options, sync_name, unlock};
pub use pen::Pen;
use pen::{Marked, State};

/// The first bytes of a slot: name and number of the format.
const HEADER: &[u8; 8] = b"WLMARK_1";
/// The context of a slot's checksum.
const CHECKSUM: &str = "warlord mark 1";
/// The bytes of a slot: header, number, machine, two runs, step and record, notes, time of
/// the latest new match signed first, continuation, checksum.
const LEN: usize = 8 + 8 + 16 + 2 * 16 + 8 + 32 + 4 + 8 + 33 + 32;
/// The distance of the slots: no sector of a disk holds parts of both.
const APART: usize = 4096;

/// The id of a machine: random bytes made once.
type MachineId = [u8; 16];

#[derive(Debug, Clone)]
pub struct Marks {
    state: PathBuf,
}

/// A machine's knowledge of one seat of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    machine: MachineId,
    /// The id of the run that writes, or wrote last.
    run: RunId,
    /// The id of the run before, as long as the private file may still bear it.
    before: Option<RunId>,
    signed: Signed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strangeness {
    /// This machine has no mark of the match.
    NoMark,
    /// The mark was made by another machine.
    OtherMachine,
    /// Another run than the last one of this machine wrote the files last.
    OtherRun,
    /// The files lack what this machine has signed.
    Older,
    /// The match is continued in a new one, whose files are not here.
    Continued,
    NoKey,
}

impl fmt::Display for Strangeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMark | Self::OtherMachine => {
                "This match was played last on another machine, or this machine has lost its record of it."
            }
            Self::OtherRun => {
                "This is a copy of the match, and the match was played last from another copy."
            }
            Self::Older => "This is an older copy of the match: your seat has signed more since.",
            Self::Continued => {
                "This match is continued in a new one, and the files of the new one are not beside it."
            }
            Self::NoKey => {
                "The private file of this match, which ends in `.key`, is not beside the match file."
            }
        })
    }
}

impl Strangeness {
    pub const fn advice(self) -> &'static str {
        "With this copy your seat signs nothing but a resignation or a claim. Play on with the copy that was played last. \
         Without it, continue in a new match, or resign."
    }
}

/// Why a mark cannot be used.
#[derive(Debug)]
pub enum MarkError {
    /// Another program plays the match, or has played it further.
    Played,
    /// The file of the mark cannot be read or written.
    Failed(PathBuf, io::Error),
    /// Another version of the program has written the mark.
    OtherVersion,
}

impl Marks {
    /// The marks in a machine's own folder.
    pub fn at(state: PathBuf) -> Self {
        Self { state }
    }

    fn folder(&self) -> PathBuf {
        self.state.join("marks")
    }

    fn file(&self, sid: &Digest, seat: Seat) -> PathBuf {
        // sixteen bytes of the id: short enough for any file system, long enough that no two matches meet
        let name = HEXLOWER.encode(&sid[..16]);
        self.folder().join(format!("{name}-{}", seat.0))
    }

    /// The id of this machine, made on first use.
    fn machine(&self) -> Result<MachineId, MarkError> {
        let path = self.state.join("machine");
        let made = || -> io::Result<MachineId> {
            make_private_folder(&self.state)?;
            let mut file = private_options()
                .create(true)
                // without `truncate` the id of an earlier start stays; Windows cuts no file that is open to append
                .truncate(false)
                .read(true)
                .write(true)
                .open(&path)?;
            // two programs at their first start must not make two ids, of which one set of marks would be strange
            lock(&file)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            if bytes.len() < size_of::<MachineId>() {
                // a full disk has cut it, and no mark was made with it yet
                file.set_len(0)?;
                file.seek(SeekFrom::Start(0))?;
                let mut id = MachineId::default();
                getrandom::fill(&mut id).map_err(io::Error::other)?;
                file.write_all(&id)?;
                file.sync_all()?;
                sync_name(&file, &path)?;
                return Ok(id);
            }
            let id = bytes.try_into();
            id.map_err(|_other| io::Error::from(io::ErrorKind::InvalidData))
        };
        made().map_err(|error| MarkError::Failed(path.clone(), error))
    }

    /// The pen of the first run in a match: it makes the mark before anything is signed.
    pub fn new_pen(&self, run: RunId) -> Pen {
        Pen {
            marks: self.clone(),
            run,
            state: State::New,
            signed: None,
            file: None,
            is_locked: false,
        }
    }

    /// The pen with which a run begins a match that continues one whose mark it holds. A mark of the new match is there
    /// already if a run before was killed while it began the same match. Nothing of that match has left then: the
    /// old mark names the new match before anything is sent. So this run takes the mark over.
    pub(crate) fn next_pen(&self, sid: &Digest, seat: Seat, run: RunId) -> Result<Pen, MarkError> {
        let mut pen = self.new_pen(run);
        let path = self.file(sid, seat);
        if let Some((file, Some((number, mark)))) = open(&path)?
            // a mark of another machine in this place would come from a folder that was copied: it gives no right
            // to sign
            && mark.machine == self.machine()?
        {
            pen.state = State::TakenUp {
                number,
                found: mark.run,
                mark,
            };
            pen.file = Some(Marked { path, file });
        }
        Ok(pen)
    }

    /// The pen of a run in a match that is resumed from those files, if they are own.
    pub fn pen(&self, files: &OwnFiles, run: RunId) -> Result<Result<Pen, Strangeness>, MarkError> {
        let path = self.file(&files.sid, files.seat);
        // an unreadable mark is none: its files are strange, which costs a right and never signs twice
        let Some((file, Some((number, mark)))) = open(&path)? else {
            return Ok(Err(Strangeness::NoMark));
        };
        // asked before the pen exists: strange files get none, so nothing can be signed with it by mistake
        let found = match mark.standing(&self.machine()?, files) {
            Ok(found) => found,
            Err(strange) => return Ok(Err(strange)),
        };
        Ok(Ok(Pen {
            marks: self.clone(),
            run,
            state: State::TakenUp {
                number,
                mark,
                found,
            },
            signed: None,
            file: Some(Marked { path, file }),
            is_locked: false,
        }))
    }

    /// Makes the mark of a match say that it is continued in that one, if a crash came before it did.
    pub fn close(&self, files: &OwnFiles, run: RunId, next: Digest) -> Result<(), MarkError> {
        match self.pen(files, run)? {
            Ok(mut pen) => pen.continue_in(next),
            // nothing more is signed with those files
            Err(_strange) => Ok(()),
        }
    }

    /// Forgets the mark of a match that is deleted.
    pub fn forget(&self, sid: &Digest, seat: Seat) {
        // if removal fails, a small file stays that nobody reads again
        let _ = std::fs::remove_file(self.file(sid, seat));
    }
}

impl Mark {
    /// The id of the files' run, if the files are own.
    fn standing(&self, machine: &MachineId, files: &OwnFiles) -> Result<RunId, Strangeness> {
        if self.machine != *machine {
            return Err(Strangeness::OtherMachine);
        }
        // both ids: a crash between mark and private file leaves the id of the run before in the file
        let ids = [Some(self.run), self.before];
        let found = files.run.filter(|run| ids.contains(&Some(*run)));
        // before the run is asked about: the advice for a continued match is another one
        if self.signed.continuation.is_some() {
            return Err(Strangeness::Continued);
        }
        let found = found.ok_or(Strangeness::OtherRun)?;
        match files.holds(&self.signed) {
            true => Ok(found),
            false => Err(Strangeness::Older),
        }
    }

    fn to_slot(&self, number: u64) -> Vec<u8> {
        let mut slot = Vec::with_capacity(LEN);
        slot.extend(HEADER);
        slot.extend(number.to_le_bytes());
        slot.extend(self.machine);
        slot.extend(self.run);
        slot.extend(self.before.unwrap_or_default());
        slot.extend(self.signed.step.to_le_bytes());
        slot.extend(self.signed.id);
        slot.extend(self.signed.notes.to_le_bytes());
        slot.extend(self.signed.written.to_le_bytes());
        slot.push(u8::from(self.signed.continuation.is_some()));
        slot.extend(self.signed.continuation.unwrap_or_default());
        // over everything before it: a torn write must not pass for a mark that names less
        slot.extend(blake3::derive_key(CHECKSUM, &slot));
        slot
    }

    /// Reads exactly what [`Mark::to_slot`] writes.
    fn from_slot(slot: &[u8]) -> Option<(u64, Self)> {
        let mut rest = slot.strip_prefix(HEADER)?;
        let number = u64::from_le_bytes(take(&mut rest)?);
        let mark = Self {
            machine: take(&mut rest)?,
            run: take(&mut rest)?,
            before: Some(take(&mut rest)?).filter(|run| *run != RunId::default()),
            signed: Signed {
                step: u64::from_le_bytes(take(&mut rest)?),
                id: take(&mut rest)?,
                notes: u32::from_le_bytes(take(&mut rest)?),
                written: u64::from_le_bytes(take(&mut rest)?),
                continuation: {
                    let [is_there] = take(&mut rest)?;
                    let sid: Digest = take(&mut rest)?;
                    (is_there == 1).then_some(sid)
                },
            },
        };
        // written again and compared: the checksum and every unused byte are checked by that
        (mark.to_slot(number) == slot).then_some((number, mark))
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (found, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*found)
}

/// The latest sound mark of a file, with its number.
type Numbered = Option<(u64, Mark)>;

/// Opens the file of a mark and reads it, if there is one.
fn open(path: &Path) -> Result<Option<(File, Numbered)>, MarkError> {
    let mut file = match private_options().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(MarkError::Failed(path.to_owned(), error)),
    };
    // shared: another program may be about to write its slot
    let found = lock_shared(&file).and_then(|()| read(&mut file));
    // a run that took the match for a strange one would leave its id in it, and then the other version would find it strange too
    let is_other = match &found {
        Ok(None) => is_of_another_version(&mut file),
        _ => Ok(false),
    };
    let unlocked = unlock(&file);
    let found = found.and_then(|found| unlocked.and(is_other).map(|is_other| (found, is_other)));
    match found.map_err(|error| MarkError::Failed(path.to_owned(), error))? {
        (_, true) => Err(MarkError::OtherVersion),
        (found, false) => Ok(Some((file, found))),
    }
}

/// True if the file begins as a mark of another format does.
fn is_of_another_version(file: &mut File) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let mut first = Vec::new();
    file.take(HEADER.len() as u64).read_to_end(&mut first)?;
    let (name, _) = HEADER.split_at(HEADER.len() - 1);
    let number = first.strip_prefix(name);
    Ok(number.is_some_and(|number| number[..] != HEADER[name.len()..] && !number.is_empty()))
}

/// The latest sound mark in a file, with its number.
fn read(file: &mut File) -> io::Result<Numbered> {
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = Vec::new();
    // no more than a mark can have, whatever lies in the place
    file.take((APART + LEN) as u64 + 1)
        .read_to_end(&mut bytes)?;
    let slots = [0, APART].map(|at| bytes.get(at..at + LEN).and_then(Mark::from_slot));
    Ok(slots
        .into_iter()
        .flatten()
        // the higher number is the later one; a torn slot is left out and the one before counts
        .max_by_key(|(number, _)| *number))
}

#[cfg(test)]
mod tests;
