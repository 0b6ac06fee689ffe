//! The two files of a match on disk.
//!
//! `NAME.fpm` is the signed match, for anybody to judge; `NAME.key` beside the match file holds this seat's secrets. A
//! program that plays the match locks `NAME.key`, so that no two programs ever sign for one seat.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use protocol::file::{RunId, Signed};
use protocol::hash::Digest;
use protocol::{File as Which, Seat, Session};

use crate::home::private_options;
use crate::mark::{MarkError, Marks, Pen};
use crate::output::Kept;

/// The ending of match files.
pub(crate) const PUBLIC_ENDING: &str = "fpm";
/// The ending of the private file beside a match file.
pub(crate) const PRIVATE_ENDING: &str = "key";

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
    pub(crate) fn of_mark(error: MarkError, file: &Path) -> Self {
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

/// Tells whether a file is a match file by its ending, in whichever case.
pub(crate) fn is_match_file(file: &Path) -> bool {
    let ending = file.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(PUBLIC_ENDING))
}

/// The files of one seat of one match. The first byte written makes both files.
#[derive(Debug)]
pub(crate) struct MatchFiles {
    public: Slot,
    private: Slot,
    /// The right of this run to sign; none where the files are strange, or both seats are in this program.
    pen: Option<Pen>,
    /// The marks of this machine, and this run; none where both seats are in this program.
    marks: Option<(Marks, RunId)>,
    /// The right to sign in the match before, until its mark names the one that continues it.
    former: Option<(Pen, Digest)>,
    /// The match in whose place this one is offered, locked until this one begins.
    replaced: Option<Box<MatchFiles>>,
}

#[derive(Debug)]
struct Slot {
    path: PathBuf,
    file: Option<File>,
    is_private: bool,
    is_dirty: bool,
    /// The file was made here and nothing was told of it yet.
    is_new: bool,
}

impl MatchFiles {
    /// New files for `public`, not made yet.
    pub(crate) fn fresh(public: &Path) -> Result<Self, StorageError> {
        // `a.KEY` would be the match and its own private file in one where case does not count
        if crate::output::by_name(public).is_some_and(|kept| kept != Kept::Match) {
            return Err(StorageError::Name {
                file: public.to_owned(),
            });
        }
        let files = Self::at(public);
        for slot in [&files.public, &files.private] {
            if slot.path.exists() {
                return Err(StorageError::Exists {
                    file: slot.path.clone(),
                });
            }
        }
        files.private.probe()?;
        Ok(files)
    }

    /// Opens both files of a match, and gives the bytes of the public file and of the private file.
    pub(crate) fn existing(public: &Path) -> Result<(Self, Vec<u8>, Vec<u8>), StorageError> {
        let mut files = Self::at(public);
        let private_bytes = files.private.open()?;
        let public_bytes = files.public.open()?;
        Ok((files, public_bytes, private_bytes))
    }

    /// Opens a match whose private file is lost and is made anew.
    pub(crate) fn without_key(public: &Path) -> Result<(Self, Vec<u8>), StorageError> {
        let mut files = Self::at(public);
        let public_bytes = files.public.open()?;
        Ok((files, public_bytes))
    }

    fn at(public: &Path) -> Self {
        let slot = |path: PathBuf, is_private| Slot {
            path,
            file: None,
            is_private,
            is_dirty: false,
            is_new: false,
        };
        Self {
            public: slot(public.to_owned(), false),
            private: slot(public.with_extension(PRIVATE_ENDING), true),
            pen: None,
            marks: None,
            former: None,
            replaced: None,
        }
    }

    /// Has everything that is signed kept in the mark of the match, if there is a pen; the matches that continue this one
    /// get marks of their own.
    pub(crate) fn sign_with(&mut self, marks: Marks, run: RunId, pen: Option<Pen>) {
        self.marks = Some((marks, run));
        self.pen = pen;
    }

    /// From here on the files are those of a new match, which continues this one. The mark of this one names it once the
    /// new files are on disk.
    pub(crate) fn continue_in(
        &mut self,
        next: Digest,
        seat: Seat,
        is_own: bool,
    ) -> Result<(), StorageError> {
        self.flush()?;
        let marks = self.marks.take();
        let mut fresh = Self::fresh(&next_file(&self.public.path))?;
        let former = self.pen.take();
        let pen = match (&marks, &former) {
            (Some((marks, run)), Some(_)) if is_own => marks.next_pen(&next, seat, *run).map(Some),
            (Some((marks, run)), None) if is_own => Ok(Some(marks.new_pen(*run))),
            _ => Ok(None),
        };
        fresh.pen = pen.map_err(|error| StorageError::of_mark(error, &self.public.path))?;
        fresh.former = former.map(|pen| (pen, next));
        fresh.marks = marks;
        *self = fresh;
        Ok(())
    }

    /// The match takes the place of that one once it begins: the mark of that one names it before anything of it leaves.
    /// Until then nobody signs in that one.
    pub(crate) fn replace_match(&mut self, old: Self) {
        self.replaced = Some(Box::new(old));
    }

    /// To be called before something that the seat has signed is written: no other program has signed for it since this one
    /// wrote last.
    pub(crate) fn make_ready(
        &mut self,
        session: &Session,
        signed: Signed,
    ) -> Result<(), StorageError> {
        let (Some(pen), Some(sid)) = (&mut self.pen, session.sid()) else {
            return Ok(());
        };
        if let Some(old) = self.replaced.take() {
            self.former = old.pen.map(|pen| (pen, sid));
        }
        let taken = pen.take_up(&sid, session.seat(), signed);
        taken.map_err(|error| StorageError::of_mark(error, &self.public.path))
    }

    /// The match file.
    pub(crate) fn public_path(&self) -> &Path {
        &self.public.path
    }

    /// Appends. The bytes are on disk when [`MatchFiles::flush`] returns, and before any bytes appended later to the
    /// other file.
    pub(crate) fn append(&mut self, which: Which, bytes: &[u8]) -> Result<(), StorageError> {
        let (slot, other) = self.slots(which);
        let done = other.flush().and_then(|()| slot.append(bytes));
        self.or_nothing(done)
    }

    /// Replaces the whole file by `bytes`, in one step.
    pub(crate) fn replace(&mut self, which: Which, bytes: &[u8]) -> Result<(), StorageError> {
        let (slot, other) = self.slots(which);
        let done = other.flush().and_then(|()| slot.replace(bytes));
        self.or_nothing(done)
    }

    /// What could not be written is not signed, and the mark must not name it, now or later. A match whose first bytes cannot
    /// be written has not begun: nothing of it stays in the way of the next try.
    fn or_nothing(&mut self, done: Result<(), StorageError>) -> Result<(), StorageError> {
        if let (Err(_), Some(pen)) = (&done, &mut self.pen) {
            pen.give_up();
        }
        // what another program has put in the place is not ours to remove
        if matches!(&done, Err(error) if !matches!(error, StorageError::Replaced { .. })) {
            self.private.undo();
            self.public.undo();
        }
        done
    }

    /// Flushes both files to disk, and then what was signed to the mark.
    pub(crate) fn flush(&mut self) -> Result<(), StorageError> {
        let flushed = self.private.flush().and_then(|()| self.public.flush());
        let done = flushed.and_then(|()| {
            let put_down = self.pen.as_mut().map_or(Ok(()), Pen::put_down);
            let continued = put_down.and_then(|()| match &mut self.former {
                Some((pen, next)) => pen.continue_in(*next),
                None => Ok(()),
            });
            continued.map_err(|error| StorageError::of_mark(error, &self.public.path))
        });
        self.or_nothing(done)?;
        self.former = None;
        self.private.is_new = false;
        self.public.is_new = false;
        Ok(())
    }

    /// Tells whether bytes were written that are not on disk yet.
    pub(crate) fn is_dirty(&self) -> bool {
        self.private.is_dirty || self.public.is_dirty || self.is_signing()
    }

    /// Tells whether the mark is locked until the next flush.
    pub(crate) fn is_signing(&self) -> bool {
        self.pen.as_ref().is_some_and(Pen::is_pending) || self.former.is_some()
    }

    fn slots(&mut self, which: Which) -> (&mut Slot, &mut Slot) {
        match which {
            Which::Public => (&mut self.public, &mut self.private),
            Which::Private => (&mut self.private, &mut self.public),
        }
    }
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

    fn open(&mut self) -> Result<Vec<u8>, StorageError> {
        let unreadable = |source| StorageError::Unreadable {
            file: self.path.clone(),
            source,
        };
        let mut file = self
            .options()
            .read(true)
            .append(true)
            .open(&self.path)
            .map_err(unreadable)?;
        self.lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        self.file = Some(file);
        Ok(bytes)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        match &self.file {
            Some(file) if !is_still(&self.path, file) => {
                return Err(StorageError::Replaced {
                    file: self.path.clone(),
                });
            }
            Some(_) => {}
            None => {
                self.file = Some(self.create(&self.path)?);
                self.is_new = true;
                sync_folder(&self.path).map_err(|source| self.unwritable(source))?;
            }
        }
        self.is_dirty = true;
        let written = self
            .file
            .as_mut()
            .map_or(Ok(()), |file| file.write_all(bytes));
        written.map_err(|source| self.unwritable(source))
    }

    /// Tells at once where no file can be made, kept and locked at this place: later that would cost the match.
    fn probe(&self) -> Result<(), StorageError> {
        const BYTES: [u8; 4096] = [0; 4096];
        let trial = self.next_to(".new");
        let _ = fs::remove_file(&trial);
        let mut file = self.create(&trial)?;
        let kept = file.write_all(&BYTES).and_then(|()| file.sync_all());
        drop(file);
        let removed = fs::remove_file(&trial);
        kept.and(removed).map_err(|source| self.unwritable(source))
    }

    /// Removes a file that was made in vain.
    fn undo(&mut self) {
        if self.is_new {
            self.file = None;
            self.is_dirty = false;
            self.is_new = false;
            // a file that stays is told of by the next try
            let _ = fs::remove_file(&self.path);
        }
    }

    /// The path with more behind the name.
    fn next_to(&self, more: &str) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(more);
        self.path.with_file_name(name)
    }

    fn replace(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        let fresh = self.next_to(".new");
        let _ = fs::remove_file(&fresh);
        let mut file = self.create(&fresh)?;
        let was_there = self.path.exists();
        let swapped = || -> io::Result<()> {
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&fresh, &self.path)?;
            sync_folder(&self.path)
        }();
        swapped.map_err(|source| {
            let _ = fs::remove_file(&fresh);
            self.unwritable(source)
        })?;
        self.is_new |= !was_there;
        self.file = Some(file);
        self.is_dirty = false;
        Ok(())
    }

    fn create(&self, path: &Path) -> Result<File, StorageError> {
        let file = self
            .options()
            .read(true)
            .append(true)
            .create_new(true)
            .open(path)
            .map_err(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => StorageError::Exists {
                    file: path.to_owned(),
                },
                _ => self.unwritable(source),
            })?;
        self.lock(&file).inspect_err(|_| {
            let _ = fs::remove_file(path);
        })?;
        Ok(file)
    }

    /// Only the private file is locked: on some systems nobody can read a locked file, and anybody may read the match.
    fn lock(&self, file: &File) -> Result<(), StorageError> {
        if !self.is_private {
            return Ok(());
        }
        match file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(StorageError::InUse {
                file: self.path.clone(),
            }),
            Err(TryLockError::Error(source)) => Err(self.unwritable(source)),
        }
    }

    fn flush(&mut self) -> Result<(), StorageError> {
        if self.is_dirty {
            let synced = self.file.as_ref().map_or(Ok(()), File::sync_data);
            synced.map_err(|source| self.unwritable(source))?;
            self.is_dirty = false;
        }
        Ok(())
    }
}

/// A free name for the match that continues the one in that file: `NAME-2.fpm`, then `NAME-3.fpm`.
pub(crate) fn next_file(public: &Path) -> PathBuf {
    let mut names = next_files(public);
    let free = names.find(|file| !is_taken(file));
    free.unwrap_or_else(|| public.to_owned())
}

/// The names for matches that continue the one in that file, in order.
pub(crate) fn next_files(public: &Path) -> impl Iterator<Item = PathBuf> {
    let stem = public.file_stem().unwrap_or_default().to_string_lossy();
    let (name, number) = split_number(&stem);
    let (name, first) = (
        name.to_owned(),
        number.map_or(2, |number| number.saturating_add(1)),
    );
    (first..).map(move |number| public.with_file_name(format!("{name}-{number}.{PUBLIC_ENDING}")))
}

/// Tells whether one of the two files of a match lies there.
pub(crate) fn is_taken(public: &Path) -> bool {
    public.exists() || public.with_extension(PRIVATE_ENDING).exists()
}

/// The name of a match file without its ending, parted from the number of the match in its line.
pub(crate) fn split_number(stem: &str) -> (&str, Option<u32>) {
    let parts = stem.rsplit_once('-');
    let parts = parts.filter(|(_, number)| (1..3).contains(&number.len()));
    match parts.and_then(|(name, number)| Some((name, number.parse().ok()?))) {
        Some((name, number)) => (name, Some(number)),
        None => (stem, None),
    }
}

/// Tells whether the path still names the open file. Programs that sync folders put a new file in the place of an old one;
/// what is written to the old one would be lost. Windows lets nobody replace an open file.
pub(crate) fn is_still(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let id = |data: fs::Metadata| (data.dev(), data.ino());
        let named = fs::metadata(path).map(id);
        let open = file.metadata().map(id);
        matches!((named, open), (Ok(named), Ok(open)) if named == open)
    }
    #[cfg(not(unix))]
    {
        let _ = (path, file);
        true
    }
}

/// Flushes a new file's entry in its folder to disk; Windows has no such flush.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_takes_no_name_of_a_private_file() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.key", "a.KEY", "a.draft", "identity.pem", "Client.toml"] {
            let refused = MatchFiles::fresh(&folder.path().join(name));
            assert!(matches!(refused, Err(StorageError::Name { .. })), "{name}");
        }
        for name in ["a.fpm", "B.FPM", "c"] {
            MatchFiles::fresh(&folder.path().join(name)).expect("a name");
        }
    }

    #[test]
    fn what_was_appended_is_found_again_and_the_private_file_is_for_the_owner_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.fpm");
        let mut files = MatchFiles::fresh(&path).expect("nothing there");
        assert!(!path.exists(), "nothing is made before the first byte");
        files.append(Which::Private, b"secret").expect("written");
        files.append(Which::Public, b"one").expect("written");
        files.append(Which::Public, b"two").expect("written");
        files.flush().expect("on disk");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(path.with_extension("key"))
                .expect("there")
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        drop(files);
        let (mut files, public, private) = MatchFiles::existing(&path).expect("there");
        assert_eq!(
            (public.as_slice(), private.as_slice()),
            (&b"onetwo"[..], &b"secret"[..])
        );
        files.replace(Which::Private, b"new").expect("replaced");
        files.append(Which::Private, b"er").expect("written");
        drop(files);
        assert_eq!(MatchFiles::existing(&path).expect("there").2, b"newer");
    }

    #[test]
    fn the_match_that_continues_another_has_the_next_free_name_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert_eq!(
            next_file(&at("2026-11-25-0a1b2c3d-host.fpm")),
            at("2026-11-25-0a1b2c3d-host-2.fpm")
        );
        assert_eq!(next_file(&at("a-2.fpm")), at("a-3.fpm"));
        assert_eq!(next_file(&at("cup-1804.fpm")), at("cup-1804-2.fpm"));
        fs::write(at("a-3.key"), b"x").expect("written");
        assert_eq!(next_file(&at("a-2.fpm")), at("a-4.fpm"));
    }

    #[test]
    fn a_place_where_nothing_can_be_kept_is_refused_before_the_match_begins() {
        let folder = tempfile::tempdir().expect("a folder");
        let long = format!("{}.fpm", "a".repeat(300));
        for place in ["missing/a.fpm", long.as_str()] {
            let refused = MatchFiles::fresh(&folder.path().join(place));
            assert!(
                matches!(refused, Err(StorageError::Unwritable { .. })),
                "{place}"
            );
        }
        #[cfg(unix)]
        assert!(MatchFiles::fresh(Path::new("/proc/a.fpm")).is_err());
        assert!(MatchFiles::fresh(&folder.path().join("a.fpm")).is_ok());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_match_that_cannot_be_begun_leaves_no_file_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.fpm");
        let mut files = MatchFiles::fresh(&path).expect("nothing there");
        files.append(Which::Private, b"secret").expect("written");
        // the match file cannot be made
        fs::create_dir(&path).expect("a folder");
        assert!(files.append(Which::Public, b"one").is_err());
        assert!(!path.with_extension(PRIVATE_ENDING).exists());
        drop(files);
        fs::remove_dir(&path).expect("removed");
        let mut files = MatchFiles::fresh(&path).expect("nothing stands in the way");
        files.append(Which::Private, b"secret").expect("written");
        files.flush().expect("on disk");
        fs::create_dir(&path).expect("a folder");
        // what was on disk may have been told of
        assert!(files.append(Which::Public, b"one").is_err());
        assert!(path.with_extension(PRIVATE_ENDING).exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_replaced_is_noticed_before_anything_is_appended() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.fpm");
        let mut files = MatchFiles::fresh(&path).expect("nothing there");
        files.append(Which::Public, b"one").expect("written");
        let synced = folder.path().join("synced");
        fs::write(&synced, b"two").expect("written");
        fs::rename(&synced, &path).expect("renamed");
        let refused = files.append(Which::Public, b"three");
        assert!(matches!(refused, Err(StorageError::Replaced { .. })));
        assert_eq!(fs::read(&path).expect("there"), b"two");
    }

    #[test]
    fn a_match_in_play_cannot_be_taken_up_a_second_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.fpm");
        let mut files = MatchFiles::fresh(&path).expect("nothing there");
        files.append(Which::Private, b"x").expect("written");
        files.append(Which::Public, b"x").expect("written");
        assert!(matches!(
            MatchFiles::existing(&path),
            Err(StorageError::InUse { .. })
        ));
        files.replace(Which::Private, b"y").expect("replaced");
        assert!(matches!(
            MatchFiles::existing(&path),
            Err(StorageError::InUse { .. })
        ));
        assert!(matches!(
            MatchFiles::fresh(&path),
            Err(StorageError::Exists { .. })
        ));
        drop(files);
        assert!(MatchFiles::existing(&path).is_ok());
    }
}
