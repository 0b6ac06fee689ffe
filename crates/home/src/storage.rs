//! The two files of a match on disk.
//!
//! `NAME.fpm` is the signed match, for anybody to judge; `NAME.key` beside the match file holds this seat's secrets. A
//! program that plays the match locks `NAME.key`, so that no two programs ever sign for one seat. Further chairs of
//! the same machine keep their secrets in `NAME-2.key` to `NAME-8.key`, and the match in the file of the first.

mod error;
mod slot;

use std::path::{Path, PathBuf};

use protocol::file::{RunId, Signed};
use protocol::hash::Digest;
use protocol::{File as Which, Seat, Session};

use crate::file_names::{DRAFT_ENDING, Kept, by_name, private_file};
use crate::mark::{Marks, Pen};
use crate::writing::Exposure;
pub use error::StorageError;
use slot::Slot;

/// The files of one seat of one match. The first byte written makes both files.
#[derive(Debug)]
pub struct MatchFiles {
    public: Slot,
    /// The place of this chair at its machine; the match is written by the first, 0.
    chair: usize,
    private: Slot,
    /// The right of this run to sign; none if the files are strange, or both seats are in this program.
    pen: Option<Pen>,
    /// The marks of this machine, and this run; none if both seats are in this program.
    marks: Option<(Marks, RunId)>,
    /// The right to sign in the match before, until its mark names the one that continues it.
    former: Option<(Pen, Digest)>,
    /// The match in whose place this one is offered, locked until this one begins.
    replaced: Option<Box<MatchFiles>>,
}

impl MatchFiles {
    /// New files for `public`, not made yet.
    pub fn fresh(public: &Path) -> Result<Self, StorageError> {
        Self::fresh_at(public, 0)
    }

    /// New files for one of this machine's chairs, not made yet. Only the first, chair 0, writes the match.
    pub fn fresh_at(public: &Path, chair: usize) -> Result<Self, StorageError> {
        // `a.KEY` would be the match and its own private file in one if case does not count
        if by_name(public).is_some_and(|kept| kept != Kept::Match) {
            return Err(StorageError::Name {
                file: public.to_owned(),
            });
        }
        let files = Self::at(public, chair);
        // both, so that a match never gets the secrets of another one; a further chair may come when the first has begun
        for slot in [&files.public, &files.private] {
            if slot.path.exists() && (chair == 0 || slot.is_private) {
                return Err(StorageError::Exists {
                    file: slot.path.clone(),
                });
            }
        }
        // a folder that refuses the private file must be found now: later that would cost the match
        files.private.probe()?;
        Ok(files)
    }

    /// Opens both files of a match, and gives the bytes of the public file and of the private file.
    pub fn existing(public: &Path) -> Result<(Self, Vec<u8>, Vec<u8>), StorageError> {
        let mut files = Self::at(public, 0);
        // the private file first: its lock says whether another program plays the match
        let private_bytes = files.private.open()?;
        let public_bytes = files.public.open()?;
        Ok((files, public_bytes, private_bytes))
    }

    /// Opens the private file of a further chair of this machine, and gives its bytes.
    pub fn existing_beside(public: &Path, chair: usize) -> Result<(Self, Vec<u8>), StorageError> {
        let mut files = Self::at(public, chair);
        let private_bytes = files.private.open()?;
        Ok((files, private_bytes))
    }

    /// Opens a match whose private file is lost and is made again.
    pub fn without_key(public: &Path) -> Result<(Self, Vec<u8>), StorageError> {
        let mut files = Self::at(public, 0);
        let public_bytes = files.public.open()?;
        Ok((files, public_bytes))
    }

    fn at(public: &Path, chair: usize) -> Self {
        let slot = |path: PathBuf, is_private| Slot {
            path,
            file: None,
            is_private,
            is_dirty: false,
            exposure: Exposure::None,
            is_new: false,
        };
        Self {
            public: slot(public.to_owned(), false),
            chair,
            private: slot(private_file(public, chair), true),
            pen: None,
            marks: None,
            former: None,
            replaced: None,
        }
    }

    /// Has everything that is signed kept in the mark of the match, if there is a pen; the matches that continue this
    /// one get marks of their own.
    pub fn sign_with(&mut self, marks: Marks, run: RunId, pen: Option<Pen>) {
        self.marks = Some((marks, run));
        self.pen = pen;
    }

    /// From here on the files are those of a new match in that file, which continues this one, for that chair of this
    /// machine. The mark of this one names it once the new files are on disk.
    pub fn continue_in(
        &mut self,
        public: &Path,
        chair: usize,
        next: Digest,
        seat: Seat,
        is_own: bool,
    ) -> Result<(), StorageError> {
        // everything of the old match is on disk before anything of the new one is made
        self.flush()?;
        let marks = self.marks.take();
        let mut fresh = Self::fresh_at(public, chair)?;
        let former = self.pen.take();
        // a mark that a killed run left of the same new match is taken over; without an old pen there is none
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

    /// The match takes the place of that one once it begins: the mark of that one names it before anything of it
    /// leaves. Until then nobody signs in that one.
    pub fn replace_match(&mut self, old: Self) {
        self.replaced = Some(Box::new(old));
    }

    /// To be called before something that the seat has signed is written: no other program has signed for it since
    /// this one wrote last.
    pub fn make_ready(&mut self, session: &Session, signed: Signed) -> Result<(), StorageError> {
        let (Some(pen), Some(sid)) = (&mut self.pen, session.sid()) else {
            return Ok(());
        };
        // only now, with something signed: an offer that nobody takes leaves the old match as it was
        if let Some(old) = self.replaced.take() {
            self.former = old.pen.map(|pen| (pen, sid));
        }
        let taken = pen.take_up(&sid, session.seat(), signed);
        taken.map_err(|error| StorageError::of_mark(error, &self.public.path))
    }

    /// A sentence for the user if others could read the private file before it was opened here.
    pub fn exposure(&self) -> Option<String> {
        self.private.exposure.in_words(&self.private.path)
    }

    pub fn public_path(&self) -> &Path {
        &self.public.path
    }

    /// True if to append there waits for no disk: the file is there, and the other one holds nothing that must be on disk first.
    pub fn appends_at_once(&mut self, which: Which) -> bool {
        let (slot, other) = self.slots(which);
        slot.file.is_some() && !other.is_dirty
    }

    /// Appends. The bytes are on disk when [`MatchFiles::flush`] returns, and before any bytes appended later to the
    /// other file.
    pub fn append(&mut self, which: Which, bytes: &[u8]) -> Result<(), StorageError> {
        if self.is_of_another(which) {
            return Ok(());
        }
        // the other file first: entries of the two refer to each other in the order in which they were written
        let (slot, other) = self.slots(which);
        let done = other.flush().and_then(|()| slot.append(bytes));
        self.or_nothing(done)
    }

    /// Replaces the whole file by `bytes`, in one step.
    pub fn replace(&mut self, which: Which, bytes: &[u8]) -> Result<(), StorageError> {
        if self.is_of_another(which) {
            return Ok(());
        }
        let (slot, other) = self.slots(which);
        let done = other.flush().and_then(|()| slot.replace(bytes));
        self.or_nothing(done)
    }

    /// What could not be written is not signed, and the mark must not name it, now or later. A match whose first bytes
    /// cannot be written has not begun: nothing of it stays in the way of the next try.
    fn or_nothing(&mut self, done: Result<(), StorageError>) -> Result<(), StorageError> {
        // the pen first: whatever else fails, this run signs nothing more
        if let (Err(_), Some(pen)) = (&done, &mut self.pen) {
            pen.give_up();
        }
        // a file that another program has put in the place is not ours to remove
        if matches!(&done, Err(error) if !matches!(error, StorageError::Replaced { .. })) {
            self.private.undo();
            self.public.undo();
        }
        done
    }

    /// Flushes both files to disk, and then what was signed to the mark.
    pub fn flush(&mut self) -> Result<(), StorageError> {
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

    /// Removes the files of a match that did not begin, with its mark: nothing in it can be played or proved.
    pub fn discard(mut self, session: &Session) {
        if let (Some((marks, _)), Some(sid)) = (&self.marks, session.sid()) {
            marks.forget(&sid, session.seat());
        }
        for slot in [&mut self.public, &mut self.private] {
            // only what was made here; a file that stays is reported by the next try
            if slot.file.take().is_some() {
                let _ = std::fs::remove_file(&slot.path);
            }
        }
    }

    /// True if bytes were written that are not on disk yet.
    pub fn is_dirty(&self) -> bool {
        self.private.is_dirty || self.public.is_dirty || self.is_signing()
    }

    /// True if the mark is locked until the next flush.
    pub fn is_signing(&self) -> bool {
        self.pen.as_ref().is_some_and(Pen::is_pending) || self.former.is_some()
    }

    /// True for the match file at a further chair: the first chair's session holds the same match, and writes it.
    fn is_of_another(&self, which: Which) -> bool {
        self.chair > 0 && which == Which::Public
    }

    fn slots(&mut self, which: Which) -> (&mut Slot, &mut Slot) {
        match which {
            Which::Public => (&mut self.public, &mut self.private),
            Which::Private => (&mut self.private, &mut self.public),
        }
    }
}

/// Removes the draft of a match that has begun.
pub fn forget_draft(file: &Path) {
    if !file.exists() {
        return;
    }
    // a draft that stays does no harm: the match file beside it counts
    let _ = std::fs::remove_file(file.with_extension(DRAFT_ENDING));
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::file_names::PRIVATE_ENDING;

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

    #[cfg(unix)]
    #[test]
    fn a_private_file_that_others_can_read_is_closed_to_them_and_the_user_is_told() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.fpm");
        let key = path.with_extension("key");
        let mut files = MatchFiles::fresh(&path).expect("nothing there");
        files.append(Which::Private, b"secret").expect("written");
        files.append(Which::Public, b"one").expect("written");
        drop(files);
        for (mode, is_told) in [(0o644, true), (0o600, false), (0o620, true), (0o400, false)] {
            // a file without a bit for its owner to write could not be opened to be appended to
            let mode = mode | 0o200;
            fs::set_permissions(&key, fs::Permissions::from_mode(mode)).expect("set");
            let (files, _, private) = MatchFiles::existing(&path).expect("there");
            assert_eq!(private, b"secret");
            assert_eq!(files.exposure().is_some(), is_told, "{mode:o}");
            let words = files.exposure().unwrap_or_default();
            assert!(!is_told || words.contains("a.key") && words.contains("only you"));
            let now = fs::metadata(&key).expect("there").permissions().mode();
            assert_eq!(now & 0o077, 0, "{mode:o}");
            drop(files);
        }
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
        // bytes that were on disk may have been shown to somebody
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
